#include "ops/simulator/agent/api_client.hpp"

#include "messages/platform/http_url.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <charconv>

namespace ironbus::simulator {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;

namespace {

constexpr size_t calls_max = 64;
constexpr json_limits answer_limits{.bytes = 8 * 1024 * 1024, .depth = 50};

api_connection::request make_request(const api_address& service, const std::string& verb,
                                     const std::string& target, const std::string& version = {},
                                     const std::string& body = {}) {
  api_connection::request out{bhttp::string_to_verb(verb), service.path + target, 11};
  out.set(bhttp::field::host, authority_of(service.host, service.port));
  out.set(bhttp::field::content_type, "application/json");
  if (!version.empty()) out.set("X-OpenStack-Ironic-API-Version", version);
  out.body() = body;
  out.prepare_payload();
  return out;
}

std::optional<uint64_t> length_in(std::string_view digits) {
  uint64_t out = 0;
  const auto* end = digits.data() + digits.size();
  const auto got = std::from_chars(digits.data(), end, out);
  return got.ec == std::errc{} && got.ptr == end ? std::optional{out} : std::nullopt;
}

api_answer read_answer(api_connection::response&& given) {
  api_answer out;
  out.status = given.result_int();
  out.text = std::move(given.body());
  out.range = std::string{given[bhttp::field::content_range]};
  if (given.has_content_length()) out.length = length_in(given[bhttp::field::content_length]);
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

asio::awaitable<api_answer> api_client::call(request asked) {
  api_answer none;
  for (int attempt = 0; attempt < 2; ++attempt) {  // the server may have closed a kept connection
    auto connection = co_await connect();
    if (!connection) co_return none;
    api_connection::response given;
    const auto failed = co_await connection->exchange(asked, given);
    if (failed) idle_.clear();  // the other kept connections are probably closed as well
    if (failed) continue;
    if (given.keep_alive()) idle_.push_back(std::move(connection));
    co_return read_answer(std::move(given));
  }
  co_return none;
}

asio::awaitable<api_answer> api_client::in_turn(request asked) {
  while (calls_ >= calls_max) {
    boost::system::error_code ignored;
    co_await turn_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  ++calls_;
  auto out = co_await call(std::move(asked));
  --calls_;
  turn_.cancel_one();
  co_return out;
}

asio::awaitable<api_answer> api_client::get(std::string target, std::string version) {
  auto asked = make_request(service_, "GET", target, version);
  co_return co_await in_turn(std::move(asked));
}

asio::awaitable<api_answer> api_client::post(std::string target, std::string version, json body) {
  auto asked = make_request(service_, "POST", target, version, to_text(body));
  co_return co_await in_turn(std::move(asked));
}

asio::awaitable<api_answer> api_client::get_part(std::string target, uint64_t first,
                                                 uint64_t bytes) {
  const auto range = std::to_string(first) + "-" + std::to_string(first + bytes - 1);
  auto asked = make_request(service_, "GET", target);
  asked.set(bhttp::field::range, "bytes=" + range);
  auto out = co_await in_turn(std::move(asked));
  if (!out.range.starts_with("bytes " + range + "/")) out.status = 0;
  co_return out;
}

asio::awaitable<std::optional<uint64_t>> api_client::size_of(std::string target) {
  auto asked = make_request(service_, "HEAD", target);
  const auto out = co_await in_turn(std::move(asked));
  co_return out.status == 200 ? out.length : std::nullopt;
}

}  // namespace ironbus::simulator
