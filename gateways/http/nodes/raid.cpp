#include "gateways/http/api/send_command.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "messages/model/raid_config.hpp"

namespace ironbus::http {

void put_raid(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  if (auto ok = check_raid_config(*body); !ok) return x->refuse(ok.error());
  with_node_uuid(x, x->arguments[0], [x, body = *body](const std::string& uuid) {
    ask_node(x, set_target_raid{body}, uuid, 204);
  });
}

}  // namespace ironbus::http
