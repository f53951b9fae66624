#pragma once

#include "ops/simulator/agent/api_client.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// Reads a file from a boot ISO (ISO 9660) of the service like a BMC: HEAD for the size, then
/// ranges of one sector. `path`: folders and name in plain ISO 9660 form, {"BOOT", "GRUB",
/// "GRUB.CFG;1"}. Unset: not an ISO, no such file, a file over 64 KiB, or a response with the wrong
/// bytes.
boost::asio::awaitable<std::optional<std::string>> read_iso_file(api_client& service,
                                                                 std::string target,
                                                                 std::vector<std::string> path);

}  // namespace ironbus::simulator
