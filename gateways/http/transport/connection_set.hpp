#pragma once

#include <functional>

namespace ironbus::http {

class client_budget;
class connection;

/// What the connections of a server share. Only touched through its members: thread safe.
class connection_set {
public:
  virtual ~connection_set() = default;
  virtual void left(connection* x) = 0;
  virtual bool stopping() const = 0;
  virtual client_budget& clients() = 0;
  /// Runs what waits for a disk, on a thread where nothing else waits for it.
  virtual void aside(std::function<void()> work) = 0;
};

}  // namespace ironbus::http
