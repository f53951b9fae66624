#pragma once

#include <boost/asio/awaitable.hpp>

#include <chrono>

namespace ironbus {

/// Returns after that time without blocking a thread.
boost::asio::awaitable<void> pause_for(std::chrono::milliseconds length);

}  // namespace ironbus
