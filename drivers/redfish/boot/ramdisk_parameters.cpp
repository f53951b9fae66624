#include "drivers/redfish/boot/ramdisk_parameters.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "messages/base/text.hpp"
#include "messages/model/agent_session.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr const char* from_disc = "boot_method=vmedia";

/// If exactly one network card boots, the agent gets its MAC address.
std::string boot_card(const machine& node) {
  std::string out;
  for (const auto& one : node.ports) {
    if (!one.pxe_enabled) continue;
    if (!out.empty()) return {};
    out = one.address;
  }
  std::replace(out.begin(), out.end(), ':', '-');
  return out.empty() ? out : " BOOTIF=01-" + out;
}

std::string further_of(const redfish_call& call) {
  const auto& node = call.request.machine;
  return further_parameters(node.instance_info, node.driver_info,
                            call.context->options.kernel_append_params);
}

}  // namespace

std::string agent_parameters(const redfish_call& call) {
  const auto& node = call.request.machine;
  auto out = kernel_parameters(call.request, call.context->policy->service_url, further_of(call),
                               call.context->options.agent_debug);
  const auto session = read_agent_session(node.driver_internal_info);
  if (session.token && session.token_handed_over) out += " ipa-agent-token=" + *session.token;
  return out + " " + from_disc + boot_card(node);
}

bool wants_removable(const json& driver_info) {
  const auto said = driver_info.value("config_via_removable", json{});
  return said == true || (said.is_string() && boolean_word(said.get<std::string>()) == true);
}

std::string parameters_without_agent(const redfish_call& call) {
  const auto further = further_of(call);
  return from_disc + (further.empty() ? "" : " " + further);
}

std::vector<iso_file> network_files(const machine& node) {
  if (node.network_data.empty()) return {};
  return {{"openstack/latest/network_data.json", to_text(node.network_data.tree())}};
}

}  // namespace ironbus
