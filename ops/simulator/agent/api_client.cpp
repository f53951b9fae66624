#include "ops/simulator/agent/api_client.hpp"

#include "messages/platform/http_url.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus::simulator {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;

namespace {

constexpr size_t calls_max = 64;
constexpr json_limits answer_limits{.bytes = 8 * 1024 * 1024, .depth = 50};

api_connection::request make_request(const api_address& service, const std::string& verb,
                                     const std::string& target, const std::string& version,
                                     const std::string& body) {
  api_connection::request out{bhttp::string_to_verb(verb), service.path + target, 11};
  out.set(bhttp::field::host, authority_of(service.host, service.port));
  out.set(bhttp::field::content_type, "application/json");
  if (!version.empty()) out.set("X-OpenStack-Ironic-API-Version", version);
  out.body() = body;
  out.prepare_payload();
  return out;
}

api_answer read_answer(api_connection::response&& given) {
  api_answer out;
  out.status = given.result_int();
  out.text = std::move(given.body());
  auto parsed = parse_json(out.text, answer_limits);
  out.body = parsed ? std::move(*parsed) : json(json::value_t::discarded);
  return out;
}

}  // namespace

asio::awaitable<api_client::connection> api_client::connect() {
  if (!idle_.empty()) {
    auto out = std::move(idle_.back());
    idle_.pop_back();
    co_return out;
  }
  auto out = std::make_unique<api_connection>(co_await asio::this_coro::executor, service_);
  const auto failed = co_await out->open(service_);
  if (failed) out.reset();
  co_return out;
}

asio::awaitable<api_answer> api_client::call(std::string verb, std::string target,
                                             std::string version, std::string body) {
  api_answer none;
  const auto asked = make_request(service_, verb, target, version, body);
  for (int attempt = 0; attempt < 2; ++attempt) {  // a kept connection may have been closed
    auto connection = co_await connect();
    if (!connection) co_return none;
    api_connection::response given;
    const auto failed = co_await connection->exchange(asked, given);
    if (failed) idle_.clear();  // whatever closed one has closed the others
    if (failed) continue;
    if (given.keep_alive()) idle_.push_back(std::move(connection));
    co_return read_answer(std::move(given));
  }
  co_return none;
}

asio::awaitable<api_answer> api_client::in_turn(std::string verb, std::string target,
                                                std::string version, std::string body) {
  while (calls_ >= calls_max) {
    boost::system::error_code ignored;
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

}  // namespace ironbus::simulator
