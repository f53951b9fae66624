#pragma once

#include "messages/platform/composed_file.hpp"
#include "messages/platform/open_file.hpp"

#include <string>
#include <variant>

namespace ironbus {

/// Writes a file atomically and creates its folder if necessary. Blocks. `unavailable` names the
/// path.
result<std::monostate> write_whole(const std::string& path, const std::string& content,
                                   unsigned mode);

/// Like write_whole, with the content of another file, streamed.
result<std::monostate> copy_whole(const open_file& file, const std::string& path, unsigned mode);
result<std::monostate> copy_whole(const composed_file& file, const std::string& path,
                                  unsigned mode);

}  // namespace ironbus
