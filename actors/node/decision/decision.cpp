#include "actors/node/decision/decision.hpp"

#include "actors/node/decision/step_spans.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/base/legacy_uuid.hpp"
#include "messages/crypto/signed_document.hpp"
#include "messages/model/cleaning_certificate.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Ids of numbered rows are computed, so that the oldest can be removed without a list.
std::string numbered_name(const std::string& node, std::string_view collection, uint64_t number) {
  return node + "." + std::string{collection} + "." + std::to_string(number);
}

/// The user who requested the running work. An outcome belongs to the outstanding request, which
/// may be a power change or a call between the steps of another user's workflow.
std::string requester_of(const node_snapshot& snapshot) {
  const auto* out = snapshot.in_flight ? &snapshot.in_flight->what : nullptr;
  if (out != nullptr && std::holds_alternative<due_power_action>(*out)) return snapshot.power->user;
  if (out != nullptr && std::holds_alternative<due_driver_call>(*out))
    return snapshot.calls.front().user;
  return snapshot.current ? snapshot.current->user : std::string{};
}

std::string user_of(const node_snapshot& x, const context& ctx) {
  return ctx.user.empty() ? requester_of(x) : std::string{ctx.user};
}

node_snapshot begin_with(const node_snapshot* before, const std::string& uuid) {
  if (before != nullptr) return *before;
  node_snapshot fresh;
  fresh.attributes.uuid = uuid;
  return fresh;
}

std::string request_of(const node_snapshot& x, const context& ctx) {
  if (!ctx.request_id.empty()) return std::string{ctx.request_id};
  return x.current ? x.current->request_id : std::string{};
}

trace_context trace_of(const node_snapshot& x, const context& ctx, std::string_view seed) {
  if (ctx.request_id.empty() && x.current && x.current->trace.is_set()) return x.current->trace;
  return child_of(ctx.trace, seed);
}

}  // namespace

decision::decision(const node_snapshot* before, const std::string& uuid, const context& ctx,
                   std::string_view seed)
    : next(begin_with(before, uuid)),
      before_(before),
      ctx_(ctx),
      ids_(std::string{seed} + uuid),
      user_(user_of(next, ctx)),
      request_id_(request_of(next, ctx)),
      trace_(trace_of(next, ctx, seed)) {}

bool decision::has_changed() const {
  return std::any_of(messages_.begin(), messages_.end(),
                     [](const outgoing& x) { return x.durable; }) ||
         !rows_.empty() || (before_ != nullptr && next != *before_);
}

std::optional<usual_time> decision::usual(const std::string& kind) {
  if (!ctx_.usual) return std::nullopt;
  const auto found = ctx_.usual->find(kind);
  if (found == ctx_.usual->end()) return std::nullopt;
  usual_asked_.push_back(found->second);
  return found->second;
}

const inspection::rules_in_force& decision::rules() {
  has_asked_rules_ = true;
  return ctx_.rules;
}

void decision::emit(std::string_view event_type, json data) {
  data["uuid"] = next.attributes.uuid;
  data["name"] = next.attributes.name;
  envelope head;
  head.id = fresh_id();
  head.type = std::string{event_type_prefix} + std::string{event_type};
  head.source = "/ironbus/conductor/" + std::string{ctx_.conductor};
  head.subject = next.attributes.uuid;
  head.time = ctx_.now;
  head.sequence = ++next.sequence;
  head.trace = trace_;
  head.lessee = next.attributes.lessee.value_or("");
  head.data = mask_secrets(std::move(data));
  messages_.push_back({.exchange = std::string{routing::event_exchange},
                       .routing_key = routing::event_key(next.attributes.uuid, event_type),
                       .id = head.id,
                       .body = encode_envelope(head)});
}

outgoing decision::to_drivers(const step_request& request, std::string_view type,
                              std::string id) const {
  envelope head;
  head.id = std::move(id);
  head.type = type;
  head.source = "/ironbus/conductor/" + std::string{ctx_.conductor};
  head.subject = request.id.node;
  head.time = ctx_.now;
  head.trace = step_span(next, request.id);
  head.data = request;
  return {.exchange = std::string{routing::step_exchange},
          .routing_key = routing::step_key(request.what.interface, request.machine.conductor_group),
          .id = head.id,
          .body = encode_envelope(head)};
}

void decision::request(step_request request) {
  const auto& op = next.current;
  const bool follows = op && op->id == request.id.operation_id && op->epoch != 0;
  request.epoch = follows ? op->epoch : ctx_.epoch;
  auto out = to_drivers(request, step_request_type, claim_key(request.id));
  out.mandatory = true;
  messages_.push_back(std::move(out));
}

void decision::probe(const step_request& request) {
  auto out = to_drivers(request, step_probe_type, fresh_id());
  out.durable = false;
  messages_.push_back(std::move(out));
}

void decision::tell(const std::string& subject, const record_command& x) {
  send_command(subject, x);
}

void decision::tell(const std::string& node, const command& x) { send_command(node, x); }

