#include "messages/secrets.hpp"

#include "messages/events.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus {

namespace {

// What the usual log masking of this API's services takes for a secret.
constexpr std::array<std::string_view, 11> secret_words{
    "password", "passwd",      "pswd",          "secret",        "token",       "auth_key",
    "authkey",  "private_key", "snmp_priv_key", "snmp_auth_key", "configdrive",
};

}  // namespace

bool is_secret_key(std::string_view key) {
  std::string lower{key};
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(secret_words.begin(), secret_words.end(),
                     [&](auto word) { return lower.find(word) != std::string::npos; });
}

json mask_secrets(json x) {
  if (x.is_object()) {
    for (auto& [key, value] : x.items()) {
      if (is_secret_key(key) && !value.is_boolean() && !value.is_null())
        value = masked_value;
      else
        value = mask_secrets(std::move(value));
    }
  } else if (x.is_array()) {
    for (auto& value : x) value = mask_secrets(std::move(value));
  }
  return x;
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
