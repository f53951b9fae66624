#pragma once

#include "gateways/http/access/keystone/keystone_authenticator.hpp"
#include "keystone_double.hpp"
#include "tests/support/jumping_host.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

inline http::keystone_options sample_keystone_options() {
  http::keystone_options out;
  out.auth_url = keystone_double::url;
  out.password = "s3cret";
  return out;
}

inline http::request request_by(const http::header_list& headers, const std::string& method = "GET",
                                const std::string& target = "/v1/nodes") {
  http::request out;
  out.method = method;
  out.target = target;
  out.headers = headers;
  return out;
}

inline http::request user_request(const std::string& token) {
  return request_by({{"X-Auth-Token", token}});
}

/// A way to sign in by a double of Keystone, which knows a user and a service.
struct keystone_fixture {
  explicit keystone_fixture(const http::keystone_options& options = sample_keystone_options())
      : way{options, server.client()} {
    server.issue("ann-token", "ann", "web", {"reader", "Member"});
    server.issue("nova-token", "nova", "service", {"service"});
  }
  ~keystone_fixture() { way.stop(); }

  /// The answer, as admission gets it. Fails if Keystone holds it.
  http::sign_in_answer sign_in(const http::request& asked) {
    if (auto found = way.known(asked)) return std::move(*found);
    std::optional<http::sign_in_answer> out;
    way.identify(asked, [&out](http::sign_in_answer found) { out = std::move(found); });
    BOOST_REQUIRE(out);
    return std::move(*out);
  }
  /// 200 for a user that was accepted.
  unsigned status(const http::request& asked) {
    const auto found = sign_in(asked);
    return found ? 200 : found.error().status;
  }
  void advance(std::chrono::nanoseconds time) { host.note_wait(host.steady_now() + time); }

  jumping_host host;
  keystone_double server;
  http::keystone_authenticator way;
};

}  // namespace ironbus::test
