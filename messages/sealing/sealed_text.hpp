#pragma once

#include "messages/crypto/secret_box.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

// Encrypts the secrets of JSON texts, and nothing else of them. A secret is what the API masks
// (messages/base/secrets.hpp): one rule for both. `place` says where the text is stored; each value
// is bound to it and to its path in the text.
namespace ironbus::sealing {

/// Replaces each secret with its encrypted form, and each text that already has this form, so that
/// a client's text cannot pass for one. No JSON, or a box that writes in clear: no change.
std::string seal_secrets(std::string text, const secret_box& box, std::string_view place);

/// The reverse. Values in clear stay. A text without encrypted values costs one search. If a value
/// cannot be decrypted, the failure names its path; a box that writes in clear keeps values that
/// only look like encrypted ones.
result<std::string> open_secrets(std::string text, const secret_box& box, std::string_view place);

/// Encrypts with the box's writing key what is in clear or encrypted with another key; decrypts if
/// the box writes in clear.
result<std::string> renew_secrets(std::string text, const secret_box& box, std::string_view place);

/// The same for messages of the bus, whose place is their id.
std::string seal_message(std::string body, const secret_box& box);
result<std::string> open_message(std::string body, const secret_box& box);

/// A text as a whole, whatever it contains.
std::string seal_whole(std::string text, const secret_box& box, std::string_view place);
result<std::string> open_whole(std::string text, const secret_box& box, std::string_view place);

/// Replaces each value that was encrypted with this key, which is lost, with an empty text.
std::string forget_secrets(std::string text, std::string_view lost_id);

/// Number of secrets by key id; the empty id counts those in clear.
using key_counts = std::map<std::string, uint64_t>;
void count_secrets(std::string_view stored, key_counts& out);

}  // namespace ironbus::sealing
