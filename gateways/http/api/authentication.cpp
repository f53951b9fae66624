#include "gateways/http/api/authentication.hpp"

#include "gateways/http/access/basic_auth.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/router.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

namespace {

constexpr size_t unnamed_body_max = 64 * 1024;

// At the door of the ramdisks all that is served is public, so the rest may be called missing.
bool needs_user(const route* matched, const services& with) {
  return with.users != nullptr && (matched == nullptr || matched->who == access::user);
}

void refuse_user(call& x, const std::string& text) {
  auto out = error_response(401, text);
  out.headers.emplace_back("WWW-Authenticate", "Basic realm=\"Baremetal API\"");
  x.respond(std::move(out));
}

void go_on_or_refuse(const call_ptr& x, const std::string& user, verdict found,
                     void (*go_on)(const call_ptr&)) {
  if (found == verdict::right) {
    x->user = user;
    return go_on(x);
  }
  if (found == verdict::wrong) return refuse_user(*x, "Incorrect username or password.");
  x->refuse({error_code::unavailable, "Too many passwords are being checked; try again later."});
}

}  // namespace

void admit(const call_ptr& x, void (*go_on)(const call_ptr&)) {
  if (x->at == door::ramdisks || !needs_user(x->matched, x->with)) return go_on(x);
  auto sent = read_basic(x->in.header("Authorization"));
  if (!sent) return refuse_user(*x, "Authorization is required: HTTP Basic.");
  if (x->with.users->remembers(*sent)) return go_on_or_refuse(x, sent->user, verdict::right, go_on);
  auto judged = [x, user = sent->user, go_on](verdict found) {
    x->with.post(
        [x, user, found, go_on] { x->guarded([&] { go_on_or_refuse(x, user, found, go_on); }); });
  };
  x->with.users->judge(std::move(*sent), std::move(judged));
}

size_t unnamed_body_bytes_max(size_t otherwise, const route* matched, const services& with,
                              const request& head) {
  if (!needs_user(matched, with) || read_basic(head.header("Authorization"))) return otherwise;
  return std::min(otherwise, unnamed_body_max);
}

}  // namespace ironbus::http
