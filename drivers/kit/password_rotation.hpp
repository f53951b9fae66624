#pragma once

#include "drivers/port/driver.hpp"
#include "messages/model/driver_catalog.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

// The password of a BMC's account becomes another one, and at no moment does nobody know which one
// holds: before the BMC is told, the new one is noted with the node (driver_internal_info, under a
// key that is masked wherever it is shown), as a part of the step with a claim of its own. While it
// is noted, whoever is refused with the one of driver_info tries that one.

/// Whether a password holds, as far as the BMC says.
enum class login_end : uint8_t { accepted, refused, unknown };

/// One that the BMC may have taken.
struct noted_password {
  std::string run;  ///< Of the step, all its attempts.
  std::string password;
};

/// The one in a node's driver_internal_info; unset: there is none.
std::optional<noted_password> read_noted_password(const json& driver_internal_info);
/// The same, as a password to try; empty: there is none.
std::string further_password(const json& driver_internal_info);

/// Whether it is this run that has noted it.
bool is_of_run(const noted_password& noted, const step_request& request);

/// The part is done: the password is noted.
step_outcome password_noted(const step_request& request, const std::string& password);
/// The BMC has the noted one: driver_info has it now, under that key, and there is no note.
step_outcome password_taken(const char* key, const noted_password& noted);
/// The same of one that an earlier run has left in doubt; the step goes on from there.
step_outcome password_settled(const char* key, const noted_password& noted);
/// Nobody knows which one the BMC has: the note stays, and both are tried.
step_outcome password_in_doubt(const std::string& why);
/// The BMC certainly has not taken it.
step_outcome password_not_taken(std::string reason);

/// How many bytes one may have.
struct password_bounds {
  size_t min = 8;
  size_t max = 16;
};

/// The step's argument `password`, or one that nobody can guess if it has none. `invalid` says what
/// is allowed.
result<std::string> wanted_password(const json& args, const password_bounds& bounds);

/// A text of somebody who was told the password, without it and without its begin at the text's
/// end, where it may have been cut.
std::string without_password(std::string text, std::string_view password);

/// What the step is declared with.
step_declaration password_step();

}  // namespace ironbus
