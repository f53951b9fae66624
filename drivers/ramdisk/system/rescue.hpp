#pragma once

#include <string>

namespace ironbus::ramdisk {

/// Whether a text can stand as a hashed password: "$5$…" or "$6$…" and their like.
bool is_password_hash(const std::string& text);
/// Hashed with SHA-512 and a salt of its own; empty if the library cannot.
std::string hash_password(const std::string& password);

/// Makes the user rescue with that password and administrator's rights, and an SSH server that lets
/// it in. Throws command_failure (CommandExecutionError).
void start_rescue(const std::string& password, bool hashed);

}  // namespace ironbus::ramdisk
