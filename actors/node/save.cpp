#include "actors/node/save.hpp"

#include <algorithm>

namespace ironbus {

namespace {

std::vector<unique_key> keys_of(const node_snapshot& x) {
  std::vector<unique_key> out;
  if (x.about.name) out.push_back({"nodes.name", *x.about.name});
  if (x.about.instance_uuid) out.push_back({"nodes.instance_uuid", *x.about.instance_uuid});
  for (const auto& port : x.ports) {
    out.push_back({"ports.uuid", port.uuid});
    out.push_back({"ports.address", port.address});
    if (port.name) out.push_back({"ports.name", *port.name});
  }
  return out;
}

std::vector<unique_key> without(const std::vector<unique_key>& all,
                                const std::vector<unique_key>& others) {
  std::vector<unique_key> out;
  for (const auto& x : all)
    if (std::find(others.begin(), others.end(), x) == others.end()) out.push_back(x);
  return out;
}

/// Fields that lists filter and sort by.
constexpr std::array<std::string_view, 17> node_columns{
    "name",        "instance_uuid", "instance_name",  "maintenance", "provision_state",
    "power_state", "driver",        "resource_class", "fault",       "conductor_group",
    "owner",       "lessee",        "description",    "retired",     "shard",
    "parent_node", "chassis_uuid",
};

constexpr std::array<std::string_view, 4> port_columns{
    "node_uuid",
    "address",
    "name",
    "portgroup_uuid",
};

std::string to_string_of(const json& x) { return x.get<std::string>(); }

template <class T>
void add_columns(row& out, std::span<const field<T>> fields, const T& x,
                 std::span<const std::string_view> columns) {
  for (auto name : columns) {
    const json value = find_field(fields, name)->get(x);
    if (value.is_string() && value != "")
      out.columns.emplace_back(name, to_string_of(value));
    else if (value.is_boolean())
      out.columns.emplace_back(name, value == true ? "true" : "false");
  }
}

row row_of(const node_snapshot& x, uint32_t shard) {
  auto summary = json::object();
  for (const auto& field : node_fields())
    if (field.spec.has(in_list)) summary.emplace(field.spec.name, field.get(x.about));
  row out{"nodes", x.about.uuid, to_text(summary), {}};
  add_columns(out, node_fields(), x.about, node_columns);
  for (const auto& trait : x.traits) out.columns.emplace_back("traits", trait);
  out.columns.emplace_back(routing_shard_column, std::to_string(shard));
  return out;
}

row row_of(const port& x) {
  row out{"ports", x.uuid, to_text(x), {}};
  add_columns(out, port_fields(), x, port_columns);
  return out;
}

bool same(const row& a, const row& b) { return a.summary == b.summary && a.columns == b.columns; }

const port* find_port(const node_snapshot& x, const std::string& uuid) {
  for (const auto& port : x.ports)
    if (port.uuid == uuid) return &port;
  return nullptr;
}

void add_rows(commit& out, const node_snapshot* before, const node_snapshot& after) {
  auto fresh = row_of(after, *out.shard);
  if (before == nullptr || !same(row_of(*before, *out.shard), fresh))
    out.put.push_back(std::move(fresh));
  for (const auto& port : after.ports) {
    const auto* old = before != nullptr ? find_port(*before, port.uuid) : nullptr;
    auto port_row = row_of(port);
    if (old == nullptr || !same(row_of(*old), port_row)) out.put.push_back(std::move(port_row));
  }
  if (before != nullptr)
    for (const auto& port : before->ports)
      if (find_port(after, port.uuid) == nullptr) out.remove.emplace_back("ports", port.uuid);
}

}  // namespace

std::optional<timestamp> next_deadline(const node_snapshot& x) {
  std::optional<timestamp> out;
  if (x.in_flight) out = x.in_flight->until;
  if (x.waiting && x.waiting->until)
    out = out ? std::min(*out, *x.waiting->until) : *x.waiting->until;
  return out;
}

commit make_commit(const node_snapshot* before, const decision& d, uint32_t shards) {
  commit out;
  out.aggregate = "node";
  out.id = d.next.about.uuid;
  out.shard = routing::shard_of(out.id, shards);
  out.erase = d.erased;
  for (const auto& message : d.messages()) out.outbox.push_back(encode_outgoing(message));
  const auto old_keys = before != nullptr ? keys_of(*before) : std::vector<unique_key>{};
  if (d.erased) {
    out.release = old_keys;
    return out;
  }
  out.snapshot = encode_snapshot(d.next);
  const auto new_keys = keys_of(d.next);
  out.claim = without(new_keys, old_keys);
  out.release = without(old_keys, new_keys);
  add_rows(out, before, d.next);
  out.put.insert(out.put.end(), d.rows().begin(), d.rows().end());
  out.remove.insert(out.remove.end(), d.removed_rows().begin(), d.removed_rows().end());
  if (auto at = next_deadline(d.next))
    out.attention = std::chrono::time_point_cast<std::chrono::system_clock::duration>(*at);
  return out;
}

failure duplicate_of(const std::string& message) {
  const auto space = message.substr(0, message.find(' '));
  const auto value = message.size() > space.size() ? message.substr(space.size() + 1) : "";
  const auto dot = space.find('.');
  const auto resource = space.substr(0, space.find_first_of("s.", 1));  // "nodes.name" → "node"
  const auto field = dot == std::string::npos ? space : space.substr(dot + 1);
  return {error_code::conflict,
          "A " + resource + " with " + field + " '" + value + "' already exists."};
}

std::string encode_outgoing(const outgoing& x) {
  return to_text({{"exchange", x.exchange},
                  {"key", x.routing_key},
                  {"id", x.id},
                  {"mandatory", x.mandatory},
                  {"body", x.body}});
}

result<outgoing> decode_outgoing(std::string_view text) {
  auto in = parse_own_json(text);
  if (!in) return tl::unexpected(in.error());
  try {
    outgoing out;
    in->at("exchange").get_to(out.exchange);
    in->at("key").get_to(out.routing_key);
    in->at("id").get_to(out.id);
    in->at("body").get_to(out.body);
    out.mandatory = in->value("mandatory", false);
    return out;
  } catch (const json::exception& e) {
    return fail(error_code::internal, std::string{"cannot decode outbox entry: "} + e.what());
  }
}

}  // namespace ironbus
