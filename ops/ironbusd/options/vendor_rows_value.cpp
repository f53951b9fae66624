// The value of redfish.vendor_rows: a list of maps of texts. What they may say is for the table.

#include "messages/base/text.hpp"
#include "ops/ironbusd/options/values.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

namespace ironbus::daemon {

bool read_value(const json& document, const limits&, std::vector<vendor_row_text>& out) {
  if (!document.is_array()) return false;
  std::vector<vendor_row_text> read;
  for (const auto& item : document) {
    if (!item.is_object()) return false;
    auto& row = read.emplace_back();
    for (const auto& [name, value] : item.items()) {
      const auto* text = value.get_ptr<const std::string*>();
      if (text == nullptr) return false;
      row[name] = *text;
    }
  }
  out = std::move(read);
  return true;
}

std::string show_value(const limits&, const std::vector<vendor_row_text>& rows) {
  const auto shown = [](const vendor_row_text& row) {
    return flow_text(std::vector<std::pair<std::string, std::string>>{row.begin(), row.end()});
  };
  return "[" + join(rows, shown) + "]";
}

}  // namespace ironbus::daemon
