#include "ops/ironbusd/folders/installation.hpp"

#include "drivers/boot/folder_owner.hpp"
#include "drivers/kit/whole_file.hpp"
#include "gateways/redis/redis_url.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/store_tools/installation_record.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace ironbus::daemon {

namespace fs = std::filesystem;

namespace {

constexpr const char* id_file_name = "installation-id";
constexpr unsigned id_file_mode = 0600;

/// Empty: none.
std::string remembered_id(const settings& settings) {
  std::ifstream file{data_folder_path(settings.data) / id_file_name};
  std::string out;
  std::getline(file, out);
  return is_uuid(out) ? out : std::string{};
}

/// For starts at which the store cannot be read. Processes without a data folder go without.
void remember_id(const settings& settings, const std::string& id) {
  if (remembered_id(settings) == id) return;
  if (const auto folder = open_data_folder(settings.data))
    (void)write_whole((*folder / id_file_name).string(), id + "\n", id_file_mode);
}

std::string place_of(const redis::server& server) {
  return server.host + ":" + std::to_string(server.port);
}

result<std::string> id_of_redis(const settings& settings) {
  const auto target = redis::parse_url(settings.store);
  if (!target) return tl::unexpected(target.error());
  auto servers = target->sentinels;
  if (servers.empty()) servers.push_back(*target);
  std::vector<std::string> places;
  for (const auto& server : servers) places.push_back(place_of(server));
  std::sort(places.begin(), places.end());
  const auto list = join(
      places, [](std::string_view place) { return place; }, ",");
  return derived_uuid("redis " + list + "/" + target->service + "/" +
                      std::to_string(target->database) + "/" + settings.redis.prefix);
}

result<std::string> former_id(const settings& settings) {
  if (!settings.sqlite_store()) return id_of_redis(settings);
  auto known = remembered_id(settings);
  return known.empty() ? random_uuid() : known;
}

/// A folder that one installation uses for itself.
struct own_folder {
  const char* option;
  std::string path;
  bool used;          ///< By the roles of this process.
  bool secret_files;  ///< Others may not enter it.
};

std::array<own_folder, 5> own_folders(const settings& settings) {
  const bool drives = settings.has_role("driver");
  const bool serves = drives || settings.has_role("gateway");
  const auto& dhcp = settings.boot.dhcp;
  const bool tells = drives && by_dnsmasq(dhcp);
  return {own_folder{"pxe.http_root", settings.policy.boot_root, serves, false},
          own_folder{"image.cache_path", settings.policy.image_root, serves, false},
          own_folder{"dnsmasq.dhcp_hostsdir", dhcp.hosts_dir, tells, false},
          own_folder{"dnsmasq.dhcp_optsdir", dhcp.opts_dir, tells, false},
          own_folder{"ipmi.console_folder", settings.ipmi.console_folder, drives, true}};
}

}  // namespace

result<std::string> find_installation_id(const settings& settings, store& records,
                                         std::chrono::milliseconds patience) {
  if (!settings.installation_id.empty()) return settings.installation_id;
  auto kept = keep_installation_id(
      records, [&] { return former_id(settings); }, patience);
  if (kept) {
    remember_id(settings, *kept);
    return kept;
  }
  if (kept.error().code != error_code::unavailable || settings.sqlite_store()) return kept;
  log::warn("cannot read the installation's id in the store",
            {{log_key::error, kept.error().message}});
  auto known = remembered_id(settings);
  return known.empty() ? id_of_redis(settings) : known;
}

std::string find_session_secret(const settings& settings, store& records,
                                std::chrono::milliseconds patience) {
  if (settings.api.auth_strategy == std::vector<std::string>{"noauth"}) return {};
  auto kept = keep_session_secret(records, patience);
  if (kept) return *std::move(kept);
  log::warn("cannot read the secret of sessions in the store; sessions end with this process",
            {{log_key::error, kept.error().message}});
  return {};
}

std::optional<failure> claim_folders(const settings& settings, const std::string& installation,
                                     const std::string& host) {
  const folder_owner who{
      installation, "host " + host + ", data folder " + data_folder_path(settings.data).string()};
  for (const auto& folder : own_folders(settings)) {
    if (!folder.used || folder.path.empty()) continue;
    if (auto foreign = claim_folder(folder.path, who))
      return failure{foreign->code, std::string{folder.option} + ": " + foreign->message};
    std::error_code ignored;
    if (folder.secret_files) fs::permissions(folder.path, fs::perms::owner_all, ignored);
  }
  return std::nullopt;
}

}  // namespace ironbus::daemon
