#pragma once

#include "gateways/amqp/inbox.hpp"
#include "gateways/amqp/publisher.hpp"
#include "gateways/amqp/session.hpp"
#include "messages/base/backoff.hpp"

#include <poll.h>

#include <atomic>
#include <thread>

namespace ironbus::amqp {

/// The thread of a bus. It owns both connections and sleeps in poll() until a socket, the inbox or
/// a deadline wakes it. Only heartbeats are periodic.
class engine {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// Called on the engine's thread.
  struct events {
    bus::handler reply;
    std::function<void(bus_state, const std::string& reason)> state;
  };

  engine(amqp_address where, amqp_options how, events tell);
  ~engine();

  inbox& incoming() { return inbox_; }
  bus_state state() const { return state_.load(std::memory_order_acquire); }
  const amqp_counters& counters() const { return counters_; }

  void start();
  /// Stops the thread when nothing is pending, or after the timeout. May be repeated, but not
  /// concurrently. A stopped engine stays stopped.
  void stop();

private:
  void run();
  bool finished(time_point now) const;
  void begin_stop(time_point now);
  void shut_down();

  void take_requests(time_point now);
  void serve(time_point now);
  status read_sockets(time_point now);
  void connect(time_point now);
  void connected(session fresh, time_point now);
  void lose(const std::string& why);
  void fail_to_connect(const std::string& why, time_point now);
  void wait();
  bool sending_overdue(time_point now) const;
  time_point next_deadline(time_point now) const;
  void set_state(bus_state x, const std::string& reason);

  const amqp_address where_;
  const amqp_options how_;
  events tell_;
  amqp_counters counters_;
  std::atomic<bus_state> state_{bus_state::connecting};
  std::atomic<bool> stopping_{false};
  bool ended_ = false;

  doorbell bell_;
  inbox inbox_{bell_};
  inbox::inbox_requests requests_;
  publisher publisher_;
  receiver receiver_;
  connector connector_;
  std::optional<session> session_;
  uint32_t epoch_ = 0;

  backoff backoff_;
  time_point next_attempt_{};
  time_point connected_at_{};
  time_point next_heartbeat_{};
  std::optional<time_point> stop_deadline_;
  std::string last_failure_;
  bool readable_[2] = {};  ///< The publishing and the consuming socket, at the last poll.
  std::thread thread_;
};

}  // namespace ironbus::amqp
