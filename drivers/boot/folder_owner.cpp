#include "drivers/boot/folder_owner.hpp"

#include "drivers/kit/whole_file.hpp"
#include "messages/base/uuid.hpp"

#include <filesystem>
#include <fstream>

namespace ironbus {

namespace {

namespace fs = std::filesystem;

constexpr unsigned owner_file_mode = 0644;
constexpr size_t owner_line_max = 256;

std::string owner_line(std::istream& file) {
  std::string out;
  std::getline(file, out);
  if (out.size() > owner_line_max) out.resize(owner_line_max);
  return out;
}

/// An empty id: the folder has no owner.
folder_owner owner_in(const fs::path& path) {
  std::ifstream file{path};
  folder_owner out;
  out.id = owner_line(file);
  out.description = owner_line(file);
  return out;
}

/// If two processes create the file at the same time, the first one is kept. A file system without
/// links has only the rename.
void mark_folder(const fs::path& path, const folder_owner& who) {
  const auto draft = path.string() + "." + random_uuid();
  if (!write_whole(draft, who.id + "\n" + who.description + "\n", owner_file_mode)) return;
  std::error_code wrong;
  fs::create_hard_link(draft, path, wrong);
  if (wrong && owner_in(path).id.empty()) fs::rename(draft, path, wrong);
  fs::remove(draft, wrong);
}

}  // namespace

std::optional<failure> claim_folder(const std::string& folder, const folder_owner& who) {
  const auto path = fs::path{folder} / folder_owner_name;
  if (owner_in(path).id.empty()) mark_folder(path, who);
  const auto owner = owner_in(path);
  if (owner.id.empty() || owner.id == who.id) return std::nullopt;
  return failure{error_code::conflict,
                 "The folder '" + folder + "' belongs to another ironbus installation: " +
                     owner.id + (owner.description.empty() ? "" : ", " + owner.description) +
                     ". Use another folder. If that installation no longer exists, delete '" +
                     path.string() + "'."};
}

}  // namespace ironbus
