#pragma once

#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>

namespace ironbus {

/// URL of the boot ISO, or a failure. Unset: its sources are still being fetched.
using disc_place = std::optional<result<std::string>>;

/// Builds the boot ISO of a step (ramdisk, rescue or instance) from kernel and ramdisk. `invalid`
/// names a missing setting. `unavailable`: a file cannot be fetched or written.
boost::asio::awaitable<disc_place> build_boot_iso(redfish_call call);

/// Checks the sources without accessing files.
std::optional<failure> check_built_iso(const node_snapshot& snapshot, const driver_options& options,
                                       bool rescue);
std::optional<failure> check_live_disc(const node& attributes, const driver_options& options);

}  // namespace ironbus
