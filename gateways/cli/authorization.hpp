#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::cli {

/// The user of a command. Secrets come from files or the environment, never from the command line,
/// which all users of the machine can read.
struct identity {
  std::string user;                               ///< For HTTP Basic; empty: none.
  std::string password;                           ///< From the environment.
  std::string password_file;                      ///< Takes precedence over the environment.
  std::string token;                              ///< From the environment; X-Auth-Token.
  std::string token_file;                         ///< Takes precedence over the environment.
  std::string password_variable = "OS_PASSWORD";  ///< The variable of the password, for errors.
};

/// A header of a request; empty: no header.
struct header {
  std::string name;
  std::string value;
};

/// The password of the user. `invalid` if the file cannot be read, or there is no password, or it
/// contains control characters.
result<std::string> password_of(const identity& identity);

/// The header that authenticates the user. `invalid` if:
///  * a file cannot be read or is empty;
///  * the user has no password, or a colon in the name;
///  * a secret contains control characters;
///  * both a user and a token are given.
result<header> authorization_of(const identity& identity);

}  // namespace ironbus::cli
