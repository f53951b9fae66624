#pragma once

#include "gateways/http/transport/connection.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace ironbus::simulator {

/// A listening address and its connections. Many endpoints share an `io_context` and its threads.
/// An endpoint must outlive the `io_context`, whose remaining handlers hold its connections. `end`
/// destroys the acceptor earlier.
class endpoint final : public http::connection_set {
public:
  endpoint(boost::asio::io_context& io, const http::server_options& options, http::application& app,
           http::client_budget& budget, std::function<http::tls_context()> make_tls)
      : io_(io), options_(options), app_(app), budget_(budget), make_tls_(std::move(make_tls)) {}

  /// Port 0 selects a free port. Returns the port.
  result<uint16_t> listen(const boost::asio::ip::address& host, uint16_t port);
  /// Closes all idle connections.
  void drop_connections();
  /// Stops accepting and closes the connections. The threads must have ended.
  void end();

  void left(http::connection* gone) override;
  bool stopping() const override { return stopping_; }
  http::client_budget& clients() override { return budget_; }
  void aside(std::function<void()> work) override { work(); }  // no files are served

private:
  void accept();
  void take(boost::asio::ip::tcp::socket socket);

  boost::asio::io_context& io_;
  const http::server_options& options_;
  http::application& app_;
  http::client_budget& budget_;
  const std::function<http::tls_context()> make_tls_;  ///< Null: plain HTTP.
  http::tls_context tls_;                              ///< Created for the first connection.
  std::optional<boost::asio::ip::tcp::acceptor> acceptor_;
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;  ///< Guards connections_.
  std::unordered_map<http::connection*, std::weak_ptr<http::connection>> connections_;
};

}  // namespace ironbus::simulator
