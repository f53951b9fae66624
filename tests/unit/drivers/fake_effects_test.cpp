#include "drivers/fake/fake_effects.hpp"

#include "worker.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

struct question {
  const char* interface;
  const char* step;
  json args;
  const char* answer;  ///< Part of the rejection; empty: it succeeds.
};

json settings(json list) { return {{"settings", std::move(list)}}; }

json disk(json more = json::object()) {
  json out{{"size_gb", 10}, {"raid_level", "1"}};
  out.update(more);
  return out;
}

json raid(json::array_t disks) { return {{"raid_config", {{"logical_disks", std::move(disks)}}}}; }

json media(const char* device, const char* url, json source = nullptr) {
  return {{"device_type", device}, {"image_url", url}, {"image_download_source", source}};
}

const std::vector<question> questions{
    {"power", "set_power_state", {{"target", "power on"}, {"timeout", 5}}, ""},
    {"management", "set_boot_device", {{"device", "pxe"}, {"persistent", true}}, ""},
    {"management", "set_boot_device", {{"device", "floppy"}}, "allowed: pxe"},
    {"management", "set_boot_mode", {{"mode", "uefi"}}, ""},
    {"management", "get_indicator_state", {{"indicator", "led@disk"}}, "Unknown indicator"},
    {"management", "set_indicator_state", {{"indicator", "led@system"}, {"state", "blinking"}}, ""},
    {"management",
     "set_indicator_state",
     {{"indicator", "led-0@chassis"}, {"state", "off"}},
     "read-only"},
    {"management", "attach_virtual_media", media("cdrom", "http://h/a.iso"), ""},
    {"management", "attach_virtual_media", media("cdrom", "nfs://h/a.iso", "http"), ""},
    {"management", "attach_virtual_media", media("cdrom", "nfs://h/a.iso"), "download_source"},
    {"management", "attach_virtual_media", media("cdrom", "smb://h/a.iso", "local"), "source"},
    {"management", "attach_virtual_media", media("cdrom", "file:///a.iso"), "image_url"},
    {"management", "detach_virtual_media", {{"device_types", {"cdrom", "disk"}}}, ""},
    {"management", "detach_virtual_media", {{"device_types", json::array()}}, ""},
    {"bios", "apply_configuration", settings({{{"name", "a"}, {"value", 1}}}), ""},
    {"bios", "apply_configuration", settings(json::array()), ""},
    {"bios", "apply_configuration", settings({"a"}), "objects"},
    {"bios", "apply_configuration", settings({{{"name", "a"}}}), "'value'"},
    {"bios", "apply_configuration", settings({{{"name", ""}, {"value", 1}}}), "'name'"},
    {"bios", "apply_configuration", settings({{{"name", "a"}, {"value", {1}}}}), "'value'"},
    {"bios", "apply_configuration", settings({{{"name", "a"}, {"value", 1}, {"x", 1}}}), "'x'"},
    {"bios", "apply_configuration",
     settings({{{"name", "a"}, {"value", 1}}, {{"name", "a"}, {"value", 2}}}), "twice"},
    {"firmware", "update", settings({{{"component", "nic:1"}, {"url", "http://h/f"}, {"wait", 1}}}),
     ""},
    {"firmware", "update", settings({{{"component", "disk"}, {"url", "http://h/f"}}}), "\"disk\""},
    {"firmware", "update", settings({{{"component", "bmc"}, {"url", "f"}}}), "'url'"},
    {"firmware", "update", settings({{{"component", "bmc"}}}), "'url'"},
    {"firmware", "update", settings({{{"component", "bmc"}, {"url", "http://h/f"}, {"wait", 0}}}),
     "'wait'"},
    {"raid", "apply_configuration", raid({disk()}), ""},
    {"raid", "apply_configuration", raid({disk({{"raid_level", "7"}})}), "raid_level"},
    {"raid", "apply_configuration", raid({disk({{"controller", "c"}, {"physical_disks", {"a"}}})}),
     ""},
    {"raid", "apply_configuration",
     raid({disk({{"controller", "c"}, {"physical_disks", {{{"size", 1}}}}})}), "physical_disks"},
    {"raid",
     "apply_configuration",
     {{"raid_config", {{"logical_disks", json::array({disk()})}}},
      {"create_nonroot_volumes", false}},
     "no target"},
    {"raid", "create_configuration", json::object(), "no target"},
    {"network", "vif_attach", {{"vif", {{"id", "v1"}}}}, "no free port"},
    {"network", "vif_attach", {{"vif", {{"id", 1}}}}, "'id'"},
    {"network", "vif_detach", {{"id", "v1"}}, "not attached"},
    {"vendor", "log_passthrough", {{"bar", 1}}, ""},
};

step_outcome ask(const char* interface, const char* step, json args) {
  return fake_effect(request_for(interface, step, std::move(args)));
}

/// The machine in the state after the last step.
machine after(const step_outcome& outcome) {
  auto out = fake_machine("n");
  out.driver_internal_info.edit().merge_patch(outcome.observed.driver_internal_info);
  return out;
}

