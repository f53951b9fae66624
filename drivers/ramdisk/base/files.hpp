#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::ramdisk {

/// What a file has, at most so many bytes of it; nothing where it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path, std::size_t most = 1 << 20);
/// Its first line without white space around it, as sysfs has values; nothing if that is empty.
std::optional<std::string> read_value(const std::filesystem::path& path);
/// Whether it was written whole. The file is made anew, for its owner alone.
bool write_file(const std::filesystem::path& path, std::string_view text);
/// Names in a folder, sorted; none if there is no such folder.
std::vector<std::string> names_in(const std::filesystem::path& folder);
/// The last part of what a symbolic link points to.
std::optional<std::string> link_name(const std::filesystem::path& path);

/// An open file descriptor, closed with the object.
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

/// Opened with the flags of open(2) and O_CLOEXEC; an empty one, and errno, on failure.
descriptor open_file(const std::filesystem::path& path, int flags, int mode = 0600);
/// All of it at that place, or false with errno.
bool write_all(int file, const char* bytes, std::size_t size, long long place);
/// So many bytes of that place; fewer only at the end of the file; nothing on an error.
std::optional<std::string> read_at(int file, std::size_t size, long long place);
/// The text of errno.
std::string last_error();

}  // namespace ironbus::ramdisk
