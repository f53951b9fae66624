#pragma once

#include "messages/base/errors.hpp"
#include "messages/ports/membership.hpp"

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

struct execution_context;

/// Tracks which workers are alive, by the store's member list. Used on the strand only.
class liveness {
public:
  using callback = std::function<void(result<bool>)>;

  explicit liveness(execution_context& context) : context_{context} {}

  /// Whether the owner "<member name>/<incarnation>" is alive. The answer "alive" may come from a
  /// cached list. The answer "dead" always comes from a list requested after this call, so that a
  /// new worker does not lose its step to an old list. Concurrent calls share one reading.
  void ask(std::string owner, callback done);

  /// Drops all unanswered calls.
  void forget();

private:
  void fetch();
  void fetched(result<std::vector<member>> found);

  execution_context& context_;
  std::set<std::string> alive_;
  std::chrono::steady_clock::time_point until_{};
  std::vector<std::pair<std::string, callback>> waiting_;   ///< For the next reading.
  std::vector<std::pair<std::string, callback>> fetching_;  ///< For the running reading.
};

}  // namespace ironbus
