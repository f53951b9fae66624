#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace ironbus::test {

/// A proxy between a client and its server that simulates network failures.
class tcp_proxy {
public:
  /// Listens on a free port of 127.0.0.1.
  tcp_proxy(std::string host, uint16_t port);
  ~tcp_proxy();

  uint16_t port() const { return port_; }

  /// Closes all connections, and new ones immediately, until restore().
  void cut();
  void restore() { down_ = false; }
  /// Keeps connections open but forwards nothing to the server, until cut().
  void freeze() { frozen_ = true; }
  /// Sends current clients an end of stream, while they can still send.
  void end_answers();

private:
  struct link {
    int client = -1;
    int server = -1;
    std::thread up, down;
  };

  void accept_all();
  void open(int client);
  void carry(int begin, int descriptor, bool freezable);
  void break_links();

  std::string host_;
  uint16_t server_port_;
  int listener_ = -1;
  uint16_t port_ = 0;
  std::atomic<bool> down_{false};
  std::atomic<bool> frozen_{false};
  std::mutex mutex_;
  std::list<link> links_;
  std::thread acceptor_;
};

}  // namespace ironbus::test
