#include "tests/support/free_port.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace ironbus::test {

uint16_t free_port() {
  int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  auto bound = bind(socket, plain, size) == 0 && getsockname(socket, plain, &size) == 0;
  close(socket);
  if (!bound) throw std::runtime_error{"found no free port"};
  return ntohs(address.sin_port);
}

}  // namespace ironbus::test
