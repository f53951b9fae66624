#pragma once

#include "drivers/boot/dhcp_options.hpp"
#include "messages/base/errors.hpp"

#include <string>
#include <string_view>

// Which folders of boot files are the same ones: those of the nodes that a worker has prepared are
// lost with its host unless others have them too, and no path says whether they do.
namespace ironbus {

/// The name of the place that boot files are written to: of the folder, and where dnsmasq is told
/// of machines, of that one too ("5f0c…+71aa…"). Each folder keeps its part in a hidden file, drawn
/// by whoever comes first; so workers that share a folder name the same one, and a folder that was
/// lost is another one when it has been made again. Blocks. `unavailable`: it cannot be written.
result<std::string> ensure_boot_place(const std::string& root, const dhcp_options& dhcp);

/// Whether two places have the same folder, and whether dnsmasq is told at the same one.
bool same_folder(std::string_view x, std::string_view y);
bool same_dhcp(std::string_view x, std::string_view y);

}  // namespace ironbus
