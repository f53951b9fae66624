#include "gateways/http/nodes/driver_calls.hpp"

#include "gateways/http/api/send_command.hpp"
#include "gateways/http/resources/node_access.hpp"

namespace ironbus::http {

void with_driver_answer(const call_ptr& x, call_driver what,
                        std::function<void(const std::string&, const json&)> go_on) {
  with_node_uuid(x, x->arguments[0],
                 [x, what = std::move(what), go_on = std::move(go_on)](const std::string& uuid) {
                   ask_node(x, what, uuid, [x, uuid, go_on](const std::string& text) {
                     const auto answer = parse_own_json(text.empty() ? "null" : text);
                     if (!answer) return x->refuse(answer.error());
                     go_on(uuid, *answer);
                   });
                 });
}

void respond_when_called(const call_ptr& x, call_driver what, unsigned status,
                         std::string_view location) {
  with_driver_answer(
      x, std::move(what),
      [x, status, place = std::string{location}](const std::string& uuid, const json&) {
        header_list headers;
        if (!place.empty())
          headers.emplace_back("Location", x->base() + "/v1/nodes/" + uuid + "/" + place);
        x->respond_empty(status, std::move(headers));
      });
}

}  // namespace ironbus::http
