#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/call.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/ui/handlers.hpp"

namespace ironbus::http {

// Public: a page asks before it can sign anybody in.
void show_sign_in(const call_ptr& call) {
  const auto offers = call->services.users.offers();
  response out;
  out.body = to_text({{"ways", json(call->services.options.auth_strategy)},
                      {"oidc", offers.value("oidc", json{})}});
  out.headers.emplace_back("Cache-Control", "no-store");
  call->respond(std::move(out));
}

}  // namespace ironbus::http
