#pragma once

#include "drivers/ramdisk/base/files.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// The files of a mounted image, seen as a program sees them that has the image as its root: links
/// of the image lead nowhere else, and devices, sockets and pipes are not opened. Paths begin with
/// '/'.
class image_tree {
public:
  /// Throws command_failure (CommandExecutionError) if there is no such folder.
  explicit image_tree(const std::filesystem::path& place);

  [[nodiscard]] bool has_file(const std::string& path) const;
  [[nodiscard]] bool has_folder(const std::string& path) const;

  struct entry {
    std::string path;  // below the folder, without a '/' at the beginning
    bool is_folder = false;
    std::uint64_t size = 0;
  };
  /// Folders and plain files below a folder, each folder before what it holds; links are left out.
  /// Throws command_failure (InvalidImage) where there are more than a boot loader has.
  [[nodiscard]] std::vector<entry> all_below(const std::string& folder) const;

  /// A plain file, with the flags of open(2); an empty one if there is none.
  [[nodiscard]] descriptor open(const std::string& path, int flags) const;
  /// What a plain file has, at most so much; nothing if there is none.
  [[nodiscard]] std::optional<std::string> read(const std::string& path, std::size_t most) const;
  /// Adds a text at the end of a plain file. Throws command_failure (CommandExecutionError).
  void append(const std::string& path, const std::string& text) const;

private:
  [[nodiscard]] descriptor open_any(const std::string& path, int flags) const;

  descriptor root_;
};

}  // namespace ironbus::ramdisk
