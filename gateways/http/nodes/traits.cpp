#include "gateways/http/api/prefer_header.hpp"
#include "gateways/http/api/send_command.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/trait_names.hpp"

namespace ironbus::http {

namespace {

void send_traits(const call_ptr& x, set_traits what, header_list headers = {}) {
  with_node_uuid(x, x->arguments[0], [x, what = std::move(what), headers](const auto& uuid) {
    ask_node(x, what, uuid, 204, headers);
  });
}

}  // namespace

void list_traits(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string&, const json& snapshot) {
    x->respond_json(to_text({{"traits", snapshot.value("traits", json::array())}}));
  });
}

void put_traits(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  auto names = read_traits(*body);
  if (!names) return x->refuse(names.error());
  with_node_uuid(x, x->arguments[0], [x, names = std::move(*names)](const std::string& uuid) {
    ask_node(x, set_traits{set_traits::how::all, names}, uuid, [x, names](const std::string&) {
      respond_replaced(*x, {{"traits", names}});
    });
  });
}

void put_trait(const call_ptr& x) {
  const auto& name = x->arguments[1];
  if (!x->in.body.empty()) {
    const auto body = x->body_object();
    if (!body || !body->empty())
      return x->refuse({error_code::invalid, "A single trait is set without a request body."});
  }
  if (auto checked = check_trait(name); !checked) return x->refuse(checked.error());
  const auto location =
      x->base() + "/v1/nodes/" + percent_encode(x->arguments[0]) + "/traits/" + name;
  send_traits(x, {set_traits::how::add, {name}}, {{"Location", location}});
}

void delete_traits(const call_ptr& x) { send_traits(x, {set_traits::how::all, {}}); }

void delete_trait(const call_ptr& x) {
  send_traits(x, {set_traits::how::remove, {x->arguments[1]}});
}

}  // namespace ironbus::http
