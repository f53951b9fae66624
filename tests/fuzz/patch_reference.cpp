#include "tests/fuzz/patch_reference.hpp"

#include "messages/model/node.hpp"

#include <string>

namespace ironbus {

namespace {

using tokens = std::vector<std::string>;

/// RFC 6901, 3 and 4: unset if it is not a pointer.
std::optional<tokens> tokens_of(std::string_view pointer) {
  tokens out;
  for (size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      out.emplace_back();
      continue;
    }
    if (out.empty()) return std::nullopt;
    if (pointer[i] != '~') {
      out.back() += pointer[i];
      continue;
    }
    if (++i == pointer.size() || (pointer[i] != '0' && pointer[i] != '1')) return std::nullopt;
    out.back() += pointer[i] == '0' ? '~' : '/';
  }
  return out;
}

/// "0", or digits without a leading zero.
std::optional<size_t> index_of(const std::string& token) {
  if (token.empty() || token.size() > 9 || (token.size() > 1 && token[0] == '0'))
    return std::nullopt;
  size_t out = 0;
  for (const char c : token) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + static_cast<size_t>(c - '0');
  }
  return out;
}

/// The value at a token; null if there is none.
json* below(json& holder, const std::string& token) {
  if (holder.is_object()) {
    auto& members = holder.get_ref<json::object_t&>();
    const auto found = members.find(token);
    return found == members.end() ? nullptr : &found->second;
  }
  const auto index = holder.is_array() ? index_of(token) : std::nullopt;
  return index && *index < holder.size() ? &holder.get_ref<json::array_t&>()[*index] : nullptr;
}

/// RFC 6902, 4.1.
bool add_at(json& holder, const std::string& token, const json& value) {
  if (holder.is_object()) {
    holder.get_ref<json::object_t&>().insert_or_assign(token, value);
    return true;
  }
  if (!holder.is_array()) return false;
  auto& items = holder.get_ref<json::array_t&>();
  const auto index = token == "-" ? items.size() : index_of(token);
  if (!index || *index > items.size()) return false;
  items.insert(items.begin() + static_cast<ptrdiff_t>(*index), value);
  return true;
}

/// RFC 6902, 4.2.
bool remove_at(json& holder, const std::string& token) {
  if (below(holder, token) == nullptr) return false;
  if (holder.is_object())
    holder.get_ref<json::object_t&>().erase(token);
  else
    holder.get_ref<json::array_t&>().erase(holder.get_ref<json::array_t&>().begin() +
                                           static_cast<ptrdiff_t>(*index_of(token)));
  return true;
}

json default_of_field(const std::string& name) {
  for (const auto& field : node_fields())
    if (field.spec.name == name) return default_value(field.spec);
  return nullptr;
}

bool apply_by_the_letter(json& document, const patch_operation& operation) {
  auto path = tokens_of(operation.path);
  if (!path || path->empty()) return false;
  const auto last = path->back();
  path->pop_back();
  if (path->empty()) {
    document[last] = operation.op == "remove" ? default_of_field(last) : operation.value;
    return true;
  }
  json* holder = &document;
  for (const auto& token : *path) {
    holder = below(*holder, token);
    if (holder == nullptr) return false;
  }
  if (operation.op == "add") return add_at(*holder, last, operation.value);
  if (operation.op == "remove") return remove_at(*holder, last);
  json* const place = below(*holder, last);  // RFC 6902, 4.3
  if (place != nullptr) *place = operation.value;
  return place != nullptr;
}

}  // namespace

std::optional<json> patched_by_the_letter(json document,
                                          const std::vector<patch_operation>& patch) {
  for (const auto& operation : patch)
    if (!apply_by_the_letter(document, operation)) return std::nullopt;
  return document;
}

}  // namespace ironbus
