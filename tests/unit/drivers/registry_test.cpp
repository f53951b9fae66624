#include "drivers/registry/registry.hpp"

#include "drivers/execution/driver_choice.hpp"
#include "drivers/registry/registration.hpp"
#include "messages/contract/step_needs.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

using namespace ironbus;

namespace {

std::string refusal(driver_options options) {
  auto built = build_catalog(std::move(options));
  BOOST_REQUIRE(!built);
  BOOST_TEST(to_string(built.error().code) == "invalid");
  return built.error().message;
}

bool begins(const std::string& text, std::string_view string_view) {
  return text.starts_with(string_view);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(registries)

BOOST_AUTO_TEST_CASE(errors_name_the_option_and_the_value) {
  driver_options x;
  x.hardware_types = {"ilo"};
  BOOST_TEST(refusal(x) == "enabled_hardware_types: there is no hardware type 'ilo'.");

  x = {};
  x.interfaces["power"] = {"magic"};
  BOOST_TEST(refusal(x) == "enabled_power_interfaces: there is no power interface 'magic'.");

  x = {};
  x.interfaces["levitation"] = {};
  BOOST_TEST(begins(refusal(x), "enabled_levitation_interfaces: "));

  x = {};
  x.defaults["levitation"] = "fake";
  BOOST_TEST(begins(refusal(x), "default_levitation_interface: "));

  x = {};
  x.interfaces["power"] = {};
  BOOST_TEST(begins(refusal(x), "enabled_power_interfaces: hardware type 'fake-hardware' needs"));

  x = {};
  x.interfaces["bios"] = {"fake"};
  x.defaults["bios"] = "no-bios";
  BOOST_TEST(begins(refusal(x), "default_bios_interface: 'no-bios'"));
}

BOOST_AUTO_TEST_CASE(a_node_gets_the_best_enabled_interface_or_the_configured_default) {
  const auto catalog = build_catalog({}).value();
  const auto* type = catalog.find_type("fake-hardware");
  BOOST_REQUIRE(type != nullptr);
  for (auto kind : interface_kinds) {
    const bool noop = kind == "network" || kind == "storage";
    BOOST_TEST(catalog.default_interface(*type, kind).value() == (noop ? "noop" : "fake"));
  }

  driver_options some;
  some.interfaces["raid"] = {"no-raid"};
  some.defaults["bios"] = "no-bios";
  const auto narrow = build_catalog(some).value();
  const auto* same = narrow.find_type("fake-hardware");
  BOOST_TEST(narrow.default_interface(*same, "raid").value() == "no-raid");
  BOOST_TEST(narrow.default_interface(*same, "bios").value() == "no-bios");
  BOOST_TEST(narrow.check_interface(*same, "bios", "fake").has_value());
  BOOST_TEST(!narrow.check_interface(*same, "raid", "fake").has_value());
}

BOOST_AUTO_TEST_CASE(every_implementation_has_an_object_and_every_kind_a_fake) {
  boost::asio::io_context io;
  const auto drivers = build_registry(std::make_shared<installation_policy>(), {}, io);
  BOOST_REQUIRE(drivers.has_value());
  for (auto kind : interface_kinds) BOOST_TEST(drivers->catalog().find(kind, "fake") != nullptr);
  for (const auto& row : registrations()) {
    BOOST_TEST(drivers->find(row.implementation.kind, row.implementation.name) != nullptr);
    BOOST_TEST(row.implementation.supported == !row.implementation.name.starts_with("no-"));
    BOOST_TEST((row.implementation.supported || row.implementation.steps.empty()));
  }
  BOOST_TEST(drivers->find("power", "magic") == nullptr);
}

/// Releases its machines when the test says so.
struct leaving_driver : driver_interface {
  void run(permitted_step, step_callback) override {}
  void release_machines(permit, std::chrono::steady_clock::time_point,
                        std::function<void()> done) override {
    left = std::move(done);
  }
  std::function<void()> left;
};

BOOST_AUTO_TEST_CASE(reports_once_after_all_drivers_have_released_their_machines) {
  const auto slow = std::make_shared<leaving_driver>();
  const auto slower = std::make_shared<leaving_driver>();
  const registry drivers{{}, {{{"power", "a"}, slow}, {{"power", "b"}, slower}}};
  int told = 0;
  drivers.release_machines(test::lasting_permit(), {}, [&told] { ++told; });
  std::exchange(slow->left, nullptr)();
  BOOST_TEST(told == 0);
  std::exchange(slower->left, nullptr)();
  BOOST_TEST(told == 1);
  registry{{}, {}}.release_machines(test::lasting_permit(), {}, [&told] { ++told; });
  BOOST_TEST(told == 2);
}

BOOST_AUTO_TEST_CASE(creates_no_drivers_with_invalid_vendor_rows) {
  boost::asio::io_context io;
  redfish_options wrong;
  wrong.vendor_rows = {{{"vendor", "acme"}, {"speed", "1"}}};
  const auto drivers = build_registry(std::make_shared<installation_policy>(), {}, io, {}, {}, {},
                                      {}, std::move(wrong));
  BOOST_REQUIRE(!drivers.has_value());
  BOOST_TEST(begins(drivers.error().message, "redfish.vendor_rows[0]"));
}

BOOST_AUTO_TEST_CASE(machines_of_dell_prefer_their_own_implementations) {
  driver_options options;
  options.hardware_types = {"idrac"};
  const auto catalog = build_catalog(options).value();
  const auto& type = catalog.types().front();
  for (const auto* kind : {"bios", "inspect", "management", "power", "raid", "vendor"})
    BOOST_TEST(catalog.default_interface(type, kind).value() == "idrac-redfish", kind);
  BOOST_TEST(catalog.default_interface(type, "firmware").value() == "redfish");
  BOOST_TEST(catalog.check_interface(type, "boot", "idrac-redfish-virtual-media").has_value());
  BOOST_TEST(!catalog.check_interface(type, "boot", "redfish-virtual-media").has_value());
  const auto* steps = catalog.find("management", "idrac-redfish");
  for (const auto* name : {"clear_job_queue", "reset_idrac", "known_good_state"}) {
    BOOST_TEST(steps->find_step(name)->phases == (phase_clean | phase_verify));
    BOOST_TEST(!steps->find_step(name)->requires_ramdisk);
    BOOST_TEST(catalog.find("management", "redfish")->find_step(name) == nullptr);
  }
}

BOOST_AUTO_TEST_CASE(only_a_settable_boot_mode_may_differ_from_the_machines) {
  driver_options options;
  options.hardware_types = {"ipmi", "redfish"};
  const auto catalog = build_catalog(options).value();
  node_snapshot x;
  x.attributes.boot_mode = "bios";
  x.attributes.properties = {{"capabilities", "boot_mode:uefi"}};
  const auto refused = [&](const char* management, const char* deploy) {
    x.attributes.management_interface = management;
    x.attributes.deploy_interface = deploy;
    const auto* implementation = catalog.find("deploy", deploy);
    const auto wrong = implementation->validate(x);
    return wrong && wrong->message.find("boots in mode 'bios'") != std::string::npos;
  };
  for (const auto* deploy : {"custom-agent", "ramdisk"}) {
    for (const auto* fixed : {"ipmitool", "noop"}) BOOST_TEST(refused(fixed, deploy), fixed);
    for (const auto* settable : {"redfish", "idrac-redfish", "fake"})
      BOOST_TEST(!refused(settable, deploy), settable);
  }
  x.attributes.boot_mode = "uefi";
  BOOST_TEST(!refused("ipmitool", "custom-agent"));
}

BOOST_AUTO_TEST_CASE(rules_can_make_calls_with_any_inspection) {
  boost::asio::io_context io;
  const auto drivers = build_registry(std::make_shared<installation_policy>(), {}, io).value();
  step_request x;
  x.machine.interfaces = {{"inspect", "fake"}};
  x.what.interface = "inspect";
  x.what.name = reserved_step::call_api;
  std::string why_not;
  BOOST_TEST((choose_driver(drivers, x, why_not) == drivers.find("inspect", "agent")), why_not);
  x.what.name = "await_data";
  BOOST_TEST((choose_driver(drivers, x, why_not) == nullptr));
}

BOOST_AUTO_TEST_CASE(no_implementation_gets_secrets_of_another) {
  const json secrets{{"ipmi_password", "bmc-secret"}, {"redfish_password", "bmc-secret"}};
  for (const auto& row : registrations()) {
    const auto& implementation = row.implementation;
    BOOST_TEST_CONTEXT(implementation.kind << " " << implementation.name) {
      auto driver_info = secrets;
      for (const auto& property : implementation.properties) driver_info[property.name] = "own";
      const auto given = needed_driver_info(implementation, driver_info);
      BOOST_TEST(to_text(given).find("bmc-secret") == std::string::npos);
      for (const auto& property : implementation.properties)
        BOOST_TEST(given.at(property.name) == "own");
    }
  }
}

BOOST_AUTO_TEST_CASE(no_fake_step_runs_by_itself_except_deployments) {
  const std::map<std::string, int> core{{"deploy", 100}, {"boot_instance", 20}};
  for (const auto& row : registrations())
    for (const auto& step : row.implementation.steps) {
      if (row.implementation.name != "fake") continue;
      const auto found = row.implementation.kind == "deploy" ? core.find(step.name) : core.end();
      BOOST_TEST(step.priority == (found != core.end() ? found->second : 0), step.name);
      const bool called = step.phases == phase_none;
      BOOST_TEST((!called || !step.abortable));  // only listed steps can be aborted
    }
}

BOOST_AUTO_TEST_CASE(arguments_of_steps_end_and_name_their_values) {
  constexpr size_t calls_max = 20;
  const auto all = registrations();
  const auto find = [&](const std::string& kind, const std::string& name) {
    const step_declaration* out = nullptr;
    for (const auto& row : all)
      if (row.implementation.kind == kind && row.implementation.find_step(name) != nullptr)
        out = row.implementation.find_step(name);
    return out;
  };
  std::function<size_t(const step_declaration&)> count =
      [&](const step_declaration& step_declaration) {
        size_t out = 1;
        for (const auto& call : step_declaration.then) {
          const bool power = call.interface == "power" && call.name.starts_with("power_");
          const auto* next = find(call.interface, call.name);
          BOOST_TEST((next != nullptr || power || call.name == "reboot"), call.name);
          if (next != nullptr && out < calls_max) out += count(*next);
        }
        return out;
      };
  for (const auto& row : all)
    for (const auto& step : row.implementation.steps) BOOST_TEST(count(step) < calls_max);
}

BOOST_AUTO_TEST_CASE(errors_of_the_fake_options_name_the_option) {
  boost::asio::io_context io;
  auto refusal_of = [&](const fake_options& given) {
    auto built = build_registry(std::make_shared<installation_policy>(), given, io);
    BOOST_REQUIRE(!built);
    return built.error().message;
  };
  fake_options x;
  x.delays["power"] = "soon";
  BOOST_TEST(begins(refusal_of(x), "fake.power_delay: 'soon'"));
  x.delays = {{"power", "1,2"}};
  BOOST_TEST(refusal_of(x) == "fake.power_delay: the range '1,2' needs the option fake.seed.");
  x.delays = {{"levitation", "1"}};
  BOOST_TEST(begins(refusal_of(x), "fake.levitation_delay: "));
  x = {};
  x.failures.resize(1);
  x.failures[0].how = "explode";
  BOOST_TEST(begins(refusal_of(x), "fake.failures[0].how: 'explode'"));
  x.failures[0] = {};
  x.failures[0].after_seconds = -1;
  BOOST_TEST(begins(refusal_of(x), "fake.failures[0].after_seconds"));
  x = {};
  x.journal = "/nowhere/at/all";
  BOOST_TEST(begins(refusal_of(x), "fake.journal: cannot write '/nowhere/at/all'"));
}

BOOST_AUTO_TEST_SUITE_END()
