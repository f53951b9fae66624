#include "messages/model/components.hpp"

#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

namespace {

bios_setting setting(std::string name, std::string value) {
  bios_setting out;
  out.name = std::move(name);
  out.value = std::move(value);
  return out;
}

firmware_component version(std::string component, std::string current,
                           std::optional<std::string> initial = {}) {
  firmware_component out;
  out.component = std::move(component);
  out.current_version = std::move(current);
  out.initial_version = std::move(initial);
  return out;
}

/// Cleans with one step whose driver reports these facts a second later.
void clean(node_fixture& fixture, facts observed) {
  BOOST_REQUIRE(
      !fixture
           .order("clean", {{"clean_steps", {{{"interface", "bios"}, {"step", "factory_reset"}}}}})
           .refused);
  while (fixture.request().what.name != "factory_reset") fixture.done();
  fixture.pass(std::chrono::seconds{1});
  step_outcome x;
  x.observed = std::move(observed);
  fixture.answer(std::move(x));
  fixture.run();
  BOOST_REQUIRE(fixture.state() == "manageable");
}

void learn(node_fixture& node_fixture, std::vector<bios_setting> all) {
  facts x;
  x.bios = std::move(all);
  clean(node_fixture, std::move(x));
}

std::string names_of(const node_fixture& node_fixture) {
  std::string out;
  for (const auto& x : node_fixture.now().bios)
    out += x.name + "=" + x.value.value_or("null") + " ";
  return out;
}

/// The number of events with this change.
long count_events(const node_fixture& node_fixture, const std::string& what) {
  return std::count_if(node_fixture.events().begin(), node_fixture.events().end(),
                       [&](const envelope& x) {
                         return x.type == "ironbus.node_updated" &&
                                json::parse(x.data.text()).at("changed") == json::array({what});
                       });
}

}  // namespace

BOOST_AUTO_TEST_CASE(bios_settings_are_created_updated_and_deleted) {
  auto n = manageable();
  learn(n, {setting("virtualization", "on"), setting("boot", "uefi")});
  BOOST_TEST(names_of(n) == "boot=uefi virtualization=on ");
  const auto created = n.now().bios[0].created_at;
  BOOST_TEST(!n.now().bios[0].updated_at);

  learn(n, {setting("boot", "bios"), setting("turbo", "off")});
  BOOST_TEST(names_of(n) == "boot=bios turbo=off ");
  BOOST_TEST((n.now().bios[0].created_at == created));
  BOOST_TEST((n.now().bios[0].updated_at > created));
  BOOST_TEST(!n.now().bios[1].updated_at);
  BOOST_TEST(count_events(n, "bios") == 2);

  const auto updated = n.now().bios[0].updated_at;
  learn(n, {setting("turbo", "off"), setting("boot", "bios")});
  BOOST_TEST((n.now().bios[0].updated_at == updated));
  BOOST_TEST(count_events(n, "bios") == 2);

  clean(n, {});
  BOOST_TEST(n.now().bios.size() == 2U);  // unchanged
  learn(n, {});
  BOOST_TEST(n.now().bios.empty());
}

BOOST_AUTO_TEST_CASE(registry_data_survives_a_restart) {
  auto n = manageable();
  auto x = setting("boot", "uefi");
  x.attribute_type = "Enumeration";
  x.allowable_values = {"uefi", "bios"};
  x.max_length = 4;
  x.read_only = false;
  learn(n, {x});
  n.take_over();
  const auto restored = decode_snapshot(encode_snapshot(n.now())).value();
  BOOST_TEST(json(restored.bios) == json(n.now().bios));
  BOOST_TEST(restored.bios.at(0).allowable_values == json({"uefi", "bios"}));
  BOOST_TEST(restored.bios[0].max_length.value() == 4);
}

BOOST_AUTO_TEST_CASE(the_first_firmware_version_is_kept) {
  auto n = manageable();
  facts seen;
  seen.firmware = {version("bmc", "1.0"), version("bios", "7")};
  clean(n, seen);
  BOOST_TEST(n.now().firmware.size() == 2U);
  BOOST_TEST(n.now().firmware[1].initial_version.value() == "1.0");
  BOOST_TEST(!n.now().firmware[1].last_version_flashed);

  facts flashed;
  flashed.firmware = {version("bmc", "2.0", "0.9")};
  clean(n, flashed);
  const auto& bmc = n.now().firmware.at(1);
  BOOST_TEST(n.now().firmware.size() == 2U);  // components that are not named are kept
  BOOST_TEST(bmc.initial_version.value() == "1.0");
  BOOST_TEST(bmc.current_version.value() == "2.0");
  BOOST_TEST(bmc.last_version_flashed.value() == "2.0");
  BOOST_TEST((bmc.updated_at > bmc.created_at));

  facts first;
  first.firmware = {version("nic:1", "3", "2")};
  clean(n, first);
  BOOST_TEST(n.now().firmware.at(2).initial_version.value() == "2");
  BOOST_TEST(n.now().firmware[2].last_version_flashed.value() == "3");

  clean(n, flashed);
  BOOST_TEST(count_events(n, "firmware") == 3);
}
