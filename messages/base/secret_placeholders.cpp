#include "messages/base/secret_placeholders.hpp"

#include "messages/base/secrets.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// Shorter secrets occur in too many words.
constexpr size_t sought_bytes_min = 6;
constexpr size_t hex_digits_min = 16;
constexpr size_t scheme_bytes_max = 10;

/// Words of our own documents that a user may have chosen as a password. Replacing them would make
/// the documents unreadable.
constexpr std::array<std::string_view, 10> common_words{
    "password", "secret",     "manage", "active",   "available",
    "deploy",   "manageable", "enroll", "username", "ironbus"};

bool is_hex(std::string_view text) {
  return text.size() >= hex_digits_min &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// Cannot be mistaken for real digits: many zeros, and the number at its end.
std::string hex_placeholder(size_t size, const std::string& number) {
  const std::string mark = "5ec2e7";
  return mark + std::string(size - mark.size() - number.size(), '0') + number;
}

std::string make_placeholder(const std::string& secret, size_t count) {
  const auto number = std::to_string(count);
  if (const auto colon = secret.find("://"); colon != std::string::npos && colon < scheme_bytes_max)
    return secret.substr(0, colon) + "://secret-" + number + ".invalid/";
  if (is_hex(secret)) return hex_placeholder(secret.size(), number);
  return "<secret " + number + ">";
}

bool is_masked_by_key(const json& object, const std::string& key, const json& value) {
  return is_secret_member(object, key) && !value.is_boolean() && !value.is_null();
}

}  // namespace

void secret_placeholders::learn(const json& document) {
  if (document.is_array())
    for (const auto& item : document) learn(item);
  if (!document.is_object()) return;
  for (const auto& [key, value] : document.items())
    if (is_masked_by_key(document, key, value))
      learn_secret(value);
    else
      learn(value);
}

void secret_placeholders::learn_secret(const json& value) {
  if (value.is_structured())
    for (const auto& item : value) learn_secret(item);
  else if (value.is_string())
    note(value.get_ref<const std::string&>());
  else if (value.is_number())
    note(to_text(value));
}

void secret_placeholders::note(const std::string& secret) {
  if (secret.empty() || secret == masked_value || placeholders_.contains(secret)) return;
  placeholders_[secret] = make_placeholder(secret, placeholders_.size() + 1);
  const bool is_common =
      std::find(common_words.begin(), common_words.end(), secret) != common_words.end();
  if (secret.size() < sought_bytes_min || is_common) return;
  auto& alike = sought_[secret.substr(0, sought_bytes_min)];
  alike.push_back(secret);
  std::sort(alike.begin(), alike.end(),
            [](const auto& left, const auto& right) { return left.size() > right.size(); });
}

json secret_placeholders::replace(json document) const {
  return replaced(std::move(document), true);
}

json secret_placeholders::replace_texts(json document) const {
  return replaced(std::move(document), false);
}

json secret_placeholders::replaced(json document, bool by_keys) const {
  if (document.is_string()) return replaced_text(document.get_ref<const std::string&>());
  if (document.is_array())
    for (auto& item : document) item = replaced(std::move(item), by_keys);
  if (!document.is_object()) return document;
  auto out = json::object();
  for (const auto& [key, value] : document.items())
    out[replaced_text(key)] = by_keys && is_masked_by_key(document, key, value)
                                  ? placeholder_of(value)
                                  : replaced(value, by_keys);
  return out;
}

json secret_placeholders::placeholder_of(json value) const {
  if (value.is_structured())
    for (auto& item : value) item = placeholder_of(std::move(item));
  if (!value.is_string() && !value.is_number()) return value;
  const auto text = value.is_string() ? value.get<std::string>() : to_text(value);
  const auto known = placeholders_.find(text);
  if (known != placeholders_.end()) return known->second;
  return text.empty() ? text : std::string{masked_value};
}

std::string secret_placeholders::replaced_text(std::string_view text) const {
  std::string out;
  for (size_t offset = 0; offset < text.size();) {
    const auto rest = text.substr(offset);
    const auto alike = sought_.find(rest.substr(0, sought_bytes_min));
    const std::string* found = nullptr;
    if (alike != sought_.end())
      for (const auto& secret : alike->second)
        if (found == nullptr && rest.starts_with(secret)) found = &secret;
    if (found == nullptr) {
      out += text[offset++];
      continue;
    }
    out += placeholders_.at(*found);
    offset += found->size();
  }
  return mask_text(std::move(out));
}

}  // namespace ironbus