step_outcome ask(const machine& target_machine, const char* interface, const char* step,
                 json args = {}) {
  auto x = request_for(interface, step, args.is_null() ? json::object() : std::move(args));
  x.machine = target_machine;
  return fake_effect(x);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fake_effects)

BOOST_AUTO_TEST_CASE(rejects_what_a_real_driver_rejects) {
  for (const auto& row : questions) {
    const auto end = ask(row.interface, row.step, row.args);
    const std::string wanted = row.answer;
    BOOST_TEST_CONTEXT(row.interface << "." << row.step << " " << to_text(row.args)) {
      BOOST_TEST(to_string(end.status) == (wanted.empty() ? "done" : "failed"));
      BOOST_TEST(end.reason.find(wanted) != std::string::npos, end.reason);
      if (!wanted.empty()) BOOST_TEST(to_string(end.why) == "invalid");
    }
  }
}

BOOST_AUTO_TEST_CASE(keeps_an_image_until_it_is_detached) {
  const auto attached = ask("management", "attach_virtual_media", media("cdrom", "http://h/a.iso"));
  const auto machine = after(attached);
  const auto listed = ask(machine, "management", "get_virtual_media").answer;
  BOOST_TEST(
      listed.at(0) ==
      json({{"media_types", {"CD", "DVD"}}, {"inserted", true}, {"image", "http://h/a.iso"}}));
  BOOST_TEST(listed.at(2) ==
             json({{"media_types", {"Floppy"}}, {"inserted", false}, {"image", nullptr}}));
  const auto again = media("cdrom", "http://h/a.iso");
  BOOST_TEST(to_string(ask(machine, "management", "attach_virtual_media", again).status) == "done");
  const auto other =
      ask(machine, "management", "attach_virtual_media", media("cdrom", "http://h/b"));
  BOOST_TEST(other.reason.find("contains another image") != std::string::npos);
  const auto gone = after(ask(machine, "management", "detach_virtual_media"));
  BOOST_TEST(!ask(gone, "management", "get_virtual_media").answer.at(0).at("inserted").get<bool>());
}

BOOST_AUTO_TEST_CASE(an_indicator_keeps_its_state) {
  const auto machine = after(
      ask("management", "set_indicator_state", {{"indicator", "led@system"}, {"state", "off"}}));
  const auto state =
      ask(machine, "management", "get_indicator_state", {{"indicator", "led@system"}});
  BOOST_TEST(state.answer == json({{"state", "off"}}));
}

BOOST_AUTO_TEST_CASE(vifs_use_free_ports) {
  auto machine = fake_machine("n");
  machine.ports.resize(2);
  machine.ports[0].uuid = "p1";
  machine.ports[1].uuid = "p2";
  machine.ports[1].portgroup_uuid = "g1";
  auto attach = [&](const char* id, json where = json::object()) {
    where["id"] = id;
    auto end = ask(machine, "network", "vif_attach", {{"vif", where}});
    machine.driver_internal_info.edit().merge_patch(end.observed.driver_internal_info);
    return end.status == step_status::done ? std::string{"done"} : std::string{to_string(end.why)};
  };
  BOOST_TEST(attach("v1", {{"portgroup_uuid", "g1"}}) == "done");
  BOOST_TEST(attach("v1") == "conflict");
  BOOST_TEST(attach("v2", {{"port_uuid", "p2"}}) == "invalid");  // in use
  BOOST_TEST(attach("v2", {{"port_uuid", "p1"}}) == "done");
  BOOST_TEST(attach("v3") == "invalid");
  BOOST_TEST(ask(machine, "network", "vif_list").answer == json({{{"id", "v1"}}, {{"id", "v2"}}}));
  const auto gone = ask(machine, "network", "vif_detach", {{"id", "v1"}});
  machine.driver_internal_info.edit().merge_patch(gone.observed.driver_internal_info);
  BOOST_TEST(ask(machine, "network", "vif_list").answer == json({{{"id", "v2"}}}));
}

BOOST_AUTO_TEST_CASE(reports_settings_and_versions) {
  const auto bios =
      ask("bios", "apply_configuration",
          settings({{{"name", "a"}, {"value", true}}, {{"name", "b"}, {"value", "x"}}}));
  BOOST_TEST(bios.observed.bios.value().at(0).value.value() == "true");
  BOOST_TEST(bios.observed.bios->at(1).value.value() == "x");
  BOOST_TEST(ask("bios", "factory_reset", json::object()).observed.bios.value().empty());
  BOOST_TEST(!ask("bios", "cache_bios_settings", json::object()).observed.bios);
  const auto flashed =
      ask("firmware", "update",
          settings({{{"component", "bmc"}, {"url", "https://h/d/bmc-2.1.bin?x=/y"}}}));
  BOOST_TEST(flashed.observed.firmware.at(0).current_version.value() == "bmc-2.1.bin");
}

BOOST_AUTO_TEST_SUITE_END()
