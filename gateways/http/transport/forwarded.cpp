#include "gateways/http/transport/forwarded.hpp"

#include "messages/base/text.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace ironbus::http {

namespace {

// More proxies than any installation has, so that a long header costs little.
constexpr size_t hops_max = 32;

constexpr std::string_view standard_header = "Forwarded";
constexpr std::array<std::string_view, 4> common_headers{"X-Forwarded-For", "X-Forwarded-Proto",
                                                         "X-Forwarded-Host", "X-Forwarded-Prefix"};

bool uses_common_headers(const header_list& headers) {
  return std::any_of(common_headers.begin(), common_headers.end(),
                     [&](std::string_view name) { return !header_lines(headers, name).empty(); });
}

/// "192.0.2.1", "192.0.2.1:80", "2001:db8::1" or "[2001:db8::1]:80", with or without quotes.
std::optional<ip_address> address_in(std::string_view text) {
  text = trim(text);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    return end == std::string_view::npos ? std::nullopt : parse_ip(text.substr(1, end - 1));
  }
  const bool has_port = std::count(text.begin(), text.end(), ':') == 1;
  return parse_ip(has_port ? text.substr(0, text.find(':')) : text);
}

/// The value of a parameter in an element such as `for=192.0.2.1;proto=https`, without its quotes.
/// Quoted values with a semicolon or an escape are none that count here.
std::string_view parameter_of(std::string_view element, std::string_view name) {
  for (;;) {
    const auto end = element.find(';');
    const auto pair = trim(element.substr(0, end));
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && boost::iequals(pair.substr(0, equals), name)) {
      const auto value = pair.substr(equals + 1);
      const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
      return quoted ? value.substr(1, value.size() - 2) : value;
    }
    if (end == std::string_view::npos) return {};
    element.remove_prefix(end + 1);
  }
}

/// Calls `visit` for the entries of a list header from the last to the first, until it returns
/// true. False if there were too many.
template <class Visit>
bool visit_from_last(const header_list& headers, std::string_view name, const Visit& visit) {
  const auto lines = header_lines(headers, name);
  size_t count = 0;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    for (auto rest = *line;;) {
      const auto comma = rest.rfind(',');
      if (++count > hops_max) return false;
      if (visit(trim(comma == std::string_view::npos ? rest : rest.substr(comma + 1)))) return true;
      if (comma == std::string_view::npos) break;
      rest = rest.substr(0, comma);
    }
  return true;
}

std::string_view first_entry(const header_list& headers, std::string_view name) {
  const auto value = find_header(headers, name);
  return trim(value.substr(0, value.find(',')));
}

}  // namespace

std::optional<ip_address> forwarded_client(const header_list& headers, const proxy_test& trusts) {
  const bool common = uses_common_headers(headers);
  std::optional<ip_address> out;
  const auto is_client = [&](std::string_view entry) {
    out = address_in(common ? entry : parameter_of(entry, "for"));
    return !out || !trusts(*out);
  };
  const auto name = common ? common_headers[0] : standard_header;
  return visit_from_last(headers, name, is_client) ? out : std::nullopt;
}

forwarded_place forwarded_place_in(const header_list& headers) {
  if (uses_common_headers(headers))
    return {first_entry(headers, "X-Forwarded-Proto"), first_entry(headers, "X-Forwarded-Host"),
            first_entry(headers, "X-Forwarded-Prefix")};
  const auto first = first_entry(headers, standard_header);
  return {parameter_of(first, "proto"), parameter_of(first, "host"), {}};
}

}  // namespace ironbus::http
