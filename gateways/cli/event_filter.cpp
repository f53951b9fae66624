#include "gateways/cli/event_filter.hpp"

#include <boost/url.hpp>

#include <algorithm>
#include <utility>

namespace ironbus::cli {

std::string query_of(const event_filter& filter, const std::string& since) {
  boost::urls::url out;
  for (const auto& [name, value] :
       {std::pair{"since", &since}, std::pair{"node", &filter.node},
        std::pair{"type", &filter.type}, std::pair{"state", &filter.state},
        std::pair{"group", &filter.group}, std::pair{"owner", &filter.owner}})
    if (!value->empty()) out.params().append({name, *value});
  return std::string{out.encoded_query()};
}

bool is_event_position(std::string_view text) {
  constexpr size_t digits_max = 19;
  const auto colon = text.rfind(':');
  const auto digits = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const auto log = text.substr(0, text.size() - digits.size());
  return !digits.empty() && digits.size() <= digits_max &&
         std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }) &&
         std::ranges::all_of(log, [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace ironbus::cli
