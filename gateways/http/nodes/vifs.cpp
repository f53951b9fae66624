#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"

namespace ironbus::http {

void list_vifs(const call_ptr& x) {
  with_driver_answer(x, {"network", "vif_list"}, [x](const std::string&, const json& answer) {
    x->respond_json(to_text({{"vifs", answer}}));
  });
}

void attach_vif(const call_ptr& x) {
  static constexpr int ports_since = 67;
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  const auto id = body->value("id", json{});
  if (!id.is_string() || id.get_ref<const std::string&>().empty())
    return x->refuse({error_code::invalid, "Missing mandatory parameter: id"});
  const bool port = body->contains("port_uuid");
  const bool group = body->contains("portgroup_uuid");
  if ((port || group) && x->version < ports_since)
    return x->refuse(
        {error_code::not_acceptable, "'port_uuid' and 'portgroup_uuid' need API version 1.67."});
  if (port && group)
    return x->refuse({error_code::invalid, "'port_uuid' and 'portgroup_uuid' exclude each other."});
  respond_when_called(x, {"network", "vif_attach", {{"vif", *body}}}, 204);
}

void detach_vif(const call_ptr& x) {
  respond_when_called(x, {"network", "vif_detach", {{"id", x->arguments[1]}}}, 204);
}

}  // namespace ironbus::http
