#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace ironbus::test {

/// A server that answers what a test says, byte by byte, and keeps what it was asked. One
/// connection at a time, on a thread of its own.
class raw_server {
public:
  /// Sends to the client; false once it has gone.
  using sender = std::function<bool(const std::string&)>;
  using answerer = std::function<void(const std::string& request, const sender& send)>;

  explicit raw_server(answerer answer);
  ~raw_server();

  uint16_t port() const { return port_; }
  const std::vector<std::string>& requests() const { return requests_; }

private:
  void serve();
  void talk(int client);

  answerer answer_;
  int listening_ = -1;
  uint16_t port_ = 0;
  std::vector<std::string> requests_;
  std::thread thread_;
};

/// A whole answer of HTTP with a JSON body.
std::string http_text(int status, const std::string& body, const std::string& headers = {});

}  // namespace ironbus::test
