#pragma once

#include <boost/asio/io_context.hpp>

#include <functional>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// Calls `changed` on the context's thread shortly after files of the folders are replaced or
/// deleted: once for changes that follow each other quickly. Hidden files do not count. Watches
/// until the context is destroyed. The folders must exist.
void watch_folders(boost::asio::io_context& io, const std::vector<std::string>& folders,
                   std::function<void()> changed);

}  // namespace ironbus::daemon
