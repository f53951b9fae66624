#pragma once

#include "messages/platform/open_file.hpp"

#include <string>
#include <variant>

namespace ironbus {

/// Writes a file as a whole or not at all, and makes its folder where there is none. Blocks.
/// `unavailable` names the path.
result<std::monostate> write_whole(const std::string& path, const std::string& content,
                                   unsigned mode);

/// The same with what is in another file, without having all of it in memory.
result<std::monostate> copy_whole(const open_file& file, const std::string& path, unsigned mode);

}  // namespace ironbus
