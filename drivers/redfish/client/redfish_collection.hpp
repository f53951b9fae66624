#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus {

// The reader of collections and lists of links. All walkers use it.

inline constexpr size_t redfish_pages_max = 32;
/// Maximum of resources that are read of one list.
inline constexpr size_t redfish_members_max = 256;

/// Reads a resource: redfish_client::get, or a reader with limits of its own.
using redfish_reader = std::function<redfish_get(std::string link)>;

redfish_reader reading_from(redfish_client bmc);
/// From the cache, if possible (get_known).
redfish_reader reading_known_from(redfish_client bmc);

/// What to do with a member that cannot be read.
enum class redfish_gaps : uint8_t {
  skipped,  ///< Leave it out, and note it.
  refused,  ///< Fail.
};

using redfish_list = boost::asio::awaitable<redfish_result<std::vector<redfish_resource>>>;

/// All pages of a collection (Members@odata.nextLink), at least one, at most `redfish_pages_max`. A
/// page that cannot be read is read once more.
redfish_list read_pages(redfish_client bmc, redfish_reader read, std::string collection,
                        redfish_gaps gaps);

/// The links of all members, each once.
std::vector<std::string> links_of_pages(const std::vector<redfish_resource>& pages);

/// The first page with the members of all pages. `pages` is not empty.
json as_one_page(std::vector<redfish_resource> pages);

/// Reads these resources, at most `redfish_members_max`. Reads those that fail a second time, after
/// the others. Fails if the BMC does not answer or rejects the login.
redfish_list read_listed(redfish_client bmc, redfish_reader read, std::vector<std::string> links,
                         redfish_gaps gaps);

/// Whether an error concerns one resource only. A user who may log in but not read a resource gets
/// 403.
bool is_of_one_resource(const redfish_error& wrong);

}  // namespace ironbus
