#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include "drivers/redfish/bios/redfish_bios_catalog.hpp"
#include "drivers/redfish/boot/boot_media.hpp"
#include "drivers/redfish/firmware/redfish_firmware_catalog.hpp"
#include "drivers/redfish/idrac/idrac_boot.hpp"
#include "drivers/redfish/idrac/idrac_catalog.hpp"
#include "drivers/redfish/idrac/idrac_inspection.hpp"
#include "drivers/redfish/inspection/redfish_inspection.hpp"
#include "drivers/redfish/raid/redfish_raid_catalog.hpp"
#include "drivers/redfish/vendor/redfish_vendor.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace ironbus::test {

using namespace std::chrono_literals;

redfish_options quick_redfish() {
  redfish_options out;
  out.retry_first = 1ms;
  out.retry_longest = 1ms;
  out.power_poll_first = 1ms;
  out.reset_pause = 1ms;
  out.power_on_conflict_retry_interval = 1ms;
  out.firmware_update_nic_starting_wait = 1ms;
  out.task_made_within = 1ms;
  out.clock_change_timeout = 1ms;
  out.media_poll_first = 1ms;
  out.media_again_after = 1ms;
  out.boot_mode_config_interval = 1ms;
  out.bmc_restart_pause = 1ms;
  out.bmc_restart_interval = 1ms;
  out.setting_shown_within = 5ms;
  out.system_read_timeout = 5ms;
  return out;
}

namespace {

struct kind_row {
  std::string_view interface;
  std::string_view implementation;  ///< Empty: the node's own.
  redfish_operations (*acts)();
};

constexpr std::array kinds{
    kind_row{"bios", "", &redfish_bios_acts},
    kind_row{"firmware", "", &redfish_firmware_acts},
    kind_row{"inspect", "idrac-redfish", &idrac_inspection_acts},
    kind_row{"inspect", "", &redfish_inspection_acts},
    kind_row{"raid", "", &redfish_raid_acts},
    kind_row{"vendor", "", &redfish_vendor_acts},
    kind_row{"management", "idrac-redfish", &idrac_machine_acts},
    kind_row{"boot", "redfish-https", &https_boot_acts},
    kind_row{"boot", "idrac-redfish-virtual-media", &idrac_boot_acts},
    kind_row{"boot", "", &media_boot_acts},
};

/// The functions that execute a node's step, as in the registry.
redfish_operations acts_of(const step& what, const machine& node) {
  const auto used = node.interfaces.find(what.interface);
  for (const auto& row : kinds)
    if (row.interface == what.interface &&
        (row.implementation.empty() ||
         (used != node.interfaces.end() && used->second == row.implementation)))
      return row.acts();
  return redfish_machine_acts();
}

}  // namespace

redfish_fixture::redfish_fixture(std::string_view profile, simulator::scenario plan)
    : link{profile, std::move(plan)} {
  node.uuid = "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a02";
  node.driver = "redfish";
  node.driver_info = link.driver_info();
  use(options);
}

void redfish_fixture::use(redfish_options wanted) {
  options = std::move(wanted);
  drivers_.clear();
  context_ = std::make_shared<redfish_context>(io_, options, link.exchange(),
                                               std::make_shared<const installation_policy>(policy),
                                               std::make_shared<boot_images>(policy, images));
}

redfish_interface& redfish_fixture::driver_of(const step_request& request) {
  const auto acts = acts_of(request.what, request.machine);
  auto& out = drivers_[acts.data()];
  if (!out) out = std::make_unique<redfish_interface>(context_, acts);
  return *out;
}

void redfish_fixture::answer_instead(std::string path_end, unsigned status,
                                     const std::string& body) {
  link.instead = [end = std::move(path_end), status, body, before = std::move(link.instead)](
                     const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with(end)) return before ? before(request) : std::nullopt;
    http_response out;
    out.status = status;
    out.body = body;
    return out;
  };
}

step_request redfish_fixture::request(const std::string& interface, const std::string& name,
                                      json args) const {
  step_request out;
  out.id.node = node.uuid;
  out.what.interface = interface;
  out.what.name = name;
  out.what.args = std::move(args);
  out.machine = node;
  return out;
}

step_outcome redfish_fixture::run(const step_request& request) {
  std::optional<step_outcome> out;
  driver_of(request).run(permitted(request), [&out](step_outcome end) { out = std::move(end); });
  io_.restart();
  io_.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

step_outcome redfish_fixture::done(const std::string& interface, const std::string& name,
                                   json args) {
  auto out = run(interface, name, std::move(args));
  BOOST_TEST_REQUIRE((out.status == step_status::done), name << ": " << out.reason);
  node.driver_internal_info.edit().merge_patch(out.observed.driver_internal_info);
  return out;
}

std::optional<step_outcome> redfish_fixture::recover(const step_request& request) {
  std::optional<std::optional<step_outcome>> out;
  driver_of(request).recover(permitted(request), [&out](auto end) { out = std::move(end); });
  io_.restart();
  io_.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

std::optional<step_outcome> redfish_fixture::probe(const step_request& request) {
  std::optional<std::optional<step_outcome>> out;
  driver_of(request).probe(permitted(request), [&out](auto end) { out = std::move(end); });
  io_.restart();
  io_.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

void redfish_fixture::release_machines(const permit& allowed, std::chrono::milliseconds time) {
  bool left = false;
  driver_of(request("power", "get_power_state"))
      .release_machines(allowed, std::chrono::steady_clock::now() + time, [&left] { left = true; });
  io_.restart();
  io_.run();
  BOOST_TEST(left);
}

redfish_reading redfish_fixture::read_power() {
  std::optional<redfish_reading> out;
  driver_of(request("power", "get_power_state"))
      .read_power(node, lasting_permit(), [&out](auto found) { out = std::move(found); });
  io_.restart();
  io_.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

simulator::machine_power redfish_fixture::machine_power() {
  return link.bmc.with_machine([](const auto& machine) { return machine.power(); });
}

std::vector<std::string> all_profiles() {
  std::vector<std::string> out;
  for (const auto& one : simulator::profiles()) out.emplace_back(one.name);
  return out;
}

simulator::scenario with_fault(simulator::fault_kind kind, std::string path, unsigned count,
                               std::string method) {
  simulator::scenario out;
  simulator::fault_rule rule;
  rule.kind = kind;
  rule.path = std::move(path);
  rule.method = std::move(method);
  rule.count = count;
  rule.length = 0s;  // pauses take no real time
  out.faults.push_back(std::move(rule));
  return out;
}

}  // namespace ironbus::test
