#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

struct redfish_account;

// What is read of resources. All of it takes whatever is there; what is not as it should be counts
// as not there.

/// The path that a link of that BMC names; unset if it leads elsewhere, or is none. A Location may
/// be a whole URL.
std::optional<std::string> path_on_bmc(const redfish_account& bmc, std::string_view link);

/// Whether a document is a service root, as far as BMCs agree on what one has.
bool is_service_root(const json& document);

/// The member of a member …; null if there is none.
const json& member_at(const json& resource, std::initializer_list<std::string_view> names);

/// The link under these names: {"@odata.id": …}; empty: none.
std::string link_at(const json& resource, std::initializer_list<std::string_view> names);
/// Links of a list under these names, or of a collection's Members.
std::vector<std::string> links_at(const json& resource,
                                  std::initializer_list<std::string_view> names);

/// Texts under `name` and "@Redfish.AllowableValues"; unset: the BMC does not say.
std::optional<std::vector<std::string>> allowed_values(const json& object, std::string_view name);

/// Where an action is posted to; empty: there is none.
std::string action_target(const json& resource, std::string_view action);

}  // namespace ironbus
