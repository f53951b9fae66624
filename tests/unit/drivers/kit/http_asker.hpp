#pragma once

#include "drivers/kit/http/http_client.hpp"
#include "tests/support/test_lease.hpp"
#include "tests/unit/drivers/kit/keep_alive_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <vector>

namespace ironbus {
inline std::ostream& operator<<(std::ostream& out, http_error x) {
  return out << "http_error " << static_cast<int>(x);
}
}  // namespace ironbus

namespace ironbus::test {

/// A client on the test's own thread.
struct http_asker {
  explicit http_asker(http_client_options options)
      : client{io.get_executor(), std::move(options)} {}

  /// Sends all at once; the responses are in the order of the requests.
  std::vector<http_result> ask_all(const std::vector<http_request>& requests) {
    std::vector<http_result> out(requests.size());
    for (size_t i = 0; i < requests.size(); ++i)
      boost::asio::co_spawn(io, client.exchange(requests[i]),
                            [&out, i](const std::exception_ptr& thrown, http_result x) {
                              if (thrown) std::rethrow_exception(thrown);
                              out[i] = std::move(x);
                            });
    io.restart();
    io.run();
    return out;
  }
  http_result ask(const http_request& x) { return ask_all({x}).front(); }

  boost::asio::io_context io;
  http_client client;
};

inline http_client_options patient() {
  http_client_options out;
  out.peer = "the BMC";
  out.exchange_timeout = std::chrono::seconds{30};
  out.answer_bytes_max = 4096;
  out.retry_first = std::chrono::milliseconds{1};
  return out;
}

inline http_request request_to(const http_endpoint& server, http_method method = http_method::get,
                               std::string target = "/redfish/v1/") {
  http_request out{lasting_permit()};
  out.server = server;
  out.method = method;
  out.target = std::move(target);
  return out;
}

/// The cause of a failure; fails the test if there is a response.
inline http_error error_of(const http_result& x) {
  BOOST_REQUIRE(!x);
  return x.error().why;
}

inline unsigned status_of(const http_result& x) {
  BOOST_REQUIRE_MESSAGE(x, (x ? "" : x.error().message));
  return x->status;
}

inline bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

/// Answers every request with that text.
inline keep_alive_server::answerer always(
    std::string text, keep_alive_server::then then_what = keep_alive_server::then::keep) {
  return [text = std::move(text), then_what](const keep_alive_server::question&,
                                             const keep_alive_server::sender& send) {
    send(text);
    return then_what;
  };
}

}  // namespace ironbus::test
