#include "ops/bmc_check/bmc_checker.hpp"

#include "drivers/port/sole_permit.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/client/redfish_oddities.hpp"
#include "drivers/redfish/redfish_context.hpp"
#include "drivers/registry/registry.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/bmc_check/check_rows.hpp"
#include "ops/bmc_check/outcome_text.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace ironbus::bmc_check {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds grace{15};

/// Runs steps of one machine on the calling thread.
class step_runner {
public:
  step_runner(const check_request& wanted, const registry& drivers, boost::asio::io_context& io)
      : wanted_{wanted}, drivers_{drivers}, io_{io} {
    target_.uuid = derived_uuid("verify-bmc");
    target_.driver = wanted.driver;
    target_.driver_info = wanted.driver_info;
  }

  /// Null if the driver has no such interface or step.
  std::shared_ptr<driver_interface> driver_of(const check_row& row) const {
    const auto implementation = wanted_.driver == "ipmi" ? "ipmitool" : "redfish";
    const auto* declared = drivers_.catalog().find(row.interface, implementation);
    if (declared == nullptr) return nullptr;
    if (declared->find_step(row.step) == nullptr) return nullptr;
    return drivers_.find(std::string{row.interface}, implementation);
  }

  /// Unset: no answer within the limit.
  std::optional<step_outcome> run(driver_interface& driver, const check_row& row, json args) {
    step_request request;
    request.id.node = target_.uuid;
    request.what.interface = row.interface;
    request.what.name = row.step;
    request.what.args = std::move(args);
    request.machine = target_;
    request.deadline =
        std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) +
        wanted_.step_limit;
    auto out = std::make_shared<std::optional<step_outcome>>();
    driver.run({std::move(request), sole_permit()},
               [out](step_outcome end) { *out = std::move(end); });
    // The driver ends the step at its own limit, with a reason.
    const auto until = steady_clock::now() + wanted_.step_limit + grace;
    io_.restart();
    while (!*out && steady_clock::now() < until && io_.run_one_until(until) > 0) continue;
    if (*out) remember(**out);
    return *out;
  }

  /// The oddities that the driver tolerated.
  std::vector<oddity> tolerated() const {
    std::vector<oddity> out;
    const auto& all = member_at(target_.driver_internal_info, {oddities_key});
    if (!all.is_object()) return out;
    for (const auto& [kind, place] : all.items())
      out.push_back({kind, meaning_of_oddity(kind) + ".", 0, place.get<std::string>()});
    return out;
  }

  void release() {
    constexpr std::chrono::seconds limit{5};
    bool left = false;
    drivers_.release_machines(sole_permit(), steady_clock::now() + limit, [&left] { left = true; });
    io_.restart();
    while (!left && io_.run_one_for(limit) > 0) continue;
  }

private:
  void remember(const step_outcome& x) {
    target_.driver_internal_info.edit().merge_patch(x.observed.driver_internal_info);
    target_.properties.edit().merge_patch(x.observed.properties);
    if (x.observed.power_state) target_.power_state = x.observed.power_state;
  }

  const check_request& wanted_;
  const registry& drivers_;
  boost::asio::io_context& io_;
  machine target_;
};

json args_of(const check_row& row, std::chrono::seconds limit) {
  auto out = json::parse(row.args);
  if (row.step == "set_power_state") out["timeout"] = limit.count();
  return out;
}

struct checked_step {
  check_line line;
  json answer;  ///< Of a driver call.
};

checked_step check_step(step_runner& runner, driver_interface& driver, const check_row& row,
                        std::chrono::seconds limit) {
  const auto begun = steady_clock::now();
  const auto end = runner.run(driver, row, args_of(row, limit));
  check_line out{std::string{row.name}, check_result::works, {}, {}, row.orders};
  out.took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun);
  if (end && end->status == step_status::done) {
    out.text = outcome_text(*end);
    return {std::move(out), end->answer};
  }
  out.result = row.needed ? check_result::fails : check_result::absent;
  out.text = end ? end->reason : "No end after " + std::to_string(limit.count()) + " s.";
  return {std::move(out), {}};
}

/// What the machine showed before the orders.
struct former_state {
  std::shared_ptr<driver_interface> power;       ///< Null: its state is not known.
  std::shared_ptr<driver_interface> management;  ///< Null: its boot device is not known.
  std::string power_state;
  json boot_device;  ///< The answer to get_boot_device.
};

