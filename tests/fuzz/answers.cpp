// A response of a BMC or an agent over HTTP: the client returns a response within the limits or an
// error, and never reads more than allowed.
#include "drivers/kit/http/http_connection.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <cstdlib>

namespace {

using namespace ironbus;
namespace asio = boost::asio;
using asio::ip::tcp;

constexpr size_t body_bytes_max = 512;
constexpr size_t header_bytes_max = 16 * 1024;
constexpr size_t sentence_max = 1'024;
constexpr std::chrono::milliseconds patience{200};

/// Sends the bytes to a client in two parts, and closes the connection.
asio::awaitable<void> play_machine(tcp::acceptor& port, std::string_view bytes) {
  boost::system::error_code gone;
  auto waiting = asio::redirect_error(asio::use_awaitable, gone);
  auto peer = co_await port.async_accept(waiting);
  std::array<char, 1024> request{};
  co_await peer.async_read_some(asio::buffer(request), waiting);
  const auto half = bytes.size() / 2;
  co_await asio::async_write(peer, asio::buffer(bytes.substr(0, half)), waiting);
  co_await asio::async_write(peer, asio::buffer(bytes.substr(half)), waiting);
  peer.shutdown(tcp::socket::shutdown_send, gone);
  while (!gone) co_await peer.async_read_some(asio::buffer(request), waiting);
}

asio::awaitable<http_result> ask(http_connection& connection, uint16_t port) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  http_request question{test::lasting_permit()};
  question.server = {false, "127.0.0.1", port};
  question.target = "/redfish/v1/";
  const auto asked = std::make_shared<const http_request>(std::move(question));
  const tls_trust trust;
  if (auto failed = co_await connection.open(asked->server, trust, deadline))
    co_return tl::unexpected(std::move(*failed));
  co_return co_await connection.exchange(asked, deadline);
}

http_client_options bounded() {
  http_client_options out;
  out.peer = "the BMC";
  out.answer_bytes_max = body_bytes_max;
  out.idle_per_server_max = 1;
  return out;
}

http_result answer_of(std::string_view bytes) {
  asio::io_context io;
  tcp::acceptor port{io, {asio::ip::address_v4::loopback(), 0}};
  std::optional<http_result> out;
  {
    auto connection = std::make_unique<http_connection>(io.get_executor(), bounded());
    asio::co_spawn(io, play_machine(port, bytes), asio::detached);
    asio::co_spawn(io, ask(*connection, port.local_endpoint().port()),
                   [&](const std::exception_ptr& thrown, http_result x) {
                     if (thrown) std::abort();
                     out = std::move(x);
                     connection.reset();
                   });
    io.run();
  }
  if (!out) std::abort();  // no client is left waiting
  return std::move(*out);
}

void check_answer(const http_response& x) {
  size_t header_bytes = 0;
  for (const auto& [name, value] : x.headers) header_bytes += name.size() + value.size();
  if (x.body.size() > body_bytes_max || header_bytes > header_bytes_max) std::abort();
  if (x.status < 100 || x.status > 999 || (x.status >= 300 && x.status < 400)) std::abort();
}

}  // namespace

static void feed_answers(std::string_view input) {
  const auto answer = answer_of(input);
  if (answer) return check_answer(*answer);
  const auto& why = answer.error().message;
  if (why.empty() || why.size() > sentence_max ||
      why.find_first_of("\r\n\x1b") != std::string::npos)
    std::abort();
}

static const ironbus::fuzz_target answers_target{"answers", feed_answers};
