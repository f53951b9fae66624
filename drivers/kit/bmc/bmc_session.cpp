#include "drivers/kit/bmc/bmc_session.hpp"

#include "messages/platform/log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus {

namespace asio = boost::asio;

namespace {

constexpr int first_server_error = 500;

/// Why the BMC gave no usable answer; empty: it gave one.
std::string silence_in(const http_result& answer) {
  if (!answer) return answer.error().message;
  if (answer->status < first_server_error) return {};
  return "HTTP " + std::to_string(answer->status);
}

}  // namespace

/// A running GET and the callers that wait for its response.
struct bmc_session::reading {
  explicit reading(const asio::any_io_executor& strand)
      : ended{strand, asio::steady_timer::time_point::max()} {}

  std::optional<http_result> answer;
  asio::steady_timer ended;  ///< Cancelled when the response arrives.
};

bmc_session::bmc_session(const asio::any_io_executor& io, bmc_endpoint place,
                         http_exchange exchange, bmc_session_options options, time_function now)
    : strand_{asio::make_strand(io)},
      place_{std::move(place)},
      exchange_{std::move(exchange)},
      options_{std::move(options)},
      now_{std::move(now)},
      slots_{strand_, options_.requests_max, options_.waiting_max},
      known_{options_.known_bytes_max} {}

asio::awaitable<http_result> bmc_session::read(permit allowed, std::string target,
                                               std::chrono::milliseconds age_max,
                                               time_point deadline) {
  auto call = read_on_strand(std::move(allowed), std::move(target), age_max, deadline);
  co_return co_await asio::co_spawn(strand_, std::move(call), asio::use_awaitable);
}

asio::awaitable<http_result> bmc_session::change(http_request request) {
  auto call = change_on_strand(std::move(request));
  co_return co_await asio::co_spawn(strand_, std::move(call), asio::use_awaitable);
}

// -- on the strand --------------------------------------------------------------------------------

asio::awaitable<http_result> bmc_session::read_on_strand(permit allowed, std::string target,
                                                         std::chrono::milliseconds age_max,
                                                         time_point deadline) {
  if (!allowed.check()) co_return http_fail(http_error::refused, permit_refused);
  if (auto known = known_.find(target, age_max, now_())) co_return std::move(*known);
  const reading_key key{target, allowed.owner()};
  if (const auto other = readings_.find(key); other != readings_.end())
    co_return co_await join(std::move(allowed), other->second);
  const auto mine = std::make_shared<reading>(strand_);
  readings_.emplace(key, mine);
  const auto asked_at = now_();
  http_request request{std::move(allowed)};
  request.target = target;
  request.deadline = deadline;
  mine->answer = co_await send_safely(std::move(request));
  mine->ended.cancel();
  // If something was changed in the meantime, only the earlier callers get the response.
  const auto found = readings_.find(key);
  if (found != readings_.end() && found->second == mine) {
    readings_.erase(found);
    if (*mine->answer && (*mine->answer)->status == 200)
      known_.keep(target, **mine->answer, asked_at);
  }
  co_return *mine->answer;
}

asio::awaitable<http_result> bmc_session::join(permit allowed, std::shared_ptr<reading> other) {
  boost::system::error_code ended;
  if (!other->answer)
    co_await other->ended.async_wait(asio::redirect_error(asio::use_awaitable, ended));
  const auto& answer = *other->answer;
  // A refused permit of the other caller counts as a refusal of this one, too.
  if (!answer && answer.error().why == http_error::refused) allowed.check();
  co_return answer;
}

asio::awaitable<http_result> bmc_session::change_on_strand(http_request request) {
  forget();
  auto answer = co_await send_safely(std::move(request));
  forget();
  co_return answer;
}

void bmc_session::forget() {
  known_.clear();
  readings_.clear();
}

asio::awaitable<http_result> bmc_session::send(http_request request) {
  if (!co_await slots_.enter())
    co_return http_fail(http_error::busy,
                        "Too many requests are waiting for the BMC at " + authority_of(place_.bmc) +
                            " (limit: " + std::to_string(options_.waiting_max) + ").");
  const std::unique_ptr<call_slots, void (*)(call_slots*)> slot{
      &slots_, [](call_slots* slots) { slots->leave(); }};
  if (!request.allowed.check()) co_return http_fail(http_error::refused, permit_refused);
  request.server = place_.bmc;
  request.trust = place_.trust;
  request.headers.insert(request.headers.begin(), options_.headers.begin(), options_.headers.end());
  const auto allowed = request.allowed;
  allowed.call_begins(authority_of(place_.bmc));
  auto answer = co_await exchange_(std::move(request));
  allowed.call_ended(silence_in(answer));
  co_return answer;
}

/// The waiting callers get an internal error as well.
asio::awaitable<http_result> bmc_session::send_safely(http_request request) {
  try {
    co_return co_await send(std::move(request));
  } catch (const std::exception& thrown) {
    log::error("a request to a BMC failed because of an internal error",
               {{log_key::host, authority_of(place_.bmc)}, {log_key::error, thrown.what()}});
  }
  co_return http_fail(http_error::broken_off,
                      "The request to the BMC failed because of an internal error. See the log of "
                      "the driver worker.");
}

}  // namespace ironbus
