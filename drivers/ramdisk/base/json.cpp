#include "drivers/ramdisk/base/json.hpp"

#include <charconv>
#include <utility>

namespace ironbus::ramdisk {

namespace {

constexpr int depth_max = 64;

bool is_shallow(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > depth_max) return false;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

const nlohmann::json* member(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

std::optional<nlohmann::json> parse_json(std::string_view text) {
  if (!is_shallow(text)) return std::nullopt;
  auto out = nlohmann::json::parse(text, nullptr, false);
  if (out.is_discarded()) return std::nullopt;
  return out;
}

std::string text_of(const nlohmann::json& document) {
  return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string text_member(const nlohmann::json& object, const char* name, std::string otherwise) {
  const auto* found = member(object, name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::move(otherwise);
}

bool bool_member(const nlohmann::json& object, const char* name, bool otherwise) {
  const auto* found = member(object, name);
  return found != nullptr && found->is_boolean() ? found->get<bool>() : otherwise;
}

std::int64_t int_member(const nlohmann::json& object, const char* name, std::int64_t otherwise) {
  const auto* found = member(object, name);
  if (found == nullptr) return otherwise;
  if (found->is_number_integer()) return found->get<std::int64_t>();
  if (!found->is_string()) return otherwise;
  const auto& text = found->get_ref<const std::string&>();
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() ? out : otherwise;
}

const nlohmann::json& object_member(const nlohmann::json& object, const char* name) {
  static const nlohmann::json nothing = nlohmann::json::object();
  const auto* found = member(object, name);
  return found != nullptr && found->is_object() ? *found : nothing;
}

}  // namespace ironbus::ramdisk
