#include "gateways/http/api/authentication.hpp"

#include "gateways/http/access/basic_authenticator.hpp"
#include "gateways/http/access/credentials.hpp"
#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/router.hpp"
#include "gateways/http/services/agent_call_metrics.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/transport/client_budget.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

// The ramdisks' listener serves public routes only, so an unmatched path there may get 404 at once.
bool needs_user(const call& call) {
  if (!call.services.users.is_required()) return false;
  if (call.matched != nullptr) return needs_password(call.matched->who);
  // Forms of /v1 that clients may ask for before they log in, and that do not exist.
  const auto& path = call.url.path;
  return path.size() != 1 || (path[0] != "v1.json" && path[0] != "v1.xml");
}

// A request with this header comes from a page that asks its user for the password itself. The
// browser's own dialog, which the challenge Basic would open, stays away.
constexpr std::string_view page_header = "X-Requested-With";
constexpr std::string_view page_name = "ironbus-page";

std::vector<std::string> challenges_of(const call& call) {
  if (call.request.header(page_header) == page_name) return {"Session realm=\"Baremetal API\""};
  return call.services.users.challenges();
}

void refuse_user(call& call, const refused_user& why) {
  auto out = error_response(why.status, why.text);
  const auto& users = call.services.users;
  if (auto body = users.refusal_body(users.way_for(call.request), why.status); !body.empty())
    out.body = std::move(body);
  if (why.status == 401)
    for (auto& text : challenges_of(call))
      out.headers.emplace_back("WWW-Authenticate", std::move(text));
  if (why.retry_after > 0) out.headers.emplace_back("Retry-After", std::to_string(why.retry_after));
  call.respond(std::move(out));
}

bool is_for_readers(const call& call) {
  const auto& method = call.request.method;
  const bool is_closed = call.matched != nullptr && call.matched->who == access::admin;
  const bool is_own = call.matched != nullptr && call.matched->who == access::own;
  return (method == "GET" || method == "HEAD" || is_own) && !is_closed;
}

failure refuse_reader(const call& call) {
  const bool is_closed = call.matched != nullptr && call.matched->who == access::admin;
  return {error_code::forbidden, "The user '" + call.user +
                                     "' may only read (api.read_only_users)" +
                                     (is_closed ? "; this path is closed to read-only users."
                                                : "; allowed methods: GET, HEAD.")};
}

question<sign_in_answer> identify(const call_ptr& call, authenticator& way) {
  return question<sign_in_answer>{[call, &way](auto done) {
    way.identify(call->request, [done](sign_in_answer found) { done(std::move(found)); });
  }};
}

sign_in_throttle::sender counted_sender(const call& call) {
  const auto sent = read_basic(call.request.header("Authorization"));
  const auto& client = call.request.client;
  return {sent ? sent->user : std::string{},
          client ? std::optional{client_address(*client)} : std::nullopt};
}

std::optional<refused_user> refuse_guess(const call& call, const sign_in_throttle::sender& who) {
  const auto wait = call.services.users.throttle().wait_of(who, std::chrono::steady_clock::now());
  if (wait.count() == 0) return std::nullopt;
  return refused_user{429,
                      "Too many failed sign-ins of this user or address "
                      "(api.failed_sign_ins_max). Try again in " +
                          std::to_string(wait.count()) + " s.",
                      static_cast<unsigned>(wait.count())};
}

void note_guess(const call& call, const sign_in_throttle::sender& who,
                const sign_in_answer& found) {
  auto& throttle = call.services.users.throttle();
  const auto now = std::chrono::steady_clock::now();
  if (found) return throttle.note_success(who, now);
  if (found.error().status == 401) throttle.note_failure(who, now);
}

/// Guesses of passwords are slowed down. A password that was verified a short time ago is none.
/// Tokens and certificates cannot be guessed, and a program with an expired token must not slow
/// down others at its address.
task<sign_in_answer> prove_user(const call_ptr& call, authenticator& way) {
  auto found = way.known(call->request);
  const bool is_guess = way.name() == basic_authenticator::method && (!found || !*found);
  if (!is_guess) {
    if (!found) found = co_await identify(call, way);
    co_return std::move(*found);
  }
  const auto who = counted_sender(*call);
  if (auto refused = refuse_guess(*call, who)) {
    sign_in_answer slow{tl::unexpected(*refused)};
    co_return slow;
  }
  if (!found) found = co_await identify(call, way);
  note_guess(*call, who, *found);
  co_return std::move(*found);
}

task<sign_in_answer> find_user(const call_ptr& call) {
  auto* way = call->services.users.way_for(call->request);
  if (way == nullptr) {
    const refused_user unknown{401, call->services.users.demand()};
    co_return sign_in_answer{tl::unexpected(unknown)};
  }
  auto found = co_await prove_user(call, *way);
  co_return found;
}

void take_identity(call& call, proved_user user) {
  call.user = std::move(user.name);
  call.proof = user.method;
  call.credential = std::move(user.credential);
  if (!user.who) return;
  call.who = std::move(*user.who);
  call.rules = call.services.users.rules();
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
  auto found = co_await find_user(call);
  if (!found) {
    refuse_user(*call, found.error());
    co_return false;
  }
  take_identity(*call, std::move(*found));
  if (!is_for_readers(*call) && may_only_read(call->user, call->services.options))
    co_return tl::unexpected(refuse_reader(*call));
  co_return true;
}

void prove_again(const sign_in& users, const request& asked,
                 std::function<void(result<proved_user>)> done) {
  auto* way = users.way_for(asked);
  if (way == nullptr) return done(fail(error_code::forbidden, users.demand()));
  const auto take = [done = std::move(done)](sign_in_answer found) {
    if (found) return done(std::move(*found));
    const bool is_unknown = found.error().status == 503 || found.error().status == 429;
    done(fail(is_unknown ? error_code::unavailable : error_code::forbidden,
              std::move(found.error().text)));
  };
  if (auto known = way->known(asked)) return take(std::move(*known));
  way->identify(asked, take);
}

bool may_only_read(const std::string& user, const gateway_options& options) {
  const auto& readers = options.read_only_users;
  return !user.empty() && std::find(readers.begin(), readers.end(), user) != readers.end();
}

}  // namespace ironbus::http
