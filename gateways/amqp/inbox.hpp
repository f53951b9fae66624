#pragma once

#include "gateways/amqp/consumer.hpp"
#include "gateways/amqp/publish_ledger.hpp"
#include "gateways/amqp/receiver.hpp"

#include <mutex>
#include <vector>

namespace ironbus::amqp {

/// Wakes a thread that polls `descriptor`.
class doorbell {
public:
  doorbell();
  ~doorbell();
  doorbell(const doorbell&) = delete;
  doorbell& operator=(const doorbell&) = delete;

  int descriptor() const { return fd_; }
  void ring() const;
  void silence() const;

private:
  int fd_;
};

/// Requests of other threads to the bus's thread, which takes all of them at once.
class inbox {
public:
  struct inbox_requests {
    std::vector<pending_publish> publishes;
    std::vector<settlement> settlements;
    consumer_list changed;  ///< Started, or ended if their flag is set.

    bool empty() const { return publishes.empty() && settlements.empty() && changed.empty(); }
  };

  explicit inbox(const doorbell& bell) : bell_(bell) {}

  /// Adds a publish. False, and `publish` is unchanged, if no thread will read it soon enough:
  /// after close(), or before open() if it is `fail_fast`.
  bool put(pending_publish& publish);
  void put(settlement x);
  void put(std::shared_ptr<consumer> x);

  /// Moves everything into `target`. Clears the old content of `target` and reuses its memory.
  void take(inbox_requests& target);

  void open();
  void close();

private:
  template <class F>
  void add(F&& push);

  const doorbell& bell_;
  std::mutex mutex_;
  inbox_requests waiting_;
  enum class gate : uint8_t { not_yet, open, closed } gate_ = gate::not_yet;
};

}  // namespace ironbus::amqp
