#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace ironbus::test {

/// Stands between a client and its server and can fail as networks do.
class tcp_proxy {
public:
  /// Listens on a free port of 127.0.0.1.
  tcp_proxy(std::string host, uint16_t port);
  ~tcp_proxy();

  uint16_t port() const { return port_; }

  /// Breaks all connections, and new ones at once, until restore().
  void cut();
  void restore() { down_ = false; }
  /// Connections stay and carry nothing to the server any more, until cut().
  void freeze() { frozen_ = true; }
  /// Clients of now hear that the server will say no more, while they may go on to speak.
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
