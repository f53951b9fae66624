#include "ops/recorder/mockup_folder.hpp"

#include "drivers/kit/whole_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ironbus::recorder {

namespace fs = std::filesystem;

namespace {

constexpr unsigned readable = 0644;

tl::unexpected<failure> cannot(const std::string& action, const std::string& folder,
                               const std::string& why) {
  return fail(error_code::unavailable,
              "Cannot " + action + " the folder '" + folder + "': " + why + ".");
}

std::string without_last_slash(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

json report_of(const recording& what) {
  auto unread = json::array();
  for (const auto& one : what.unread) unread.push_back({{"path", one.path}, {"why", one.why}});
  return {{"resources", what.resources.size()}, {"cut_off", what.cut_off}, {"unread", unread}};
}

std::string as_file(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

result<std::monostate> fill(const recording& what, const std::string& folder) {
  for (const auto& [path, document] : what.resources) {
    auto written = write_whole(folder + path + "/index.json", as_file(document), readable);
    if (!written) return written;
  }
  return write_whole(folder + "/recording.json", as_file(report_of(what)), readable);
}

/// Creates a temporary folder next to the target.
result<std::string> make_draft(const std::string& folder) {
  std::error_code failed;
  const auto parent = fs::path{folder}.parent_path();
  if (!parent.empty()) fs::create_directories(parent, failed);
  auto out = folder + ".part-XXXXXX";
  if (::mkdtemp(out.data()) == nullptr) return cannot("create", out, std::strerror(errno));
  fs::permissions(out, fs::perms{0755}, failed);
  return out;
}

}  // namespace

result<std::monostate> check_target(const std::string& folder) {
  std::error_code failed;
  const auto status = fs::symlink_status(folder, failed);
  if (status.type() == fs::file_type::not_found) return {};
  if (failed) return cannot("read", folder, failed.message());
  if (!fs::is_directory(status))
    return fail(error_code::conflict, "'" + folder + "' exists and is not a folder.");
  const bool empty = fs::is_empty(folder, failed);
  if (failed) return cannot("read", folder, failed.message());
  if (empty) return {};
  return fail(error_code::conflict, "The folder '" + folder +
                                        "' is not empty. Choose an empty or new folder: nothing "
                                        "is overwritten.");
}

result<std::monostate> write_mockup(const recording& what, const std::string& folder) {
  const auto target = without_last_slash(folder);
  if (auto free = check_target(target); !free) return free;
  const auto draft = make_draft(target);
  if (!draft) return tl::unexpected(draft.error());
  auto written = fill(what, *draft);
  std::error_code failed;
  if (written) fs::rename(*draft, target, failed);  // replaces an empty folder
  if (written && failed) written = cannot("rename the recording to", target, failed.message());
  if (!written) fs::remove_all(*draft, failed);
  return written;
}

}  // namespace ironbus::recorder
