#include "gateways/http/api/authentication.hpp"

#include "gateways/http/access/access_control.hpp"
#include "gateways/http/access/basic_auth.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/router.hpp"
#include "gateways/http/services/agent_call_metrics.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

// The ramdisks' listener serves public routes only, so an unmatched path there may get 404 at once.
bool needs_user(const call& call) {
  if (call.services.users == nullptr) return false;
  if (call.matched != nullptr) return needs_password(call.matched->who);
  // Forms of /v1 that clients may ask for before they log in, and that do not exist.
  const auto& path = call.url.path;
  return path.size() != 1 || (path[0] != "v1.json" && path[0] != "v1.xml");
}

void refuse_user(call& call, const std::string& text) {
  auto out = error_response(401, text);
  out.headers.emplace_back("WWW-Authenticate", "Basic realm=\"Baremetal API\"");
  call.respond(std::move(out));
}

bool is_for_readers(const call& call) {
  const auto& method = call.request.method;
  const bool is_closed = call.matched != nullptr && call.matched->who == access::admin;
  return (method == "GET" || method == "HEAD") && !is_closed;
}

failure refuse_reader(const call& call) {
  const bool is_closed = call.matched != nullptr && call.matched->who == access::admin;
  return {error_code::forbidden, "The user '" + call.user +
                                     "' may only read (api.read_only_users)" +
                                     (is_closed ? "; this path is closed to read-only users."
                                                : "; allowed methods: GET, HEAD.")};
}

question<verdict> verify(const call_ptr& call, credentials sent) {
  return question<verdict>{[call, sent = std::move(sent)](auto done) {
    call->services.users->verify(sent, [done](verdict found) { done(found); });
  }};
}

void take_identity(call& call) {
  if (call.services.control == nullptr) return;
  call.who = call.services.control->identity_of(call.user);
  call.rules = call.services.control->rules();
}

bool is_disabled(const call& call) {
  return !call.services.options.enable_ramdisk_endpoints && call.matched != nullptr &&
         is_agent_call(call.matched->path);
}

}  // namespace

task<bool> admit(const call_ptr& call) {
  if (is_disabled(*call))
    co_return fail(error_code::forbidden,
                   "Calls of agents are disabled here (api.enable_ramdisk_endpoints).");
  if (call->listener == listener_kind::ramdisks || !needs_user(*call)) co_return true;
  const auto sent = read_basic(call->request.header("Authorization"));
  if (!sent) {
    refuse_user(*call, "Authentication is required. Send user and password by HTTP Basic.");
    co_return false;
  }
  auto found = verdict::right;
  if (!call->services.users->remembers(*sent)) found = co_await verify(call, *sent);
  if (found == verdict::overloaded)
    co_return fail(error_code::unavailable,
                   "Too many password checks are running. Try again later.");
  if (found == verdict::wrong) {
    refuse_user(*call, "Incorrect username or password.");
    co_return false;
  }
  call->user = sent->user;
  take_identity(*call);
  if (!is_for_readers(*call) && may_only_read(call->user, call->services.options))
    co_return tl::unexpected(refuse_reader(*call));
  co_return true;
}

bool may_only_read(const std::string& user, const gateway_options& options) {
  const auto& readers = options.read_only_users;
  return !user.empty() && std::find(readers.begin(), readers.end(), user) != readers.end();
}

}  // namespace ironbus::http
