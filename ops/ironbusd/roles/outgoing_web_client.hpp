#pragma once

#include "messages/ports/web_client.hpp"

namespace ironbus::daemon {

/// A web client with its own thread, which sends by the drivers' HTTP client. Keeps idle
/// connections for reuse.
std::unique_ptr<web_client> make_web_client(web_client_options options);

}  // namespace ironbus::daemon
