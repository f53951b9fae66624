#include "gateways/http/access/session/session_authenticator.hpp"
#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/ui/handlers.hpp"

namespace ironbus::http {

namespace {

constexpr unsigned created = 201;
constexpr unsigned no_content = 204;

/// Null: users need not sign in.
session_authenticator* sessions_of(const call& call) {
  return static_cast<session_authenticator*>(
      call.services.users.way_named(session_authenticator::method));
}

/// The answer, which no cache may keep.
response private_answer(unsigned status, const json& content) {
  response out;
  out.status = status;
  if (!content.is_null()) out.body = to_text(content);
  out.headers.emplace_back("Cache-Control", "no-store");
  return out;
}

json project_shown(const rights::identity& who) {
  if (who.project_id.empty()) return nullptr;
  return {{"id", who.project_id}, {"name", who.project_name}};
}

json time_shown(std::chrono::sys_seconds x) { return timestamp{x.time_since_epoch()}; }

/// Without a session its members are null.
json session_shown(const call& call, const page_session* known) {
  const bool limited = is_limited(call);
  auto* sessions = sessions_of(call);
  return {{"user", call.user.empty() ? json{} : json(call.user)},
          {"method", call.proof.empty() ? json{} : json(call.proof)},
          {"roles", limited ? json(call.who.roles) : json{}},
          {"system", limited && call.who.is_system},
          {"project", limited ? project_shown(call.who) : json{}},
          {"expires_at", known != nullptr ? time_shown(known->expires) : json{}},
          {"csrf_token", known != nullptr ? json(sessions->forgery_token(*known)) : json{}}};
}

/// The session that proved the user. Credentials in headers count more than its cookie.
std::optional<page_session> own_session(const call& call) {
  auto* sessions = sessions_of(call);
  if (sessions == nullptr || call.services.users.way_for(call.request) != sessions)
    return std::nullopt;
  return sessions->session_of(call.request);
}

proved_user user_of(const call& call) {
  proved_user out;
  out.name = call.user;
  out.method = call.proof;
  out.credential = call.credential;
  if (is_limited(call)) out.who = call.who;
  return out;
}

failure no_session_here(const call& call) {
  if (sessions_of(call) == nullptr)
    return {error_code::invalid,
            "There are no sessions here, because users need not sign in (api.auth_strategy is "
            "noauth)."};
  return {
      error_code::forbidden,
      "A session begins with another way to sign in. Send credentials in the request's headers."};
}

}  // namespace

void show_session(const call_ptr& call) {
  const auto known = own_session(*call);
  call->respond(private_answer(200, session_shown(*call, known ? &*known : nullptr)));
}

void begin_session(const call_ptr& call) {
  auto* sessions = sessions_of(*call);
  if (sessions == nullptr || own_session(*call)) return call->refuse(no_session_here(*call));
  const auto begun = sessions->begin(user_of(*call), call->base().starts_with("https:"));
  if (!begun) return call->refuse(begun.error());
  auto out = private_answer(created, session_shown(*call, &begun->content));
  out.headers.emplace_back("Set-Cookie", begun->cookie);
  call->respond(std::move(out));
}

void end_session(const call_ptr& call) {
  const auto known = own_session(*call);
  if (!known)
    return call->refuse({error_code::not_found, "The request has no session that could end."});
  auto out = private_answer(no_content, nullptr);
  out.headers.emplace_back("Set-Cookie", sessions_of(*call)->end(*known));
  call->respond(std::move(out));
}

}  // namespace ironbus::http
