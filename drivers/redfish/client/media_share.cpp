#include "drivers/redfish/client/media_share.hpp"

#include "drivers/redfish/client/redfish_options.hpp"

#include <algorithm>

namespace ironbus {

const std::array<share_row, 2>& share_rows() {
  static constexpr std::array rows{share_row{"NFS", "nfs", &redfish_options::nfs},
                                   share_row{"CIFS", "cifs", &redfish_options::cifs}};
  return rows;
}

const share_row* share_row_of(std::string_view transport) {
  const auto& rows = share_rows();
  const auto* found = std::find_if(
      rows.begin(), rows.end(), [&](const share_row& row) { return row.transport == transport; });
  return found == rows.end() ? nullptr : found;
}

}  // namespace ironbus
