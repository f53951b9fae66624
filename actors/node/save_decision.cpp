#include "actors/node/save_decision.hpp"

#include "actors/inspection/processing/policy.hpp"
#include "messages/base/overloaded.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/decision_record.hpp"
#include "messages/wire/snapshot_changes.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr uint64_t between_wholes = 64;
constexpr std::chrono::hours long_pause{6};

/// The envelope of the message, even if it was never sent.
envelope envelope_of(const decided& given, const decision& made) {
  const auto& ctx = made.ctx();
  const auto& uuid = made.next.attributes.uuid;
  const auto own = [&](std::string_view type) {
    envelope out;
    out.type = type;
    out.data = json::object();
    return out;
  };
  auto out = std::visit(
      overloaded{
          [&](const command& y) { return envelop(y, std::string{given.id}, uuid, {}, ctx.sent); },
          [&](const step_outcome& y) {
            auto outcome = own(step_outcome_type);
            outcome.data = y;
            return outcome;
          },
          [&](const deadline_passed&) { return own(deadline_passed_type); },
          [&](const taken_over&) { return own(taken_over_type); }},
      given.message);
  out.id = given.id;
  out.subject = uuid;
  out.time = ctx.sent;
  out.authid = ctx.user;
  out.request_id = ctx.request_id;
  out.trace = ctx.trace;
  out.seen = ctx.seen;
  if (ctx.expires != expiry_of(out)) out.expires = ctx.expires;
  return out;
}

decision_context context_of(const decision& made) {
  const auto& ctx = made.ctx();
  decision_context out{std::string{ctx.conductor},
                       std::string{ctx.host},
                       ctx.epoch,
                       std::string{ctx.reply_to},
                       std::string{ctx.correlation_id},
                       {ctx.taken_macs.begin(), ctx.taken_macs.end()}};
  if (ctx.served) out.served.emplace(ctx.served->names().begin(), ctx.served->names().end());
  out.usual = made.usual_asked();
  return out;
}

/// As their authors wrote them, so that they can be compiled again.
std::string rules_of(const decision& made) {
  if (!made.has_asked_rules()) return {};
  auto out = json::array();
  for (const auto& rule : inspection::rules_of(made.ctx().rules))
    out.push_back({{"rule", json::parse(rule->source)}, {"built_in", rule->built_in}});
  return to_text(out);
}

/// Not later than its last change.
timestamp last_touched(const node& node) {
  auto out = node.created_at;
  for (const auto& moment : {node.updated_at, node.provision_updated_at})
    if (moment) out = std::max(out, *moment);
  return out;
}

std::string text_of(const node_snapshot* snapshot) {
  return snapshot != nullptr ? encode_snapshot(*snapshot) : "null";
}

bool needs_whole(const decided& given, timestamp now) {
  return given.before == nullptr || given.version % between_wholes == 0 ||
         now - last_touched(given.before->attributes) > long_pause;
}

}  // namespace

std::vector<std::string> sent_by(const decision& made) {
  std::vector<std::string> out;
  for (const auto& message : made.messages())
    if (message.exchange != routing::event_exchange)
      out.push_back(message.exchange + " " + message.routing_key + " " + message.id);
  return out;
}

event_record decision_event(const decided& given, const decision& made, const std::string& after) {
  const auto now = made.ctx().now;
  const auto encoded = given.text.empty() ? text_of(given.before) : std::string{};
  const auto before = given.text.empty() ? std::string_view{encoded} : given.text;
  decision_record out;
  out.version = given.version + 1;
  out.time = now;
  out.message = without_long_strings(encode_envelope(envelope_of(given, made)));
  out.context = context_of(made);
  out.sent = sent_by(made);
  if (needs_whole(given, now)) out.before = without_long_strings(before);
  out.changes = changes_between(before, after.empty() ? std::string_view{"null"} : after);
  if (const auto token = made.ctx().fresh_token;
      !token.empty() && out.changes.find(token) != std::string::npos)
    out.context.fresh_token = token;
  if (given.text.empty() || !out.before.empty())
    out.configuration = made.ctx().options.configuration;
  out.rules = rules_of(made);
  event_record event;
  event.subject = decision_subject(made.next.attributes.uuid);
  event.type = decision_type;
  event.moment = to_system_time(now);
  event.final = made.erased;
  event.body = to_text(out);
  return event;
}

}  // namespace ironbus
