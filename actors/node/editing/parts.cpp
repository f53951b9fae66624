#include "actors/node/editing/parts.hpp"

#include "actors/json_patch.hpp"
#include "actors/node/base/part_kind.hpp"
#include "actors/node/editing/part_rules.hpp"
#include "actors/outbox.hpp"

#include <algorithm>

namespace ironbus {

namespace {

template <class T>
auto place_of_part(std::vector<T>& all, const std::string& uuid) {
  return std::find_if(all.begin(), all.end(), [&](const T& x) { return x.uuid == uuid; });
}

template <class T>
failure no_such_part(const part_kind<T>& kind, const std::string& uuid) {
  return {error_code::not_found, std::string{kind.title} + " " + uuid + " could not be found."};
}

template <class T>
result<T> read_part(const part_kind<T>& kind, const json& fields) {
  T out;
  for (const auto& [name, value] : fields.items()) {
    const auto* row = find_field(kind.fields(), name);
    if (row == nullptr || !row->spec.has(in_create))
      return fail(error_code::invalid, "Unknown field '" + name + "' in the request.");
    if (auto ok = check_value(row->spec, value); !ok) return tl::unexpected(ok.error());
    row->set(out, value);
  }
  normalize_part(out);
  return out;
}

/// The store guarantees uniqueness between nodes; within a node it is checked here.
template <class T>
std::optional<failure> check_unique(const std::vector<T>& all, const T& fresh, bool is_new) {
  const auto keys = keys_of(fresh);
  for (const auto& other : all) {
    if (!is_new && other.uuid == fresh.uuid) continue;
    for (const auto& key : keys_of(other))
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) return duplicate_of(key);
  }
  return std::nullopt;
}

/// The touched fields whose value has changed.
template <class T>
std::vector<std::string> changed_fields(const part_kind<T>& kind, const T& before, const T& after,
                                        const std::vector<std::string>& touched) {
  std::vector<std::string> out;
  for (const auto& name : touched)
    if (const auto* row = find_field(kind.fields(), name); row->get(before) != row->get(after))
      out.push_back(name);
  return out;
}

json event_data(std::string_view kind, const json& part) {
  json out{{std::string{kind} + "_uuid", part.at("uuid")}};
  if (kind == "port") out["address"] = part.at("address");
  return out;
}

std::string event_of(std::string_view kind, std::string_view suffix) {
  return std::string{kind} + std::string{suffix};
}

template <class T>
void add(decision& decision, const part_kind<T>& kind, const create_part& command) {
  auto fresh = read_part(kind, command.fields);
  if (!fresh) return decision.refuse(fresh.error());
  fresh->node_uuid = decision.next.attributes.uuid;
  fresh->created_at = decision.ctx().now;
  auto& all = decision.next.*(kind.all);
  if (auto refused = check_new(decision.next, *fresh)) return decision.refuse(std::move(*refused));
  if (auto refused = check_unique(all, *fresh, true)) return decision.refuse(std::move(*refused));
  const json shown = *fresh;
  decision.answer.body = to_text(shown);
  decision.emit(event_of(kind.name, event::created_suffix), event_data(kind.name, shown));
  all.push_back(std::move(*fresh));
}

template <class T>
void patch(decision& decision, const part_kind<T>& kind, const update_part& command) {
  auto& all = decision.next.*(kind.all);
  const auto found = place_of_part(all, command.uuid);
  if (found == all.end()) return decision.refuse(no_such_part(kind, command.uuid));
  json document = *found;
  const auto specs = specs_of(kind.fields());
  auto touched = apply_patch(document, specs, command.patch, command.api_version);
  if (!touched) return decision.refuse(touched.error());
  auto after = *found;
  for (const auto& name : *touched) find_field(kind.fields(), name)->set(after, document[name]);
  normalize_part(after);
  const auto changed = changed_fields(kind, *found, after, *touched);
  if (auto refused = check_change(decision.next, after, changed))
    return decision.refuse(std::move(*refused));
  if (auto refused = check_unique(all, after, false)) return decision.refuse(std::move(*refused));
  if (!touched->empty()) {
    after.updated_at = decision.ctx().now;
    auto data = event_data(kind.name, json(after));
    data["changed"] = *touched;
    decision.emit(event_of(kind.name, event::updated_suffix), std::move(data));
    follow_change(decision.next, after, *touched);
  }
  decision.answer.body = to_text(after);
  *found = std::move(after);
}

template <class T>
void remove(decision& decision, const part_kind<T>& kind, const delete_part& command) {
  auto& all = decision.next.*(kind.all);
  const auto found = place_of_part(all, command.uuid);
  if (found == all.end()) return decision.refuse(no_such_part(kind, command.uuid));
  if (auto refused = check_removal(decision.next, *found))
    return decision.refuse(std::move(*refused));
  decision.emit(event_of(kind.name, event::deleted_suffix), event_data(kind.name, json(*found)));
  all.erase(found);
}

/// Calls `f` with the kind of that name; rejects an unknown kind.
template <class F>
void with_kind(decision& decision, const std::string& name, F function) {
  bool found = false;
  for_each_part_kind([&](const auto& kind) {
    if (kind.name != name) return;
    found = true;
    function(kind);
  });
  if (!found) decision.refuse({error_code::invalid, "A node has no parts of kind '" + name + "'."});
}

}  // namespace

void add_part(decision& d, const create_part& x) {
  with_kind(d, x.kind, [&](const auto& kind) { add(d, kind, x); });
}

void patch_part(decision& d, const update_part& x) {
  with_kind(d, x.kind, [&](const auto& kind) { patch(d, kind, x); });
}

void remove_part(decision& d, const delete_part& x) {
  with_kind(d, x.kind, [&](const auto& kind) { remove(d, kind, x); });
}

std::string show_part(const node_snapshot& snapshot, std::string_view name,
                      const std::string& uuid) {
  std::string out;
  for_each_part_kind([&](const auto& kind) {
    if (kind.name != name) return;
    for (const auto& part : snapshot.*(kind.all))
      if (part.uuid == uuid) out = to_text(part);
  });
  return out;
}

}  // namespace ironbus
