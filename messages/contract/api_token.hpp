#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/base/time.hpp"
#include "messages/rights/identity.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The type of a token's record (messages/model/record.hpp).
inline constexpr std::string_view token_type = "token";
/// The column of the creator's key in the row of a token, see key_of_identity().
inline constexpr std::string_view token_creator_column = "creator";
/// A token with this role may create tokens. No other role and no rule allows that to a token.
inline constexpr std::string_view token_creator_role = "token_creator";

/// A record is deleted this long after its token expired.
inline constexpr std::chrono::hours token_kept_after_expiry{24 * 7};
/// The least time between two changes of `last_used_at`.
inline constexpr std::chrono::hours token_use_noted_every{1};
inline constexpr size_t token_roles_max = 64;

/// The parts of the text that a client sends: "ibt_<id>_<secret>". The id is the record's UUID
/// without dashes. The secret is 32 random bytes in base64url.
struct token_parts {
  std::string uuid;
  std::string secret;
};

/// Whether a text claims to be a token of ironbus, well formed or not.
bool begins_like_token(std::string_view text);
/// Unset: the text is not a token.
std::optional<token_parts> parse_token(std::string_view text);
std::string to_string(const token_parts& x);
/// SHA-256 of the secret, salted with the id, in hexadecimal digits.
std::string digest_of(const token_parts& x);
/// Whether the secret has this digest. The time does not depend on the digits.
bool has_digest(const token_parts& sent, std::string_view digest);

/// A token as its record describes it.
struct api_token {
  std::string uuid;
  std::string name;
  std::string digest;
  /// The roles and scope of the token, with the name of its creator.
  rights::identity who;
  timestamp expires_at{};
  std::optional<timestamp> revoked_at;
  std::optional<timestamp> last_used_at;
};

/// Reads the attributes of its record. `internal` if they have another form.
result<api_token> read_api_token(const json& attributes);

/// What identifies a user among all others: "id:ID" if the way to sign in knows an id, else
/// "name:NAME". `name`: the name under which the user signed in.
std::string key_of_identity(const rights::identity& who, const std::string& name);

}  // namespace ironbus
