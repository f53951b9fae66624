#include "actors/outbox.hpp"

#include <algorithm>

namespace ironbus {

failure duplicate_of(const unique_key& taken) {
  const auto dot = taken.space.find('.');
  auto resource = taken.space.substr(0, dot);  // "nodes.name" → "node"
  if (resource.ends_with('s') && resource != "chassis") resource.pop_back();
  std::replace(resource.begin(), resource.end(), '_', ' ');
  const auto field = dot == std::string::npos ? "id" : taken.space.substr(dot + 1);
  const bool vowel = std::string_view{"aeiou"}.find(resource.front()) != std::string_view::npos;
  return {error_code::conflict, (vowel ? "An " : "A ") + resource + " with " + field + " '" +
                                    taken.value + "' already exists."};
}

std::string encode_outgoing(const outgoing& message) {
  return to_text({{"exchange", message.exchange},
                  {"key", message.routing_key},
                  {"id", message.id},
                  {"mandatory", message.mandatory},
                  {"reply_to", message.reply_to},
                  {"correlation_id", message.correlation_id},
                  {"body", message.body}});
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
    out.reply_to = in->value("reply_to", "");
    out.correlation_id = in->value("correlation_id", "");
    out.durable = !out.exchange.empty();  // replies are not worth a disk write
    return out;
  } catch (const json::exception& e) {
    return fail(error_code::internal, std::string{"cannot decode outbox entry: "} + e.what());
  }
}

std::vector<unique_key> keys_without(const std::vector<unique_key>& all,
                                     const std::vector<unique_key>& others) {
  std::vector<unique_key> out;
  for (const auto& x : all)
    if (std::find(others.begin(), others.end(), x) == others.end()) out.push_back(x);
  return out;
}

bool same_row(const row& a, const row& b) {
  return a.summary == b.summary && a.columns == b.columns;
}

void add_column(row& out, std::string_view name, const json& value) {
  if (value.is_string() && value != "")
    out.columns.emplace_back(name, value.get<std::string>());
  else if (value.is_boolean())
    out.columns.emplace_back(name, value == true ? "true" : "false");
}

}  // namespace ironbus
