#pragma once

#include <functional>

namespace ironbus::http {

class client_budget;
class connection;

/// The shared state of a server's connections. Thread safe.
class connection_set {
public:
  virtual ~connection_set() = default;
  virtual void left(connection* x) = 0;
  virtual bool stopping() const = 0;
  virtual client_budget& clients() = 0;
  /// Runs work that waits for a disk on a separate thread.
  virtual void aside(std::function<void()> work) = 0;
};

}  // namespace ironbus::http
