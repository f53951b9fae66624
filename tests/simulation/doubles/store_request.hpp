#pragma once

#include "tests/simulation/doubles/store_state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ironbus::simulation {

/// One call of a store in transit: its effect, and the receiver of its response.
class store_request {
public:
  virtual ~store_request() = default;

  void apply(store_state& content) {
    const auto before = content.writes();
    work(content);
    if (content.writes() != before) write_ = content.writes();
  }
  /// Passes the response to the caller.
  virtual void answer() = 0;
  virtual void fail(const failure& why) = 0;
  /// Number of the write in the store; 0 if it wrote nothing.
  uint64_t write() const { return write_; }

  moment sent{};
  bool past_cut = false;  ///< Sent after the connection broke.

private:
  virtual void work(store_state& content) = 0;

  uint64_t write_ = 0;
};

template <class Result, class Work>
class typed_store_request final : public store_request {
public:
  typed_store_request(Work todo, std::function<void(Result)> done)
      : work_{std::move(todo)}, done_{std::move(done)} {}

  void answer() override {
    if (done_) done_(*std::move(outcome_));
  }
  void fail(const failure& why) override {
    if (done_) done_(Result{tl::unexpected<typename Result::error_type>(why)});
  }

private:
  void work(store_state& content) override { outcome_.emplace(work_(content)); }

  Work work_;
  std::function<void(Result)> done_;
  std::optional<Result> outcome_;
};

}  // namespace ironbus::simulation
