#pragma once

#include "client.hpp"
#include "gateways/http/transport/server.hpp"
#include "tests/support/await.hpp"

#include <mutex>
#include <sstream>
#include <vector>

namespace ironbus::test {

using namespace std::chrono_literals;
using http::client_budget;
using http::client_limits;
using http::server;
using http::server_options;

inline constexpr size_t piece = 64 * 1024;

// The limits of clients, over real connections.

/// Answers "/" with the size of the body, "/large" with ten pieces, "/metrics" with an essential
/// body of that size, and "/held" when the test asks for it.
class patient final : public http::application {
public:
  size_t body_bytes_max(const http::request&) const override { return 16 * piece; }
  void handle(http::request request, http::responder reply) override {
    http::response out;
    out.essential = request.target == "/metrics";
    out.body = request.target == "/large" || out.essential ? std::string(10 * piece, 'x')
                                                           : std::to_string(request.body.size());
    if (request.target != "/held") return reply(std::move(out));
    std::lock_guard hold{mutex};
    held.emplace_back([reply = std::move(reply), out] { reply(out); });
  }
  http::response refuse(unsigned status, const std::string& reason) const override {
    http::response out;
    out.status = status;
    out.body = reason;
    return out;
  }

  std::mutex mutex;
  std::vector<std::function<void()>> held;
};

inline client_limits few() {
  client_limits out;
  out.connections_per_address_max = 3;
  out.body_bytes_max = 12 * piece;
  out.body_bytes_per_address_max = 8 * piece;
  return out;
}

inline server_options quick() {
  server_options out;
  out.port = 0;
  out.body_timeout = 1s;
  out.body_bytes_per_second_min = piece;
  out.stop_grace = 100ms;
  return out;
}

inline std::string post(const std::string& target, size_t announced, size_t sent) {
  return "POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(announced) +
         "\r\n\r\n" + std::string(sent, 'x');
}

inline std::string chunk(size_t bytes) {
  std::ostringstream out;
  out << std::hex << bytes << "\r\n" << std::string(bytes, 'x') << "\r\n";
  return out.str();
}

inline const std::string chunked =
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

struct budget_server {
  explicit budget_server(server_options options = quick(), client_limits limits = few())
      : budget(std::make_shared<client_budget>(std::move(limits))),
        served(std::move(options), app, budget) {
    served.start().value();
  }
  ~budget_server() {
    served.stop();
    app.held.clear();  // They own connections, which use the server.
  }

  /// Whether `bytes` are held now or soon.
  bool holds(size_t bytes) const {
    return fulfilled([&] { return budget->body_bytes() == bytes; });
  }
  /// Whether everything is released, including connections.
  bool is_free() const {
    return fulfilled([&] { return budget->body_bytes() == 0 && budget->addresses() == 0; });
  }

  patient app;
  const std::shared_ptr<client_budget> budget;
  server served;
};

inline server_options unhurried() {
  auto out = quick();
  out.body_timeout = 30s;
  return out;
}

struct patient_server : budget_server {
  patient_server() : budget_server(unhurried()) {}
};

}  // namespace ironbus::test
