#include "drivers/redfish/bios/bios_registry.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace {

constexpr size_t files_max = 40;
constexpr size_t values_max = 256;
constexpr size_t word_bytes_max = 1024;

/// Unset: not a whole number, or one that no value of this type exceeds.
std::optional<int64_t> whole(const json& entry, const char* key) {
  const auto found = number_in(member_at(entry, {key}));
  if (found.is_number_unsigned() && !std::in_range<int64_t>(found.get<uint64_t>()))
    return std::nullopt;
  return found.is_number_integer() ? std::optional{found.get<int64_t>()} : std::nullopt;
}

std::optional<bool> flag(const json& entry, const char* key) {
  const auto found = entry.value(key, json{});
  return found.is_boolean() ? std::optional{found.get<bool>()} : std::nullopt;
}

json allowed_values_of(const json& entry) {
  const auto& list = member_at(entry, {"Value"});
  if (!list.is_array() || list.empty()) return {};
  auto out = json::array();
  for (const auto& one : list) {
    auto name = member_text(one, "ValueName");
    if (name.empty()) name = member_text(one, "ValueDisplayName");
    if (!name.empty() && out.size() < values_max) out.push_back(name.substr(0, word_bytes_max));
  }
  return out;
}

bios_setting read_attribute(const json& entry) {
  bios_setting out;
  out.name = member_text(entry, "AttributeName");
  if (auto type = member_text(entry, "Type"); !type.empty())
    out.attribute_type = type.substr(0, bios_name_bytes_max);
  out.allowable_values = allowed_values_of(entry);
  out.lower_bound = whole(entry, "LowerBound");
  out.upper_bound = whole(entry, "UpperBound");
  out.min_length = whole(entry, "MinLength");
  out.max_length = whole(entry, "MaxLength");
  out.read_only = flag(entry, "ReadOnly");
  out.reset_required = flag(entry, "ResetRequired");
  return out;
}

/// Puts files first whose path contains the id's name: "BiosAttributeRegistry" of
/// "BiosAttributeRegistry.v1_0_0".
void put_likely_first(std::vector<std::string>& files, const std::string& id) {
  const auto name = lower(id.substr(0, id.find('.')));
  std::stable_partition(files.begin(), files.end(), [&](const std::string& path) {
    return lower(path).find(name) != std::string::npos;
  });
}

/// URI of the English version; empty: none.
std::string english_uri(const json& file) {
  const auto& places = member_at(file, {"Location"});
  if (!places.is_array()) return {};
  std::string other;
  for (const auto& one : places) {
    const auto language = member_text(one, "Language");
    auto uri = member_text(one, "Uri");
    if (language == "en" || language.starts_with("en-")) return uri;
    if (other.empty()) other = std::move(uri);
  }
  return other;
}

boost::asio::awaitable<redfish_result<std::vector<std::string>>> registry_files(
    redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto link = link_at(root->body, {"Registries"});
  if (link.empty()) co_return std::vector<std::string>{};
  co_return co_await get_known_member_links(bmc, link);
}

registry_result find_registry(redfish_client bmc, std::string id) {
  auto files = co_await registry_files(bmc);
  if (!files) co_return tl::unexpected(files.error());
  put_likely_first(*files, id);
  for (size_t i = 0; i < files->size() && i < files_max; ++i) {
    const auto file = co_await bmc.get_known((*files)[i]);
    if (!file) continue;
    if (member_text(file->body, "Registry") != id && member_text(file->body, "Id") != id) continue;
    const auto uri = english_uri(file->body);
    if (uri.empty()) continue;
    const auto shown = co_await bmc.get(uri);
    if (!shown) co_return tl::unexpected(shown.error());
    co_return read_bios_registry(shown->body);
  }
  co_return bios_registry{};
}

}  // namespace

bios_registry read_bios_registry(const json& registry) {
  bios_registry out;
  const auto& entries = member_at(registry, {"RegistryEntries", "Attributes"});
  if (!entries.is_array()) return out;
  for (const auto& entry : entries) {
    if (out.size() >= bios_attributes_max) break;
    if (!entry.is_object()) continue;
    auto read = read_attribute(entry);
    if (read.name.empty() || read.name.size() > bios_name_bytes_max) continue;
    auto name = read.name;
    out.insert_or_assign(std::move(name), std::move(read));
  }
  return out;
}

registry_result get_bios_registry(redfish_client bmc, std::string id) {
  if (id.empty()) co_return bios_registry{};
  co_return co_await find_registry(std::move(bmc), std::move(id));
}

}  // namespace ironbus
