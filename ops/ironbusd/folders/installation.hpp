#pragma once

#include "messages/base/errors.hpp"
#include "messages/ports/store.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace ironbus::daemon {

/// The id that all processes of an installation share: the configured one, else the one in the
/// store. A store without one gets the id that earlier releases used. With SQLite it is the one in
/// the data folder (new: random), with Redis one derived from its address without login.
///
/// If the store cannot be used, this is the id that the data folder remembers, else the derived
/// one. Blocks, for the store at most `patience`.
result<std::string> find_installation_id(const settings& settings, store& records,
                                         std::chrono::milliseconds patience = std::chrono::seconds{
                                             3});

/// The secret of all gateways of the installation for the sessions of the fleet page. Empty if
/// users need not sign in, or if the store cannot be used: then sessions end with this process.
/// Blocks as find_installation_id() does.
std::string find_session_secret(const settings& settings, store& records,
                                std::chrono::milliseconds patience = std::chrono::seconds{3});

/// Marks the folders that this process uses with the installation's id. `conflict` names the option
/// of a folder that belongs to another installation. Blocks.
std::optional<failure> claim_folders(const settings& settings, const std::string& installation,
                                     const std::string& host);

}  // namespace ironbus::daemon
