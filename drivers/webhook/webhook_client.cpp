#include "drivers/webhook/webhook_client.hpp"

#include "drivers/port/sole_permit.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <thread>

namespace ironbus {

namespace asio = boost::asio;

namespace {

/// Limit of a response body. Only the status matters.
constexpr size_t answer_bytes_max = size_t{64} << 10;

webhook_answer answer_of(const http_result& answer) {
  if (!answer) return {0, answer.error().message};
  return {answer->status, {}, retry_after_of(*answer)};
}

}  // namespace

/// A thread and its requests.
class webhook_client::lane {
public:
  explicit lane(const http_client_options& how)
      : work_{asio::make_work_guard(io_)}, client_{io_.get_executor(), how}, thread_{[this] {
          io_.run();
        }} {}

  ~lane() {
    io_.stop();
    thread_.join();
  }
  lane(const lane&) = delete;
  lane& operator=(const lane&) = delete;

  void send(http_request request, std::function<void(webhook_answer)> done) {
    asio::co_spawn(
        io_, client_.exchange(std::move(request)),
        [done = std::move(done)](const std::exception_ptr& thrown, http_result answer) {
          done(thrown ? webhook_answer{0, "The request failed because of an internal error."}
                      : answer_of(answer));
        });
  }

private:
  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  http_client client_;
  std::thread thread_;
};

webhook_client::webhook_client(webhook_rules rules, webhook_client_options options)
    : rules_{std::move(rules)}, options_{std::move(options)} {}

webhook_client::~webhook_client() = default;

http_client_options webhook_client::client_options() const {
  http_client_options out;
  out.peer = "the receiver";
  out.connect_timeout = options_.request_timeout;
  out.exchange_timeout = options_.request_timeout;
  out.answer_bytes_max = answer_bytes_max;
  out.refused_address = [rules = rules_](const ip_address& address) {
    return std::string{refused_receiver(address, rules)};
  };
  return out;
}

webhook_client::lane* webhook_client::lane_of(const std::string& webhook) {
  std::lock_guard hold{mutex_};
  auto& mine = by_webhook_[webhook];
  if (mine != nullptr) return mine;
  if (free_.empty()) {
    lanes_.push_back(std::make_unique<lane>(client_options()));
    free_.push_back(lanes_.back().get());
  }
  mine = free_.back();
  free_.pop_back();
  return mine;
}

/// `invalid` for an address that the current rules do not allow.
result<http_request> webhook_client::prepared(webhook_request asked) const {
  const auto where = parse_webhook_url(asked.url, rules_);
  if (!where) return tl::unexpected(where.error());
  http_request out{sole_permit()};
  out.server = {where->secure, where->host, where->port};
  out.method = http_method::post;
  out.target = where->path.empty() ? "/" : where->path;
  out.headers = std::move(asked.headers);
  out.body = std::move(asked.body);
  out.trust = trust_of_option(options_.verify_ca, options_.tls);
  return out;
}

void webhook_client::send(webhook_request request, std::function<void(webhook_answer)> done) {
  auto* mine = lane_of(request.webhook);
  auto checked = prepared(std::move(request));
  if (!checked)
    return done({0, "Cannot send a request to the receiver: " + checked.error().message + "."});
  mine->send(*std::move(checked), std::move(done));
}

void webhook_client::forget(const std::string& webhook) {
  std::lock_guard hold{mutex_};
  const auto found = by_webhook_.find(webhook);
  if (found == by_webhook_.end()) return;
  free_.push_back(found->second);
  by_webhook_.erase(found);
}

}  // namespace ironbus
