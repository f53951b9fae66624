#include "drivers/kit/shared_files.hpp"

#include "drivers/kit/whole_file.hpp"
#include "messages/crypto/digest.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr unsigned shared_mode = 0644;
constexpr size_t shared_name_digits = 32;

shared_file shared_at(const std::string& name, const std::string& root) {
  return {name, (fs::path{root} / shared_folder / name).string(), 0};
}

/// Identifies a version of a file on every host that sees it. Device numbers differ between hosts
/// and are not used.
std::string version_of(const std::string& path, const file_stamp& stamp) {
  return path + '\n' + std::to_string(stamp.inode) + ' ' + std::to_string(stamp.bytes) + ' ' +
         std::to_string(stamp.changed_ns);
}

/// Whether the error means that (further) hard links are not possible.
bool is_without_links(int why) {
  static constexpr std::array reasons{EPERM, EMLINK, EXDEV, EOPNOTSUPP, ENOSYS};
  for (const int one : reasons)
    if (one == why) return true;
  return false;
}

result<std::monostate> copy_instead(const shared_file& file, const std::string& target) {
  const auto opened = open_below(file.path, {fs::path{file.path}.parent_path().string()});
  if (!opened) return tl::unexpected(opened.error());
  return copy_whole(*opened, target, shared_mode);
}

/// Whether both paths are the same file.
bool are_the_same(const std::string& one, const std::string& other) {
  const auto first = stamp_of(one);
  return first.bytes >= 0 && first == stamp_of(other);
}

/// Replaces the target with a link; 0, or the error number.
int link_over(const std::string& source, const std::string& target) {
  const auto draft = target + ".new";
  ::unlink(draft.c_str());
  const bool done =
      ::link(source.c_str(), draft.c_str()) == 0 && ::rename(draft.c_str(), target.c_str()) == 0;
  return done ? 0 : errno;
}

}  // namespace

std::string shared_name(std::string_view what) {
  return "part-" + sha256_of(what).substr(0, shared_name_digits);
}

result<shared_file> find_shared(const std::string& name, const std::string& root) {
  auto out = shared_at(name, root);
  const auto found = stamp_of(out.path);
  if (found.bytes < 0) return fail(error_code::not_found, "The shared file does not exist.");
  out.bytes = static_cast<uint64_t>(found.bytes);
  return out;
}

result<shared_file> share_file(const open_file& file, const std::string& path,
                               const std::string& root) {
  const auto name = shared_name(version_of(path, file.stamp()));
  if (auto found = find_shared(name, root); found && found->bytes == file.size_bytes())
    return found;
  auto out = shared_at(name, root);
  if (const auto copied = copy_whole(file, out.path, shared_mode); !copied)
    return tl::unexpected(copied.error());
  out.bytes = file.size_bytes();
  const bool same =
      stamp_of(path) == file.stamp() && stamp_of(out.path).bytes == file.stamp().bytes;
  if (same) return out;
  ::unlink(out.path.c_str());
  return fail(error_code::unavailable,
              "The file '" + path.substr(0, 200) + "' changed while it was being read.");
}

result<std::monostate> link_file(const shared_file& file, const std::string& folder,
                                 const std::string& name) {
  std::error_code unmade;
  fs::create_directories(folder, unmade);
  const auto target = (fs::path{folder} / name).string();
  if (are_the_same(file.path, target)) return std::monostate{};
  const int why = link_over(file.path, target);
  if (why == 0) return std::monostate{};
  if (is_without_links(why)) return copy_instead(file, target);
  const auto code = stamp_of(file.path).bytes < 0 ? error_code::not_found : error_code::unavailable;
  return fail(code, "The file '" + target + "' cannot be written: " + std::strerror(why) + ".");
}

namespace {

/// Whether a clean-up is due, by a time stamp that all processes share.
bool is_look_due(const fs::path& folder, int64_t now) {
  constexpr int64_t pause_seconds = 60;
  const auto mark = (folder / ".looked").string();
  struct stat found {};
  if (::stat(mark.c_str(), &found) == 0 && now - found.st_mtime < pause_seconds &&
      found.st_mtime <= now)
    return false;
  return write_whole(mark, "", shared_mode).has_value();
}

}  // namespace

// Adding or removing a link changes the inode's status time, so it shows since when a file is
// unused. A link that is made between the check and the removal stays valid.
void remove_unused_files(const std::string& root, std::chrono::seconds unused) {
  const auto folder = fs::path{root} / shared_folder;
  const auto now = static_cast<int64_t>(::time(nullptr));
  std::error_code ended;
  if (!fs::is_directory(folder, ended) || !is_look_due(folder, now)) return;
  for (fs::directory_iterator all{folder, ended}, end; !ended && all != end; all.increment(ended)) {
    struct stat found {};
    const auto& path = all->path();
    const bool is_unused = ::lstat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
                           found.st_nlink == 1 && now - found.st_ctime > unused.count() &&
                           path.filename() != ".looked";
    if (is_unused) ::unlink(path.c_str());
  }
}

}  // namespace ironbus
