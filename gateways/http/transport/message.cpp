#include "gateways/http/transport/message.hpp"

#include <boost/algorithm/string/predicate.hpp>

namespace ironbus::http {

std::string_view find_header(const header_list& headers, std::string_view name) {
  for (const auto& [key, value] : headers)
    if (boost::iequals(key, name)) return value;
  return {};
}

std::vector<std::string_view> header_lines(const header_list& headers, std::string_view name) {
  std::vector<std::string_view> out;
  for (const auto& [key, value] : headers)
    if (boost::iequals(key, name)) out.emplace_back(value);
  return out;
}

}  // namespace ironbus::http
