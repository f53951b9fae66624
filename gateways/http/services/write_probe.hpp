#pragma once

#include "messages/ports/store_health.hpp"

#include <memory>

namespace ironbus::http {

/// Whether the store takes writes, for whoever asks whether the service is ready. However many ask,
/// one write is under way at a time, and those who ask meanwhile get its outcome. Thread safe.
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
