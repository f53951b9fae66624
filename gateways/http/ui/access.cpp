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

std::optional<std::string> parameter_in(const call& call, std::string_view name) {
  const auto* value = call.url.parameter(name);
  return value != nullptr ? std::optional<std::string>{*value} : std::nullopt;
}

/// The rules that the policy grants on an object of this owner and lessee; null: it limits nothing.
json granted_rules(const call& call) {
  if (!is_limited(call)) return nullptr;
  rights::subject object;
  object.node_owner = parameter_in(call, "owner");
  object.node_lessee = parameter_in(call, "lessee");
  auto out = json::array();
  for (const auto& [name, rule] : call.rules->all())
    if (name.starts_with("baremetal:") && is_allowed(call, name, object)) out.push_back(name);
  return out;
}

}  // namespace

void show_access(const call_ptr& call) {
  const auto& options = call->services.options;
  call->respond_json(to_text({{"user", call->user.empty() ? json{} : json(call->user)},
                              {"read_only", changes_nothing(*call)},
                              {"auth_strategy", join(options.auth_strategy)},
                              {"granted", granted_rules(*call)}}));
}

}  // namespace ironbus::http
