#include "tests/fuzz/rule_reference.hpp"

#include "tests/fuzz/rule_values.hpp"

#include <arpa/inet.h>

#include <array>
#include <regex>
#include <string>
#include <vector>

namespace ironbus {

namespace {

bool pairs_hold(const std::string& op, const json& args, const json& documents) {
  const auto values = value_of(args[0], documents).value;
  for (size_t i = 1; i < values.size(); ++i) {
    auto a = value_of(values[i - 1], documents), b = value_of(values[i], documents);
    if (args[1] == true) a = {python(a.value)}, b = {python(b.value)};
    const bool holds = op == "eq"   ? equal_values(a, b)
                       : op == "lt" ? order_of_known(a, b) < 0
                                    : order_of_known(a, b) > 0;
    if (!holds) return false;
  }
  return true;
}

bool is_word(const json& value, const std::string& a, const std::string& b) {
  if (!value.is_string()) return false;
  auto text = value.get<std::string>();
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text == a || text == b;
}

/// Its bits as '0' and '1'.
std::optional<std::string> bits_of(const std::string& address) {
  std::array<unsigned char, 16> bytes{};
  const bool is_v6 = address.find(':') != std::string::npos;
  if (inet_pton(is_v6 ? AF_INET6 : AF_INET, address.c_str(), bytes.data()) != 1)
    return std::nullopt;
  std::string out;
  for (size_t i = 0; i < (is_v6 ? 128 : 32); ++i)
    out += (bytes[i / 8] >> (7 - i % 8) & 1) != 0 ? '1' : '0';
  return out;
}

bool is_in_net(const json& address, const std::string& net) {
  if (!address.is_string()) throw rule_fails{};
  const auto bits = bits_of(address.get<std::string>());
  if (!bits) throw rule_fails{};
  const auto slash = net.find('/');
  const auto first = bits_of(net.substr(0, slash));
  const auto length = std::stoul(net.substr(slash + 1));
  return bits->size() == first->size() && bits->substr(0, length) == first->substr(0, length);
}

bool condition_holds(const std::string& op, const json& args, const json& documents) {
  if (op == "eq" || op == "lt" || op == "gt") return pairs_hold(op, args, documents);
  const auto x = value_of(args[0], documents);
  const bool none = x.missing || x.value.is_null();
  if (op == "is-none") return none;
  if (op == "is-empty")
    return none || x.value == "" || (x.value.is_structured() && x.value.empty());
  if (op == "is-true" || op == "is-false") {
    const bool wanted = op == "is-true";
    if (const auto number = number_of(x.value)) return (*number != 0) == wanted;
    if (x.value.is_null()) return !wanted;
    return wanted ? is_word(x.value, "yes", "true") : is_word(x.value, "no", "false");
  }
  if (op == "in-net") return is_in_net(x.value, args[1].get<std::string>());
  if (op == "one-of") {
    for (const auto& item : args[1])
      if (equal_values(x, value_of(item, documents))) return true;
    return false;
  }
  const std::regex pattern{args[1].get<std::string>()};
  const auto text = python(x.value);
  return op == "matches" ? std::regex_match(text, pattern) : std::regex_search(text, pattern);
}

/// One for each iteration.
std::vector<json> turns_of(const json& operation, const json& documents) {
  const auto loop = operation.find("loop");
  if (loop == operation.end() || (loop->is_structured() && loop->empty())) return {documents};
  auto over = value_of(*loop, documents).value;
  if (!over.is_structured()) throw rule_fails{};
  if (over.is_object()) over = json::array({over});
  std::vector<json> out;
  for (const auto& item : over) {
    out.push_back(documents);
    out.back()["item"] = value_of(item, documents).value;
  }
  return out;
}

bool all_turns_hold(const json& condition, const json& documents) {
  auto op = condition["op"].get<std::string>();
  const bool inverted = op.starts_with('!');
  if (inverted) op.erase(0, 1);
  const auto join = condition.value("multiple", "any");
  auto turns = turns_of(condition, documents);
  if (turns.empty()) return join == "all";
  if (join == "first") turns.resize(1);
  bool held = false;
  for (const auto& turn : turns) {
    held = condition_holds(op, condition["args"], turn) != inverted;
    if ((join == "any" && held) || (join == "all" && !held)) break;
  }
  return held;
}

/// The container of the last key; created if it is missing.
json& made_holder(json& document, const std::vector<std::string>& keys) {
  json* at = &document;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    auto* next = const_cast<json*>(value_below(*at, keys[i]));
    if (next == nullptr && !at->is_object()) throw rule_fails{};
    at = next != nullptr ? next : &((*at)[keys[i]] = json::object());
  }
  return *at;
}

/// Deleting a missing value is allowed, but its path must be valid.
void delete_value(json& document, const std::vector<std::string>& keys) {
  json* holder = nullptr;
  json* at = &document;
  for (const auto& key : keys) {
    if (!at->is_structured() || (at->is_array() && !is_index(key))) throw rule_fails{};
    holder = at;
    at = const_cast<json*>(value_below(*holder, key));
    if (at == nullptr) return;
  }
  if (holder->is_array())
    holder->erase(std::stoul(keys.back()));
  else
    holder->erase(keys.back());
}

void set_value(json& holder, const std::string& key, const json& value) {
  if (holder.is_object())
    holder[key] = value;
  else if (auto* old = const_cast<json*>(value_below(holder, key)); old != nullptr)
    *old = value;
  else if (holder.is_array() && (key == "-" || key == std::to_string(holder.size())))
    holder.push_back(value);
  else
    throw rule_fails{};
}

void perform_by_the_page(const json& action, json& documents, const json& turn) {
  const auto op = action["op"].get<std::string>();
  if (op == "fail") throw rule_fails{};
  const auto& args = action["args"];
  auto& document = op == "set-plugin-data" ? documents["plugin_data"] : documents["node"];
  const auto keys = parts_of(args[0].get<std::string>(), "/.");
  if (op == "del-attribute") return delete_value(document, keys);
  auto& holder = made_holder(document, keys);
  const auto value = value_of(args[1], turn).value;
  if (op != "extend-attribute") return set_value(holder, keys.back(), value);
  auto* list = const_cast<json*>(value_below(holder, keys.back()));
  if (list == nullptr) return set_value(holder, keys.back(), json::array({value}));
  if (!list->is_array()) throw rule_fails{};
  for (const auto& item : *list)
    if (args[2] == true && alike(item, value)) return;
  list->push_back(value);
}

}  // namespace

std::optional<json> changed_by_the_page(const json& rule, json documents) {
  try {
    for (const auto& condition : rule["conditions"])
      if (!all_turns_hold(condition, documents)) return documents;
    for (const auto& action : rule["actions"])
      for (const auto& turn : turns_of(action, documents)) {
        auto now = documents;
        if (turn.contains("item")) now["item"] = turn["item"];
        perform_by_the_page(action, documents, now);
      }
    return documents;
  } catch (const rule_fails&) {
    return std::nullopt;
  }
}

}  // namespace ironbus
