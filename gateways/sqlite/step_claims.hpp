#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/step_claims.hpp"

#include <chrono>

namespace ironbus::sqlite {

/// Step claims, kept for a day after their last change. See the functions of `store`. All run
/// within the caller's transaction and throw `database_error`.

using claim_time = std::chrono::system_clock::time_point;

inline constexpr std::chrono::hours claims_kept{24};

result<step_claim> look_up_claim(database& file, const std::string& key);
step_claim claim(database& file, const std::string& key, const std::string& owner, claim_time now);
step_claim take_over(database& file, const std::string& key, const std::string& source,
                     const std::string& owner, claim_time now);
result<std::monostate> finish(database& file, const std::string& key, const step_claim& how,
                              claim_time now);

}  // namespace ironbus::sqlite
