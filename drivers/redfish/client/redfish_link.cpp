#include "drivers/redfish/client/redfish_link.hpp"

#include "drivers/redfish/client/redfish_account.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t link_bytes_max = 1024;
constexpr size_t links_max = 512;
const json no_member;

bool is_path(std::string_view text) {
  return text.starts_with('/') && !text.starts_with("//") && text.size() <= link_bytes_max &&
         text.find("..") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char byte) { return byte > ' ' && byte < 0x7f && byte != '\\'; });
}

}  // namespace

std::optional<std::string> path_on_bmc(const redfish_account& bmc, std::string_view link) {
  link = link.substr(0, link.find('#'));
  if (is_path(link)) return std::string{link};
  const auto url = parse_http_url(link.substr(0, link.find('?')));
  if (!url || !is_path(url->path) || lower(url->host) != lower(bmc.bmc.host)) return std::nullopt;
  return url->path;
}

bool is_service_root(const json& document) {
  return document.is_object() && (document.contains("RedfishVersion") ||
                                  document.contains("Systems") || document.contains("@odata.id"));
}

const json& member_at(const json& resource, std::initializer_list<std::string_view> names) {
  const auto* out = &resource;
  for (const auto name : names) {
    if (!out->is_object()) return no_member;
    const auto found = out->find(name);
    if (found == out->end()) return no_member;
    out = &*found;
  }
  return *out;
}

std::string link_at(const json& resource, std::initializer_list<std::string_view> names) {
  return member_text(member_at(resource, names), "@odata.id");
}

std::vector<std::string> links_at(const json& resource,
                                  std::initializer_list<std::string_view> names) {
  std::vector<std::string> out;
  const auto& list = member_at(resource, names);
  if (!list.is_array()) return out;
  for (const auto& one : list)
    if (auto link = member_text(one, "@odata.id"); !link.empty() && out.size() < links_max)
      out.push_back(std::move(link));
  return out;
}

std::optional<std::vector<std::string>> allowed_values(const json& object, std::string_view name) {
  const auto key = std::string{name} + "@Redfish.AllowableValues";
  const auto& list = member_at(object, {key});
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& one : list)
    if (one.is_string()) out.push_back(one.get<std::string>());
  return out;
}

std::string action_target(const json& resource, std::string_view action) {
  const auto key = "#" + std::string{action};
  return member_text(member_at(resource, {"Actions", key}), "target");
}

}  // namespace ironbus
