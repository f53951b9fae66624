#pragma once

#include <string>

namespace ironbus::ramdisk {

/// Whether a text is a valid hashed password: "$5$…", "$6$…" and similar.
bool is_password_hash(const std::string& text);
/// Hashes with SHA-512 and a random salt; empty on failure.
std::string hash_password(const std::string& password);

/// Creates the user rescue with that password and administrator privileges, and starts an SSH
/// server. Throws command_failure (CommandExecutionError).
void start_rescue(const std::string& password, bool hashed);

}  // namespace ironbus::ramdisk
