#include "ops/ironbusd/incident/snapshot_patch.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::daemon {

namespace {

constexpr std::array<std::string_view, 3> known_operations{"add", "remove", "replace"};
/// Deeper places than a document of the file can have.
constexpr std::ptrdiff_t depth_max = 60;

bool is_usable(const json& change) {
  const auto operation = member_text(change, "op");
  const auto path = member_text(change, "path");
  return std::find(known_operations.begin(), known_operations.end(), operation) !=
             known_operations.end() &&
         std::count(path.begin(), path.end(), '/') <= depth_max;
}

/// The library takes for granted that what something is put into is an object or a list.
bool has_place(const json& document, const json::json_pointer& place) {
  if (place.empty()) return true;
  const auto above = place.parent_pointer();
  return document.contains(above) && document.at(above).is_structured();
}

}  // namespace

result<json> apply_changes(const json& document, const json& changes) {
  if (!changes.is_array() || !std::all_of(changes.begin(), changes.end(), is_usable))
    return fail(error_code::invalid, "its changes are no JSON patch of the log of decisions");
  try {
    auto out = document;
    for (const auto& change : changes) {
      if (!has_place(out, json::json_pointer{member_text(change, "path")}))
        return fail(error_code::invalid, "its changes do not fit: there is no such place");
      out.patch_inplace(json::array({change}));
    }
    return out;
  } catch (const json::exception& e) {
    return fail(error_code::invalid, std::string{"its changes do not fit: "} + e.what());
  }
}

}  // namespace ironbus::daemon
