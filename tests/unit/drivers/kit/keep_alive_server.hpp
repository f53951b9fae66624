#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ironbus::test {

/// A key and its self-signed certificate, in PEM.
struct server_identity {
  std::string certificate;
  std::string key;
};

/// For a name ("DNS:bmc.example.org") or an address ("IP:127.0.0.1"). `begins`: seconds from now;
/// valid for an hour.
server_identity make_identity(const std::string& subject, long begins = -60);

/// An HTTP server whose responses the test defines byte by byte. It accepts any number of requests
/// on a connection, and each connection has its own thread. It is strict: a request that does not
/// follow HTTP/1.1 is a fault.
class keep_alive_server {
public:
  enum class then { keep, close };
  struct question {
    std::string text;       ///< Head and body.
    size_t connection = 0;  ///< From 1.
    size_t number = 0;      ///< On the connection, from 1.
  };
  /// Sends to the client; false if it has disconnected.
  using sender = std::function<bool(const std::string&)>;
  using answerer = std::function<then(const question&, const sender&)>;

  /// With an identity: TLS. `tunnel`: after a CONNECT without TLS, which is answered with 200.
  explicit keep_alive_server(answerer answer, std::optional<server_identity> identity = {},
                             bool tunnel = false);
  ~keep_alive_server();

  http_endpoint endpoint(const std::string& host = "127.0.0.1") const;
  /// Closes that many connections as soon as they are accepted.
  void drop_next(size_t connections);

  std::vector<question> questions() const;
  size_t connections() const;
  std::vector<std::string> faults() const;
  /// Returns when that many connections have been closed.
  void wait_until_closed(size_t connections) const;

private:
  using tcp = boost::asio::ip::tcp;

  void accept();
  void serve(tcp::socket& socket, size_t connection);
  template <class Stream>
  void converse(Stream& stream, size_t connection);
  template <class Stream>
  std::string read_request(Stream& stream);

  answerer answer_;
  bool tunnel_;
  std::unique_ptr<boost::asio::ssl::context> tls_;
  boost::asio::io_context io_;
  tcp::acceptor acceptor_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  size_t drops_ = 0;
  size_t closed_ = 0;
  std::vector<question> questions_;
  std::vector<std::string> faults_;
  std::list<tcp::socket> sockets_;
  std::list<std::thread> threads_;
  std::thread accepting_;
};

/// A complete response.
std::string answer_text(int status, const std::string& body = "{}",
                        const std::string& headers = {});

}  // namespace ironbus::test
