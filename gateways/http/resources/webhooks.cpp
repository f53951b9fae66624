#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/resources/webhook_state.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/events/event_position.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::http {

namespace {

result<std::monostate> check_url(const call& call, const json& url) {
  if (!url.is_string()) return {};  // The table checks its type.
  const auto where = parse_webhook_url(url.get<std::string>(), call.services.policy.webhooks);
  if (where) return {};
  return invalid("Invalid value for 'url': " + where.error().message + ".");
}

/// The limits of the event log.
task<event_page> read_log_ends(const call_ptr& call) {
  event_query what;
  what.limit = 1;
  co_return co_await read_events(call, std::move(what));
}

/// Checks that the log has the position, and returns it as LOG:POSITION.
task<std::string> check_place(const call_ptr& call, const std::string& text) {
  auto place = co_await parse_event_position(text, "since");
  const auto log = co_await read_log_ends(call);
  if (state_of(place, log) != position_state::good)
    co_return invalid("Invalid value for 'since': the log " + log.log + " is complete after " +
                      std::to_string(log.complete_after) + " and ends at " +
                      std::to_string(log.newest) + "; allowed: 0, or a position between them.");
  place.log = log.log;
  co_return place.text();
}

/// The default fields of a webhook, besides `since`.
const json defaults{{"enabled", true}, {"max_batch", 1}};

task<std::string> end_of_log(const call_ptr& call) {
  const auto log = co_await read_log_ends(call);
  co_return event_position{log.log, log.newest}.text();
}

task<json> with_defaults(const call_ptr& call, json body) {
  body.insert(defaults.begin(), defaults.end());
  const auto since = body.value("since", json());
  if (!body.contains("since"))
    body["since"] = co_await end_of_log(call);
  else if (since.is_string())
    body["since"] = co_await check_place(call, since.get<std::string>());
  co_return body;
}

/// Checks the URL and completes a position.
task<patch_operation> check_operation(const call_ptr& call, patch_operation operation) {
  const auto name = operation.path.substr(1);
  const bool removes = operation.op == "remove";
  if (removes && defaults.contains(name))
    co_return patch_operation{"replace", operation.path, defaults[name]};
  if (name == "since" && removes) {
    auto place = co_await end_of_log(call);
    co_return patch_operation{"replace", operation.path, std::move(place)};
  }
  if (name == "url") co_await check_url(*call, operation.value);
  if (name == "since" && operation.value.is_string())
    operation.value = co_await check_place(call, operation.value.get<std::string>());
  co_return operation;
}

task<> check_number(const call_ptr& call) {
  const auto most = call->services.policy.webhooks.webhooks_max;
  query all;
  all.collection = webhooks.kind().collection;
  all.limit = most;
  const auto rows = co_await list_rows(call, std::move(all));
  if (rows.size() >= most)
    co_await fail(error_code::conflict,
                  "Cannot create the webhook: the option "
                  "webhooks.max_webhooks allows " +
                      std::to_string(most) + ". Delete one first.");
}

task<> create_webhook(const call_ptr& call) {
  auto body = co_await call->body_object();
  const auto url = body.value("url", json());
  co_await check_url(*call, url);
  auto whole = co_await with_defaults(call, std::move(body));
  auto fields = co_await check_new_record(webhooks, *call, std::move(whole));
  co_await check_number(call);
  co_await create_checked_record(webhooks, call, std::move(fields));
}

task<> patch_webhook(const call_ptr& call) {
  const auto body = co_await call->body_json();
  auto patch = co_await check_patch(webhooks.kind(), body, call->version);
  for (auto& operation : patch) operation = co_await check_operation(call, operation);
  const auto found = co_await read_record(webhooks, call, call->arguments[0]);
  update_record what{std::move(patch), call->version};
  const auto answer =
      co_await ask_record(call, std::move(what), record_subject(webhook_type, found.uuid));
  const auto attributes = co_await parse_own_json(answer);
  respond_record(webhooks, *call, 200, attributes);
}

json state_of_delivery(const webhook_delivery& found, const event_page& log) {
  const std::string conductor{name_in_owner(found.owner)};
  const bool is_here = found.log == log.log;
  return {{"log", found.log},
          {"position", found.position},
          {"newest", log.newest},
          {"lag", is_here ? log.newest - std::min(log.newest, found.position) : log.newest},
          {"delivered", found.delivered},
          {"gaps", found.gaps},
          {"attempts", found.attempts},
          {"next_attempt_at", found.next_attempt_at},
          {"last_attempt_at", found.last_attempt_at},
          {"last_success_at", found.last_success_at},
          {"last_error_at", found.last_error_at},
          {"last_error", found.last_error.empty() ? json{} : json(found.last_error)},
          {"dead_letters", found.dead_letters},
          {"conductor", conductor.empty() ? json{} : json(conductor)}};
}

task<> show_webhook_state(const call_ptr& call) {
  const auto found = co_await read_record(webhooks, call, call->arguments[0]);
  auto delivery = co_await read_delivery(call, found.uuid);
  const auto log = co_await read_log_ends(call);
  if (delivery.since != found.description.at("since")) {  // No delivery has started from there yet.
    const auto place = co_await parse_event_position(
        found.description.at("since").get_ref<const std::string&>(), "since");
    delivery.log = place.log;
    delivery.position = place.position;
  }
  call->respond_json(to_text(state_of_delivery(delivery, log)));
}

}  // namespace

task<webhook_delivery> read_delivery(const call_ptr& call, const std::string& uuid) {
  const auto found =
      co_await tried(load_aggregate(call, std::string(webhook_delivery_aggregate), uuid));
  const bool is_none = found ? found->erased : found.error().code == error_code::not_found;
  if (is_none) co_return webhook_delivery();
  const auto record = co_await found;
  co_return decode_stored<webhook_delivery>(record.snapshot, "webhook's delivery");
}

collection_routes webhook_routes() {
  auto out = routes_of(webhooks);
  out.create.answers = create_webhook;
  out.change.answers = patch_webhook;
  for (auto* one : {&out.list, &out.create, &out.show, &out.change, &out.remove}) {
    one->who = access::admin;
    one->differs = "ironbus only";
  }
  const auto letters = out.show.path + "/dead_letters";
  const auto letter = letters + "/{letter}";
  constexpr auto normal = body_kind::normal;
  constexpr auto admin = access::admin;
  out.below = {
      {"GET", out.show.path + "/state", show_webhook_state, 0, 404, normal,
       "Show the delivery state of a webhook", admin, "ironbus only"},
      {"GET", letters, list_dead_letters, 0, 404, normal, "List the dead letters of a webhook",
       admin, "ironbus only"},
      {"DELETE", letters, drop_dead_letters, 0, 404, normal, "Delete all dead letters of a webhook",
       admin, "ironbus only"},
      {"POST", letters + "/send", send_dead_letters, 0, 404, normal,
       "Resend all dead letters of a webhook", admin, "ironbus only"},
      {"DELETE", letter, drop_dead_letter, 0, 404, normal, "Delete a dead letter of a webhook",
       admin, "ironbus only"},
      {"POST", letter + "/send", send_dead_letter, 0, 404, normal,
       "Resend a dead letter of a webhook", admin, "ironbus only"},
  };
  return out;
}

}  // namespace ironbus::http
