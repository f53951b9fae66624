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

uint64_t faulty_store::applied() const {
  std::lock_guard guard(mutex_);
  return applied_;
}

bool faulty_store::await_more_than(uint64_t applied, std::chrono::steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  return more_.wait_until(lock, until, [&] { return applied_ > applied; });
}

void faulty_store::note(const commit_result& version) {
  if (!version) return;
  std::lock_guard guard(mutex_);
  ++applied_;
  more_.notify_all();
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
    note(version);
    if (version && listener) listener(made);
    done(version);
  };
}

void faulty_store::restart(uint32_t shards) {
  for (uint32_t shard = 0; shard < shards; ++shard) {
    std::promise<void> fenced;
    inner().acquire_shard(shard, [&](const auto&) { fenced.set_value(); });
    fenced.get_future().wait();
  }
  std::unique_lock guard(mutex_);
  const auto listeners = restart_listeners_;
  guard.unlock();
  for (const auto& listen : listeners) listen({});
}

void faulty_store::on_restart(std::function<void(const store_restart&)> listen) {
  std::lock_guard guard(mutex_);
  restart_listeners_.push_back(std::move(listen));
}

faulty_store::admission faulty_store::admit() {
  if (!down) return {};
  return {.is = admission::verdict::failed, .why = {error_code::unavailable, "the store is down"}};
}

void faulty_store::apply(commit commit, commit_callback done) {
  judge(commit);
  if (full) {
    ++turned_away;
    return done(tl::unexpected<failure>({error_code::unavailable, "the store is full", true}));
  }
  if (delay_next.exchange(false)) {
    std::unique_lock guard(mutex_);
    delayed_ = std::make_shared<ironbus::commit>(std::move(commit));
    guard.unlock();
    return done(fail(error_code::unavailable, "the connection broke"));
  }
  if (!down && answers_to_lose.fetch_sub(1) > 0) {
    return forwarding_store::apply(std::move(commit),
                                   [this, done = std::move(done)](const commit_result& version) {
                                     note(version);
                                     done(fail(error_code::unavailable, "the connection broke"));
                                   });
  }
  if (!down) answers_to_lose = 0;
  forwarding_store::apply(std::move(commit), counted(std::move(done)));
}

void faulty_store::load(std::string aggregate, std::string id, callback<stored> done) {
  std::unique_lock guard(mutex_);
  if (!delayed_ || delayed_->aggregate != aggregate || delayed_->id != id) {
    guard.unlock();
    return forwarding_store::load(std::move(aggregate), std::move(id), std::move(done));
  }
  const auto late = std::exchange(delayed_, nullptr);
  guard.unlock();
  forwarding_store::load(std::move(aggregate), std::move(id), [=, this](const result<stored>& x) {
    inner().apply(std::move(*late), [=, this](const commit_result& end) {
      std::unique_lock noted(mutex_);
      if (!end) late_refusal_ = end.error().code;
      noted.unlock();
      done(x);
    });
  });
}

std::optional<error_code> faulty_store::late_refusal() const {
  std::lock_guard guard(mutex_);
  return late_refusal_;
}

}  // namespace ironbus::test
