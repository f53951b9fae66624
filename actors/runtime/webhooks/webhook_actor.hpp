#pragma once

#include "actors/runtime/environment.hpp"
#include "actors/runtime/protocol.hpp"
#include "actors/runtime/webhooks/webhook_dispatcher.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// WEBHOOKS: runs a dispatcher for each webhook of this conductor. Checks the members and the
/// webhooks every two seconds, and the end of the event log more often. Deletes the stored state of
/// deleted webhooks.
class webhook_state {
public:
  static inline constexpr const char* name = "webhooks";

  using pointer = runtime::webhook_actor::stateful_pointer<webhook_state>;

  explicit webhook_state(pointer self) : self_{self} {}

  runtime::webhook_actor::behavior_type start(std::shared_ptr<environment> env);

private:
  std::function<void(std::function<void()>)> later() const;
  template <class T>
  store_callback<T> then(void (webhook_state::*part)(result<T>));

  void look();
  void members_read(result<std::vector<member>> members);
  void deliveries_listed(result<std::vector<listed>> rows);
  void webhooks_listed(result<std::vector<listed>> rows);
  void serve(std::vector<webhook> all);
  void note_members(const std::vector<member>& members);
  bool is_mine(const std::string& uuid) const;
  bool is_gone(const std::string& owner) const;
  bool may_act() const;
  void forget_removed(const std::vector<webhook>& all);
  void erase(const std::string& uuid);
  void look_at_log();
  void log_read(result<event_page> page);
  void disable(const std::string& uuid);

  pointer self_;
  std::shared_ptr<environment> env_;
  webhook_metrics metrics_;
  std::optional<dispatcher_context> around_;  ///< Used by the dispatchers, so it outlives them.
  std::map<std::string, std::shared_ptr<webhook_dispatcher>> dispatchers_;
  std::vector<std::string> members_;  ///< The delivering members as last seen.
  std::vector<std::string> known_;    ///< UUIDs of the webhooks with a stored delivery.
  std::chrono::nanoseconds look_began_{};
  std::optional<std::chrono::nanoseconds>
      seen_alive_;  ///< Start of the last check that found this process alive.
  uint64_t newest_ = 0;
  bool looks_ = false;
  bool reads_log_ = false;
};

runtime::webhook_actor::behavior_type webhook_behavior(webhook_state::pointer self,
                                                       std::shared_ptr<environment> env);

}  // namespace ironbus
