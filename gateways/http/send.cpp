#include "gateways/http/send.hpp"

#include "gateways/http/services.hpp"

namespace ironbus::http {

void ask_node(const call_ptr& x, const command& what, const std::string& node,
              std::function<void(const std::string& body)> go_on) {
  x->with.commands.ask(what, node, std::string{x->in.header("traceparent")},
                       x->then<std::string>(std::move(go_on)));
}

void ask_node(const call_ptr& x, const command& what, const std::string& node, unsigned status,
              header_list headers) {
  ask_node(x, what, node, [x, status, headers = std::move(headers)](const std::string&) {
    x->respond_empty(status, headers);
  });
}

}  // namespace ironbus::http
