#include "gateways/http/view/request_body.hpp"

#include "gateways/http/api/call.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/view/body_table.hpp"

namespace ironbus::http {

result<json> read_body(const call& call) {
  const auto* named = call.matched->answers.takes();
  if (named == nullptr) return fail(error_code::internal, "the route names no body");
  const auto& table = *named;
  if (call.request.body.empty() && !table.needed) return json::object();
  auto body = call.body_object();
  if (!body) return body;
  const int version =
      call.version > 0 ? call.version : version_max;  // For routes without versions.
  if (auto ok = check_body(table, *body, version); !ok) return tl::unexpected(ok.error());
  return body;
}

}  // namespace ironbus::http
