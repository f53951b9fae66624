#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The texts that show the login of a URL: "user:password" and the password, or a user without
/// password; each as written, without escapes, and with all escapes. Longest first. A text that is
/// no URL (RFC 3986) has its login before its last '@'. Empty: no login.
std::vector<std::string> login_texts_of(std::string_view url);

/// Replaces these texts with masked_value.
std::string mask_login_of(std::string_view url, std::string text);

}  // namespace ironbus
