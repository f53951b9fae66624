#pragma once

#include "ops/ironbusd/options/option.hpp"

#include <string_view>
#include <vector>

namespace ironbus::daemon {

/// A section of the configuration file; the empty name is the top level.
struct section {
  std::string_view name;
  std::string_view description;
};

/// All sections, in the order of the reference.
const std::vector<section>& sections();

/// All options, by section. Parsing, checks, `config show`, the reference and the sample are
/// derived from this table.
const std::vector<option>& option_table();

/// The option with a key such as "conductor.automated_clean"; null: there is none.
const option* find_option(std::string_view key);

/// The known key most similar to a wrong one; empty if none is similar.
std::string nearest_key(std::string_view wrong);

// The parts of the table.
std::vector<option> process_options();
std::vector<option> conductor_option_rows();
std::vector<option> api_options();
std::vector<option> api_access_options();
std::vector<option> keystone_option_rows();
std::vector<option> api_identity_options();
std::vector<option> api_listener_options();
std::vector<option> oidc_option_rows();
std::vector<option> driver_option_rows();
std::vector<option> deploy_option_rows();
std::vector<option> agent_option_rows();
std::vector<option> agent_container_rows();
std::vector<option> image_option_rows();
std::vector<option> boot_option_rows();
std::vector<option> inspection_option_rows();
std::vector<option> ipmi_option_rows();
std::vector<option> redfish_option_rows();
std::vector<option> media_share_rows();
std::vector<option> fake_option_rows();
std::vector<option> notification_option_rows();
std::vector<option> webhook_option_rows();
std::vector<option> transport_options();
std::vector<option> transport_tls_options();
std::vector<option> secrets_option_rows();

}  // namespace ironbus::daemon
