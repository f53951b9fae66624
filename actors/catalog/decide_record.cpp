#include "actors/catalog/decide_record.hpp"

#include "actors/catalog/allocation.hpp"
#include "actors/catalog/record_rules.hpp"
#include "actors/catalog/token_record.hpp"
#include "actors/catalog/webhook_record.hpp"
#include "actors/json_patch.hpp"
#include "actors/outbox.hpp"
#include "actors/size_limit.hpp"
#include "messages/base/overloaded.hpp"
#include "messages/contract/api_token.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t traits_max = 50;

bool is_allocation(const record_decision& d) { return d.type().name == "allocation"; }

bool is_token(const record_decision& d) { return d.type().name == token_type; }

std::vector<const field_spec*> specs_of_type(const record_type& type) {
  std::vector<const field_spec*> out;
  for (const auto& spec : type.fields) out.push_back(&spec);
  return out;
}

failure missing(const record_decision& d) {
  return {error_code::not_found,
          std::string{d.type().title} + " " + d.uuid() + " could not be found."};
}

failure exists(const record_decision& d) {
  return duplicate_of({std::string{d.type().collection} + ".uuid", d.uuid()});
}

void create(record_decision& decision, const create_record& create_record) {
  auto& attributes = decision.next.attributes;
  attributes = json::object();
  for (const auto& spec : decision.type().fields)
    attributes[std::string{spec.name}] = create_record.fields.value(spec.name, default_value(spec));
  attributes["uuid"] = decision.uuid();
  attributes["created_at"] = decision.ctx().now;
  attributes["updated_at"] = nullptr;
  normalize_record(decision.type(), attributes, {});
  if (auto ok = check_record(decision.type(), attributes, create_record.api_version); !ok)
    return decision.refuse(ok.error());
  decision.emit(event::created_suffix, json::object());
  if (is_allocation(decision))
    begin_allocation(decision, create_record.fields.value("node", json{}));
  if (is_token(decision)) begin_token(decision);
}

void update(record_decision& decision, const update_record& command) {
  auto& attributes = decision.next.attributes;
  const auto before = attributes;
  auto touched =
      apply_patch(attributes, specs_of_type(decision.type()), command.patch, command.api_version);
  if (!touched) return decision.refuse(touched.error());
  normalize_record(decision.type(), attributes, *touched);
  if (auto ok = check_record_change(decision.type(), before, attributes); !ok)
    return decision.refuse(ok.error());
  if (auto ok = check_record(decision.type(), attributes, command.api_version); !ok)
    return decision.refuse(ok.error());
  if (touched->empty()) return;
  attributes["updated_at"] = decision.ctx().now;
  decision.emit(event::updated_suffix, {{"changed", *touched}});
}

void remove(record_decision& decision, const delete_record& delete_record) {
  if (is_allocation(decision) && !end_allocation(decision, delete_record)) return;
  decision.erased = true;
  decision.emit(event::deleted_suffix, json::object());
}

void change_traits(record_decision& decision, const set_traits& command) {
  auto& attributes = decision.next.attributes;
  if (!attributes.contains("traits") || is_allocation(decision))
    return decision.refuse(
        {error_code::invalid, std::string{decision.type().title} + "s have no traits to set."});
  auto traits = attributes["traits"].get<std::vector<std::string>>();
  if (command.mode == set_traits::how::all) traits = command.traits;
  for (const auto& trait : command.traits) {
    if (command.mode == set_traits::how::remove && std::erase(traits, trait) == 0)
      return;  // done already; only a node reports that it had none
    if (command.mode == set_traits::how::add) traits.push_back(trait);
  }
  std::sort(traits.begin(), traits.end());
  traits.erase(std::unique(traits.begin(), traits.end()), traits.end());
  if (traits.size() > traits_max)
    return decision.refuse(
        {error_code::invalid, "At most " + std::to_string(traits_max) + " traits are allowed."});
  attributes["traits"] = traits;
  attributes["updated_at"] = decision.ctx().now;
  decision.emit(event::updated_suffix, {{"changed", {"traits"}}});
}

