#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Defines in one place what a secret is. These functions mask every answer, event, history entry
// and log record, and restore masked values that clients send back.
namespace ironbus {

/// Shown instead of a secret.
inline constexpr std::string_view masked_value = "******";

/// Whether a key names a secret: it contains a built-in or configured word, in any case and with
/// any separators ("snmp_community", "apiKey", "Access-Key").
bool is_secret_key(std::string_view key);

/// Whether that member of an object is a secret: because of its key, or as the value of {"name": a
/// secret key, "value": …}.
bool is_secret_member(const json& object, std::string_view key);

/// Sets the operator's words (option secret_keys), replacing earlier ones. Call before threads
/// start.
void set_secret_words(const std::vector<std::string>& words);

/// Masks at any depth: values of secret keys except booleans and null, the value in {"name": a
/// secret key, "value": …}, and what mask_text() masks in texts.
json mask_secrets(json document);

/// Masks in a text: the password of a URL, or the whole user part if it has no password, and the
/// values of secret keys in `key=value` and `"key": "value"`.
std::string mask_text(std::string x);

/// Restores masked values that a client sent back. `now` is the value to be stored, `before` the
/// stored one (null: none). `invalid` with the location if a mask cannot be matched with a stored
/// value: a new member, or an item of a list that differs from the one shown.
result<std::monostate> keep_masked(json& now, const json& before, const std::string& place);

/// Compares a secret with a claimed value. The time depends only on the lengths, not on the
/// position of the first difference.
bool equal_in_constant_time(std::string_view secret, std::string_view claimed);

}  // namespace ironbus
