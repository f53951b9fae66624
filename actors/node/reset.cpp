#include "actors/node/reset.hpp"

#include "messages/served_files.hpp"

#include <array>

namespace ironbus {

namespace {

void erase_keys(json& object, std::span<const std::string_view> keys) {
  for (auto key : keys) object.erase(std::string{key});
}

}  // namespace

void forget_agent(node& x) {
  static constexpr std::array<std::string_view, 7> keys{
      "agent_url",     "agent_last_heartbeat", "agent_secret_token",
      "agent_status",  "agent_status_message", "agent_verify_ca",
      "agent_command",
  };
  erase_keys(x.driver_internal_info, keys);
}

void forget_workflow(node& x) {
  forget_agent(x);
  x.driver_internal_info.erase(served_image_key);
}

void forget_instance(node& x) {
  static constexpr std::array<std::string_view, 7> keys{
      "instance",         "root_uuid_or_disk_id", "is_whole_disk_image",       "is_source_a_path",
      "deploy_boot_mode", "user_deploy_steps",    "agent_cached_deploy_steps",
  };
  erase_keys(x.driver_internal_info, keys);
  forget_agent(x);
  x.instance_info = json::object();
  x.instance_uuid.reset();
  x.instance_name.reset();
  if (x.driver_internal_info.contains("automatic_lessee")) {
    x.driver_internal_info.erase("automatic_lessee");
    x.lessee.reset();
  }
}

}  // namespace ironbus
