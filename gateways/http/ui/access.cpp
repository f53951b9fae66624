#include "gateways/http/api/authentication.hpp"
#include "gateways/http/api/call.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/ui/handlers.hpp"

namespace ironbus::http {

void show_access(const call_ptr& call) {
  const auto& options = call->services.options;
  call->respond_json(to_text({{"user", call->user.empty() ? json{} : json(call->user)},
                              {"read_only", may_only_read(call->user, options)},
                              {"auth_strategy", options.auth_strategy}}));
}

}  // namespace ironbus::http
