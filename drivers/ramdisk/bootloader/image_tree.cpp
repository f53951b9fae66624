#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t files_max = 4096;
constexpr int image_depth_max = 8;

int depth_of(const std::string& path) {
  return static_cast<int>(std::count(path.begin(), path.end(), '/'));
}

/// Names in an open folder, sorted.
std::vector<std::string> names_in_folder(descriptor folder) {
  std::vector<std::string> out;
  const int number = ::dup(folder.get());
  const std::unique_ptr<DIR, int (*)(DIR*)> stream{::fdopendir(number), &::closedir};
  if (!stream) return out;
  while (const auto* entry = ::readdir(stream.get())) {
    const std::string name{entry->d_name};
    if (name != "." && name != "..") out.push_back(name);
    if (out.size() > files_max) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<struct stat> status_of(const descriptor& file) {
  struct stat out {};
  if (!file || ::fstat(file.get(), &out) != 0) return std::nullopt;
  return out;
}

}  // namespace

image_tree::image_tree(const std::filesystem::path& place)
    : root_{open_file(place, O_PATH | O_DIRECTORY)} {
  if (!root_) throw execution_failed(place.string() + " cannot be read: " + last_error());
}

descriptor image_tree::open_any(const std::string& path, int flags) const {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return descriptor{
      static_cast<int>(::syscall(SYS_openat2, root_.get(), path.c_str(), &how, sizeof how))};
}

descriptor image_tree::open(const std::string& path, int flags) const {
  // Checked before it is opened: opening a device may have side effects.
  const auto looked_at = status_of(descriptor{open_any(path, O_PATH)});
  if (!looked_at || !S_ISREG(looked_at->st_mode)) return {};
  return open_any(path, flags | O_NONBLOCK);  // it may be a pipe by now
}

bool image_tree::has_file(const std::string& path) const {
  const auto found = status_of(open_any(path, O_PATH));
  return found && S_ISREG(found->st_mode);
}

bool image_tree::has_folder(const std::string& path) const {
  const auto found = status_of(open_any(path, O_PATH));
  return found && S_ISDIR(found->st_mode);
}

std::vector<image_tree::entry> image_tree::all_below(const std::string& folder) const {
  std::vector<entry> out;
  std::vector<std::string> open_folders{""};
  while (!open_folders.empty()) {
    const auto above = open_folders.back();
    open_folders.pop_back();
    const auto stem = above.empty() ? "" : above + "/";
    for (const auto& name :
         names_in_folder(open_any(folder + "/" + above, O_RDONLY | O_DIRECTORY))) {
      const auto found = status_of(open_any(folder + "/" + stem + name, O_PATH | O_NOFOLLOW));
      if (!found || (!S_ISREG(found->st_mode) && !S_ISDIR(found->st_mode))) continue;
      const bool is_folder = S_ISDIR(found->st_mode);
      out.push_back({stem + name, is_folder, static_cast<std::uint64_t>(found->st_size)});
      if (is_folder) open_folders.push_back(stem + name);
      if (out.size() > files_max || depth_of(stem) > image_depth_max)
        throw invalid_image("The image has too many files in " + folder +
                            " for a boot loader: over " + std::to_string(files_max) +
                            " files, or folders deeper than " + std::to_string(image_depth_max) +
                            ".");
    }
  }
  return out;
}

std::optional<std::string> image_tree::read(const std::string& path, std::size_t most) const {
  const auto file = open(path, O_RDONLY);
  return file ? read_at(file.get(), most, 0) : std::nullopt;
}

void image_tree::append(const std::string& path, const std::string& text) const {
  const auto file = open(path, O_WRONLY);
  const auto status = status_of(file);
  if (!status || !write_all(file.get(), text.data(), text.size(), status->st_size))
    throw execution_failed("The image's " + path + " cannot be written: " + last_error());
}

}  // namespace ironbus::ramdisk
