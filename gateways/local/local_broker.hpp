#pragma once

#include "gateways/local/queue.hpp"
#include "gateways/local/router.hpp"
#include "messages/platform/metric_registry.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace ironbus {

namespace local {
struct consumer;
struct endpoint;
}  // namespace local

struct local_options {
  /// Delivers on the broker's own thread. Without one, callbacks run only in local_broker::run(),
  /// in an order that depends only on the calls made: for simulations.
  bool own_thread = true;
  int delivery_limit = 20;           ///< As amqp_options.
  size_t dead_letters_max = 10'000;  ///< The oldest are dropped above this number.
};

/// The counterpart of RabbitMQ within a process: the exchanges and queues that one or several
/// local_bus share.
///
/// Queues are in memory only and live as long as the broker. All callbacks of all its buses run on
/// one thread. The members other than run() are for local_bus. All are thread safe.
class local_broker {
public:
  using endpoint_ptr = std::shared_ptr<local::endpoint>;

  explicit local_broker(local_options options = {});
  ~local_broker();
  local_broker(const local_broker&) = delete;
  local_broker& operator=(const local_broker&) = delete;

  /// Without its own thread: makes all due calls and those that they cause, at most `calls_max`.
  /// Returns their number.
  size_t run(size_t calls_max = SIZE_MAX);

  endpoint_ptr add_endpoint();
  void connect(const endpoint_ptr& endpoint);
  void disconnect(const endpoint_ptr& endpoint, const std::string& reason);
  /// Closes an endpoint. Final. No callback of the endpoint is called afterwards.
  void close(const endpoint_ptr& endpoint);

  void publish(const endpoint_ptr& endpoint, outgoing message, bus::publish_callback done,
               bool fail_fast);
  void subscribe(const endpoint_ptr& endpoint, subscription subscription, bus::handler deliver);
  void unsubscribe(const endpoint_ptr& endpoint, const std::string& queue);
  void ack(delivery_tag x);
  void reject(delivery_tag x, bool requeue);
  void on_reply(const endpoint_ptr& endpoint, bus::handler deliver);
  void on_state(const endpoint_ptr& endpoint,
                std::function<void(bus_state, const std::string&)> listen);
  bus_state state(const endpoint_ptr& endpoint) const;

private:
  struct queue_entry {
    local::queue content;
    uint64_t number = 0;   ///< The upper part of its delivery tags.
    bool in_turn = false;  ///< It is already in turns_.
  };
  struct call {
    endpoint_ptr endpoint;
    std::function<void()> what;
    uint64_t reject_tag = 0;  ///< For a delivery: the tag to reject if the call throws.
  };

  /// The number of bits for the running number in a delivery tag. The queue's number is above them.
  static constexpr int tag_bits = 40;

  void run_thread();
  bool make_call(std::unique_lock<std::mutex>& lock);
  std::optional<call> next_call();
  std::optional<call> next_delivery();

  queue_entry& declare(const std::string& name, local::queue::options options);
  queue_entry* find(const std::string& name);
  void wake(queue_entry& queue_entry);
  void later(const endpoint_ptr& endpoint, std::function<void()> what);
  void finish(const endpoint_ptr& endpoint, bus::publish_callback done,
              result<std::monostate> outcome);
  result<std::monostate> route(const endpoint_ptr& endpoint, const outgoing& outgoing);
  local::receipt receipt_of(const endpoint_ptr& endpoint, const outgoing& outgoing);
  bool route_reply(const outgoing& outgoing);
  void begin(const endpoint_ptr& endpoint, const std::shared_ptr<local::consumer>& added);
  void end(const std::shared_ptr<local::consumer>& ended);
  void forget(const local::consumer& consumer);
  void set_state(const endpoint_ptr& endpoint, bus_state bus_state, const std::string& reason);
  void bury(const std::vector<delivery>& dead);
  void settle(uint64_t tag, bool ack, bool requeue);
  metrics::samples count_waiting() const;

  const local_options options_;
  mutable std::mutex mutex_;
  std::condition_variable due_;   ///< A call may be due.
  std::condition_variable made_;  ///< A call was made.
  std::map<std::string, queue_entry> queues_;
  local::router router_;
  std::vector<endpoint_ptr> endpoints_;
  std::map<uint64_t, std::pair<endpoint_ptr, std::shared_ptr<local::consumer>>> consumers_;
  std::map<uint64_t, std::string> names_;  ///< Of queues, by number.
  std::deque<call> calls_;                 ///< Due callbacks, without deliveries.
  std::deque<std::string> turns_;          ///< Queues that may have a message to deliver.
  bool calls_first_ = true;                ///< Callbacks and deliveries alternate.
  uint64_t last_id_ = 0;
  uint64_t last_queue_ = 0;
  uint64_t last_tag_ = 0;
  endpoint_ptr running_;  ///< The bus whose callback is running.
  std::thread::id caller_;
  bool stopping_ = false;
  std::thread thread_;
  const metrics::registration shown_;  ///< The last member, because it reads the others.
};

}  // namespace ironbus
