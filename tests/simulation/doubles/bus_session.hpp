#pragma once

#include "messages/ports/bus.hpp"
#include "tests/simulation/doubles/passage.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulation {

/// RabbitMQ's pseudo-queue for direct replies.
inline constexpr std::string_view direct_reply_to = "amq.rabbitmq.reply-to";

/// One process's use of the broker over all its connections, like gateways/amqp: stores pending
/// messages and republishes them in order, redeclares and reconsumes, and ignores tags of earlier
/// connections. It lives until its last message has arrived.
class bus_session : public std::enable_shared_from_this<bus_session> {
public:
  using connection_ptr = simulated_broker::connection_ptr;

  bus_session(std::string process, simulated_broker& broker, event_loop& loop,
              random_stream random);

  // -- calls of the process ---

  void publish(outgoing message, bus::publish_callback done, bool fail_fast);
  void subscribe(subscription asked, bus::handler deliver);
  void unsubscribe(const std::string& queue);
  void ack(delivery_tag tag);
  void reject(delivery_tag tag, bool requeue);
  void on_reply(bus::handler deliver) { reply_ = std::move(deliver); }
  void on_state(std::function<void(bus_state, const std::string&)> listen) {
    listeners_.push_back(std::move(listen));
  }
  bus_state state() const { return state_; }
  void start();
  void stop();
  bool stopped() const { return stopped_; }

  // -- faults ---

  void cut();
  void heal();
  void reset();
  void end();
  void set_paused(bool paused);

  // -- events from the broker ---

  void receive(const connection_ptr& link, broker_connection::answer what);
  void confirmed(uint64_t number, publish_fate fate);
  void deliver(uint32_t consumer, uint64_t tag, const std::string& queue,
               const broker_letter& letter);
  void reply(const outgoing& message);
  void blocked(bool is_blocked);
  /// The broker has closed the connection, or has stopped.
  void broker_gone(const connection_ptr& link);

private:
  struct pending_publish {
    simulated_broker::message_ptr message;
    bus::publish_callback done;
    bool fail_fast = false;
  };
  struct consumer {
    uint32_t id = 0;
    subscription spec;
    std::shared_ptr<const bus::handler> deliver;
  };

  void later(std::chrono::nanoseconds wait, std::function<void()> what);
  std::chrono::nanoseconds draw();

  void fail_later(bus::publish_callback done, failure why);
  void flush();
  void publish_again(const std::string& why);
  void fail_impatient(const std::string& why);
  void fail_all(const std::vector<pending_publish>& failed, const std::string& why);
  void finish_if_idle();
  void shut_down();

  void cancel(uint32_t id);
  void cancel_all();
  void give_back(uint64_t tag, bool requeue);
  bool close_tag(delivery_tag tag);
  std::shared_ptr<const bus::handler> handler_of(uint32_t id) const;

  void attempt();
  void greet();
  void attempt_failed(const std::string& why);
  void connected(const connection_ptr& link, const std::set<uint32_t>& consumed);
  void lost(const connection_ptr& link, const std::string& why);
  bool is_silent() const { return is_cut_ || gate_.paused(); }
  void silence_changed(bool was_silent);
  void set_state(bus_state state, const std::string& reason);
  std::chrono::nanoseconds pause();

  const std::string process_;
  simulated_broker& broker_;
  event_loop& loop_;
  random_stream random_;
  process_gate gate_;
  bool started_ = false, stopping_ = false, stopped_ = false;
  bool is_cut_ = false;
  bool is_blocked_ = false;
  uint64_t silences_ = 0;  ///< Number of changes between silence and traffic.

  connection_ptr link_;    ///< Null: none.
  connection_ptr making_;  ///< Accepted by the broker, not yet known to the process.
  uint32_t epoch_ = 0;
  moment connected_at_{};
  std::chrono::nanoseconds next_pause_;
  std::string last_failure_;
  bus_state state_ = bus_state::connecting;
  std::vector<std::function<void(bus_state, const std::string&)>> listeners_;

  std::deque<pending_publish> waiting_;
  std::map<uint64_t, pending_publish> unconfirmed_;
  uint64_t last_publish_ = 0;

  std::vector<consumer> consumers_;
  std::set<uint32_t> served_;               ///< Consumers on the current connection.
  std::map<uint64_t, uint32_t> open_tags_;  ///< Unacknowledged tags and their consumers.
  uint32_t last_consumer_ = 0;
  bus::handler reply_;
};

}  // namespace ironbus::simulation
