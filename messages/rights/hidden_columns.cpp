#include "messages/rights/hidden_columns.hpp"

#include <algorithm>
#include <array>

namespace ironbus::rights {

namespace {

constexpr std::array columns{
    hidden_column{"nodes", "last_error", "baremetal:node:get:last_error",
                  R"("** Value Redacted - Requires baremetal:node:get:last_error permission. **")"},
    hidden_column{"nodes", "reservation", "baremetal:node:get:reservation",
                  R"("** Redacted - requires baremetal:node:get:reservation permission. **")"},
    hidden_column{
        "nodes", "driver_internal_info", "baremetal:node:get:driver_internal_info",
        R"({"content":"** Redacted - Requires baremetal:node:get:driver_internal_info permission. **"})"},
    hidden_column{
        "nodes", "driver_info", "baremetal:node:get:driver_info",
        R"({"content":"** Redacted - requires baremetal:node:get:driver_info permission. **"})"},
    hidden_column{
        "volume_targets", "properties", "baremetal:volume:view_target_properties",
        R"({"redacted_contents":"** Value redacted: Requires permission baremetal:volume:view_target_properties access. Permission denied. **"})"},
};

}  // namespace

std::span<const hidden_column> hidden_columns() { return columns; }

const hidden_column* find_hidden_column(std::string_view collection, std::string_view field) {
  const auto* found = std::find_if(columns.begin(), columns.end(), [&](const auto& x) {
    return x.collection == collection && x.field == field;
  });
  return found == columns.end() ? nullptr : found;
}

}  // namespace ironbus::rights
