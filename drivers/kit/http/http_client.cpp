#include "drivers/kit/http/http_client.hpp"

#include "drivers/kit/http/connection_pool.hpp"
#include "drivers/kit/http/http_connection.hpp"
#include "drivers/kit/http/http_span.hpp"
#include "drivers/kit/pause.hpp"
#include "messages/base/host_source.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using std::chrono::milliseconds;

/// Connects if necessary and sends the request, on the connection's strand. Connecting takes time,
/// so the permit is checked again before sending.
asio::awaitable<http_result> talk(std::shared_ptr<http_connection> connection, bool opened,
                                  std::shared_ptr<const http_request> request,
                                  http_connection::time_point deadline) {
  if (!opened && request->allowed.check()) {
    auto closed = co_await connection->open(request->server, request->trust, deadline);
    if (closed) co_return tl::unexpected(std::move(*closed));
  }
  if (!request->allowed.check()) co_return http_fail(http_error::refused, permit_refused);
  co_return co_await connection->exchange(std::move(request), deadline);
}

bool is_passing(unsigned status) { return status == 502 || status == 503 || status == 504; }

bool may_be_sent_again(const http_request& request, const http_result& answer) {
  if (!answer)
    return answer.error().why == http_error::unreachable ||
           (answer.error().why == http_error::broken_off && is_idempotent(request.method));
  return is_passing(answer->status) && is_idempotent(request.method);
}

milliseconds asked_pause(const http_result& answer) {
  return answer ? retry_after_of(*answer) : milliseconds{0};
}

}  // namespace

http_client::http_client(asio::any_io_executor io, http_client_options options)
    : io_{std::move(io)},
      options_{std::move(options)},
      idle_{std::make_shared<connection_pool>(options_)} {}

asio::awaitable<http_result> http_client::exchange(http_request request) const {
  const auto began = steady_clock::now();
  const auto method = request.method;
  auto span = begin_http_span(request, options_.counted_as);
  auto answer = co_await exchange_uncounted(std::move(request));
  observe_call(options_.counted_as, method, answer, began);
  end_http_span(std::move(span), answer);
  co_return answer;
}

asio::awaitable<http_result> http_client::exchange_uncounted(http_request request) const {
  if (const auto why = unsendable(request); !why.empty())
    co_return http_fail(http_error::refused,
                        "Cannot send a request to " + options_.peer + ": " + why + ".");
  const auto sent = std::make_shared<const http_request>(std::move(request));
  const auto deadline = std::min(steady_clock::now() + options_.exchange_timeout, sent->deadline);
  if (steady_clock::now() >= deadline)
    co_return http_fail(http_error::timeout, "The time limit of a request to " +
                                                 authority_of(sent->server) +
                                                 " ended before it was sent.");
  auto pause = options_.retry_first;
  for (uint32_t tries = 1;; ++tries) {
    auto answer = co_await attempt(sent, deadline);
    if (tries >= options_.attempts_max || !may_be_sent_again(*sent, answer)) co_return answer;
    const auto longer = std::max(pause, asked_pause(answer));
    if (steady_clock::now() + longer >= deadline) co_return answer;
    co_await pause_for(longer);
    pause = std::min(2 * pause, options_.retry_longest);
  }
}

/// A server may close an idle connection at the moment of its reuse. That says nothing about the
/// request, so it is sent on the next connection as long as there are idle ones.
asio::awaitable<http_result> http_client::attempt(request_ptr request, time_point deadline) const {
  while (is_idempotent(request->method)) {
    auto used = idle_->take(request->server, request->trust);
    if (!used) break;
    auto answer = co_await use(std::move(used), request, deadline);
    if (answer || answer.error().why != http_error::broken_off) co_return answer;
  }
  co_return co_await use(nullptr, request, deadline);
}

asio::awaitable<http_result> http_client::use(std::shared_ptr<http_connection> connection,
                                              request_ptr request, time_point deadline) const {
  const bool opened = connection != nullptr;
  if (!opened) connection = std::make_shared<http_connection>(io_, options_);
  auto call = talk(connection, opened, request, deadline);
  auto answer = co_await asio::co_spawn(connection->strand(), std::move(call), asio::use_awaitable);
  if (connection->is_reusable() && options_.idle_per_server_max > 0)
    idle_->put_back(request->server, request->trust, std::move(connection));
  co_return answer;
}

}  // namespace ironbus
