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

/// Knows which workers are alive, by the store's list of members. Used on the strand only.
class liveness {
public:
  using callback = std::function<void(result<bool>)>;

  explicit liveness(execution_context& context) : context_{context} {}

  /// Whether the owner "<member name>/<incarnation>" is alive. "Alive" may be some time old; "dead"
  /// is said only by a list that was asked for after this call: a worker that has just begun must
  /// not lose its step to an old list. Many questions at once share one reading.
  void ask(std::string owner, callback done);

  /// Drops the questions without an answer.
  void forget();

private:
  void fetch();
  void fetched(result<std::vector<member>> found);

  execution_context& context_;
  std::set<std::string> alive_;
  std::chrono::steady_clock::time_point until_{};
  std::vector<std::pair<std::string, callback>> waiting_;   ///< For the next reading.
  std::vector<std::pair<std::string, callback>> fetching_;  ///< For the one under way.
};

}  // namespace ironbus
