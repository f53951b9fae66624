#include "actors/runtime/conductor.hpp"

#include "actors/runtime/member_watch.hpp"
#include "actors/runtime/shard_actor.hpp"

#include <caf/all.hpp>
#include <malloc.h>

#include <algorithm>
#include <thread>

namespace ironbus {

namespace {

constexpr std::chrono::seconds drain_limit{5};
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
  impl(bus& messages, store& records, const driver_catalog& drivers,
       const inspection::engine& inspecting, const clock& time, policy_ptr policy,
       conductor_options options, runtime_options runtime)
      : env_(std::make_shared<environment>(messages, records, drivers, inspecting, time,
                                           std::move(policy), std::move(options),
                                           std::move(runtime))),
        system_(configure(config_, env_->runtime)) {}

  ~impl() { stop(); }

  void start() {
    for (uint32_t i = 0; i < env_->policy->shards; ++i)
      shards_.push_back(system_.spawn(shard, env_, i));
    for (uint32_t i = 0; i < env_->policy->shards; ++i) subscribe(i);
    env_->messages.on_state([this](bus_state state, const std::string&) { on_state(state); });
    watcher_ = std::thread([this] { watch(); });
  }

  void stop() {
    if (!members_->end()) return;
    if (watcher_.joinable()) watcher_.join();
    for (uint32_t i = 0; i < shards_.size(); ++i)
      env_->messages.unsubscribe(routing::shard_queue(i));
    await_quiet();
    for (auto& x : shards_) caf::anon_send_exit(x, caf::exit_reason::kill);
  }

  const conductor_counters& counters() const { return env_->counters; }

private:
  void subscribe(uint32_t index) {
    subscription x;
    x.queue = routing::shard_queue(index);
    x.exchange = routing::node_exchange;
    x.bindings = {routing::shard_key(index)};
    x.single_active = true;
    x.prefetch = env_->runtime.prefetch;
    env_->messages.subscribe(std::move(x), [env = env_, to = shards_[index]](delivery d) {
      ++env->counters.in_work;
      caf::anon_send(to, runtime::delivered{std::make_shared<const delivery>(std::move(d))});
    });
  }

  void on_state(bus_state state) {
    if (state == bus_state::connecting)
      for (const auto& x : shards_) caf::anon_send(x, runtime::disconnected{});
    // The broker may have given shards to other conductors.
    if (state == bus_state::connected) members_->ask_for_check();
  }

  /// Makes whoever consumes each shard look after it: the broker tells nobody that it has become
  /// the active consumer.
  void check_shards() {
    for (uint32_t i = 0; i < env_->policy->shards; ++i) {
      envelope head;
      head.id = random_uuid();
      head.type = shard_check_type;
      head.source = "/ironbus/conductor/" + env_->runtime.name;
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

  /// Notices when a member has gone, in order to take over from it, and who the driver workers are.
  void watch() {
    while (true) {
      const auto next = members_->await(env_->runtime.member_check_interval);
      if (next == member_watch::task::end) return;
      if (next == member_watch::task::check_and_look) check_shards();
      give_memory_back();
      env_->records.members([to = members_, groups = env_->groups](const auto& members) {
        to->take(members);
        if (members) groups->take(*members, group_watch::clock::now());
      });
    }
  }

  /// The allocator keeps what passivated nodes have freed unless it is told to let go.
  void give_memory_back() {
    const auto nodes = static_cast<uint64_t>(env_->counters.nodes_in_memory);
    nodes_peak_ = std::max(nodes_peak_, nodes);
    if (nodes_peak_ - nodes < trim_after) return;
    nodes_peak_ = nodes;
    ::malloc_trim(0);
  }

  /// Waits until what was taken has been handled, so that it need not be delivered again.
  void await_quiet() {
    const auto until = std::chrono::steady_clock::now() + drain_limit;
    while (env_->counters.in_work > 0 && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }

  std::shared_ptr<environment> env_;
  caf::actor_system_config config_;
  caf::actor_system system_;
  std::vector<caf::actor> shards_;

  std::shared_ptr<member_watch> members_ = std::make_shared<member_watch>();
  uint64_t nodes_peak_ = 0;  ///< Since memory was last given back; of the watcher's thread.
  std::thread watcher_;
};

conductor::conductor(bus& messages, store& records, const driver_catalog& drivers,
                     const inspection::engine& inspecting, const clock& time, policy_ptr policy,
                     conductor_options options, runtime_options runtime)
    : impl_(std::make_unique<impl>(messages, records, drivers, inspecting, time, std::move(policy),
                                   std::move(options), std::move(runtime))) {}

conductor::~conductor() = default;

void conductor::start() { impl_->start(); }

void conductor::stop() { impl_->stop(); }

const conductor_counters& conductor::counters() const { return impl_->counters(); }

}  // namespace ironbus
