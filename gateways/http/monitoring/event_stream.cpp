#include "gateways/http/api/authentication.hpp"
#include "gateways/http/api/call.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/api/questions.hpp"
#include "gateways/http/events/event_hub.hpp"
#include "gateways/http/monitoring/event_query.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/monitoring/web_socket_request.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

namespace {

std::string stream_ended(const std::string& reason) {
  return "event: ironbus.stream_ended\ndata: " + to_text(json{{"reason", reason}}) + "\n\n";
}

response stream_answer() {
  response out;
  out.content_type = "text/event-stream";
  out.headers.emplace_back("Cache-Control", "no-store");
  out.body = ": ironbus events\n\n";
  out.streamed = std::make_shared<streaming>();
  out.streamed->keep_alive_text = ": keep-alive\n\n";
  out.streamed->farewell = stream_ended;
  return out;
}

response socket_answer(const request& asked) {
  response out;
  out.status = 101;
  out.streamed = std::make_shared<streaming>();
  out.streamed->web_socket_key = asked.header("Sec-WebSocket-Key");
  return out;
}

constexpr std::string_view read_rule = "baremetal:events:list";

/// The view of a user who was proved again.
result<event_viewer_ptr> view_of(const sign_in& users, const result<proved_user>& user) {
  if (!user) return tl::unexpected(user.error());
  if (!user->who) return event_viewer_ptr{};
  const auto rules = users.rules();
  if (!rules->allows(read_rule, *user->who)) return tl::unexpected(denied(read_rule));
  return event_viewer_ptr{std::make_shared<const event_viewer>(*user->who, rules)};
}

/// A user may lose the rights while following: the credentials expire, or the roles change.
void watch_user(const call& call, event_follower& follower) {
  follower.viewer = viewer_of(call);
  follower.next_check = std::chrono::steady_clock::now();
  if (call.user.empty()) return;
  const auto& users = call.services.users;
  auto asked = std::make_shared<request>(call.request);
  asked->body.clear();
  follower.check = [&users, asked](const std::function<void(result<event_viewer_ptr>)>& done) {
    prove_again(users, *asked,
                [&users, done](const result<proved_user>& user) { done(view_of(users, user)); });
  };
}

void follow(const call_ptr& call, event_follower begun, uint64_t newest) {
  const auto follower = std::make_shared<event_follower>(std::move(begun));
  const auto& hub = call->services.events;
  auto out = call->request.wants_web_socket ? socket_answer(call->request) : stream_answer();
  follower->form = call->request.wants_web_socket ? event_form::json : event_form::server_sent;
  // Neither function owns the connection. It is released when the hub drops the follower.
  out.streamed->begin = [hub, follower, newest](std::shared_ptr<stream> receiver) {
    follower->receiver = std::move(receiver);
    if (!hub->add(follower, newest))
      follower->receiver->give_up("too many clients follow the events");
  };
  out.streamed->drained = [hub, weak = std::weak_ptr{follower}] {
    if (const auto kept = weak.lock()) hub->go_on(kept);
  };
  call->respond(std::move(out));
}

}  // namespace

task<> stream_events(const call_ptr& call) {
  if (call->request.wants_web_socket)
    if (auto refused = refusal_of_web_socket(*call)) {
      call->respond(*std::move(refused));
      co_return;
    }
  const auto asked = co_await read_events_request(call, true);
  if (!call->services.events->has_room())
    co_await fail(error_code::unavailable, "Too many clients follow the events. Try again later.");
  event_query nothing{0, {}, 0};
  const auto log = co_await read_events(call, std::move(nothing));
  if (auto refused = refusal_of(asked, log)) {
    call->respond(*std::move(refused));
    co_return;
  }
  event_follower begun;
  begun.wanted = asked.wanted;
  begun.position = asked.since ? asked.since->position : log.newest;
  begun.compacted = begun.position < log.complete_after;
  watch_user(*call, begun);
  follow(call, std::move(begun), log.newest);
}

}  // namespace ironbus::http
