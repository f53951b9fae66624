#include "drivers/redfish/client/redfish_document.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/json_writer.hpp"

#include <algorithm>
#include <array>
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

/// Numbers that ironbus reads.
constexpr std::array<std::string_view, 8> number_members{
    "CapacityBytes",    "TotalThreads",         "MaxSpeedMHz",          "SpeedMbps",
    "CurrentSpeedGbps", "CurrentLinkSpeedMbps", "TotalSystemMemoryGiB", "MaxPasswordLength",
};

bool has_number_as_text(const json& object) {
  return object.is_object() &&
         std::any_of(number_members.begin(), number_members.end(), [&](std::string_view name) {
           const auto found = object.find(name);
           return found != object.end() && found->is_string() && !number_in(*found).is_null();
         });
}

}  // namespace

bool has_text_number(const json& resource) {
  return has_number_as_text(resource) || has_number_as_text(member_at(resource, {"MemorySummary"}));
}

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
