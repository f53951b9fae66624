#pragma once

#include "messages/base/json.hpp"

namespace ironbus::recorder {

/// Returns the document with masks instead of passwords, tokens, keys, communities, user names and
/// mail addresses. Removes links to private resources (is_private) from lists. Keeps numbers and
/// booleans, because they contain rules such as the minimum length of a password.
json without_secrets(json document);

}  // namespace ironbus::recorder
