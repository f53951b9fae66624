#include "tests/simulation/doubles/store_state.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

/// More than a run whose last writes are lost could have assigned.
constexpr uint64_t epochs_of_a_second = 1'000;
/// The same for positions of events.
constexpr uint64_t positions_of_a_run = 1 << 20;

shared_text part_of(const store_state::shared_commit& whole, const std::string& part) {
  return {whole, &part};
}

std::optional<int64_t> due_of(const commit& given) {
  if (given.erase || !given.attention) return std::nullopt;
  return std::chrono::floor<std::chrono::milliseconds>(*given.attention).time_since_epoch().count();
}

}  // namespace

failure store_is_full() {
  return {error_code::unavailable, "simulated store: OOM command not allowed", true};
}

void store_state::begin_write() {
  log_.begin(clock_.now());
  log_.note([this, old = counters_] { counters_ = old; });
}

// -- checks ---------------------------------------------------------------------------------------

std::optional<commit_failure> store_state::check(const commit& given) const {
  if (given.shard) {
    const auto* known = epochs_.find(*given.shard);
    const auto current = known ? *known : counters_.epochs;
    if (given.epoch < current)
      return failure{error_code::fenced, "shard " + std::to_string(*given.shard) + " is at epoch " +
                                             std::to_string(current) + ", not " +
                                             std::to_string(given.epoch)};
  }
  const text_pair owner{given.aggregate, given.id};
  const auto* now = records_.find(owner);
  const auto version = now ? now->version : 0;
  if (version != given.expected_version)
    return failure{error_code::stale_version, given.aggregate + ":" + given.id + " is at version " +
                                                  std::to_string(version) + ", not " +
                                                  std::to_string(given.expected_version)};
  if (given.erase) return std::nullopt;
  return check_holders(given, owner);
}

std::optional<commit_failure> store_state::check_holders(const commit& given,
                                                         const text_pair& owner) const {
  for (const auto& key : given.claim) {
    const auto* holder = keys_.find({key.space, key.value});
    if (holder && *holder != owner) return commit_failure{key};
  }
  for (const auto& put : given.put) {
    const auto* there = rows_.find({put.collection, put.id});
    if (there && (*there)->owner != owner)
      return commit_failure{unique_key{put.collection, put.id}};
  }
  return std::nullopt;
}

// -- one commit -----------------------------------------------------------------------------------

commit_result store_state::apply(const shared_commit& given) {
  if (auto refused = check(*given)) return tl::unexpected(*std::move(refused));
  if (refuses_) return tl::unexpected<commit_failure>(store_is_full());
  begin_write();
  const text_pair owner{given->aggregate, given->id};
  const auto version = given->expected_version + 1;
  if (given->erase) {
    erase_belongings(owner);
  } else {
    write_keys(*given, owner);
    write_rows(*given, owner);
  }
  write_record(given, owner);
  append_events(given);
  ++counters_.writes;
  if (lost_) log_.note([this, given, version] { lost_(*given, version); });
  if (applied_) applied_(*given, version);
  return version;
}

void store_state::write_record(const shared_commit& given, const text_pair& owner) {
  store_record next;
  if (const auto* now = records_.find(owner)) next.outbox = now->outbox;
  next.version = given->expected_version + 1;
  next.shard = given->shard.value_or(0);
  next.due_ms = due_of(*given);
  if (!given->erase) next.snapshot = part_of(given, given->snapshot);
  for (const auto& entry : given->outbox)
    next.outbox.emplace_back(next.version, part_of(given, entry));
  if (next.erased() && next.outbox.empty())
    records_.erase(owner);
  else
    records_.put(owner, std::move(next));
}

void store_state::release_key(const text_pair& key, const text_pair& owner) {
  const auto* holder = keys_.find(key);
  if (!holder || *holder != owner) return;
  keys_.erase(key);
  held_keys_.erase({owner, key});
}

