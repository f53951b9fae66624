#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/node_past.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/secrets.hpp"

#include <array>

namespace ironbus::http {

namespace {

/// The parts of a node besides its fields.
constexpr std::array<const char*, 7> shown_parts{
    "traits", "ports", "portgroups", "volume_connectors", "volume_targets", "bios", "firmware",
};

/// The fields and parts of a node in one object.
json comparable(const json& snapshot) {
  auto out = snapshot.at(attributes_key);
  for (const auto* part : shown_parts) out[part] = snapshot.value(part, json::array());
  return out;
}

/// The value at a pointer of a masked document, or the mask that hides it. Null if there is none.
json shown_at(const json& masked, const json::json_pointer& place) {
  if (masked.contains(place)) return masked.at(place);
  for (auto above = place; !above.empty();) {
    above = above.parent_pointer();
    if (masked.contains(above) && masked.at(above) == masked_value) return masked_value;
  }
  return nullptr;
}

struct compared_times {
  json old;
  json now;
  json old_masked = mask_secrets(old);
  json now_masked = mask_secrets(now);
};

/// Compares both documents recursively and adds each difference.
void note_changes(json& out, const compared_times& all, const json::json_pointer& place) {
  const auto was = all.old.contains(place) ? all.old.at(place) : json{};
  const auto is = all.now.contains(place) ? all.now.at(place) : json{};
  if (was == is) return;
  if (!was.is_object() || !is.is_object()) {
    out.push_back({{"field", place.to_string().substr(1)},
                   {"from", shown_at(all.old_masked, place)},
                   {"to", shown_at(all.now_masked, place)}});
    return;
  }
  auto keys = was;
  keys.update(is);
  for (const auto& [key, value] : keys.items()) note_changes(out, all, place / key);
}

result<std::monostate> check_parameters(const call& call) {
  for (const auto& [name, value] : call.url.query)
    if (name != "from" && name != "to")
      return fail(error_code::invalid,
                  "Unexpected arguments: " + name.substr(0, 64) + "; allowed: from, to.");
  return {};
}

}  // namespace

task<> show_node_diff(const call_ptr& call) {
  co_await check_parameters(*call);
  const auto begin = co_await read_moment(*call, "from");
  auto end = call->services.time.now();
  if (call->url.parameter("to") != nullptr) end = co_await read_moment(*call, "to");
  if (begin > end)
    co_await fail(error_code::invalid,
                  "from: " + to_string(begin) + " is after " + to_string(end) + ".");
  const auto old = co_await read_past_node(call, call->arguments[0], begin);
  const auto now = co_await read_past_node(call, call->arguments[0], end);
  for (const auto* one : {&old, &now})
    if (one->gone) co_return call->respond(error_response(410, *one->gone));
  const compared_times all{comparable(old.snapshot), comparable(now.snapshot)};
  auto changes = json::array();
  note_changes(changes, all, json::json_pointer{});
  call->respond_json(to_text({{"uuid", now.snapshot.at(attributes_key).at("uuid")},
                              {"from", begin},
                              {"to", end},
                              {"changes", std::move(changes)}}));
}

}  // namespace ironbus::http
