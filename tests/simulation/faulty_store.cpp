#include "tests/simulation/faulty_store.hpp"

namespace ironbus::test {

sentences faulty_store::violations() const {
  std::lock_guard guard(mutex_);
  return violations_;
}

void faulty_store::judge(const commit& commit) {
  if (commit.aggregate != "node" || commit.erase) return;
  const auto node = decode_snapshot(commit.snapshot).value();
  std::lock_guard guard(mutex_);
  for (auto& text : check_wait(node)) violations_.push_back(std::move(text));
  for (auto& text : check_extent(node)) violations_.push_back(std::move(text));
}

void faulty_store::on_commit(std::function<void(int)> listen) {
  std::lock_guard guard(mutex_);
  commits_ = 0;
  listener_ = std::move(listen);
}

faulty_store::commit_callback faulty_store::counted(commit_callback done) {
  return [this, done = std::move(done)](const commit_result& version) {
    std::unique_lock guard(mutex_);
    const auto listener = listener_;
    const int made = version ? ++commits_ : commits_;
    guard.unlock();
    if (version && listener) listener(made);
    done(version);
  };
}

faulty_store::admission faulty_store::admit() {
  if (!down) return {};
  return {.is = admission::verdict::failed, .why = {error_code::unavailable, "the store is down"}};
}

void faulty_store::apply(commit commit, commit_callback done) {
  judge(commit);
  if (!down && answers_to_lose.fetch_sub(1) > 0) {
    return forwarding_store::apply(std::move(commit),
                                   [done = std::move(done)](const commit_result&) {
                                     done(fail(error_code::unavailable, "the connection broke"));
                                   });
  }
  if (!down) answers_to_lose = 0;
  forwarding_store::apply(std::move(commit), counted(std::move(done)));
}

}  // namespace ironbus::test
