#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::ramdisk {

/// The content of a file, at most that many bytes; nothing if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path, std::size_t most = 1 << 20);
/// Its first line without surrounding white space, as in sysfs; nothing if it is empty.
std::optional<std::string> read_value(const std::filesystem::path& path);
/// Creates or replaces a file, readable by its owner only. False if it was not written completely.
bool write_file(const std::filesystem::path& path, std::string_view text);
/// Names in a folder, sorted; none if there is no such folder.
std::vector<std::string> names_in(const std::filesystem::path& folder);
/// The last part of a symbolic link's target.
std::optional<std::string> link_name(const std::filesystem::path& path);

/// Owns a file descriptor.
class descriptor {
public:
  descriptor() = default;
  explicit descriptor(int number) : number_{number} {}
  descriptor(descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  descriptor& operator=(descriptor&& other) noexcept;
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor();

  [[nodiscard]] int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

private:
  int number_ = -1;
};

/// Opens a file with the flags of open(2) and O_CLOEXEC. Empty, with errno, on failure.
descriptor open_file(const std::filesystem::path& path, int flags, int mode = 0600);
/// Writes all bytes at that offset; false, with errno, on failure.
bool write_all(int file, const char* bytes, std::size_t size, long long place);
/// Reads that many bytes; fewer only at the end of the file; nothing on an error.
std::optional<std::string> read_at(int file, std::size_t size, long long place);
/// The text of errno.
std::string last_error();

}  // namespace ironbus::ramdisk
