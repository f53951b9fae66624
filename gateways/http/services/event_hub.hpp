#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/platform/metrics.hpp"
#include "messages/ports/bus.hpp"

#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace ironbus::http {

/// Which events a follower wants; empty members take all.
struct event_filter {
  std::string node;  ///< UUID.
  std::string type;  ///< With or without the prefix "ironbus.".
};

/// Fans the events of the bus out to the followers of /v1/events/stream. Thread safe.
class event_hub {
public:
  explicit event_hub(size_t followers_max);

  /// Subscribes to the event exchange by a queue of this process's own.
  void start(bus& messages);

  /// Adds a follower until it is gone. False if there are too many.
  bool add(event_filter wanted, std::shared_ptr<stream> receiver);
  /// Passes an event on: a CloudEvents object as text.
  void publish(const std::string& body);
  /// Lets go of the followers.
  void clear();

  size_t followers() const;

private:
  struct follower {
    event_filter wanted;
    std::shared_ptr<stream> receiver;
  };

  /// Whether a follower is done with: it has left, or does not take the event.
  bool is_lost(follower& follower, const std::string& node, const std::string& type,
               const std::shared_ptr<const std::string>& text);

  metrics::counter dropped_{{"ironbus_http_event_followers_dropped_total",
                             "Clients of /v1/events/stream dropped, as they read too slowly."}};
  const size_t followers_max_;
  mutable std::mutex mutex_;
  std::list<follower> followers_;
  const metrics::registration shown_;  ///< The last: it reads the others.
};

/// One event in the form of Server-Sent Events; empty if the text is no event of ours.
std::string as_server_sent_event(const std::string& body, std::string& node, std::string& type);

}  // namespace ironbus::http
