#pragma once

#include "drivers/port/driver.hpp"
#include "messages/model/driver_catalog.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

// Changes the password of a BMC account so that the valid password is always stored somewhere.
// Before the BMC gets the new password, it is stored with the node (driver_internal_info, under a
// masked key), as a part of the step with its own claim. While it is stored there, drivers try it
// whenever the BMC rejects the password of driver_info.

/// Result of a login with a password.
enum class login_result : uint8_t { accepted, refused, unknown };

/// A password that the BMC may have accepted.
struct stored_password {
  std::string run;  ///< Id of the step without its attempt.
  std::string password;
};

/// The stored password in driver_internal_info; unset: none.
std::optional<stored_password> read_stored_password(const json& driver_internal_info);
/// The same as a second password to try; empty: none.
std::string second_password(const json& driver_internal_info);

/// Whether this run stored it.
bool is_of_run(const stored_password& noted, const step_request& request);

/// The part is done: the password is stored.
step_outcome password_stored(const step_request& request, const std::string& password);
/// The BMC has the stored password. It moves to driver_info, under that key.
step_outcome password_accepted(const char* key, const stored_password& noted);
/// The same for a password of an earlier, interrupted run. The step then continues.
step_outcome password_adopted(const char* key, const stored_password& noted);
/// It is unknown which password the BMC has. The stored one stays, and drivers try both.
step_outcome password_unknown(const std::string& why);
/// The BMC did not accept the password.
step_outcome password_rejected(std::string reason);

/// Allowed length in bytes.
struct password_bounds {
  size_t min = 8;
  size_t max = 16;
};

/// The step's argument `password`, or a random password. `invalid` names the allowed values.
result<std::string> wanted_password(const json& args, const password_bounds& bounds);

/// Masks the password in a message of the BMC where it is a value: within quotes. Also as a word of
/// its own, if it has eight bytes, letters and digits, so that it is no ordinary word. Other
/// occurrences stay, because a mask within a word would reveal the password. Removes a part of it
/// where a value is cut off at the end.
std::string without_password(std::string text, std::string_view password);

/// Declaration of the step.
step_declaration password_step();

}  // namespace ironbus
