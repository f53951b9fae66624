#pragma once

#include "ops/simulator/agent/api_client.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// Reads a file of a disc (ISO 9660) that the service hands out as a BMC does for its machine: the
/// size by HEAD, then single sectors by ranges. `path`: its folders and its name, as plain ISO 9660
/// has them: {"BOOT", "GRUB", "GRUB.CFG;1"}. Unset: it is no such disc, has no such file, or one of
/// more than 64 KiB, or the service answers with other bytes than it was asked for.
boost::asio::awaitable<std::optional<std::string>> read_from_disc(api_client& service,
                                                                  std::string target,
                                                                  std::vector<std::string> path);

}  // namespace ironbus::simulator
