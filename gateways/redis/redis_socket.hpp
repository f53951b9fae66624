#pragma once

#include "gateways/redis/redis_url.hpp"

#include <chrono>
#include <functional>
#include <utility>

namespace ironbus::redis {

/// A TCP socket, closed by the destructor.
class socket_handle {
public:
  explicit socket_handle(int descriptor) : descriptor_{descriptor} {}
  socket_handle(socket_handle&& other) noexcept
      : descriptor_{std::exchange(other.descriptor_, -1)} {}
  socket_handle& operator=(socket_handle&&) = delete;
  ~socket_handle();

  int get() const { return descriptor_; }

private:
  int descriptor_;
};

/// A timeout, and a callback of the waiting thread.
struct patience {
  std::chrono::steady_clock::time_point until;
  /// Called about every millisecond. False ends the attempt.
  const std::function<bool()>& while_waiting;
};

/// Waits until the socket is ready for `events` of poll(). Returns 0 or the errno.
int wait_for(int socket, short events, const patience& limit);

/// Connects to the first address of the host that answers. The socket is in blocking mode. Host
/// lookup blocks. `unavailable` gives the reason without the address.
result<socket_handle> connect_to(const server& target, const patience& limit);

}  // namespace ironbus::redis
