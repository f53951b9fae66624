#include "gateways/http/api/authentication.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/ui/handlers.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

// The built-in roles that change something. An operator's rules may allow more.
constexpr std::array<std::string_view, 4> changing_roles{"admin", "manager", "member", "service"};

bool changes_nothing(const call& call) {
  if (!is_limited(call)) return may_only_read(call.user, call.services.options);
  return std::none_of(changing_roles.begin(), changing_roles.end(),
                      [&](std::string_view role) { return rights::has_role(call.who, role); });
}

}  // namespace

void show_access(const call_ptr& call) {
  const auto& options = call->services.options;
  call->respond_json(to_text({{"user", call->user.empty() ? json{} : json(call->user)},
                              {"read_only", changes_nothing(*call)},
                              {"auth_strategy", join(options.auth_strategy)}}));
}

}  // namespace ironbus::http
