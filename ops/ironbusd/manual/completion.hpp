#pragma once

#include "ops/ironbusd/manual/described_command.hpp"

#include <string>

namespace ironbus::manual {

// Scripts that complete commands, options, choices, files and folders, for the program under each
// of its names.
std::string bash_completion(const described_command& root);
std::string zsh_completion(const described_command& root);

}  // namespace ironbus::manual
