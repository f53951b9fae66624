#include "gateways/http/api/router.hpp"

#include "gateways/http/api/legacy_paths.hpp"

namespace ironbus::http {

namespace {

constexpr std::string_view prefix = "v1";

/// Removes the first segment from the pattern and returns it.
std::string_view take_segment(std::string_view& pattern) {
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  const auto end = pattern.find('/');
  const auto segment = pattern.substr(0, end);
  pattern = end == std::string_view::npos ? std::string_view{} : pattern.substr(end);
  return segment;
}

bool fits(std::string_view pattern, std::span<const std::string> path,
          std::vector<std::string>& arguments) {
  arguments.clear();
  for (const auto& segment : path) {
    if (pattern.empty()) return false;
    const auto wanted = take_segment(pattern);
    if (wanted.starts_with('{'))
      arguments.push_back(segment);
    else if (wanted != segment)
      return false;
  }
  return pattern.empty() || pattern == "/";
}

bool fits(const route& row, std::span<const std::string> path,
          std::vector<std::string>& arguments) {
  const std::string_view pattern = row.path;
  if (fits(pattern, path, arguments)) return true;
  const bool shortened = !path.empty() && path.front() != prefix;
  return shortened && pattern.starts_with("/v1/") && fits(pattern.substr(3), path, arguments);
}

}  // namespace

bool is_served(const route& route, listener_kind listener) {
  if (listener == listener_kind::users) return route.who != access::ramdisk;
  const bool discovery = route.who == access::everyone && route.since > 0;
  return listener == listener_kind::only || route.who == access::ramdisk || discovery;
}

route_match find_route(std::span<const route> table, std::string_view method,
                       const std::vector<std::string>& path, listener_kind listener) {
  const auto renewed = with_node_first(path);
  const auto& wanted = renewed.empty() ? path : renewed;
  route_match out;
  for (const auto& row : table) {
    if (!is_served(row, listener) || !fits(row, wanted, out.arguments)) continue;
    if (row.method == method) {
      out.found = &row;
      return out;
    }
    out.others.push_back(&row);
  }
  return out;
}

size_t body_bytes_max(const route* route, const gateway_options& options) {
  switch (route != nullptr ? route->body : body_kind::normal) {
    case body_kind::provision: return options.provision_body_bytes_max;
    case body_kind::inspection: return options.inspection_body_bytes_max;
    default: return options.body_bytes_max;
  }
}

}  // namespace ironbus::http
