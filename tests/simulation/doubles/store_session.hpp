#pragma once

#include "messages/ports/store_health.hpp"
#include "tests/simulation/doubles/passage.hpp"
#include "tests/simulation/doubles/store_request.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulation {

class simulated_store;

/// One process's use of the store over all its connections, like gateways/redis/redis_pipeline.
/// Without a connection every call fails at once. If a connection is lost, its unanswered calls
/// fail, and may have been applied. It lives until its last message has arrived.
class store_session : public std::enable_shared_from_this<store_session> {
public:
  using request_ptr = std::shared_ptr<store_request>;

  store_session(std::string process, simulated_store& server, event_loop& loop,
                random_stream random);

  /// The first attempt to connect. It takes no time and may fail.
  void open();
  void send(request_ptr request);
  void on_restart(std::function<void(const store_restart&)> listen) {
    listeners_.push_back(std::move(listen));
  }
  bool connected() const { return wire_ != nullptr; }

  void cut();
  void heal();
  void end();
  void set_paused(bool paused);

  /// The server has stopped, after applying some of the calls in transit.
  void server_gone(random_stream& random);
  /// Nothing of it can reach the server any more.
  bool over() const { return gate_.ended() && !anything_coming(); }

private:
  /// A connection, and its messages in transit.
  struct wire {
    std::deque<request_ptr> coming;
    std::deque<request_ptr> returning;
    lane there, back;
    uint64_t cuts = 0;    ///< Messages sent before the last interruption need a retransmission.
    bool closed = false;  ///< By the client.
    bool dead = false;    ///< The server has ended.
  };
  using wire_ptr = std::shared_ptr<wire>;

  void depart(const wire_ptr& link, const request_ptr& request, std::chrono::nanoseconds alone);
  void arrive(const wire_ptr& link, const request_ptr& request, uint64_t cuts);
  void send_back(const wire_ptr& link);
  void receive(const wire_ptr& link, uint64_t cuts);
  void answered(const wire_ptr& link, const request_ptr& request);
  void heal_wire(const wire_ptr& link);
  void lose(const wire_ptr& link, const std::string& why);

  void attempt();
  void greet(std::chrono::nanoseconds there);
  void attempt_failed(const std::string& why);
  void attempt_fails_later(std::chrono::nanoseconds wait, const std::string& why);
  void begin(const wire_ptr& link, const store_run& run);
  void notice_restart();
  void watch_silence(std::chrono::nanoseconds wait);
  void check_silence();
  /// Runs an action in the process.
  void later(std::chrono::nanoseconds wait, std::function<void()> what);
  std::chrono::nanoseconds draw();
  bool anything_coming() const;

  const std::string process_;
  simulated_store& server_;
  event_loop& loop_;
  random_stream random_;
  process_gate gate_;
  bool is_cut_ = false;
  bool watching_ = false;
  wire_ptr wire_;                ///< The current connection; null: none.
  std::vector<wire_ptr> wires_;  ///< Including earlier ones with messages in transit.
  std::deque<request_ptr> under_way_;
  moment progress_{};  ///< Time of the last response.
  failure down_{error_code::unavailable, "simulated store: not reached yet"};
  std::chrono::nanoseconds retry_pause_;
  store_run run_, last_run_;
  uint64_t last_write_ = 0;  ///< Greatest number of a confirmed write.
  std::vector<std::function<void(const store_restart&)>> listeners_;
};

}  // namespace ironbus::simulation
