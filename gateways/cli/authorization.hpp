#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::cli {

/// Who asks. Secrets are named by a file or come from the environment, never from the command line,
/// which everybody on the machine can read.
struct identity {
  std::string user;                               ///< HTTP Basic, with a password; empty: none.
  std::string password;                           ///< From the environment.
  std::string password_file;                      ///< Goes before the environment.
  std::string token;                              ///< From the environment; X-Auth-Token.
  std::string token_file;                         ///< Goes before the environment.
  std::string password_variable = "OS_PASSWORD";  ///< Which one has the password, for errors.
};

/// A header of a request; empty: none is needed.
struct header {
  std::string name;
  std::string value;
};

/// The header that proves the identity. `invalid` if a file cannot be read or is empty, if the user
/// has no password or a colon in the name, if a secret holds control characters, or if both a user
/// and a token are given.
result<header> authorization_of(const identity& identity);

}  // namespace ironbus::cli
