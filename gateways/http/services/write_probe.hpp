#pragma once

#include "messages/ports/store_health.hpp"

#include <memory>

namespace ironbus::http {

/// Tests whether the store accepts writes, for /readyz. At most one write runs at a time. Requests
/// that arrive during a write get its outcome. Thread safe.
class write_probe {
public:
  using answered = store_callback<std::monostate>;

  /// `stored` must outlive the answers.
  explicit write_probe(store_health& stored);

  void ask(answered done);

private:
  struct waiting;

  store_health& store_;
  std::shared_ptr<waiting> waiting_;
};

}  // namespace ironbus::http