constexpr check_row read_device{"boot device", "management", "get_boot_device"};

/// Sets the former boot device if the machine shows another one: some BMCs keep a device for one
/// boot. Returns the sentence for the operator; empty: nothing is left.
std::string restore_device(step_runner& runner, const former_state& before) {
  static constexpr check_row set_device{"boot device", "management", "set_boot_device"};
  if (!before.management) return {};
  const auto now = runner.run(*before.management, read_device, json::object());
  if (now && now->status == step_status::done && now->answer == before.boot_device) return {};
  const auto device = member_text(before.boot_device, "boot_device");
  if (!device.empty()) {
    const bool persistent = member_at(before.boot_device, {"persistent"}) == true;
    const auto set = runner.run(*before.management, set_device,
                                {{"device", device}, {"persistent", persistent}});
    if (set && set->status == step_status::done) return {};
  }
  return "The boot device before was " + to_text(before.boot_device) + ". It is now " +
         (now && now->status == step_status::done ? to_text(now->answer) : "unknown") + ".";
}

/// Switches the machine back on if it was on. Returns why that failed; empty: done.
std::string restore_power(step_runner& runner, const former_state& before,
                          std::chrono::seconds limit) {
  static constexpr check_row switch_on{"power on", "power", "set_power_state",
                                       R"({"target":"power on"})"};
  if (!before.power || before.power_state != "power on") return {};
  const auto end = runner.run(*before.power, switch_on, args_of(switch_on, limit));
  if (end && end->status == step_status::done) return {};
  return end ? end->reason : "no end in time";
}

void run_rows(check_report& out, step_runner& runner, const check_request& wanted,
              const conversation& talk) {
  bool stopped = false;
  bool ordered = false;
  former_state before;
  for (const auto& row : check_rows()) {
    const auto driver = runner.driver_of(row);
    if (!driver || (row.orders && !wanted.orders)) continue;
    if (stopped) {
      out.lines.push_back({std::string{row.name}, check_result::skipped, {}, {}, row.orders});
      continue;
    }
    ordered = ordered || row.orders;
    auto [line, answer] = check_step(runner, *driver, row, wanted.step_limit);
    if (row.step == "get_power_state") {
      before.power = driver;
      before.power_state = line.text;
    }
    if (row.step == read_device.step && line.result == check_result::works) {
      before.management = driver;
      before.boot_device = answer;
    }
    // Without the first answer nothing else can work; a rejected login must not be repeated.
    stopped = talk.login_rejected() || (!out.reached && line.result != check_result::works) ||
              (row.orders && line.result != check_result::works);
    out.reached = out.reached || line.result == check_result::works;
    out.lines.push_back(std::move(line));
  }
  if (!ordered || talk.login_rejected()) return;
  out.device_left = restore_device(runner, before);
  out.not_restored = restore_power(runner, before, wanted.step_limit);
}

policy_ptr policy_for(const std::string& driver) {
  auto out = std::make_shared<installation_policy>();
  out->drivers.hardware_types = {driver};
  return out;
}

}  // namespace

bool check_report::passed() const {
  return reached && !login_rejected && not_restored.empty() &&
         std::ranges::none_of(lines, [](const check_line& one) {
           return one.result == check_result::fails || one.result == check_result::skipped;
         });
}

result<check_report> check_bmc(const check_request& wanted) {
  boost::asio::io_context io;
  conversation talk{wanted.exchange ? wanted.exchange : redfish_by_http(io, wanted.redfish)};
  const auto drivers = build_registry(policy_for(wanted.driver), {}, io, {}, {}, {}, wanted.ipmi,
                                      wanted.redfish, talk.exchange());
  if (!drivers) return tl::unexpected(drivers.error());
  step_runner runner{wanted, *drivers, io};
  check_report out;
  run_rows(out, runner, wanted, talk);
  if (!talk.login_rejected()) runner.release();
  out.login_rejected = talk.login_rejected();
  out.oddities = runner.tolerated();
  for (auto& one : talk.oddities()) out.oddities.push_back(std::move(one));
  if (wanted.driver == "ipmi") out.pause = wanted.ipmi.min_command_interval;
  out.requests = talk.requests();
  out.slowest = talk.slowest();
  out.slowest_request = talk.slowest_request();
  return out;
}

}  // namespace ironbus::bmc_check
