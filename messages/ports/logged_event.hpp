#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ironbus {

/// An entry of the event log: the attributes for filters, and the event itself.
struct event_record {
  std::string subject;  ///< UUID of the node, or "<type>/<uuid>" of a record.
  std::string type;     ///< Without the prefix "ironbus.".
  std::string state;    ///< The node's provision state after it; empty: not an event of a node.
  /// The node's conductor group; empty: the default group, or not an event of a node.
  std::string group;
  std::string owner;                             ///< Of the node or record; empty: none.
  std::chrono::system_clock::time_point moment;  ///< To the millisecond.
  bool final = false;                            ///< The last event of this subject.
  std::string body;                              ///< A CloudEvents object (envelope.hpp).
};

struct logged_event {
  uint64_t position = 0;
  event_record event;
};

}  // namespace ironbus
