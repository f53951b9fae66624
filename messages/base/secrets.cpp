#include "messages/base/secrets.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus {

namespace {

// Without separators, in lower case. The URL of an image may contain credentials, and a config
// drive contains secrets. A file that firmware fetches by HTTP may be a boot ISO with the agent's
// token, which only its secret URL protects.
constexpr std::array<std::string_view, 26> secret_words{
    "password",      "passwd",        "passphrase", "passcode",   "pswd",       "pwd",
    "secret",        "token",         "authkey",    "privatekey", "privkey",    "kgkey",
    "apikey",        "accesskey",     "sharedkey",  "masterkey",  "community",  "credential",
    "encryptionkey", "authorization", "cookie",     "imageurl",   "tempurlsig", "configdrive",
    "amzsignature",  "uefihttpurl",
};

// Too short to be searched within words.
constexpr std::array<std::string_view, 4> secret_endings{"pass", "pw", "psk", "sig"};

// Names of members that name the member "value" beside them.
constexpr std::array<std::string_view, 4> naming_members{"name", "key", "attribute", "path"};

bool parts_words(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

std::string plain(std::string_view key) {
  std::string out;
  for (const char c : key)
    if (!parts_words(c)) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::vector<std::string>& operators_words() {
  static std::vector<std::string> out;
  return out;
}

std::string last_word(std::string_view key) {
  size_t offset = key.size();
  while (offset > 0 && !parts_words(key[offset - 1])) --offset;
  return plain(key.substr(offset));
}

bool says_secret(const json& object) {
  return std::any_of(naming_members.begin(), naming_members.end(), [&](std::string_view name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() &&
           is_secret_key(found->get_ref<const std::string&>());
  });
}

}  // namespace

bool is_secret_key(std::string_view key) {
  const auto text = plain(key);
  const auto holds = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  const auto& own = operators_words();
  return std::any_of(secret_words.begin(), secret_words.end(), holds) ||
         std::any_of(own.begin(), own.end(), holds) ||
         std::find(secret_endings.begin(), secret_endings.end(), last_word(key)) !=
             secret_endings.end();
}

void set_secret_words(const std::vector<std::string>& words) {
  auto& own = operators_words();
  own.clear();
  for (const auto& word : words)
    if (auto text = plain(word); !text.empty()) own.push_back(std::move(text));
}

bool is_secret_member(const json& object, std::string_view key) {
  return is_secret_key(key) || (plain(key).ends_with("value") && says_secret(object));
}

json mask_secrets(json document) {
  if (document.is_string()) return mask_text(std::move(document.get_ref<std::string&>()));
  if (document.is_array())
    for (auto& value : document) value = mask_secrets(std::move(value));
  if (!document.is_object()) return document;
  const bool names = says_secret(document);
  for (auto& [key, value] : document.items()) {
    const bool secret = is_secret_key(key) || (names && plain(key).ends_with("value"));
    if (!secret || value.is_boolean() || value.is_null())
      value = mask_secrets(std::move(value));
    else
      value = masked_value;
  }
  return document;
}

bool equal_in_constant_time(std::string_view secret, std::string_view claimed) {
  volatile unsigned different = secret.size() == claimed.size() ? 0 : 1;
  for (size_t i = 0; i < claimed.size(); ++i) {
    const char expected = secret.empty() ? '\0' : secret[i % secret.size()];
    different = different | static_cast<unsigned char>(expected ^ claimed[i]);
  }
  return different == 0;
}

}  // namespace ironbus
