#pragma once

#include "drivers/ramdisk/base/files.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// The files of a mounted image, as a program with the image as its root sees them: links cannot
/// lead outside, and devices, sockets and pipes are not opened. Paths start with '/'.
class image_tree {
public:
  /// Throws command_failure (CommandExecutionError) if there is no such folder.
  explicit image_tree(const std::filesystem::path& place);

  [[nodiscard]] bool has_file(const std::string& path) const;
  [[nodiscard]] bool has_folder(const std::string& path) const;

  struct entry {
    std::string path;  // relative to the folder
    bool is_folder = false;
    std::uint64_t size = 0;
  };
  /// Folders and plain files below a folder, parents first, without links. Throws command_failure
  /// (InvalidImage) if there are more than a boot loader needs.
  [[nodiscard]] std::vector<entry> all_below(const std::string& folder) const;

  /// Opens a plain file with the flags of open(2); empty if there is none.
  [[nodiscard]] descriptor open(const std::string& path, int flags) const;
  /// The content of a plain file, at most that many bytes; nothing if there is none.
  [[nodiscard]] std::optional<std::string> read(const std::string& path, std::size_t most) const;
  /// Appends a text to a plain file. Throws command_failure (CommandExecutionError).
  void append(const std::string& path, const std::string& text) const;

private:
  [[nodiscard]] descriptor open_any(const std::string& path, int flags) const;

  descriptor root_;
};

}  // namespace ironbus::ramdisk
