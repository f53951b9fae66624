#include "ops/simulator/fleet/event_sender.hpp"

#include "drivers/port/sole_permit.hpp"
#include "messages/platform/http_url.hpp"
#include "ops/simulator/resources/event_service.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <deque>
#include <exception>

namespace ironbus::simulator {

namespace asio = boost::asio;

namespace {

// Difference between the machine's clock and a timer.
constexpr std::chrono::milliseconds event_slack{1};

http_client_options event_options() {
  http_client_options out;
  out.peer = "the event subscriber";
  out.connect_timeout = std::chrono::seconds{10};
  out.exchange_timeout = std::chrono::seconds{20};
  out.answer_bytes_max = 64 * 1024;
  return out;
}

/// create_subscription has validated the destination.
http_request to_request(const outgoing_event& event) {
  http_request out{sole_permit()};
  const auto question = std::min(event.destination.find('?'), event.destination.size());
  const auto url = parse_http_url(event.destination.substr(0, question));
  if (url) out.server = {url->secure, url->host, url->port};
  out.trust.source = tls_trust::kind::anything;
  out.method = http_method::post;
  out.target = (url && !url->path.empty() ? url->path : "/") + event.destination.substr(question);
  out.headers = {{"Content-Type", "application/json"}, {"OData-Version", "4.0"}};
  for (const auto& header : event.headers) out.headers.push_back(header);
  out.body = event.body;
  return out;
}

bool is_taken(const http_result& answer) {
  return answer && answer->status >= 200 && answer->status < 300;
}

}  // namespace

class event_sender::member {
public:
  member(event_sender& sender, simulated_bmc& bmc)
      : sender_{sender}, bmc_{bmc}, due_{sender.strand_}, pause_{sender.strand_} {}

  /// Any thread may call it.
  bool has_subscribers() { return bmc_.has_subscribers(); }

  void look_again() {
    auto seen = bmc_.take_events();
    for (auto& event : seen.events) {
      if (waiting_.size() >= waiting_max) drop_oldest();
      waiting_.push_back(std::move(event));
    }
    if (!sending_) send_next();
    if (!seen.more_in) return;
    due_.expires_after(std::max(*seen.more_in, std::chrono::microseconds{0}) + event_slack);
    due_.async_wait([this](boost::system::error_code e) {
      if (!e) look_again();
    });
  }

private:
  /// Keeps the event that is being sent.
  void drop_oldest() { waiting_.erase(waiting_.begin() + (sending_ ? 1 : 0)); }

  void send_next() {
    sending_ = !waiting_.empty();
    if (!sending_) return;
    ++attempts_;
    asio::co_spawn(sender_.strand_, sender_.client_->exchange(to_request(waiting_.front())),
                   [this, client = sender_.client_](const std::exception_ptr& thrown,
                                                    const http_result& answer) {
                     finish(!thrown && is_taken(answer));
                   });
  }

  void finish(bool taken) {
    if (!taken && attempts_ <= delivery_retries) return send_later();
    waiting_.pop_front();
    attempts_ = 0;
    send_next();
  }

  void send_later() {
    pause_.expires_after(sender_.retry_interval_);
    pause_.async_wait([this](boost::system::error_code e) {
      if (!e) send_next();
    });
  }

  event_sender& sender_;
  simulated_bmc& bmc_;
  asio::steady_timer due_;
  asio::steady_timer pause_;
  std::deque<outgoing_event> waiting_;
  bool sending_ = false;  ///< The first event is being sent, or waits for its retry.
  unsigned attempts_ = 0;
};

event_sender::event_sender(asio::io_context& io, std::chrono::milliseconds retry_interval)
    : strand_{asio::make_strand(io)},
      retry_interval_{retry_interval},
      client_{std::make_shared<http_client>(io.get_executor(), event_options())} {}

event_sender::~event_sender() = default;

void event_sender::add(simulated_bmc& bmc) {
  members_.push_back(std::make_unique<member>(*this, bmc));
}

void event_sender::look_at(size_t number) {
  if (!members_[number]->has_subscribers()) return;
  asio::post(strand_, [this, number] { members_[number]->look_again(); });
}

}  // namespace ironbus::simulator
