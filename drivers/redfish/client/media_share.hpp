#pragma once

#include <array>
#include <string>
#include <string_view>

namespace ironbus {

/// A folder that an NFS or CIFS server exports to BMCs, with the images that this service provides.
struct media_share {
  std::string base_url{};    ///< The folder as BMCs see it, such as "nfs://192.0.2.1/export".
  std::string share_path{};  ///< The same folder on this host.
  std::string username{};    ///< For BMCs; CIFS only. Empty: none.
  std::string password{};

  bool is_set() const { return !base_url.empty() && !share_path.empty(); }
};

struct redfish_options;

/// A transport that needs a share, and the share's options.
struct share_row {
  std::string_view transport;  ///< As TransferProtocolType has it.
  std::string_view section;    ///< Of the options.
  media_share redfish_options::*share;
};

/// The share of a transport such as "NFS"; null: none is needed.
const share_row* share_row_of(std::string_view transport);
/// All of them, in the order of preference.
const std::array<share_row, 2>& share_rows();

}  // namespace ironbus