void decision::tell_again(const deferred_command& deferred) {
  const auto& uuid = next.attributes.uuid;
  envelope head;
  head.id = deferred.id;
  head.type = deferred.type;
  head.source = "/ironbus/conductor/" + std::string{ctx_.conductor};
  head.subject = uuid;
  head.time = deferred.since;
  head.data = deferred.data;
  head.authid = deferred.user;
  head.expires = deferred.expires;
  head.trace = deferred.trace;
  head.seen = deferred.seen;
  send({.exchange = std::string{routing::node_exchange},
        .routing_key = routing::shard_key(routing::shard_of(uuid, ctx_.policy.shards)),
        .id = deferred.id,
        .body = encode_envelope(head),
        .reply_to = deferred.reply_to,
        .correlation_id = deferred.correlation_id,
        .mandatory = true});
}

void decision::answer_later(const std::string& id, const std::string& reply_to,
                            const std::string& correlation_id, const reply& reply) {
  send({.exchange = {},
        .routing_key = reply_to,
        .id = "reply." + id,
        .body = encode_reply(reply),
        .correlation_id = correlation_id,
        .durable = false});
}

template <class Command>
void decision::send_command(const std::string& subject, const Command& command) {
  const auto id = fresh_id();
  auto head =
      envelop(command, id, subject, "/ironbus/conductor/" + std::string{ctx_.conductor}, ctx_.now);
  head.authid = user_;
  head.request_id = request_id_;
  head.trace = trace_;
  messages_.push_back(
      {.exchange = std::string{routing::node_exchange},
       .routing_key = routing::shard_key(routing::shard_of(subject, ctx_.policy.shards)),
       .id = id,
       .body = encode_envelope(head),
       .mandatory = true});
}

void decision::append_row(std::string_view collection, uint64_t& first, uint64_t& end, size_t max,
                          json summary) {
  const auto& uuid = next.attributes.uuid;
  auto id = derived_uuid(numbered_name(uuid, collection, end++));
  summary["uuid"] = id;
  rows_.push_back({std::string{collection}, std::move(id), to_text(summary), {{"node", uuid}}});
  for (; end - first > max; ++first) {
    const auto name = numbered_name(uuid, collection, first);
    removed_.emplace_back(collection, derived_uuid(name));
    removed_.emplace_back(collection, legacy_derived_uuid(name));
  }
}

void decision::add_history(std::string_view severity, std::string_view event_type,
                           const std::string& text) {
  append_row("history", next.history_first, next.history_end, ctx_.options.history_max_entries,
             {{"created_at", ctx_.now},
              {"severity", severity},
              {"event", mask_text(text)},
              {"event_type", event_type},
              {"conductor", ctx_.host},
              {"user", user_.empty() ? json{} : json(user_)},
              {"project", nullptr},
              {"state", next.attributes.state},
              {"target_provision_state", next.attributes.target_state},
              {"duration_seconds", nullptr}});
}

void decision::add_ended_operation(const operation& ended) {
  auto record = document_of(ended);
  record["request"].erase(std::string{info(ended.kind).working_data});
  for (auto& step : record["steps"])
    if (step.value("step", "") == reserved_step::call_api) step["args"] = json::object();
  record = mask_secrets(std::move(record));
  record["ended_at"] = ctx_.now;
  record_workflow(*this, ended);
  append_row("operations", next.operations_first, next.operations_end,
             ctx_.options.operations_max_entries, std::move(record));
  certify(ended);
}

void decision::certify(const operation& ended) {
  if (!ctx_.options.certificate_key) return;
  const auto payload = certificate_of(next, ended, ctx_.now);
  if (!payload) return;
  next.last_certificate = certificate_digest(*payload);
  append_row(
      "certificates", next.certificates_first, next.certificates_end,
      ctx_.options.certificates_max_entries,
      {{"operation_id", ended.id},
       {"ended_at", ctx_.now},
       {"digest", next.last_certificate},
       {"certificate", sign_document(*ctx_.options.certificate_key, *payload, certificate_type)}});
}

void decision::record_error(std::string_view event_type, const std::string& text) {
  auto cut = mask_text(text).substr(0, ctx_.options.error_text_max);
  next.attributes.last_error = cut;
  add_history("ERROR", event_type, cut);
}

void decision::log(log::level how, std::string text) {
  logs_.push_back({how, std::move(text), {{log_key::node, next.attributes.uuid}}});
}

void decision::report(log::level how, std::string text, std::vector<log::field> fields) {
  std::vector<log::field> all{{log_key::node, next.attributes.uuid},
                              {log_key::name, next.attributes.name.value_or("")}};
  std::move(fields.begin(), fields.end(), std::back_inserter(all));
  all.push_back({log_key::request_id, request_id_});
  tracing::add_ids(all, trace_);
  all.push_back({log_key::user, user_});
  std::erase_if(all, [](const auto& x) { return x.value.empty(); });
  all.push_back({log_key::revision, {}});
  logs_.push_back({how, std::move(text), std::move(all)});
}

void decision::keep_inventory(const json& inventory) {
  inventory_ = extent_of(inventory);
  rows_.push_back(
      {"inventory", next.attributes.uuid, to_text(inventory), {{"node", next.attributes.uuid}}});
}

}  // namespace ironbus
