#include "drivers/manual/manual_catalog.hpp"
#include "drivers/manual/manual_interface.hpp"
#include "drivers/registry/registry.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(machines_managed_by_hand)

namespace {

step_outcome manage(const std::string& name, json args = json::object(),
                    json notes = json::object()) {
  step_request request;
  request.what.interface = "management";
  request.what.name = name;
  request.what.args = std::move(args);
  request.machine.driver_internal_info = std::move(notes);
  step_outcome out;
  manual_interface{}.run(test::permitted(std::move(request)),
                         [&](step_outcome end) { out = std::move(end); });
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(stores_and_returns_the_boot_device) {
  const auto first = manage("get_boot_device");
  BOOST_TEST(first.answer == json({{"boot_device", "pxe"}, {"persistent", true}}));
  const auto set = manage("set_boot_device", {{"device", "disk"}});
  BOOST_TEST((set.status == step_status::done));
  const auto after = manage("get_boot_device", json::object(), set.observed.driver_internal_info);
  BOOST_TEST(after.answer == json({{"boot_device", "disk"}, {"persistent", false}}));
  const auto always = manage("set_boot_device", {{"device", "pxe"}, {"persistent", true}});
  const auto noted =
      manage("get_boot_device", json::object(), always.observed.driver_internal_info);
  BOOST_TEST(noted.answer == json({{"boot_device", "pxe"}, {"persistent", true}}));
}

BOOST_AUTO_TEST_CASE(a_null_optional_argument_counts_as_absent) {
  const auto set = manage("set_boot_device", {{"device", "disk"}, {"persistent", nullptr}});
  const auto after = manage("get_boot_device", json::object(), set.observed.driver_internal_info);
  BOOST_TEST(after.answer == json({{"boot_device", "disk"}, {"persistent", false}}));
}

BOOST_AUTO_TEST_CASE(rejects_other_devices_and_names_the_allowed_ones) {
  const auto refused = manage("set_boot_device", {{"device", "cdrom"}});
  BOOST_TEST((refused.status == step_status::failed));
  BOOST_TEST(refused.reason.find("\"cdrom\" is not supported; allowed: pxe, disk") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_node_gets_interfaces_without_a_bmc) {
  driver_options options;
  options.hardware_types = {"manual-management"};
  const auto catalog = build_catalog(options).value();
  const auto& type = catalog.types().front();
  for (const auto& [kind, name] :
       {std::pair{"management", "noop"}, std::pair{"power", "fake"}, std::pair{"deploy", "direct"},
        std::pair{"inspect", "agent"}, std::pair{"bios", "no-bios"}})
    BOOST_TEST(catalog.default_interface(type, kind).value() == name);
}

BOOST_AUTO_TEST_SUITE_END()
