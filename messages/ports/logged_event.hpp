#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ironbus {

/// An event as the log keeps it: what filters ask for, and the event itself.
struct event_record {
  std::string subject;  ///< UUID of the node, or "<type>/<uuid>" of a record.
  std::string type;     ///< Less the prefix "ironbus.".
  std::string state;    ///< The node's provision state after it; empty: it is no node's.
  std::string group;    ///< The node's conductor group; empty: the default one, or no node's.
  std::string owner;    ///< Of the node or record; empty: none.
  std::chrono::system_clock::time_point moment;  ///< To the millisecond.
  bool final = false;                            ///< No further event of this subject follows.
  std::string body;                              ///< A CloudEvents object (envelope.hpp).
};

struct logged_event {
  uint64_t position = 0;
  event_record event;
};

}  // namespace ironbus
