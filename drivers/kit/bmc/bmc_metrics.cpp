#include "drivers/kit/bmc/bmc_metrics.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/metrics.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 2> bmc_protocol_names{"redfish", "ipmi"};
constexpr std::array<std::string_view, 10> bmc_result_names{
    "done",    "not_sent",   "silent", "untrusted", "access",
    "missing", "unreadable", "busy",   "refused",   "broken"};
static_assert(bmc_protocol_names.size() == static_cast<size_t>(bmc_protocol::count_));
static_assert(bmc_result_names.size() == static_cast<size_t>(bmc_result::count_));

/// A manufacturer and a part of its name, in lower case.
struct maker_row {
  std::string_view name;
  std::string_view part;
};

constexpr std::array maker_rows{
    maker_row{"dell", "dell"},
    maker_row{"hpe", "hpe"},
    maker_row{"hpe", "hewlett"},
    maker_row{"supermicro", "supermicro"},
    maker_row{"supermicro", "super micro"},
    maker_row{"lenovo", "lenovo"},
    maker_row{"fujitsu", "fujitsu"},
    maker_row{"huawei", "huawei"},
    maker_row{"inspur", "inspur"},
    maker_row{"cisco", "cisco"},
    maker_row{"gigabyte", "gigabyte"},
    maker_row{"quanta", "quanta"},
    maker_row{"asrock", "asrock"},
    maker_row{"nvidia", "nvidia"},
    maker_row{"ibm", "ibm"},
    maker_row{"intel", "intel"},
    maker_row{"ami", "megatrends"},
    maker_row{"hp", "hp"},
};
constexpr size_t other_maker = maker_rows.size();
constexpr size_t unknown_maker = other_maker + 1;
constexpr size_t maker_count = unknown_maker + 1;

std::string vendor_name(size_t number) {
  if (number < other_maker) return std::string{maker_rows[number].name};
  return number == other_maker ? "other" : "unknown";
}

metrics::labels bmc_call_labels(size_t number) {
  const auto vendor = number / bmc_result_names.size();
  return {{"protocol", std::string{bmc_protocol_names[vendor / maker_count]}},
          {"vendor", vendor_name(vendor % maker_count)},
          {"result", std::string{bmc_result_names[number % bmc_result_names.size()]}}};
}

/// Process-wide, because connections come and go.
metrics::labelled<metrics::histogram_value> bmc_call_seconds{
    {"ironbus_bmc_call_seconds", "Time of a request to a BMC, without the wait in its queue."},
    bmc_protocol_names.size() * maker_count* bmc_result_names.size(),
    bmc_call_labels,
    metrics::long_times};

}  // namespace

std::string_view to_string(bmc_result x) { return bmc_result_names[static_cast<size_t>(x)]; }

size_t vendor_number(const json& properties) {
  const auto name = lower(member_text(properties, "vendor"));
  if (name.empty()) return unknown_maker;
  const auto found = std::find_if(maker_rows.begin(), maker_rows.end(), [&](const auto& row) {
    return name.find(row.part) != std::string::npos;
  });
  // The first row of a name represents all its rows.
  return static_cast<size_t>(
      found == maker_rows.end()
          ? other_maker
          : std::find_if(maker_rows.begin(), maker_rows.end(), [&](const auto& row) {
              return row.name == found->name;
            }) - maker_rows.begin());
}

size_t unknown_vendor() { return unknown_maker; }

void observe_bmc_call(bmc_protocol protocol, size_t vendor, bmc_result result,
                      std::chrono::steady_clock::time_point began) {
  const auto row = static_cast<size_t>(protocol) * maker_count + vendor;
  bmc_call_seconds[row * bmc_result_names.size() + static_cast<size_t>(result)].observe_since(
      began);
}

}  // namespace ironbus
