#include "tests/support/agent_fleet/api_client.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

namespace ironbus::test {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;

namespace {

constexpr std::chrono::seconds call_limit{30};
constexpr size_t calls_max = 64;

using io_error = boost::system::error_code;

}  // namespace

asio::awaitable<api_client::connection> api_client::connect() {
  if (!idle_.empty()) {
    auto out = std::move(idle_.back());
    idle_.pop_back();
    co_return out;
  }
  auto out = std::make_unique<boost::beast::tcp_stream>(co_await asio::this_coro::executor);
  io_error e;
  out->expires_after(call_limit);
  co_await out->async_connect(service_, asio::redirect_error(asio::use_awaitable, e));
  if (e) out.reset();
  co_return out;
}

asio::awaitable<api_answer> api_client::call(std::string verb, std::string target,
                                             std::string version, std::string body) {
  api_answer none;
  for (int attempt = 0; attempt < 2; ++attempt) {  // a kept connection may have been closed
    auto connection = co_await connect();
    if (!connection) co_return none;
    bhttp::request<bhttp::string_body> out{bhttp::string_to_verb(verb), target, 11};
    out.set(bhttp::field::host, "fleet");
    out.set(bhttp::field::content_type, "application/json");
    if (!version.empty()) out.set("X-OpenStack-Ironic-API-Version", version);
    out.body() = body;
    out.prepare_payload();
    io_error e;
    connection->expires_after(call_limit);
    co_await bhttp::async_write(*connection, out, asio::redirect_error(asio::use_awaitable, e));
    if (e) idle_.clear();  // whatever closed one has closed the others
    if (e) continue;
    boost::beast::flat_buffer buffer;
    bhttp::response<bhttp::string_body> response;
    co_await bhttp::async_read(*connection, buffer, response,
                               asio::redirect_error(asio::use_awaitable, e));
    if (e) idle_.clear();
    if (e) continue;
    if (response.keep_alive()) idle_.push_back(std::move(connection));
    api_answer answer;
    answer.status = response.result_int();
    answer.body = json::parse(response.body(), nullptr, false);
    answer.text = std::move(response.body());
    co_return answer;
  }
  co_return none;
}

asio::awaitable<api_answer> api_client::in_turn(std::string verb, std::string target,
                                                std::string version, std::string body) {
  while (calls_ >= calls_max) {
    io_error ignored;
    co_await turn_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  ++calls_;
  auto out = co_await call(std::move(verb), std::move(target), std::move(version), std::move(body));
  --calls_;
  turn_.cancel_one();
  co_return out;
}

asio::awaitable<api_answer> api_client::get(std::string target, std::string version) {
  co_return co_await in_turn("GET", std::move(target), std::move(version), std::string());
}

asio::awaitable<api_answer> api_client::post(std::string target, std::string version, json body) {
  co_return co_await in_turn("POST", std::move(target), std::move(version), to_text(body));
}

}  // namespace ironbus::test
