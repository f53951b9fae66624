#include "gateways/http/access/oidc/key_set.hpp"

namespace ironbus::http {

namespace {

constexpr json_limits key_set_limits{.bytes = 256 * 1024, .depth = 8};
constexpr size_t key_set_keys_max = 100;

}  // namespace

const json_web_key* key_set::find(std::string_view key_id, std::string_view algorithm) const {
  const json_web_key* found = nullptr;
  for (const auto& key : keys) {
    if (!key.fits(algorithm) || (!key_id.empty() && key.id() != key_id)) continue;
    if (!key_id.empty()) return &key;
    if (found != nullptr) return nullptr;
    found = &key;
  }
  return found;
}

result<key_set> read_key_set(std::string_view text) {
  const auto document = parse_json(text, key_set_limits);
  if (!document)
    return fail(error_code::invalid, "its key set is not JSON of at most 256 KiB and 8 levels");
  const auto list = document->find("keys");
  if (list == document->end() || !list->is_array())
    return fail(error_code::invalid, "its key set has no list 'keys'");
  if (list->size() > key_set_keys_max)
    return fail(error_code::invalid, "its key set has " + std::to_string(list->size()) +
                                         " keys; at most 100 are allowed");
  key_set out;
  std::string reason = "it is empty";
  for (const auto& key : *list) {
    auto read = json_web_key::read(key);
    if (read) {
      out.keys.push_back(std::move(*read));
      continue;
    }
    ++out.ignored;
    reason = read.error().message;
  }
  if (out.keys.empty())
    return fail(error_code::invalid, "its key set has no usable key: " + reason);
  return out;
}

}  // namespace ironbus::http
