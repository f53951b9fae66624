#include "gateways/http/ramdisk/preconditions.hpp"

#include "gateways/http/ramdisk/http_date.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ironbus::http {

namespace chr = std::chrono;

namespace {

enum class comparison : uint8_t { strong, weak };

constexpr std::string_view between_tags = " \t,";

/// Whether a list of tags (section 8.8.3) contains this one. Reads the list once and stops at an
/// invalid tag.
bool lists_tag(std::string_view tags, std::string_view wanted, comparison how) {
  for (;;) {
    tags.remove_prefix(std::min(tags.find_first_not_of(between_tags), tags.size()));
    const bool weak = tags.starts_with("W/");
    if (weak) tags.remove_prefix(2);
    if (!tags.starts_with('"')) return false;
    const auto end = tags.find('"', 1);
    if (end == std::string_view::npos) return false;
    if (tags.substr(0, end + 1) == wanted && (how == comparison::weak || !weak)) return true;
    tags.remove_prefix(end + 1);
  }
}

/// Checks all lines of a header. "*" matches any version, and the file exists.
bool any_lists_tag(const std::vector<std::string_view>& lines, std::string_view wanted,
                   comparison how) {
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return line == "*" || lists_tag(line, wanted, how);
  });
}

/// The date in a header. Unset if it is invalid or the header has several lines.
std::optional<chr::sys_seconds> one_date_in(const request& asked, std::string_view name,
                                            chr::sys_seconds now) {
  const auto lines = header_lines(asked.headers, name);
  return lines.size() == 1 ? parse_http_date(lines[0], now) : std::nullopt;
}

}  // namespace

validators validators_of(const file_stamp& stamp, chr::sys_seconds now) {
  std::array<char, 80> tag{};
  std::snprintf(tag.data(), tag.size(), "\"%jx-%jx-%jx-%jx\"", static_cast<uintmax_t>(stamp.device),
                static_cast<uintmax_t>(stamp.inode), static_cast<uintmax_t>(stamp.bytes),
                static_cast<uintmax_t>(stamp.changed_ns));
  const chr::sys_seconds changed{chr::floor<chr::seconds>(chr::nanoseconds{stamp.changed_ns})};
  return {tag.data(), changed, changed < now};
}

verdict judge(const request& asked, const validators& current, chr::sys_seconds now) {
  if (const auto wanted = header_lines(asked.headers, "If-Match"); !wanted.empty()) {
    if (!any_lists_tag(wanted, current.etag, comparison::strong)) return verdict::failed;
  } else if (const auto date = one_date_in(asked, "If-Unmodified-Since", now)) {
    if (current.changed > *date) return verdict::failed;
  }
  if (const auto known = header_lines(asked.headers, "If-None-Match"); !known.empty())
    return any_lists_tag(known, current.etag, comparison::weak) ? verdict::not_modified
                                                                : verdict::proceed;
  const auto date = one_date_in(asked, "If-Modified-Since", now);
  return date && current.settled && current.changed <= *date ? verdict::not_modified
                                                             : verdict::proceed;
}

bool range_counts(const request& asked, const validators& current, chr::sys_seconds now) {
  const auto lines = header_lines(asked.headers, "If-Range");
  if (lines.empty()) return true;
  if (lines.size() > 1) return false;
  if (lines[0] == current.etag) return true;
  const auto date = parse_http_date(lines[0], now);
  return date && current.modified() == date;
}

}  // namespace ironbus::http
