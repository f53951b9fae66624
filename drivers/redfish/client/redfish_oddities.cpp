#include "drivers/redfish/client/redfish_oddities.hpp"

#include "messages/platform/log.hpp"
#include "messages/platform/metrics.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t where_bytes_max = 200;

struct oddity_row {
  std::string_view name;
  std::string_view meaning;
};

/// Indexed by redfish_oddity.
constexpr std::array oddity_rows{
    oddity_row{"redirect", "the BMC redirects requests"},
    oddity_row{"invalid_utf8", "the BMC sends text that is not UTF-8"},
    oddity_row{"control_character", "the BMC sends raw control characters in texts"},
    oddity_row{"repeated_member", "the BMC sends a member twice, or an integer out of range"},
    oddity_row{"text_number", "the BMC sends a number as text"},
    oddity_row{"content_type", "the BMC sends JSON with another content type"},
    oddity_row{"empty_answer", "the BMC sends status 200 without a body"},
    oddity_row{"cut_answer", "the BMC sends status 200 with a body that is not JSON"},
    oddity_row{"odd_link", "the BMC sends links with unescaped characters"},
    oddity_row{"failed_member", "the BMC lists resources that it cannot show"},
    oddity_row{"long_collection", "the BMC sends a collection that exceeds the limits"},
    oddity_row{"tag_required", "the BMC rejects changes without If-Match"},
    oddity_row{"boot_not_shown", "the BMC does not show the boot device that it accepted"},
    oddity_row{"once_not_shown", "the BMC shows a device for one boot as permanent"},
    oddity_row{"tag_rejected", "the BMC rejects the ETag that it sent"},
};
static_assert(oddity_rows.size() == static_cast<size_t>(redfish_oddity::count_));

metrics::labels oddity_label(size_t number) {
  return {{"kind", std::string{oddity_rows[number].name}}};
}

/// Process-wide, because connections come and go.
metrics::labelled<metrics::counter_value> oddities_total{
    {"ironbus_bmc_oddities_total", "Deviations of BMCs from the Redfish specification."},
    oddity_rows.size(),
    oddity_label};

std::string shown_place(std::string_view where) {
  std::string out;
  for (const char c : where.substr(0, where_bytes_max)) out += c > ' ' && c <= '~' ? c : '?';
  return out;
}

}  // namespace

std::string_view to_string(redfish_oddity kind) {
  return oddity_rows[static_cast<size_t>(kind)].name;
}

std::string meaning_of_oddity(std::string_view name) {
  const auto* found = std::find_if(oddity_rows.begin(), oddity_rows.end(),
                                   [&](const oddity_row& row) { return row.name == name; });
  return std::string{found == oddity_rows.end() ? name : found->meaning};
}

void redfish_oddities::note(redfish_oddity kind, std::string_view where) {
  const auto& row = oddity_rows[static_cast<size_t>(kind)];
  ++oddities_total[static_cast<size_t>(kind)];
  const auto shown = shown_place(where);
  {
    const std::lock_guard hold{mutex_};
    if (!first_.emplace(kind, shown).second) return;
  }
  log::warn(std::string{row.meaning}, {{log_key::host, place_}, {log_key::path, shown}});
}

json redfish_oddities::unknown_to(const json& known) const {
  json out;
  const std::lock_guard hold{mutex_};
  for (const auto& [kind, where] : first_) {
    const std::string name{to_string(kind)};
    if (!known.is_object() || !known.contains(name)) out[name] = where;
  }
  return out;
}

}  // namespace ironbus
