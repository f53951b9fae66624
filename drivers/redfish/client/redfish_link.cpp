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

/// Characters that must be escaped, besides controls and those that are not ASCII.
constexpr std::string_view unsafe_characters = "\"<>^`{|} #\\";

bool is_path(std::string_view text) {
  return text.starts_with('/') && !text.starts_with("//") && text.size() <= link_bytes_max &&
         !has_dot_segment(text);
}

bool is_unsafe(unsigned char byte) {
  return byte < ' ' || byte >= 0x7f ||
         unsafe_characters.find(static_cast<char>(byte)) != std::string_view::npos;
}

/// Some servers read a backslash as a slash, and others end a line at a control character.
bool is_dangerous(unsigned char byte) { return byte < ' ' || byte == 0x7f || byte == '\\'; }

std::string_view without_end(std::string_view path) {
  path = path.substr(0, path.find_first_of("#?"));
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

std::string link_in(const json& value) {
  auto out = member_text(value, "@odata.id");
  if (out.empty() && value.is_string() && value.get_ref<const std::string&>().starts_with('/'))
    out = value.get<std::string>();
  return out;
}

}  // namespace

std::string escaped_path(std::string_view path, bool keeps_query) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const unsigned char byte : path)
    if (is_unsafe(byte) || (byte == '?' && !keeps_query))
      out.append("%").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    else
      out += static_cast<char>(byte);
  return out;
}

bool has_dot_segment(std::string_view path) {
  path = path.substr(0, path.find('?'));
  while (!path.empty()) {
    const auto segment = path.substr(0, path.find('/'));
    if (segment == "." || segment == "..") return true;
    path.remove_prefix(std::min(path.size(), segment.size() + 1));
  }
  return false;
}

std::string last_segment(std::string_view path) {
  path = without_end(path);
  path.remove_prefix(path.rfind('/') + 1);
  return percent_decode(path).value_or(std::string{path});
}

bool is_same_path(std::string_view left, std::string_view right) {
  left = without_end(left);
  right = without_end(right);
  return left == right || percent_decode(left).value_or(std::string{left}) ==
                              percent_decode(right).value_or(std::string{right});
}

std::optional<std::string> path_on_bmc(const redfish_account& bmc, std::string_view link) {
  link = trim(link.substr(0, link.find('#')));
  if (link.size() > link_bytes_max || std::any_of(link.begin(), link.end(), &is_dangerous))
    return std::nullopt;
  auto path = escaped_path(link, true);
  if (is_path(path)) return path;
  const auto url = parse_http_url_with_query(path);
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
  return link_in(member_at(resource, names));
}

std::vector<std::string> links_at(const json& resource,
                                  std::initializer_list<std::string_view> names) {
  std::vector<std::string> out;
  const auto& list = member_at(resource, names);
  if (!list.is_array()) return out;
  for (const auto& one : list)
    if (auto link = link_in(one); !link.empty() && out.size() < links_max)
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

json number_in(const json& value) {
  constexpr size_t digits_max = 40;
  if (value.is_number()) return value;
  if (!value.is_string() || value.get_ref<const std::string&>().size() > digits_max) return {};
  const auto read = parse_json(trim(value.get_ref<const std::string&>()));
  return read && read->is_number() ? *read : json{};
}

std::string action_target(const json& resource, std::string_view action) {
  const auto key = "#" + std::string{action};
  return member_text(member_at(resource, {"Actions", key}), "target");
}

}  // namespace ironbus
