#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/resources/webhook_state.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/list_query.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The page size. Each dead letter contains its event.
constexpr size_t letters_at_once = 100;

query letters_of(const std::string& webhook) {
  query out;
  out.collection = dead_letter_collection;
  out.filters = {{std::string{dead_letter_webhook_column}, filter::op::equal, {webhook}}};
  return out;
}

result<std::monostate> check_letter_parameters(const call& call) {
  for (const auto& [name, value] : call.url.query)
    if (name != "limit" && name != "marker")
      return invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: limit, marker.");
  return {};
}

std::string next_link(const call& call, const query& page, const std::string& last) {
  return call.base() + "/v1/webhooks/" + percent_encode(call.arguments[0]) +
         "/dead_letters?limit=" + std::to_string(page.limit) + "&marker=" + percent_encode(last);
}

task<> check_letter(const call_ptr& call, const std::string& webhook, const std::string& letter) {
  query one;
  one.collection = dead_letter_collection;
  one.filters = {{std::string{dead_letter_id_column}, filter::op::equal, {letter}}};
  const auto rows = co_await list_rows(call, std::move(one));
  const bool is_there = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
    const auto found = decode<undelivered_event>(row.summary);
    return found && found->webhook_uuid == webhook;
  });
  if (!is_there)
    co_await fail(error_code::not_found,
                  "Dead letter " + letter.substr(0, 64) + " could not be found.");
}

/// Orders an action on a dead letter, or on all if `letter` is empty. The dispatcher carries it out
/// soon.
task<> order(const call_ptr& call, dead_letter_action action, std::string letter) {
  const auto found = co_await read_record(webhooks, call, call->arguments[0]);
  if (!letter.empty()) co_await check_letter(call, found.uuid, letter);
  const auto delivery = co_await read_delivery(call, found.uuid);
  order_letters what{action, std::move(letter), delivery.orders_done};
  co_await ask_record(call, std::move(what), record_subject(webhook_type, found.uuid));
  call->respond_empty(202);
}

}  // namespace

task<> list_dead_letters(const call_ptr& call) {
  co_await check_letter_parameters(*call);
  const auto wanted = co_await read_paging(*call);
  const auto found = co_await read_record(webhooks, call, call->arguments[0]);
  auto page = letters_of(found.uuid);
  page.limit = std::min(wanted.limit, letters_at_once);
  page.marker = wanted.marker;
  const auto rows = co_await list_rows(call, page);
  std::string out = "{\"dead_letters\":[";
  for (const auto& row : rows) out.append(out.ends_with('[') ? "" : ",").append(row.summary);
  out += ']';
  if (rows.size() == page.limit)
    out += ",\"next\":" + to_text(json(next_link(*call, page, rows.back().id)));
  call->respond_json(out + "}");
}

task<> send_dead_letters(const call_ptr& call) { return order(call, dead_letter_action::send, {}); }

task<> send_dead_letter(const call_ptr& call) {
  return order(call, dead_letter_action::send, call->arguments[1]);
}

task<> drop_dead_letters(const call_ptr& call) { return order(call, dead_letter_action::drop, {}); }

task<> drop_dead_letter(const call_ptr& call) {
  return order(call, dead_letter_action::drop, call->arguments[1]);
}

}  // namespace ironbus::http
