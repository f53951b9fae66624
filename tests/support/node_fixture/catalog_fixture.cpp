#include "tests/support/node_fixture/catalog_fixture.hpp"

#include "messages/model/declared_steps.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::test {

namespace {

step_declaration call(std::string name) {
  step_declaration out;
  out.name = std::move(name);
  return out;
}

step_declaration work(std::string name, int priority, bool abortable = false) {
  auto out = call(std::move(name));
  out.phases = phase_clean | phase_deploy | phase_service;
  out.priority = priority;
  out.abortable = abortable;
  return out;
}

interface_implementation implementation(std::string kind, std::vector<step_declaration> steps) {
  interface_implementation out;
  out.kind = std::move(kind);
  out.name = "fake";
  out.steps = std::move(steps);
  return out;
}

step_declaration asking(std::string name) {
  auto out = call(std::move(name));
  out.in_agent = true;
  out.collects_steps = true;
  return out;
}

/// A deploy interface that uses an agent, with a boot interface that starts it.
interface_implementation direct() {
  auto clean = call("prepare_cleaning");
  clean.then = {
      {"boot", "prepare_ramdisk"}, {"power", "reboot", true}, {"deploy", "get_clean_steps"}};
  auto clean_end = call("tear_down_cleaning");
  clean_end.then = {{"boot", "clean_up_ramdisk"}, {"power", "power_off", true}};
  auto deploy = work("deploy", 100);
  deploy.phases = phase_deploy;
  deploy.then = {
      {"boot", "prepare_ramdisk"}, {"power", "reboot", true}, {"deploy", "get_deploy_steps"}};
  auto adopted = call("take_over");
  adopted.then = {{"boot", "prepare_instance"}};
  auto image = work("write_image", 80);
  image.phases = phase_deploy;
  image.in_agent = true;
  auto off = work("tear_down_agent", 40);
  off.phases = phase_deploy;
  off.in_agent = true;
  off.then = {{"boot", "prepare_instance"}, {"power", "power_off"}};
  auto step_declaration = work("boot_instance", 20);
  step_declaration.phases = phase_deploy;
  step_declaration.then = {{"power", "power_on"}};
  auto out =
      implementation("deploy", {clean, clean_end, call("prepare"), call("clean_up"),
                                call("collect_logs"), adopted, deploy, image, off, step_declaration,
                                asking("get_clean_steps"), asking("get_deploy_steps")});
  out.name = "direct";
  out.through_agent = true;
  out.supports_deploy = [](const json& wanted) { return wanted.contains("image_source"); };
  return out;
}

/// An inspect interface whose agent sends its data without a request.
interface_implementation agent_inspect() {
  auto begin = call("inspect_hardware");
  begin.then = {{"management", "get_mac_addresses"},
                {"boot", "prepare_ramdisk"},
                {"power", "reboot"},
                {"inspect", "await_data"}};
  auto end = call("clean_up");
  end.then = {{"power", "power_off"}, {"boot", "clean_up_ramdisk"}};
  auto abort = end;
  abort.name = "abort";
  auto out = implementation("inspect", {begin, call("await_data"), call("call_api"), end, abort});
  out.name = "agent";
  return out;
}

/// A deploy interface whose instances run from the boot interface's image.
interface_implementation live_deploy() {
  auto deploy = work("deploy", 100);
  deploy.phases = phase_deploy;
  deploy.then = {{"power", "power_off"}, {"boot", "prepare_instance"}, {"power", "power_on"}};
  auto end = call("clean_up");
  end.then = {{"power", "power_off"}, {"boot", "clean_up_instance"}};
  auto out = implementation("deploy", {call("prepare"), deploy, end, call("tear_down"),
                                       call("prepare_cleaning"), call("tear_down_cleaning")});
  out.name = "ramdisk";
  out.through_agent = true;
  out.runs_live = true;
  out.supports_deploy = [](const json& wanted) { return wanted.contains("boot_iso"); };
  return out;
}

/// A deploy interface that selects another one for each instance.
interface_implementation autodetect() {
  auto out = implementation("deploy", {call("prepare_cleaning"), call("tear_down_cleaning")});
  out.name = "autodetect";
  out.through_agent = true;
  out.chooses_by_instance = true;
  return out;
}

std::optional<failure> needs_live_image(const node_snapshot& x) {
  if (x.attributes.instance_info.contains("boot_iso")) return std::nullopt;
  return failure{error_code::invalid, "instance_info lacks boot_iso."};
}

/// A boot interface that boots the machine from the network.
interface_implementation network_boot() {
  auto ramdisk = call("prepare_ramdisk");
  ramdisk.then = {
      {"management", "set_boot_device", false, {{"device", "pxe"}, {"persistent", false}}},
      {"console", "start_recording"}};
  auto ramdisk_end = call("clean_up_ramdisk");
  ramdisk_end.then = {{"console", "stop_recording"}};
  auto instance = call("prepare_instance");
  instance.then = {{"management",
                    "set_boot_device",
                    false,
                    {{"device", "disk"}, {"persistent", true}},
                    instance_place::on_disk},
                   {"management",
                    "set_boot_device",
                    false,
                    {{"device", "pxe"}, {"persistent", true}},
                    instance_place::live}};
  auto out = implementation("boot", {ramdisk, ramdisk_end, instance, call("clean_up_instance")});
  out.name = "network";
  out.validate_live = &needs_live_image;
  return out;
}

std::vector<interface_implementation> implementations() {
  std::vector<interface_implementation> out;
  for (auto kind : interface_kinds)
    if (kind != "power" && kind != "deploy" && kind != "bios" && kind != "raid" &&
        kind != "inspect" && kind != "rescue" && kind != "management" && kind != "boot" &&
        kind != "console")
      out.push_back(implementation(std::string{kind}, {}));
  auto power = implementation("power", {call("get_power_state"), call("set_power_state")});
  power.power_states = {"power on", "power off", "rebooting", "soft rebooting", "soft power off"};
  out.push_back(std::move(power));
  auto deploy_step = work("deploy", 100);
  deploy_step.phases = phase_deploy;
  auto erase = work("erase_devices", 0, true);
  erase.phases = phase_clean;
  auto once = work("flash", 0);
  once.repeatable = false;
  out.push_back(implementation(
      "deploy", {call("prepare_cleaning"), call("tear_down_cleaning"), call("prepare"),
                 call("take_over"), call("clean_up"), call("tear_down"), call("prepare_service"),
                 call("tear_down_service"), deploy_step, erase, once}));
  auto settings = work("apply_configuration", 0);
  settings.arguments = {{"settings", "what to set", true}};
  out.push_back(implementation("bios", {work("factory_reset", 0), settings}));
  out.push_back(implementation("raid", {work("create_configuration", 0)}));
  out.push_back(implementation("console", {call("stop_console")}));
  auto recorded = implementation(
      "console", {call("stop_console"), call("start_recording"), call("stop_recording")});
  recorded.name = "recorded";
  out.push_back(std::move(recorded));
  auto device = call("set_boot_device");
  device.arguments = {{"boot_device", "where from", true}};
  auto nmi = call("inject_nmi");
  nmi.repeatable = false;
  out.push_back(implementation("management",
                               {call("get_boot_device"), call("get_mac_addresses"), device, nmi}));
  out.push_back(implementation("inspect", {call("inspect_hardware"), call("abort")}));
  out.push_back(implementation("rescue", {call("rescue"), call("unrescue"), call("clean_up")}));
  out.push_back(implementation("boot", {call("prepare_ramdisk"), call("clean_up_ramdisk")}));
  out.push_back(network_boot());
  auto passive = implementation("management", {call("get_boot_device")});
  passive.name = "noop";
  out.push_back(std::move(passive));
  auto telling = implementation("management", {call("get_boot_device"), call("detect_vendor"),
                                               call("get_boot_mode"), call("get_sensors_data")});
  telling.name = "telling";
  out.push_back(std::move(telling));
  auto media = implementation("boot", {call("prepare_ramdisk"), call("clean_up_ramdisk")});
  media.name = "media";
  media.hands_over_token = [](const node&) { return true; };
  out.push_back(std::move(media));
  out.push_back(direct());
  out.push_back(live_deploy());
  out.push_back(autodetect());
  out.push_back(agent_inspect());
  auto none = implementation("rescue", {});
  none.name = "no-rescue";
  none.supported = false;
  out.push_back(std::move(none));
  return out;
}

}  // namespace

driver_catalog make_catalog() {
  hardware_type fake;
  fake.name = "fake-hardware";
  for (auto kind : interface_kinds) fake.supported.emplace(kind, std::vector<std::string>{"fake"});
  fake.supported["rescue"] = {"fake", "no-rescue"};
  fake.supported["deploy"] = {"fake", "direct", "ramdisk", "autodetect"};
  fake.supported["inspect"] = {"fake", "agent"};
  fake.supported["boot"] = {"fake", "media", "network"};
  fake.supported["console"] = {"fake", "recorded"};
  fake.supported["management"] = {"fake", "noop", "telling"};
  return driver_catalog::build({fake}, implementations(), {}).value();
}

}  // namespace ironbus::test
