#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

// What a secret is, in one place: every answer, event, history entry and log record is masked by
// these functions, and what a client writes back is read by them.
namespace ironbus {

/// What is shown in the place of a secret.
inline constexpr std::string_view masked_value = "******";

/// Whether a key names a secret: it holds one of our words or of the operator's, whatever its case
/// and however its words are parted ("snmp_community", "apiKey", "Access-Key").
bool is_secret_key(std::string_view key);

/// Whether that member of an object is a secret: by its key, or as the value of {"name": a secret
/// key, "value": …}.
bool is_secret_member(const json& object, std::string_view key);

/// The operator's words (option secret_keys), in the place of those set before. Call before there
/// are threads.
void set_secret_words(const std::vector<std::string>& words);

/// Masks, at any depth: values under secret keys, but for booleans and null; the value in {"name":
/// a secret key, "value": …}; and in texts what mask_text() does.
json mask_secrets(json document);

/// Masks in a text: the password of a URL, or its whole user where it has none, and the values of
/// secret keys in `key=value` and `"key": "value"`.
std::string mask_text(std::string x);

/// Puts back what a client has written as it was shown, masked. `now` is the value that is to be
/// stored, `before` the one that is (null: none). `invalid`, naming the place, where a mask stands
/// for no value beyond doubt: a new one, or one in an item of a list that is not there as it is
/// shown.
result<std::monostate> keep_masked(json& now, const json& before, const std::string& place);

/// Compares a secret with what somebody claims it is. How long that takes tells nothing of where
/// the first difference is, only of the lengths.
bool equal_in_constant_time(std::string_view secret, std::string_view claimed);

}  // namespace ironbus
