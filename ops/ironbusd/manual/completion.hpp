#pragma once

#include "ops/ironbusd/manual/described_command.hpp"

#include <string>

namespace ironbus::manual {

// Completion scripts of one program: commands, options, choices, files and folders.
std::string bash_completion(const described_command& root);
std::string zsh_completion(const described_command& root);

}  // namespace ironbus::manual
