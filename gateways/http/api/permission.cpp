#include "gateways/http/api/permission.hpp"

#include "gateways/http/api/authentication.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/contract/api_token.hpp"

namespace ironbus::http {

bool is_limited(const call& x) { return x.rules != nullptr; }

rights::permission permission_of(const call& x, std::string_view rule,
                                 const rights::subject* object) {
  return is_limited(x) ? x.rules->check(rule, x.who, object) : rights::permission::granted;
}

bool is_allowed(const call& x, std::string_view rule, const rights::subject& object) {
  return permission_of(x, rule, &object) == rights::permission::granted;
}

failure denied(std::string_view rule) {
  return {error_code::forbidden, std::string{denial_text} + std::string{rule}};
}

result<std::monostate> require(const call& x, std::string_view rule,
                               const rights::subject& object) {
  if (is_allowed(x, rule, object)) return {};
  return tl::unexpected(denied(rule));
}

bool reads_only(const call& x) {
  return may_only_read(x.user, x.services.options) ||
         !is_allowed(x, "baremetal:inspection_rule:update");
}

const std::string& project_of(const call& x) { return x.who.project_id; }

std::string user_key(const call& x) {
  return x.user.empty() ? std::string{} : key_of_identity(x.who, x.user);
}

}  // namespace ironbus::http
