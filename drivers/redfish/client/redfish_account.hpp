#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_options.hpp"
#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/model/driver_catalog.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// How to authenticate to a BMC.
enum class redfish_auth : uint8_t {
  automatic,  ///< With a session, or with each request if the BMC creates none.
  session,
  basic,  ///< With each request.
};

/// Address and credentials of a BMC, read from driver_info and checked. Nodes with equal accounts
/// share a connection; the system may differ.
struct redfish_account {
  http_endpoint bmc;
  tls_trust trust;
  std::string root = "/redfish/v1/";  ///< Root of the service; ends with a slash.
  std::string system;                 ///< Path of the system; empty: the only one.
  std::string user;                   ///< Empty: no login.
  std::string password;
  std::string second_password;  ///< Tried if the BMC rejects `password`; empty: none.
  redfish_auth auth = redfish_auth::automatic;
  std::string media_transport = "auto";  ///< HTTP, HTTPS, NFS, CIFS; auto: that of the image's URL.

  /// "bmc.example.org:443", for messages.
  std::string place() const { return authority_of(bmc); }
  bool shares_connection(const redfish_account& other) const;
};

/// `invalid` names the key, its value (unless secret) and the allowed values.
result<redfish_account> read_redfish_account(const json& driver_info,
                                             const redfish_options& defaults = {});

/// The keys of driver_info, for the API.
std::vector<driver_property> redfish_properties();

/// Parses the option verify_ca and driver_info.redfish_verify_ca; unset: invalid.
std::optional<tls_trust> read_verify_ca(const std::string& text);

}  // namespace ironbus
