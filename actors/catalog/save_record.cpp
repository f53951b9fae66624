#include "actors/catalog/save_record.hpp"

#include "actors/outbox.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

std::vector<unique_key> keys_of(const record_type& type, const json& attributes) {
  const auto space = std::string{type.collection} + ".";
  std::vector<unique_key> out{{space + "uuid", attributes.at("uuid").get<std::string>()}};
  for (auto name : type.unique)
    if (const auto& value = attributes.at(std::string{name}); value.is_string())
      out.push_back({space + std::string{name}, value.get<std::string>()});
  return out;
}

/// The projects that may see a runbook; all of them if it is public.
void add_projects_of_runbook(row& out, const json& attributes) {
  add_column(out, project_column, attributes.at("owner"));
  if (attributes.at("public") == true) out.columns.emplace_back(project_column, all_projects);
}

row row_of(const record_type& type, const json& attributes) {
  row out{std::string{type.collection},
          attributes.at("uuid").get<std::string>(),
          to_text(attributes),
          {}};
  for (auto name : type.columns) add_column(out, name, attributes.at(std::string{name}));
  if (type.name == "runbook") add_projects_of_runbook(out, attributes);
  return out;
}

/// The attributes that event filters use.
event_record labels_of(const std::string& subject, const json& attributes) {
  event_record out;
  out.subject = subject;
  if (const auto owner = attributes.find("owner"); owner != attributes.end() && owner->is_string())
    out.owner = owner->get<std::string>();
  return out;
}

void set_attention(commit& out, const record_snapshot& snapshot) {
  if (snapshot.until) out.attention = to_system_time(*snapshot.until);
}

}  // namespace

commit make_record_commit(const record_snapshot* before, const record_decision& decision,
                          uint32_t shards) {
  commit out;
  out.aggregate = "record";
  out.id = record_subject(decision.type().name, decision.uuid());
  out.shard = routing::shard_of(out.id, shards);
  out.erase = decision.erased;
  for (const auto& message : decision.messages()) out.outbox.push_back(encode_outgoing(message));
  out.events = events_among(decision.messages(), decision.ctx().now,
                            labels_of(out.id, decision.next.attributes), decision.erased);
  const auto old_keys =
      before != nullptr ? keys_of(decision.type(), before->attributes) : std::vector<unique_key>{};
  if (decision.erased) {
    out.release = old_keys;
    return out;
  }
  out.snapshot = encode_record(decision.next);
  const auto new_keys = keys_of(decision.type(), decision.next.attributes);
  out.claim = keys_without(new_keys, old_keys);
  out.release = keys_without(old_keys, new_keys);
  auto fresh = row_of(decision.type(), decision.next.attributes);
  if (before == nullptr || !same_row(row_of(decision.type(), before->attributes), fresh))
    out.put.push_back(std::move(fresh));
  set_attention(out, decision.next);
  return out;
}

commit make_whole_record_commit(const record_type& type, const record_snapshot& snapshot) {
  commit out;
  out.aggregate = "record";
  out.claim = keys_of(type, snapshot.attributes);
  out.put.push_back(row_of(type, snapshot.attributes));
  set_attention(out, snapshot);
  return out;
}

}  // namespace ironbus
