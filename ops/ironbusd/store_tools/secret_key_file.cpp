#include "ops/ironbusd/store_tools/secret_key_file.hpp"

#include "gateways/redis/redis_url.hpp"
#include "messages/crypto/secret_keys.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ironbus::daemon {

namespace {

constexpr size_t key_file_max = size_t{64} * 1024;
constexpr const char* credential_name = "ironbus-secrets";

result<std::string> read_key_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::string out(key_file_max + 1, '\0');
  file.read(out.data(), static_cast<std::streamsize>(out.size()));
  if (!file.is_open() || file.bad()) return fail(error_code::invalid, "It cannot be read.");
  out.resize(static_cast<size_t>(file.gcount()));
  if (out.size() > key_file_max)
    return fail(error_code::invalid, "It is larger than 64 KiB; allowed: a file of keys.");
  return out;
}

result<secret_box> read_box(const std::string& path) {
  const auto text = read_key_file(path);
  if (!text) return tl::unexpected(text.error());
  auto ring = parse_secret_keys(*text);
  if (!ring) return tl::unexpected(ring.error());
  return secret_box::make(*std::move(ring));
}

bool others_can_read(const std::string& path) {
  std::error_code error;
  const auto now = std::filesystem::status(path, error).permissions();
  return !error && (now & std::filesystem::perms::others_all) != std::filesystem::perms::none;
}

bool is_on_this_host(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

/// Whether the store is a server on another host.
bool is_store_remote(const settings& settings) {
  if (settings.sqlite_store()) return false;
  const auto target = redis::parse_url(settings.store);
  if (!target) return false;
  auto servers = target->sentinels;
  if (servers.empty()) servers.push_back(*target);
  return std::any_of(servers.begin(), servers.end(),
                     [](const auto& server) { return !is_on_this_host(server.host); });
}

}  // namespace

std::string secret_key_file(const settings& settings) {
  if (!settings.secret_key_file.empty()) return settings.secret_key_file;
  const char* folder = std::getenv("CREDENTIALS_DIRECTORY");
  if (folder == nullptr || *folder == '\0') return {};
  const auto path = std::filesystem::path{folder} / credential_name;
  std::error_code error;
  return std::filesystem::exists(path, error) ? path.string() : std::string{};
}

result<std::shared_ptr<const secret_box>> read_secret_box(const settings& settings) {
  const auto path = secret_key_file(settings);
  if (path.empty()) return nullptr;
  auto box = read_box(path);
  if (!box)
    return fail(error_code::invalid,
                "'" + path.substr(0, 200) + "' cannot be used: " + box.error().message);
  return std::make_shared<const secret_box>(*std::move(box));
}

void warn_of_clear_secrets(const settings& settings) {
  const auto path = secret_key_file(settings);
  if (!path.empty() && others_can_read(path))
    log::warn("every user of this host can read the keys for secrets; set mode 0600",
              {{log_key::file, path}});
  if (path.empty() && is_store_remote(settings))
    log::warn(
        "the store is on another host and contains passwords in clear text; see "
        "secrets.key_file");
}

}  // namespace ironbus::daemon
