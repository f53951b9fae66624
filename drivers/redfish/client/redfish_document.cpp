#include "drivers/redfish/client/redfish_document.hpp"

#include "messages/base/json_writer.hpp"

#include <string>

namespace ironbus {

namespace {

bool is_control(char byte) { return static_cast<unsigned char>(byte) < ' '; }

/// Replaces control characters within strings with blanks.
std::string without_control_characters(std::string text) {
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (in_string && is_control(text[i])) text[i] = ' ';
    if (in_string && text[i] == '\\' && i + 1 < text.size() && !is_control(text[i + 1]))
      ++i;
    else if (text[i] == '"')
      in_string = !in_string;
  }
  return text;
}

/// The text as it can be parsed, and what was repaired.
std::string repaired(std::string_view text, std::vector<redfish_oddity>& met) {
  std::string whole{text};
  make_utf8(whole);
  if (whole != text) met.push_back(redfish_oddity::invalid_utf8);
  auto out = without_control_characters(whole);
  if (out != whole) met.push_back(redfish_oddity::control_character);
  return out;
}

}  // namespace

result<json> read_redfish_text(std::string_view text, const json_limits& limits,
                               std::vector<redfish_oddity>* met) {
  auto strict = parse_json(text, limits);
  if (strict || text.size() > limits.bytes) return strict;
  std::vector<redfish_oddity> found;
  const auto usable = repaired(text, found);
  if (depth_of(usable) > limits.depth) return strict;
  auto out = json::parse(usable, nullptr, false);
  if (out.is_discarded()) return strict;
  if (found.empty()) found.push_back(redfish_oddity::repeated_member);
  if (met != nullptr) met->insert(met->end(), found.begin(), found.end());
  return out;
}

}  // namespace ironbus
