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

/// How we say to a BMC who we are.
enum class redfish_auth : uint8_t {
  automatic,  ///< By a session; with each request where the BMC opens none.
  session,
  basic,  ///< With each request.
};

/// How a node says that its BMC is reached: driver_info, read and checked. Nodes whose accounts are
/// equal, but for the system, share a connection.
struct redfish_account {
  http_endpoint bmc;
  tls_trust trust;
  std::string root = "/redfish/v1/";  ///< Of the service; ends with a slash.
  std::string system;                 ///< Path of the machine; empty: the only one there is.
  std::string user;                   ///< Empty: no login at all.
  std::string password;
  std::string further_password;  ///< Tried where that one is refused; empty: there is none.
  redfish_auth auth = redfish_auth::automatic;

  /// "bmc.example.org:443": for sentences.
  std::string place() const { return authority_of(bmc); }
  bool shares_connection(const redfish_account& other) const;
};

/// `invalid` names the key, its value (of a secret not) and what is allowed.
result<redfish_account> read_redfish_account(const json& driver_info,
                                             const redfish_options& defaults = {});

/// The keys of driver_info that are read, as clients are shown them.
std::vector<driver_property> redfish_properties();

/// What the option verify_ca and driver_info.redfish_verify_ca may say; unset: nothing of it.
std::optional<tls_trust> read_verify_ca(const std::string& text);

}  // namespace ironbus