void store_state::write_keys(const commit& given, const text_pair& owner) {
  for (const auto& key : given.release) release_key({key.space, key.value}, owner);
  for (const auto& key : given.claim) {
    const text_pair name{key.space, key.value};
    if (keys_.find(name)) continue;  // checked before: it is its own
    keys_.put(name, owner);
    held_keys_.put({owner, name}, true);
  }
}

void store_state::remove_row(const text_pair& name, const text_pair& owner) {
  const auto* found = rows_.find(name);
  if (!found || (*found)->owner != owner) return;
  order_.erase({name.first, (*found)->sequence});
  rows_.erase(name);
  held_rows_.erase({owner, name});
}

void store_state::put_row(const row& given, const text_pair& owner) {
  const text_pair name{given.collection, given.id};
  const auto* there = rows_.find(name);
  auto columns = given.columns;
  std::sort(columns.begin(), columns.end());
  const auto sequence = there ? (*there)->sequence : ++counters_.sequence;
  auto made = std::make_shared<const store_row>(
      store_row{owner, sequence, given.id, given.summary, std::move(columns)});
  if (!there) held_rows_.put({owner, name}, true);
  order_.put({given.collection, sequence}, made);
  rows_.put(name, std::move(made));
}

void store_state::write_rows(const commit& given, const text_pair& owner) {
  for (const auto& name : given.remove) remove_row(name, owner);
  for (const auto& put : given.put) put_row(put, owner);
}

void store_state::erase_belongings(const text_pair& owner) {
  const auto names_in = [&owner](const auto& held) {
    std::vector<text_pair> names;
    for (auto i = held.all().lower_bound({owner, {}});
         i != held.all().end() && i->first.first == owner; ++i)
      names.push_back(i->first.second);
    return names;
  };
  for (const auto& name : names_in(held_keys_)) release_key(name, owner);
  for (const auto& name : names_in(held_rows_)) remove_row(name, owner);
}

// -- the rest of the writers' calls ---------------------------------------------------------------

void store_state::mark_published(const std::string& aggregate, const std::string& id,
                                 uint64_t version) {
  const text_pair owner{aggregate, id};
  const auto* now = records_.find(owner);
  if (!now || now->outbox.empty() || refuses_) return;
  auto rest = *now;
  std::erase_if(rest.outbox, [&](const auto& entry) { return entry.first <= version; });
  if (rest.outbox.size() == now->outbox.size()) return;
  begin_write();
  if (rest.erased() && rest.outbox.empty())
    records_.erase(owner);
  else
    records_.put(owner, std::move(rest));
}

result<uint64_t> store_state::acquire_shard(uint32_t shard) {
  if (refuses_) return tl::unexpected(store_is_full());
  begin_write();
  const auto* current = epochs_.find(shard);
  const auto epoch = std::max(current ? *current : 0, counters_.epochs) + 1;
  epochs_.put(shard, epoch);
  return epoch;
}

result<store_run> store_state::begin_run(uint64_t id) {
  if (counters_.run == id) return store_run{id, counters_.run_begins, counters_.writes};
  if (refuses_) return tl::unexpected(store_is_full());
  begin_write();
  const bool is_restart = counters_.run != 0;
  counters_.run = id;
  counters_.run_begins = counters_.writes;
  if (is_restart) {
    counters_.newest_event += positions_of_a_run;
    // Redis has whole seconds, so the suspension may be up to a second shorter.
    counters_.claims_rest_until =
        std::chrono::floor<std::chrono::seconds>(clock_.now()) + claims_rest;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(clock_.now()).count();
    counters_.epochs = epochs_of_a_second * (epochs_of_a_second + static_cast<uint64_t>(seconds));
    const auto known = epochs_.all();
    for (const auto& [shard, epoch] : known)
      epochs_.put(shard, std::max(epoch + 1, counters_.epochs));
  }
  return store_run{id, counters_.writes, counters_.writes};
}

}  // namespace ironbus::simulation
