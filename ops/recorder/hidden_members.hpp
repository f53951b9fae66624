#pragma once

#include "messages/base/json.hpp"

namespace ironbus::recorder {

/// The document without what is nobody else's: in the place of passwords, tokens, keys,
/// communities, names of users and addresses of mail stands a mask, and links to what is private
/// (is_private) are gone from lists. Numbers and truth values stay: they say how long a password
/// has to be.
json without_secrets(json document);

}  // namespace ironbus::recorder
