#include "actors/runtime/conductor.hpp"

#include "actors/runtime/shard_actor.hpp"

#include <caf/all.hpp>
#include <malloc.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace ironbus {

namespace {

constexpr std::chrono::seconds drain_limit{5};
constexpr std::chrono::seconds check_all_interval{60};
/// So many nodes must have left memory before it is worth giving pages back to the system.
constexpr uint64_t trim_after = 1000;

caf::actor_system_config& configure(caf::actor_system_config& out, const runtime_options& options) {
  // The default policy polls: it costs idle CPU and answers later.
  out.set("scheduler.policy", caf::atom("sharing"));
  out.set("scheduler.max-threads", options.threads);
  out.set("scheduler.max-throughput", size_t{50});
  return out;
}

}  // namespace

class conductor::impl {
public:
  impl(bus& messages, store& records, const driver_catalog& drivers, const clock& time,
       conductor_options policy, runtime_options options)
      : env_(std::make_shared<environment>(messages, records, drivers, time, std::move(policy),
                                           std::move(options))),
        system_(configure(config_, env_->options)) {}

  ~impl() { stop(); }

  void start() {
    for (uint32_t i = 0; i < env_->options.shards; ++i)
      shards_.push_back(system_.spawn(shard, env_, i));
    for (uint32_t i = 0; i < env_->options.shards; ++i) subscribe(i);
    env_->messages.on_state([this](bus_state state, const std::string&) { on_state(state); });
    watcher_ = std::thread([this] { watch(); });
  }

  void stop() {
    {
      std::lock_guard guard(mutex_);
      if (std::exchange(stopped_, true)) return;
    }
    wake_.notify_all();
    if (watcher_.joinable()) watcher_.join();
    for (uint32_t i = 0; i < shards_.size(); ++i)
      env_->messages.unsubscribe(routing::shard_queue(i));
    await_quiet();
    for (auto& x : shards_) caf::anon_send_exit(x, caf::exit_reason::kill);
  }

  conductor_counters counters() const {
    return {env_->handled, env_->duplicates,    env_->commits,        env_->stale_commits,
            env_->resumed, env_->dead_lettered, env_->nodes_in_memory};
  }

private:
  void subscribe(uint32_t i) {
    subscription x;
    x.queue = routing::shard_queue(i);
    x.exchange = routing::node_exchange;
    x.bindings = {routing::shard_key(i)};
    x.single_active = true;
    x.prefetch = env_->options.prefetch;
    env_->messages.subscribe(std::move(x), [env = env_, to = shards_[i]](delivery d) {
      ++env->in_work;
      caf::anon_send(to, runtime::delivered{std::make_shared<const delivery>(std::move(d))});
    });
  }

  void on_state(bus_state state) {
    if (state == bus_state::connecting)
      for (const auto& x : shards_) caf::anon_send(x, runtime::disconnected{});
    if (state != bus_state::connected) return;
    std::lock_guard guard(mutex_);
    check_now_ = true;  // the broker may have given shards to other conductors
    wake_.notify_all();
  }

  /// Makes whoever consumes each shard look after it: the broker tells nobody that it has become
  /// the active consumer.
  void check_shards() {
    for (uint32_t i = 0; i < env_->options.shards; ++i) {
      envelope head;
      head.id = random_uuid();
      head.type = shard_check_type;
      head.source = "/ironbus/conductor/" + env_->options.name;
      head.time = env_->time.now();
      head.data = {{"shard", i}};
      env_->messages.publish({.exchange = std::string{routing::node_exchange},
                              .routing_key = routing::shard_key(i),
                              .id = head.id,
                              .body = encode_envelope(head),
                              .durable = false},
                             {}, true);
    }
  }

  /// Notices when a member has gone, in order to take over from it.
  void watch() {
    auto next_full_check = std::chrono::steady_clock::now() + check_all_interval;
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      wake_.wait_for(lock, env_->options.member_check_interval,
                     [this] { return stopped_ || check_now_; });
      if (stopped_) return;
      const auto now = std::chrono::steady_clock::now();
      const bool check = std::exchange(check_now_, false) || now >= next_full_check;
      if (check) next_full_check = now + check_all_interval;
      lock.unlock();
      if (check) check_shards();
      give_memory_back();
      env_->records.members([this](const auto& members) { on_members(members); });
      lock.lock();
    }
  }

  /// The allocator keeps what passivated nodes have freed unless it is told to let go.
  void give_memory_back() {
    const uint64_t nodes = env_->nodes_in_memory;
    nodes_peak_ = std::max(nodes_peak_, nodes);
    if (nodes_peak_ - nodes < trim_after) return;
    nodes_peak_ = nodes;
    ::malloc_trim(0);
  }

  void on_members(const result<std::vector<member>>& members) {
    if (!members) return;
    std::set<std::string> seen;
    for (const auto& x : *members) seen.insert(x.name + "/" + x.incarnation);
    std::lock_guard guard(mutex_);
    const bool gone = !std::includes(seen.begin(), seen.end(), members_.begin(), members_.end());
    members_ = std::move(seen);
    if (!gone) return;
    check_now_ = true;
    wake_.notify_all();
  }

  /// Waits until what was taken has been handled, so that it need not be delivered again.
  void await_quiet() {
    const auto until = std::chrono::steady_clock::now() + drain_limit;
    while (env_->in_work > 0 && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }

  std::shared_ptr<environment> env_;
  caf::actor_system_config config_;
  caf::actor_system system_;
  std::vector<caf::actor> shards_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  bool check_now_ = true;
  std::set<std::string> members_;
  uint64_t nodes_peak_ = 0;  ///< Since memory was last given back; of the watcher's thread.
  std::thread watcher_;
};

conductor::conductor(bus& messages, store& records, const driver_catalog& drivers,
                     const clock& time, conductor_options policy, runtime_options options)
    : impl_(std::make_unique<impl>(messages, records, drivers, time, std::move(policy),
                                   std::move(options))) {}

conductor::~conductor() = default;

void conductor::start() { impl_->start(); }

void conductor::stop() { impl_->stop(); }

conductor_counters conductor::counters() const { return impl_->counters(); }

}  // namespace ironbus
