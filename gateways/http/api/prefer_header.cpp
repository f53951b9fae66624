#include "gateways/http/api/prefer_header.hpp"

#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>

namespace ironbus::http {

namespace {

/// The value of `return` in a list of preferences; unset if it is not among them.
std::optional<std::string> read_return(std::string_view list) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    const auto one = list.substr(0, std::min(comma, list.find(';')));  // Parameters are ignored.
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    const auto equals = std::min(one.find('='), one.size());
    if (!boost::iequals(boost::trim_copy(std::string{one.substr(0, equals)}), "return")) continue;
    auto value = equals < one.size() ? std::string{one.substr(equals + 1)} : std::string{};
    boost::trim_if(value, boost::is_any_of(" \t\""));
    return value;
  }
  return std::nullopt;
}

}  // namespace

bool prefers_representation(const header_list& headers) {
  for (const auto& [name, value] : headers)
    if (boost::iequals(name, "Prefer"))
      if (const auto wanted = read_return(value)) return boost::iequals(*wanted, "representation");
  return false;
}

void respond_replaced(call& call, const json& made) {
  if (!prefers_representation(call.request.headers)) return call.respond_empty(204);
  response out;
  out.headers.emplace_back("Preference-Applied", "return=representation");
  out.body = to_text(made);
  call.respond(std::move(out));
}

}  // namespace ironbus::http
