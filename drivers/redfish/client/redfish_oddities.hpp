#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace ironbus {

/// Deviations of a BMC from the specification that ironbus tolerates.
enum class redfish_oddity : uint8_t {
  redirect,           ///< The resource has another address.
  invalid_utf8,       ///< A text has bytes that are not UTF-8.
  control_character,  ///< A text has raw control characters.
  repeated_member,    ///< An object has a member twice; or an integer is out of range.
  text_number,        ///< A number is a text.
  content_type,       ///< JSON with another content type.
  empty_answer,       ///< Status 200 without a body.
  cut_answer,         ///< Status 200 with an incomplete body, or one that is not JSON.
  odd_link,           ///< A link with characters that must be escaped.
  failed_member,      ///< A member of a collection cannot be read.
  long_collection,    ///< A collection exceeds the limits.
  tag_required,       ///< Status 428: a change without If-Match is rejected.
  boot_not_shown,     ///< A boot device was accepted, but is not shown.
  once_not_shown,     ///< A device for one boot is shown as permanent.
  tag_rejected,       ///< Status 412: the ETag that the BMC sent is rejected.
  count_
};

/// "invalid_utf8": the label of the metric and the name in the API.
std::string_view to_string(redfish_oddity kind);

/// "the BMC sends text that is not UTF-8"; of an unknown kind: its name.
std::string meaning_of_oddity(std::string_view name);

/// The oddities of one BMC. Logs the first of each kind, and counts all of them in the metric
/// ironbus_bmc_oddities_total. Thread-safe.
class redfish_oddities {
public:
  /// `place`: address of the BMC, for the log.
  explicit redfish_oddities(std::string place) : place_{std::move(place)} {}

  /// `where`: the resource, or what the BMC did.
  void note(redfish_oddity kind, std::string_view where);

  /// {kind: where it was met first}, of those kinds that `known` lacks. Null: none.
  json unknown_to(const json& known) const;

private:
  const std::string place_;
  mutable std::mutex mutex_;  ///< Guards the member below.
  std::map<redfish_oddity, std::string> first_;
};

/// Member of driver_internal_info: the oddities of the node's BMC.
inline constexpr const char* oddities_key = "bmc_oddities";

}  // namespace ironbus
