#include "drivers/boot/boot_location.hpp"

#include "drivers/kit/whole_file.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"

#include <filesystem>
#include <fstream>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

/// Hidden, so gateways do not serve it and dnsmasq skips it.
constexpr const char* place_file_name = ".ironbus-place";
constexpr unsigned place_file_mode = 0644;
constexpr char separator = '+';

std::string part_in(const fs::path& path) {
  std::ifstream file{path};
  std::string out;
  std::getline(file, out);
  return is_uuid(out) ? out : std::string{};
}

/// If two processes create it at the same time, both use the first one, if the file system supports
/// links.
result<std::string> ensure_part(const std::string& folder) {
  const auto path = fs::path{folder} / place_file_name;
  if (auto known = part_in(path); !known.empty()) return known;
  const auto drawn = random_uuid();
  const auto draft = path.string() + "." + drawn;
  if (const auto written = write_whole(draft, drawn + "\n", place_file_mode); !written)
    return tl::unexpected(written.error());
  std::error_code wrong;
  fs::create_hard_link(draft, path, wrong);
  if (wrong && part_in(path).empty()) fs::rename(draft, path, wrong);
  std::error_code ignored;
  fs::remove(draft, ignored);
  if (auto known = part_in(path); !known.empty()) return known;
  return fail(error_code::unavailable,
              "The file '" + path.string() + "' cannot be written: " + wrong.message() + ".");
}

std::string_view folder_part(std::string_view place) {
  return place.substr(0, place.find(separator));
}

std::string_view dhcp_part(std::string_view place) {
  const auto found = place.find(separator);
  return found == std::string_view::npos ? std::string_view{} : place.substr(found + 1);
}

}  // namespace

result<std::string> ensure_boot_location(const std::string& root, const dhcp_options& dhcp) {
  auto out = ensure_part(root);
  if (!out || !by_dnsmasq(dhcp)) return out;
  auto hosts = ensure_part(dhcp.hosts_dir);
  if (!hosts) return hosts;
  return *out + separator + *hosts;
}

bool same_folder(std::string_view x, std::string_view y) {
  return folder_part(x) == folder_part(y);
}

bool same_dhcp(std::string_view x, std::string_view y) { return dhcp_part(x) == dhcp_part(y); }

}  // namespace ironbus
