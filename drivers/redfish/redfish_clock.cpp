#include "drivers/redfish/redfish_clock.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_order.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"
#include "messages/base/time.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <cctype>
#include <memory>

namespace ironbus {

/// A change of a clock. Outside of an unnamed namespace, because coroutines hold it.
struct clock_progress {
  redfish_call call;
  redfish_resource clock;  ///< As read last.
  std::string offset;      ///< DateTimeLocalOffset; empty: unchanged.
  timestamp wanted;        ///< At the first request.
  std::optional<timestamp> began{};
  bool by_ntp = false;  ///< The BMC rejected the change because of NTP.

  /// The time that the clock should show now.
  timestamp due() const { return began ? wanted + (system_clock{}.now() - *began) : wanted; }
};
using clock_progress_ptr = std::shared_ptr<clock_progress>;

namespace {

constexpr const char* clock_key = "DateTime";
const std::string no_offset;
constexpr const char* offset_key = "DateTimeLocalOffset";
/// BMCs count in seconds, and a request takes time.
constexpr std::chrono::seconds tolerance{1};
/// For a clock that was just set.
constexpr std::chrono::seconds set_tolerance{5};

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

/// Key of the node's notes: the log has the message about its NTP.
constexpr const char* ntp_note = "redfish_clock_by_ntp";

/// Whether the BMC takes its time from NTP. It then rejects another time, or soon overwrites it.
boost::asio::awaitable<bool> follows_ntp(redfish_client bmc, redfish_resource manager) {
  const auto link = link_at(manager.body, {"NetworkProtocol"});
  if (link.empty()) co_return false;
  const auto shown = co_await bmc.get(link);
  if (!shown) co_return false;
  co_return member_at(shown->body, {"NTP", "ProtocolEnabled"}) == true;
}

/// Logs it once for each node, because the clock is verified often.
step_outcome clock_left_to_ntp(const redfish_call& call) {
  const auto& node = call.request.machine;
  facts out;
  if (!node.driver_internal_info.contains(ntp_note)) {
    log::info("the BMC takes its time from NTP: its clock is not set",
              {{log_key::node, node.uuid}});
    out.driver_internal_info[ntp_note] = true;
  }
  return step_done(std::move(out), "the BMC takes its time from NTP: its clock is not set");
}

std::string shown_time(const redfish_resource& clock) {
  return member_text(clock.body, clock_key).substr(0, 80);
}

/// Whether the clock shows that time.
bool shows_time(const redfish_resource& clock, timestamp moment, std::chrono::seconds slack) {
  const auto shown = parse_timestamp(member_text(clock.body, clock_key));
  return shown && std::chrono::abs(std::chrono::floor<std::chrono::seconds>(*shown) -
                                   std::chrono::floor<std::chrono::seconds>(moment)) <= slack;
}

boost::asio::awaitable<order_answer> send_time(clock_progress_ptr progress) {
  const auto& clock = progress->clock;
  auto body = clock_change(time_like(progress->due(), member_text(clock.body, clock_key)),
                           progress->offset);
  if (!progress->began) progress->began = system_clock{}.now();
  const auto answer = co_await progress->call.bmc.patch(clock, std::move(body));
  auto out = redfish_order_answer(answer);
  if (answer) co_return out;
  progress->by_ntp = answer.error().says("NTP");
  if (!progress->by_ntp) progress->by_ntp = co_await follows_ntp(progress->call.bmc, clock);
  if (progress->by_ntp) out.kind = answer_kind::refused;
  co_return out;
}

boost::asio::awaitable<order_sight> look_at_clock(clock_progress_ptr progress) {
  auto shown = co_await get_clock(progress->call);
  if (!shown) co_return redfish_unread(shown.error());
  progress->clock = std::move(*shown);
  const auto sight = shows_time(progress->clock, progress->due(), set_tolerance)
                         ? machine_sight::wanted
                         : machine_sight::other;
  co_return order_sight{sight, shown_time(progress->clock)};
}

step_outcome clock_not_set(const clock_progress& progress, const order_end& end) {
  if (end.state.empty())
    return step_failed(text_of(end, redfish_machine_text(progress.call.bmc), "the new time"));
  if (!end.refusal.empty())
    return step_failed(end.refusal + " The clock shows '" + end.state + "'.");
  return step_failed("The BMC clock was set, but it shows '" + end.state + "' instead of " +
                     to_string(progress.due()) + ".");
}

/// Sets the clock, and reads it until it shows the time.
redfish_outcome change_clock(redfish_call call, redfish_resource clock, timestamp moment,
                             std::string offset) {
  auto progress = std::make_shared<clock_progress>(
      clock_progress{std::move(call), std::move(clock), std::move(offset), moment});
  auto pace =
      redfish_order_pace(progress->call.bmc, progress->call.bmc.options().clock_change_timeout);
  machine_order order;
  order.send = [progress] { return send_time(progress); };
  order.look = [progress] { return look_at_clock(progress); };
  order.seen_other = !shows_time(progress->clock, moment, set_tolerance);
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  if (end.result == order_result::done) co_return step_done({}, "the BMC clock is set");
  if (!progress->by_ntp)
    progress->by_ntp = co_await follows_ntp(progress->call.bmc, progress->clock);
  if (progress->by_ntp) co_return clock_left_to_ntp(progress->call);
  co_return clock_not_set(*progress, end);
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
  co_return co_await change_clock(std::move(call), std::move(*clock), moment, offset);
}

redfish_outcome verify_clock(redfish_call call) {
  if (!call.bmc.options().enable_verify_bmc_clock)
    co_return step_done({}, "enable_verify_bmc_clock is off");
  auto clock = co_await get_clock(call);
  if (!clock) co_return redfish_step_failed(clock.error());
  const auto now = system_clock{}.now();
  if (shows_time(*clock, now, tolerance)) co_return step_done({}, "the BMC clock is correct");
  co_return co_await change_clock(std::move(call), std::move(*clock), now, no_offset);
}

}  // namespace

redfish_outcome set_redfish_clock(redfish_call call) { return set_clock(std::move(call)); }

redfish_outcome verify_redfish_clock(redfish_call call) { return verify_clock(std::move(call)); }

}  // namespace ironbus
