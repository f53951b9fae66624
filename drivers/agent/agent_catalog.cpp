#include "drivers/agent/agent_catalog.hpp"

#include "drivers/agent/image.hpp"
#include "drivers/agent/image_fields.hpp"
#include "drivers/image/oci.hpp"
#include "drivers/kit/capabilities.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

namespace {

using calls = std::vector<step_call>;

/// Boots the agent's ramdisk; the first step in the agent then waits for it. If an agent is already
/// running, a later boot must load the ramdisk, too.
const calls into_the_ramdisk{{"boot", "prepare_ramdisk"}, {"power", "reboot", true}};

calls into_the_ramdisk_and(const char* interface, const char* step) {
  auto out = into_the_ramdisk;
  out.push_back({interface, step});
  return out;
}

step_declaration workflow_call(std::string name, calls then = {}) {
  step_declaration out;
  out.name = std::move(name);
  out.then = std::move(then);
  return out;
}

step_declaration collecting(std::string name) {
  auto out = workflow_call(std::move(name));
  out.in_agent = true;
  out.collects_steps = true;
  return out;
}

/// A step of every deployment.
step_declaration core_step(std::string name, step_priority priority, bool in_agent,
                           calls then = {}) {
  auto out = workflow_call(std::move(name), std::move(then));
  out.phases = phase_deploy;
  out.priority = priority;
  out.in_agent = in_agent;
  out.requires_ramdisk = in_agent;
  return out;
}

std::vector<step_declaration> direct_steps() {
  auto image = core_step("write_image", 80, true);
  image.arguments = {
      {"image_info", "The image to write. Default: the image of instance_info.", false},
      {"configdrive", "The config drive. Default: that of instance_info.", false}};
  return {
      workflow_call("prepare"),
      workflow_call("prepare_cleaning", into_the_ramdisk_and("deploy", "get_clean_steps")),
      workflow_call("tear_down_cleaning",
                    {{"power", "power_off", true}, {"boot", "clean_up_ramdisk"}}),
      workflow_call("prepare_service", into_the_ramdisk_and("deploy", "get_service_steps")),
      workflow_call(
          "tear_down_service",
          {{"boot", "clean_up_ramdisk"}, {"boot", "prepare_instance"}, {"power", "reboot"}}),
      workflow_call("take_over", {{"boot", "prepare_instance"}}),
      workflow_call(
          "clean_up",
          {{"power", "power_off"}, {"boot", "clean_up_ramdisk"}, {"boot", "clean_up_instance"}}),
      workflow_call("tear_down"),
      workflow_call("collect_logs"),
      collecting("get_clean_steps"),
      collecting("get_deploy_steps"),
      collecting("get_service_steps"),
      core_step("deploy", 100, false, into_the_ramdisk_and("deploy", "get_deploy_steps")),
      std::move(image),
      core_step("prepare_instance_boot", 60, true,
                {{"boot", "clean_up_ramdisk"}, {"boot", "prepare_instance"}}),
      core_step("tear_down_agent", 40, true, {{"power", "power_off"}}),
      core_step("switch_to_tenant_network", 30, false),
      core_step("boot_instance", 20, false, {{"power", "power_on"}}),
  };
}

/// The agent's own steps write the system and its boot loader to the disks.
std::vector<step_declaration> custom_steps() {
  auto out = direct_steps();
  std::erase_if(out, [](const auto& step) { return step.name == "write_image"; });
  for (auto& step : out)
    if (step.name == "prepare_instance_boot") step.in_agent = step.requires_ramdisk = false;
  return out;
}

/// The agent installs a container image with the image's own bootc, boot loader included.
/// `prepare` would fetch the image for the agent, so it is left out.
std::vector<step_declaration> bootc_steps() {
  auto out = direct_steps();
  std::erase_if(out, [](const auto& step) {
    return step.name == "prepare" || step.name == "write_image" ||
           step.name == "prepare_instance_boot";
  });
  auto install = core_step("execute_bootc_install", 80, true);
  install.arguments = {
      {"image_source", "The container image. Default: that of instance_info.", false},
      {"instance_info", "The node's instance_info, without credentials, for the agent.", false},
      {"pull_secret", "USER:PASSWORD of the registry in base64. Default: that of the node.", false},
      {"configdrive", "The config drive. Default: that of instance_info.", false}};
  out.push_back(std::move(install));
  out.push_back(core_step("set_boot_to_disk", 60, false,
                          {{"boot", "clean_up_ramdisk"}, {"boot", "prepare_instance"}}));
  return out;
}

/// All steps except those of a deployment.
std::vector<step_declaration> steps_around() {
  auto out = direct_steps();
  std::erase_if(
      out, [](const auto& step) { return step.priority > 0 || step.name == "get_deploy_steps"; });
  return out;
}

/// Writes nothing: the machine runs the system that it boots, without an agent.
std::vector<step_declaration> ramdisk_steps() {
  auto out = steps_around();
  out.push_back(
      core_step("deploy", 100, false,
                {{"power", "power_off"}, {"boot", "prepare_instance"}, {"power", "power_on"}}));
  return out;
}

/// Agents get the node's data, including driver_info with its secrets masked.
const std::vector<std::string> keys_for_agents{"*"};

interface_implementation deploy_by_agent(std::string name, std::vector<step_declaration> steps) {
  interface_implementation out;
  out.kind = "deploy";
  out.name = std::move(name);
  out.through_agent = true;
  out.steps = std::move(steps);
  out.properties = {
      {"agent_verify_ca",
       "PEM certificate that verifies agents that send no certificate. Optional.", false},
      {"fast_track", "Whether the agent keeps running between workflows. Optional.", false},
      {"image_download_source",
       "Where images are fetched: http (the agent) or local (this service, which caches them). "
       "Optional.",
       false},
      {"image_pull_secret",
       "Credentials for this node's images: USER:PASSWORD in base64, or a token. Optional.", false},
      {"image_http_proxy", "Proxy for images from http:// URLs. Optional.", false},
      {"image_https_proxy", "Proxy for images from https:// URLs. Optional.", false},
      {"image_no_proxy", "Hosts that the agent reaches without a proxy. Optional.", false}};
  out.further_keys = keys_for_agents;
  return out;
}

bool is_named(const json& wanted, const char* key) { return !info_text(wanted, key).empty(); }

interface_implementation direct(const image_rules& rules) {
  auto out = deploy_by_agent("direct", direct_steps());
  out.boots_ramdisk = true;
  out.supports_deploy = [](const json& wanted) {
    return is_named(wanted, "image_source") && !is_named(wanted, "boot_iso");
  };
  out.validate = [rules](const node_snapshot& x) {
    auto wrong = check_image(x.attributes.instance_info, rules);
    if (!wrong) wrong = check_download_source(x.attributes.driver_info, "driver_info");
    return wrong ? wrong : check_capabilities(x.attributes.instance_info, x.attributes.properties);
  };
  return out;
}

interface_implementation custom_agent() {
  auto out = deploy_by_agent("custom-agent", custom_steps());
  out.boots_ramdisk = true;
  out.validate = [](const node_snapshot& x) {
    return check_capabilities(x.attributes.instance_info, x.attributes.properties);
  };
  return out;
}

/// Chosen by autodetect only if instance_info does not describe a disk image in the registry.
interface_implementation bootc() {
  auto out = deploy_by_agent("bootc", bootc_steps());
  out.boots_ramdisk = true;
  out.supports_deploy = [](const json& wanted) {
    return is_oci_url(info_text(wanted, "image_source")) && !is_named(wanted, "boot_iso") &&
           !is_named(wanted, "image_disk_format") && !is_named(wanted, "image_type");
  };
  out.validate = [](const node_snapshot& x) {
    auto wrong = check_bootc_image(x.attributes.instance_info);
    return wrong ? wrong : check_capabilities(x.attributes.instance_info, x.attributes.properties);
  };
  return out;
}

std::optional<failure> check_live_deployment(const node_snapshot& snapshot) {
  return check_capabilities(snapshot.attributes.instance_info, snapshot.attributes.properties);
}

/// Agents clean the machine, but do not deploy it.
interface_implementation live_deploy() {
  auto out = deploy_by_agent("ramdisk", ramdisk_steps());
  out.runs_live = true;
  out.supports_deploy = [](const json& wanted) {
    if (is_named(wanted, "boot_iso")) return true;
    return is_named(wanted, "kernel") && is_named(wanted, "ramdisk") &&
           !is_named(wanted, "image_source");
  };
  out.validate = &check_live_deployment;
  return out;
}

/// Agents clean the machine. The instance decides which of the other interfaces deploys it.
interface_implementation autodetect() {
  auto out = deploy_by_agent("autodetect", steps_around());
  out.chooses_by_instance = true;
  return out;
}

/// Only the agent's own raid steps.
interface_implementation agent_raid() {
  interface_implementation out;
  out.kind = "raid";
  out.name = "agent";
  out.through_agent = true;
  return out;
}

interface_implementation agent_rescue() {
  auto finalize = workflow_call("finalize_rescue");
  finalize.in_agent = true;
  auto enter = into_the_ramdisk_and("rescue", "finalize_rescue");
  enter.push_back({"boot", "clean_up_ramdisk"});
  interface_implementation out;
  out.kind = "rescue";
  out.name = "agent";
  out.further_keys = keys_for_agents;
  out.through_agent = true;
  out.steps = {workflow_call("rescue", std::move(enter)), std::move(finalize),
               workflow_call("unrescue", {{"power", "power_off"},
                                          {"boot", "clean_up_ramdisk"},
                                          {"boot", "prepare_instance"},
                                          {"power", "power_on"}}),
               workflow_call("clean_up", {{"boot", "clean_up_ramdisk"}})};
  out.validate = [](const node_snapshot& snapshot) -> std::optional<failure> {
    if (snapshot.attributes.instance_info.contains("hashed_rescue_password") ||
        !info(snapshot.attributes.state).has(flag_rescue_boots))
      return std::nullopt;
    return failure{error_code::invalid, "instance_info lacks hashed_rescue_password."};
  };
  return out;
}

/// Boots the ramdisk, whose agent sends its inventory by itself; await_data waits for that. A
/// running agent would not send it again, so the machine is booted in any case. call_api is for
/// rules.
interface_implementation agent_inspect(const inspection_boot& how) {
  calls begin;
  if (how.pre_create_ports) begin.push_back({"management", "get_mac_addresses"});
  begin.push_back({"boot", "prepare_ramdisk"});
  begin.push_back({"power", "reboot"});
  begin.push_back({"inspect", "await_data"});
  calls end;
  if (how.power_off) end.push_back({"power", "power_off", true});
  end.push_back({"boot", "clean_up_ramdisk"});
  interface_implementation out;
  out.kind = "inspect";
  out.name = "agent";
  out.boots_ramdisk = true;
  out.further_keys = {"*_address", "ipmi_bridging"};  // address of the BMC
  out.steps = {workflow_call("inspect_hardware", std::move(begin)), workflow_call("await_data"),
               workflow_call(std::string{reserved_step::call_api}), workflow_call("clean_up", end),
               workflow_call("abort", end)};
  return out;
}

}  // namespace

std::vector<interface_implementation> agent_implementations(const driver_options& options) {
  return {
      direct(options.images), custom_agent(), bootc(),        live_deploy(),
      autodetect(),           agent_raid(),   agent_rescue(), agent_inspect(options.inspection)};
}

}  // namespace ironbus
