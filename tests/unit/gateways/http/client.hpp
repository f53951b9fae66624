#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ironbus::test {

struct answer {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< Names in lower case.
  std::string body;

  /// The faultstring, title or description of an error.
  std::string error() const;
};

/// A raw connection to a server on loopback. Reads end when the server closes, or after ten
/// seconds.
class client {
public:
  /// `source`: the address of the client, on loopback as well.
  explicit client(uint16_t port, const std::string& source = "127.0.0.1");
  ~client();
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  void send(const std::string& text);
  /// The next answer. Status 0 if the server closed instead. `has_body`: false for the answer to
  /// HEAD, whatever its Content-Length.
  answer read(bool has_body = true);
  /// More of an endless body. Empty if the server closed.
  std::string read_some();
  /// Waits for the server to close.
  bool closed();

private:
  bool fill();

  int socket_ = -1;
  std::string buffer_;
};

/// One request on a new connection.
answer ask(uint16_t port, const std::string& method, const std::string& path,
           const std::string& version = "1.115", const std::string& body = {});

std::string request_text(const std::string& method, const std::string& path,
                         const std::string& version, const std::string& body);

}  // namespace ironbus::test
