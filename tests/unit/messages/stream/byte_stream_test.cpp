#include "messages/stream/byte_stream.hpp"

#include "tests/support/certificate_authority.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using error = boost::system::error_code;

/// A client and a server on loopback. Each test runs its operations on one thread.
struct connected {
  explicit connected(byte_stream::tls_context server_tls = nullptr) {
    error connect_error = asio::error::would_block;
    acceptor.async_accept([&](error e, tcp::socket accepted) {
      BOOST_REQUIRE(!e);
      server.emplace(std::move(accepted));
      if (server_tls) server->use_tls(server_tls);
    });
    client.async_connect({acceptor.local_endpoint()}, [&](error e) { connect_error = e; });
    run();
    BOOST_REQUIRE(!connect_error);
  }

  void run() {
    io.restart();
    io.run();
  }

  /// Reads as many bytes as `size` on the server.
  std::string received(size_t size) {
    std::string out(size, '\0');
    asio::async_read(*server, asio::buffer(out), [&](error e, size_t) { BOOST_TEST(!e); });
    run();
    return out;
  }

  asio::io_context io;
  tcp::acceptor acceptor{io, tcp::endpoint{asio::ip::address_v4::loopback(), 0}};
  byte_stream client{io.get_executor()};
  std::optional<byte_stream> server;
};

struct tls_pair {
  tls_pair()
      : folder(std::filesystem::temp_directory_path() /
               ("ironbus-byte-stream." + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder);
    test::certificate_authority authority{folder, "authority"};
    authority.issue("server");
    server->use_certificate_chain_file(authority.path("server.crt"));
    server->use_private_key_file(authority.path("server.key"), asio::ssl::context::pem);
    client->set_verify_mode(asio::ssl::verify_peer);
    client->load_verify_file(authority.file());
  }
  ~tls_pair() { std::filesystem::remove_all(folder); }
  tls_pair(const tls_pair&) = delete;
  tls_pair& operator=(const tls_pair&) = delete;

  /// The client's error of a handshake in which it expects this host.
  error handshake(connected& both, const std::string& host) const {
    error out = asio::error::would_block;
    both.client.use_tls(client);
    both.client.expect_host(host);
    both.server->async_handshake(asio::ssl::stream_base::server, [](error) {});
    both.client.async_handshake(asio::ssl::stream_base::client, [&](error e) {
      out = e;
      if (e) both.client.close();
    });
    both.run();
    return out;
  }

  std::string folder;
  byte_stream::tls_context server =
      std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  byte_stream::tls_context client =
      std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(byte_streams)

BOOST_AUTO_TEST_CASE(a_list_keeps_at_most_16_buffers_and_no_empty_ones) {
  const std::string text = "x";
  std::vector<asio::const_buffer> many(40, asio::buffer(text));
  many[1] = {};
  const buffer_list<asio::const_buffer> list{many};
  BOOST_TEST(list.end() - list.begin() == 16);
  BOOST_TEST((std::all_of(list.begin(), list.end(), [](auto x) { return x.size() == 1; })));
}

BOOST_AUTO_TEST_CASE(a_write_of_more_buffers_than_a_list_keeps_is_complete) {
  connected both;
  std::vector<std::string> parts;
  for (int i = 0; i < 50; ++i) parts.push_back(std::to_string(i) + ",");
  std::vector<asio::const_buffer> buffers;
  for (const auto& part : parts) buffers.push_back(asio::buffer(part));
  asio::async_write(both.client, buffers, [](error e, size_t) { BOOST_TEST(!e); });
  const auto whole = std::accumulate(parts.begin(), parts.end(), std::string{});
  BOOST_TEST(both.received(whole.size()) == whole);
}

BOOST_AUTO_TEST_CASE(connects_to_the_next_endpoint_if_one_refuses) {
  asio::io_context io;
  tcp::acceptor closed{io, tcp::endpoint{asio::ip::address_v4::loopback(), 0}};
  tcp::acceptor open{io, tcp::endpoint{asio::ip::address_v4::loopback(), 0}};
  const auto refused = closed.local_endpoint();
  closed.close();
  byte_stream client{io.get_executor()};
  error connect_error = asio::error::would_block;
  client.async_connect({refused, open.local_endpoint()}, [&](error e) { connect_error = e; });
  io.run();
  BOOST_TEST(!connect_error);
  BOOST_TEST((client.socket().remote_endpoint() == open.local_endpoint()));
}

BOOST_AUTO_TEST_CASE(a_read_ends_at_the_deadline) {
  connected both;
  char byte = 0;
  error read_error;
  both.client.expires_after(1ms);
  both.client.async_read_some(asio::buffer(&byte, 1), [&](error e, size_t) { read_error = e; });
  both.run();
  BOOST_TEST((read_error == boost::beast::error::timeout));
}

BOOST_AUTO_TEST_CASE(cancel_ends_a_read) {
  connected both;
  char byte = 0;
  error read_error;
  both.client.async_read_some(asio::buffer(&byte, 1), [&](error e, size_t) { read_error = e; });
  asio::post(both.io, [&] { both.client.cancel(); });
  both.run();
  BOOST_TEST((read_error == asio::error::operation_aborted));
}

BOOST_AUTO_TEST_CASE(bytes_go_through_tls) {
  const tls_pair tls;
  connected both{tls.server};
  BOOST_TEST(!tls.handshake(both, "127.0.0.1"));
  BOOST_TEST(both.client.secure());
  asio::async_write(both.client, asio::buffer("secret", 6),
                    [](error e, size_t) { BOOST_TEST(!e); });
  BOOST_TEST(both.received(6) == "secret");
}

BOOST_AUTO_TEST_CASE(raw_reads_are_below_tls) {
  const tls_pair tls;
  connected both{tls.server};
  BOOST_REQUIRE(!tls.handshake(both, "127.0.0.1"));
  asio::async_write(both.client, asio::buffer("secret", 6),
                    [](error e, size_t) { BOOST_TEST(!e); });
  std::string raw(1000, '\0');
  both.server->async_read_raw(asio::buffer(raw), [&](error e, size_t bytes) {
    BOOST_TEST(!e);
    raw.resize(bytes);
  });
  both.run();
  BOOST_TEST(raw.size() > 6U);
  BOOST_TEST(raw.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_certificate_of_another_host_is_rejected) {
  const tls_pair tls;
  connected both{tls.server};
  BOOST_TEST(
      (tls.handshake(both, "other.example.org").category() == asio::error::get_ssl_category()));
}

BOOST_AUTO_TEST_SUITE_END()
