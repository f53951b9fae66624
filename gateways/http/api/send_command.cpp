#include "gateways/http/api/send_command.hpp"

#include "gateways/http/services/services.hpp"

namespace ironbus::http {

void ask_node(const call_ptr& x, const command& what, const std::string& node,
              std::function<void(const std::string& body)> go_on) {
  x->with.commands.ask(what, node, x->origin(), x->then<std::string>(std::move(go_on)));
}

void ask_node(const call_ptr& x, const command& what, const std::string& node, unsigned status,
              header_list headers) {
  ask_node(x, what, node, [x, status, headers = std::move(headers)](const std::string&) {
    x->respond_empty(status, headers);
  });
}

void ask_record(const call_ptr& x, const record_command& what, const std::string& subject,
                std::function<void(const std::string& body)> go_on) {
  x->with.commands.ask(what, subject, x->origin(), x->then<std::string>(std::move(go_on)));
}

void ask_record(const call_ptr& x, const record_command& what, const std::string& subject,
                unsigned status, header_list headers) {
  ask_record(x, what, subject, [x, status, headers = std::move(headers)](const std::string&) {
    x->respond_empty(status, headers);
  });
}

}  // namespace ironbus::http
