#include "tests/contract/store/redis_server.hpp"

#include "gateways/redis/redis_dial.hpp"
#include "tests/contract/store/store_client.hpp"
#include "tests/support/await.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

int free_port() {
  int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  auto bound = bind(socket, plain, size) == 0 && getsockname(socket, plain, &size) == 0;
  close(socket);
  if (!bound) throw std::runtime_error{"no free port"};
  return ntohs(address.sin_port);
}

}  // namespace

redis_server::redis_server()
    : folder_{std::filesystem::temp_directory_path() / ("ironbus-redis-" + random_name())},
      port_{free_port()} {
  std::filesystem::create_directory(folder_);
  start();
}

redis_server::~redis_server() {
  crash();
  std::filesystem::remove_all(folder_);
}

void redis_server::start() {
  auto port = std::to_string(port_);
  auto log = folder_ + "/log";
  process_ = fork();
  if (process_ == 0) {
    execlp("redis-server", "redis-server", "--port", port.c_str(), "--bind", "127.0.0.1", "--dir",
           folder_.c_str(), "--appendonly", "yes", "--save", "", "--logfile", log.c_str(),
           static_cast<char*>(nullptr));
    _exit(127);
  }
  if (!fulfilled([this] { return answers(); }, 10s))
    throw std::runtime_error{"redis-server does not start, see " + log};
}

bool redis_server::answers() const {
  redis::endpoint endpoint;
  endpoint.port = static_cast<uint16_t>(port_);
  auto connection = redis::dial(endpoint, 100ms, [] { return true; });
  return connection && redis::ask(**connection, {"PING"});
}

void redis_server::crash() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

void redis_server::freeze() { kill(process_, SIGSTOP); }
void redis_server::thaw() { kill(process_, SIGCONT); }

std::string redis_server::url() const { return "redis://127.0.0.1:" + std::to_string(port_); }

}  // namespace ironbus::test
