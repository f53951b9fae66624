#include "ops/recorder/hidden_members.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "ops/recorder/resource_path.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace ironbus::recorder {

namespace {

// In addition to the words of messages/base/secrets; letters and digits only.
constexpr std::array<std::string_view, 12> hidden_words{
    "username",   "loginname", "accountname",  "email",   "sessionid",         "sshkey",
    "licensekey", "keystring", "symmetrickey", "passkey", "authenticationkey", "privacykey"};

std::string letters_of(std::string_view text) {
  std::string out;
  for (const unsigned char c : text)
    if (std::isalnum(c) != 0) out += static_cast<char>(std::tolower(c));
  return out;
}

/// Annotations and actions ("#ManagerAccount.ChangePassword") are never hidden.
bool is_hidden_name(std::string_view name) {
  if (name.starts_with('#') || name.find('@') != std::string_view::npos) return false;
  const auto letters = letters_of(name);
  return is_secret_key(name) || std::ranges::any_of(hidden_words, [&](std::string_view word) {
           return letters.find(word) != std::string::npos;
         });
}

/// An attribute registry: a secret attribute has its value in members next to its name.
bool is_hidden_attribute(const json& object) {
  return member_text(object, "Type") == "Password" ||
         is_hidden_name(member_text(object, "AttributeName"));
}

bool is_mail_address(std::string_view text) {
  const auto sign = text.find('@');
  return sign != std::string_view::npos && sign > 0 &&
         text.find_first_of(" \t\r\n/") == std::string_view::npos &&
         text.find('.', sign) != std::string_view::npos;
}

bool holds_private_key(std::string_view text) {
  return text.find("PRIVATE KEY") != std::string_view::npos;
}

void hide_texts(json& value) {
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) value = masked_value;
  if (value.is_array())
    for (auto& item : value) hide_texts(item);
  if (!value.is_object()) return;
  for (auto& [name, member] : value.items())
    if (name.find('@') == std::string::npos) hide_texts(member);
}

void clean_text(json& value) {
  auto& text = value.get_ref<std::string&>();
  if (holds_private_key(text) || is_mail_address(text))
    text = masked_value;
  else
    text = mask_text(std::move(text));
}

void clean(json& value);

bool leads_to_private(const json& link) {
  const auto path = resource_path(member_text(link, "@odata.id"));
  return path && is_private(*path);
}

void clean_object(json& object) {
  std::vector<std::string> gone;
  for (const auto& [name, member] : object.items())
    if (leads_to_private(member)) gone.push_back(name);
  for (const auto& name : gone) object.erase(name);
  const bool attribute = is_hidden_attribute(object);
  for (auto& [name, member] : object.items()) {
    if (is_hidden_name(name) || (attribute && name.ends_with("Value")))
      hide_texts(member);
    else if (!member.is_string() || name.find('@') == std::string::npos)
      clean(member);
  }
  for (auto& [name, member] : object.items())
    if (member.is_array() && object.contains(name + "@odata.count"))
      object[name + "@odata.count"] = member.size();
}

void clean(json& value) {
  if (value.is_string()) return clean_text(value);
  if (value.is_object()) return clean_object(value);
  if (!value.is_array()) return;
  value.erase(std::remove_if(value.begin(), value.end(), leads_to_private), value.end());
  for (auto& item : value) clean(item);
}

}  // namespace

json without_secrets(json document) {
  clean(document);
  return document;
}

}  // namespace ironbus::recorder
