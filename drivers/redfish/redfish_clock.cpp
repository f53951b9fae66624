#include "drivers/redfish/redfish_clock.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"
#include "messages/base/time.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus {

namespace {

constexpr const char* clock_key = "DateTime";
constexpr const char* offset_key = "DateTimeLocalOffset";
/// BMCs count in seconds, and a request takes time.
constexpr std::chrono::seconds tolerance{1};

redfish_get get_clock(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  auto out = co_await get_manager(call.bmc, std::move(*system), clock_key);
  if (out && member_text(out->body, clock_key).empty()) co_return no_link(*out, clock_key);
  co_return out;
}

/// In the BMC's format: most omit fractions of a second.
std::string time_like(timestamp moment, const std::string& shown) {
  auto out = to_string(moment);
  if (shown.find('.') == std::string::npos) out.erase(19, 7);
  return out;
}

/// "+02:00"
bool is_offset(const std::string& text) {
  static constexpr std::string_view form = "+dd:dd";
  if (text.size() != form.size() || (text[0] != '+' && text[0] != '-') || text[3] != ':')
    return false;
  return std::all_of(form.begin(), form.end(), [&, i = size_t{0}](char expected) mutable {
    const auto byte = static_cast<unsigned char>(text[i++]);
    return expected != 'd' || std::isdigit(byte) != 0;
  });
}

json clock_change(const std::string& moment, const std::string& offset) {
  json out{{clock_key, moment}};
  if (!offset.empty()) out[offset_key] = offset;
  return out;
}

redfish_outcome set_clock(redfish_call call) {
  const auto& args = call.request.what.args.tree();
  const auto wanted = member_text(args, "target_datetime");
  const auto offset = member_text(args, "datetime_local_offset");
  const auto given = parse_timestamp(wanted);
  if (!wanted.empty() && !given)
    co_return step_refused("target_datetime is '" + wanted.substr(0, 80) +
                           "'; allowed: a time like 2026-08-20T10:00:00+00:00.");
  if (!offset.empty() && !is_offset(offset))
    co_return step_refused("datetime_local_offset is '" + offset.substr(0, 80) +
                           "'; allowed: an offset like +00:00.");
  auto clock = co_await get_clock(call);
  if (!clock) co_return redfish_step_failed(clock.error());
  const auto moment = given ? *given : system_clock{}.now();
  auto body = clock_change(time_like(moment, member_text(clock->body, clock_key)), offset);
  const auto changed = co_await call.bmc.patch(std::move(*clock), std::move(body));
  if (!changed) co_return redfish_step_failed(changed.error());
  co_return step_done();
}

/// Difference to the local time; unset: the BMC reports no time.
std::optional<std::chrono::microseconds> distance(const redfish_resource& clock) {
  const auto shown = parse_timestamp(member_text(clock.body, clock_key));
  if (!shown) return std::nullopt;
  return std::chrono::abs(std::chrono::floor<std::chrono::seconds>(*shown) -
                          std::chrono::floor<std::chrono::seconds>(system_clock{}.now()));
}

redfish_outcome verify_clock(redfish_call call) {
  if (!call.bmc.options().enable_verify_bmc_clock)
    co_return step_done({}, "enable_verify_bmc_clock is off");
  auto clock = co_await get_clock(call);
  if (!clock) co_return redfish_step_failed(clock.error());
  const auto before = distance(*clock);
  if (before && *before <= tolerance) co_return step_done({}, "the BMC clock is correct");
  const auto now = time_like(system_clock{}.now(), member_text(clock->body, clock_key));
  auto body = clock_change(now, {});
  const auto changed = co_await call.bmc.patch(std::move(*clock), std::move(body));
  if (!changed) co_return redfish_step_failed(changed.error());
  const auto after = co_await get_clock(call);
  if (!after) co_return redfish_step_failed(after.error());
  const auto left = distance(*after);
  if (left && *left <= tolerance) co_return step_done({}, "the BMC clock is set");
  co_return step_failed("The BMC clock was set to " + now + ", but it shows '" +
                        member_text(after->body, clock_key).substr(0, 80) + "'.");
}

}  // namespace

redfish_outcome set_redfish_clock(redfish_call call) { return set_clock(std::move(call)); }

redfish_outcome verify_redfish_clock(redfish_call call) { return verify_clock(std::move(call)); }

}  // namespace ironbus
