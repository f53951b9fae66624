#include "gateways/http/api/version.hpp"

#include "messages/base/text.hpp"

#include <charconv>

namespace ironbus::http {

namespace {

/// The version in a list of "<service> <version>" pairs. Empty if our service is not in the list.
std::string_view of_service(std::string_view list, std::string_view service) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    const auto pair = trim(list.substr(0, comma));
    if (pair.size() > service.size() && pair.starts_with(service) && pair[service.size()] == ' ')
      return trim(pair.substr(service.size()));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
  return {};
}

std::optional<int> number(std::string_view text) {
  int out = 0;
  const auto [end, e] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || text.front() == '-' || e != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  return out;
}

}  // namespace

result<int> negotiate(const header_list& headers) {
  auto asked = trim(find_header(headers, "X-OpenStack-Ironic-API-Version"));
  if (asked.empty()) asked = of_service(find_header(headers, "OpenStack-API-Version"), "baremetal");
  if (asked.empty()) return version_min;
  if (asked == "latest") return version_max;
  const auto dot = asked.find('.');
  const auto major = number(asked.substr(0, dot));
  const auto minor = dot == std::string_view::npos ? std::nullopt : number(asked.substr(dot + 1));
  if (major && minor && *major == 1 && *minor >= version_min && *minor <= version_max)
    return *minor;
  return fail(error_code::not_acceptable,
              "API version '" + std::string{asked.substr(0, 64)} + "' is not supported; allowed: " +
                  version_text(version_min) + " to " + version_text(version_max) + " or latest.");
}

std::string version_text(int n) { return "1." + std::to_string(n); }

void add_version_headers(header_list& out, std::optional<int> used) {
  out.emplace_back("X-OpenStack-Ironic-API-Minimum-Version", version_text(version_min));
  out.emplace_back("X-OpenStack-Ironic-API-Maximum-Version", version_text(version_max));
  if (used) out.emplace_back("X-OpenStack-Ironic-API-Version", version_text(*used));
}

}  // namespace ironbus::http
