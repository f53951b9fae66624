#include "ops/recorder/resource_path.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus::recorder {

namespace {

constexpr std::string_view service = "/redfish";
constexpr size_t path_bytes_max = 1024;
constexpr size_t segment_bytes_max = 200;
constexpr size_t segments_max = 24;
// Name of the file in each folder.
constexpr std::string_view document_name = "index.json";
// Members of these collections are not recorded: they contain users, addresses and history.
constexpr std::array<std::string_view, 7> private_collections{
    "sessions", "accounts", "subscriptions", "entries", "tasks", "taskmonitors", "jobs"};

// The characters of RFC 3986 (3.3) without escapes, because an escape may stand for a character
// that file names cannot have.
bool is_name_character(unsigned char c) {
  static constexpr std::string_view others = "-._~!$&'()*+,;=:@";
  return std::isalnum(c) != 0 || others.find(static_cast<char>(c)) != std::string_view::npos;
}

bool is_segment(std::string_view text) {
  return !text.empty() && text.size() <= segment_bytes_max && text != "." && text != ".." &&
         text != document_name && std::ranges::all_of(text, is_name_character);
}

std::string_view take_first(std::string_view& path) {
  path.remove_prefix(1);
  const auto out = path.substr(0, path.find('/'));
  path.remove_prefix(out.size());
  return out;
}

}  // namespace

std::optional<std::string> resource_path(std::string_view link) {
  link = link.substr(0, link.find('#'));
  if (link.ends_with('/')) link.remove_suffix(1);
  const bool below = link == service || link.starts_with(std::string{service} + "/");
  if (!below || link.size() > path_bytes_max) return std::nullopt;
  size_t segments = 0;
  for (auto rest = link; !rest.empty();)
    if (!is_segment(take_first(rest)) || ++segments > segments_max) return std::nullopt;
  return std::string{link};
}

bool is_private(std::string_view path) {
  while (path.starts_with('/')) {
    const auto name = lower(take_first(path));
    if (path.size() > 1 &&
        std::ranges::find(private_collections, name) != private_collections.end())
      return true;
  }
  return false;
}

}  // namespace ironbus::recorder
