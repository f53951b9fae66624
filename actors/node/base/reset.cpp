#include "actors/node/base/reset.hpp"

#include "messages/model/agent_session.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/served_files.hpp"

#include <array>

namespace ironbus {

namespace {

void erase_keys(json_document& object, std::span<const std::string_view> keys) {
  for (auto key : keys) object.erase(key);
}

void note_session(node& x, const agent_session& session) {
  if (session != read_agent_session(x.driver_internal_info))
    write_agent_session(x.driver_internal_info.edit(), session);
}

}  // namespace

void drop_agent(node& node) {
  const auto before = read_agent_session(node.driver_internal_info);
  agent_session after;
  after.version = before.version;
  after.token_handed_over = before.token_handed_over;
  if (before.token_handed_over) after.token = before.token;
  note_session(node, after);
}

void drop_agent_and_token(node& node) {
  agent_session after;
  after.version = read_agent_session(node.driver_internal_info).version;
  note_session(node, after);
}

void hand_token_over(node& node, std::string_view token) {
  drop_agent_and_token(node);
  auto session = read_agent_session(node.driver_internal_info);
  session.token = std::string{token};
  session.token_handed_over = true;
  note_session(node, session);
}

bool is_token_handed_over(const node& x) {
  return read_agent_session(x.driver_internal_info).token_handed_over;
}

void drop_workflow_data(node& x, bool agent_keeps_running) {
  if (!agent_keeps_running) drop_agent_and_token(x);
  x.driver_internal_info.erase(served_image_key);
}

void forget_rescue_password(node& x) { x.instance_info.erase(rescue_password_key); }

void drop_power_state(node& x) { x.power_state.reset(); }

void drop_instance(node& node) {
  static constexpr std::array<std::string_view, 9> keys{
      "instance",
      "root_uuid_or_disk_id",
      "is_whole_disk_image",
      "is_source_a_path",
      "deploy_boot_mode",
      "user_deploy_steps",
      "agent_cached_deploy_steps",
      "tenant_vifs",
      instance_interfaces_key,
  };
  erase_keys(node.driver_internal_info, keys);
  drop_agent_and_token(node);
  node.instance_info = json::object();
  node.instance_uuid.reset();
  node.instance_name.reset();
  if (node.driver_internal_info.contains("automatic_lessee")) {
    node.driver_internal_info.erase("automatic_lessee");
    node.lessee.reset();
  }
}

}  // namespace ironbus
