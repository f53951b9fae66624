#pragma once

#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>

namespace ironbus {

/// Where a disc is handed out, or why it is not; unset: what it is made of is still being fetched.
using disc_place = std::optional<result<std::string>>;

/// Makes the disc of a step (ramdisk, rescue or instance) of a kernel and a ramdisk. `invalid`
/// names what the node or the configuration lacks; `unavailable`: a file cannot be fetched or
/// written.
boost::asio::awaitable<disc_place> build_disc(redfish_call call);

/// Checks what it would be made of, and touches no file.
std::optional<failure> check_built_disc(const node_snapshot& snapshot,
                                        const driver_options& options, bool rescue);
std::optional<failure> check_live_disc(const node& attributes, const driver_options& options);

}  // namespace ironbus
