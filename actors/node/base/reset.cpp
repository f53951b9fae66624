#include "actors/node/base/reset.hpp"

#include "messages/model/served_files.hpp"

#include <array>

namespace ironbus {

namespace {

void erase_keys(json& object, std::span<const std::string_view> keys) {
  for (auto key : keys) object.erase(std::string{key});
}

constexpr const char* agent_token_key = "agent_secret_token";
constexpr const char* handed_over_key = "agent_secret_token_pregenerated";

}  // namespace

void forget_agent(node& node) {
  static constexpr std::array<std::string_view, 6> keys{
      "agent_url",       "agent_last_heartbeat", "agent_status", "agent_status_message",
      "agent_verify_ca", "agent_command",
  };
  erase_keys(node.driver_internal_info, keys);
  if (!is_token_handed_over(node)) node.driver_internal_info.erase(agent_token_key);
}

void forget_agent_and_token(node& x) {
  x.driver_internal_info.erase(handed_over_key);
  forget_agent(x);
}

void hand_token_over(node& x, std::string_view token) {
  forget_agent_and_token(x);
  x.driver_internal_info[agent_token_key] = token;
  x.driver_internal_info[handed_over_key] = true;
}

bool is_token_handed_over(const node& x) {
  return x.driver_internal_info.value(handed_over_key, json{}) == true;
}

void forget_workflow(node& x, bool agent_stays) {
  if (!agent_stays) forget_agent_and_token(x);
  x.driver_internal_info.erase(served_image_key);
}

void forget_rescue_password(node& x) { x.instance_info.erase(rescue_password_key); }

void forget_power_state(node& x) { x.power_state.reset(); }

void forget_instance(node& node) {
  static constexpr std::array<std::string_view, 8> keys{
      "instance",         "root_uuid_or_disk_id", "is_whole_disk_image",       "is_source_a_path",
      "deploy_boot_mode", "user_deploy_steps",    "agent_cached_deploy_steps", "tenant_vifs",
  };
  erase_keys(node.driver_internal_info, keys);
  forget_agent_and_token(node);
  node.instance_info = json::object();
  node.instance_uuid.reset();
  node.instance_name.reset();
  if (node.driver_internal_info.contains("automatic_lessee")) {
    node.driver_internal_info.erase("automatic_lessee");
    node.lessee.reset();
  }
}

}  // namespace ironbus
