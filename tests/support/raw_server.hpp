#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace ironbus::test {

/// A server that sends the test's responses byte by byte and records the requests. It serves one
/// connection at a time on its own thread.
class raw_server {
public:
  /// Sends to the client; false if it has disconnected.
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

/// A complete HTTP response with a JSON body.
std::string http_text(int status, const std::string& body, const std::string& headers = {});

}  // namespace ironbus::test