/// Continues what has a deadline.
void pursue(record_decision& decision) {
  is_token(decision) ? end_expired_token(decision) : continue_allocation(decision);
}

void apply(record_decision& decision, const record_message& message) {
  std::visit(overloaded{
                 [&](const record_command& order) {
                   std::visit(overloaded{
                                  [&](const create_record& x) { create(decision, x); },
                                  [&](const update_record& x) { update(decision, x); },
                                  [&](const delete_record& x) { remove(decision, x); },
                                  [&](const set_traits& x) { change_traits(decision, x); },
                                  [&](const answer_claim& x) { claim_answered(decision, x); },
                                  [&](const answer_release& x) { release_refused(decision, x); },
                                  [&](const order_letters& x) { order_letters_of(decision, x); },
                                  [&](const change_token& x) { change_token_record(decision, x); },
                              },
                              order);
                 },
                 [&](const rows_found& x) { candidates_found(decision, x); },
                 [&](const deadline_passed&) { pursue(decision); },
                 [&](const taken_over&) { pursue(decision); },
             },
             message);
}

template <class T>
bool is_command(const record_message& message) {
  const auto* x = std::get_if<record_command>(&message);
  return x != nullptr && std::holds_alternative<T>(*x);
}

/// A repeated request: if its answer was to come later, it still does.
bool is_answered_later(const record_decision& d, const record_message& message) {
  if (is_command<create_record>(message)) return d.next.creator.has_value();
  return is_command<delete_record>(message) && d.next.ending && !d.erased;
}

/// Fields that exceed their limits, from any author. A reply to a claim brings none.
std::optional<failure> find_excess(const record_decision& decision, const record_snapshot* before) {
  const auto& bounds = decision.ctx().policy.bounds;
  for (const auto& spec : decision.type().fields) {
    const std::string name{spec.name};
    const auto now = extent_of(decision.next.attributes.value(name, json{}));
    const auto old =
        before != nullptr ? extent_of(before->attributes.value(name, json{})) : extent{};
    if (auto wrong = ironbus::find_excess(
            {"The field '" + name + "'", bounds.field_bytes_max, bounds.field_depth_max}, now, old))
      return wrong;
  }
  return std::nullopt;
}

void remember_applied(record_snapshot& x, const std::string& id) {
  x.applied.push_back(id);
  if (x.applied.size() > applied_max) x.applied.erase(x.applied.begin());
}

}  // namespace

record_decision decide_record(const record_type& type, const record_snapshot* before,
                              const std::string& uuid, const std::string& id,
                              const record_message& message, const context& ctx) {
  record_decision d{type, uuid, before != nullptr ? *before : record_snapshot{}, ctx, id};
  const auto& applied = d.next.applied;
  if (std::find(applied.begin(), applied.end(), id) != applied.end())
    d.duplicate = true;
  else if (before == nullptr && is_command<answer_claim>(message))
    release_late_claim(d, std::get<answer_claim>(std::get<record_command>(message)));
  else if ((before == nullptr) != is_command<create_record>(message))
    d.refuse(before == nullptr ? missing(d) : exists(d));
  else
    apply(d, message);
  const bool judged = std::holds_alternative<record_command>(message) &&
                      !is_command<answer_claim>(message) && d.changed && !d.erased;
  if (!d.answer.refused && judged)
    if (auto excess = find_excess(d, before)) {
      record_decision refusing{type, uuid, before != nullptr ? *before : record_snapshot{}, ctx,
                               id};
      refusing.refuse(std::move(*excess));
      return refusing;
    }
  if (d.answer.refused) return d;
  d.answer.later = is_answered_later(d, message);
  if (d.changed) remember_applied(d.next, id);
  if (is_command<create_record>(message) || is_command<update_record>(message))
    d.answer.body = to_text(d.next.attributes);
  return d;
}

}  // namespace ironbus
