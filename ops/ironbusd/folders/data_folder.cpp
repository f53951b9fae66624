#include "ops/ironbusd/folders/data_folder.hpp"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace ironbus::daemon {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* out = std::getenv(name);
  return out == nullptr ? "" : out;
}

fs::path home() {
  if (auto out = variable("HOME"); !out.empty()) return out;
  const auto* entry = getpwuid(geteuid());
  return entry == nullptr ? "." : entry->pw_dir;
}

fs::path place(const std::string& configured) {
  if (!configured.empty()) return configured;
  if (geteuid() == 0) return "/var/lib/ironbus";
  // The specification ignores relative values.
  if (const fs::path state = variable("XDG_STATE_HOME"); state.is_absolute())
    return state / "ironbus";
  return home() / ".local/state/ironbus";
}

}  // namespace

fs::path data_folder_path(const std::string& configured) {
  auto out = place(configured);
  return out.filename().empty() ? out.parent_path() : out;  // "data/"
}

result<fs::path> open_data_folder(const std::string& configured) {
  auto out = data_folder_path(configured);
  const auto refused = [&](const std::error_code& why) {
    return fail(error_code::unavailable,
                "the data folder " + out.string() + " cannot be created: " + why.message());
  };
  std::error_code error;
  if (fs::is_directory(out, error)) return out;
  error.clear();
  if (out.has_parent_path()) fs::create_directories(out.parent_path(), error);
  if (error) return refused(error);
  // Not create_directory: the folder must never be accessible to others, not even briefly.
  if (mkdir(out.c_str(), S_IRWXU) != 0) return refused({errno, std::generic_category()});
  return out;
}

}  // namespace ironbus::daemon
