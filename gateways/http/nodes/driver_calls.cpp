#include "gateways/http/nodes/driver_calls.hpp"

#include "gateways/http/api/questions.hpp"

namespace ironbus::http {

call_driver call_of(const driver_operation& what, json args) {
  return {std::string{what.interface}, std::string{what.name}, std::move(args), true};
}

call_driver call_later(const driver_operation& what, json args) {
  auto out = call_of(what, std::move(args));
  out.wait = false;
  return out;
}

task<json> ask_driver(const call_ptr& x, const std::string& uuid, call_driver what) {
  const auto text = co_await ask_node(x, std::move(what), uuid);
  co_return parse_own_json(text.empty() ? "null" : text);
}

void respond_located(call& x, unsigned status, const std::string& uuid, const std::string& place) {
  x.respond_empty(status, {{"Location", x.base() + "/v1/nodes/" + uuid + "/" + place}});
}

}  // namespace ironbus::http
