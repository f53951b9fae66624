#include "ops/simulator/quirks/quirk_tools.hpp"

#include "ops/simulator/redfish/paths.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>

namespace ironbus::simulator {

bool is_read(const http::request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

bool succeeded(const http::response& given) { return given.status >= 200 && given.status < 300; }

bool is_reset(const quirk_exchange& x) {
  return x.request.method == "POST" &&
         x.path == system_path(x.kind(), "/Actions/ComputerSystem.Reset");
}

std::string reset_type_of(const http::request& request) {
  const auto body = parse_json(request.body);
  if (!body || !body->is_object()) return {};
  const auto found = body->find("ResetType");
  return found != body->end() && found->is_string() ? found->get<std::string>() : std::string{};
}

http::response quirk_document(unsigned status, const json& body) {
  http::response out;
  out.status = status;
  out.headers = {{"OData-Version", "4.0"}, {"Cache-Control", "no-cache"}};
  out.body = to_text(body);
  return out;
}

http::response quirk_problem(const profile& kind, const fault& why) {
  return quirk_document(status_of(why), error_body(kind, why));
}

bool edit_body(http::response& given, const std::function<bool(json&)>& change) {
  auto body = parse_json(given.body);
  if (!body || !body->is_object() || !change(*body)) return false;
  given.body = to_text(*body);
  return true;
}

bool replace_all_of(std::string& text, std::string_view wanted, std::string_view replacement) {
  bool out = false;
  for (auto place = text.find(wanted); place != std::string::npos;
       place = text.find(wanted, place + replacement.size())) {
    text.replace(place, wanted.size(), replacement);
    out = true;
  }
  return out;
}

std::string* header_of(http::header_list& headers, std::string_view name) {
  const auto found = std::ranges::find_if(
      headers, [&](const auto& header) { return boost::iequals(header.first, name); });
  return found == headers.end() ? nullptr : &found->second;
}

}  // namespace ironbus::simulator
