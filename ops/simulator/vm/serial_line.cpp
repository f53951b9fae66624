#include "ops/simulator/vm/serial_line.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace ironbus::simulator {

namespace {

/// Copies available data. Returns false at the end of `source`. Data that `sink` does not accept at
/// once is lost, as on a line without flow control.
bool move_some(const owned_fd& source, const owned_fd& sink) {
  std::array<char, 16 * 1024> buffer{};
  const auto count = ::recv(source.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  if (sink)
    ::send(sink.get(), buffer.data(), static_cast<size_t>(count), MSG_DONTWAIT | MSG_NOSIGNAL);
  return true;
}

tl::unexpected<failure> cannot_listen() {
  return fail(error_code::unavailable,
              std::string{"cannot open a port for the serial line: "} + std::strerror(errno));
}

}  // namespace

result<uint16_t> serial_line::listen() {
  listener_ = owned_fd{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  auto* address = reinterpret_cast<sockaddr*>(&place);
  if (!listener_ || ::bind(listener_.get(), address, size) != 0 ||
      ::listen(listener_.get(), 1) != 0 || ::getsockname(listener_.get(), address, &size) != 0)
    return cannot_listen();
  return ntohs(place.sin_port);
}

void serial_line::detach() {
  if (machine_) move_some(machine_, caller_);
  machine_ = owned_fd{};
}

void serial_line::add_to(std::vector<pollfd>& files) const {
  for (const auto* file : {&listener_, &caller_, &machine_})
    if (*file) files.push_back({file->get(), POLLIN, 0});
}

void serial_line::serve() {
  if (listener_) take_caller();
  if (machine_ && !move_some(machine_, caller_)) machine_ = owned_fd{};
  if (caller_ && !move_some(caller_, machine_)) caller_ = owned_fd{};
}

void serial_line::take_caller() {
  pollfd waiting{listener_.get(), POLLIN, 0};
  if (::poll(&waiting, 1, 0) <= 0) return;
  owned_fd caller{::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)};
  if (caller) caller_ = std::move(caller);
}

}  // namespace ironbus::simulator
