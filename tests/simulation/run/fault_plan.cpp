#include "tests/simulation/run/fault_plan.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulation {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

struct fault_row {
  std::string_view name;
  milliseconds least;
  milliseconds most;
  uint32_t amount_most;
  uint32_t weight;
};

// Delay of each direction to broker and store without faults.
constexpr std::chrono::microseconds microseconds_least{50};
constexpr std::chrono::microseconds microseconds_most{500};

constexpr milliseconds in_seconds(int64_t x) { return milliseconds{1000 * x}; }

constexpr std::array<fault_row, static_cast<size_t>(fault_kind::count_)> rows{{
    {"kill", milliseconds{100}, in_seconds(20), 60, 8},
    {"freeze", in_seconds(1), in_seconds(40), 0, 4},
    {"suspend", in_seconds(5), in_seconds(60), 0, 1},
    {"clock jump", in_seconds(5), in_seconds(60), 20, 1},
    {"cut bus", milliseconds{200}, in_seconds(40), 0, 2},
    {"cut store", milliseconds{200}, in_seconds(30), 0, 2},
    {"reset bus", milliseconds{1}, milliseconds{1}, 0, 3},
    {"broker crash", milliseconds{500}, in_seconds(20), 0, 1},
    {"broker blocked", milliseconds{500}, in_seconds(20), 0, 1},
    {"broker slow", in_seconds(1), in_seconds(30), 400, 1},
    {"broker refusing", in_seconds(1), in_seconds(30), 8, 1},
    {"store crash", milliseconds{500}, in_seconds(20), 0, 1},
    {"store loss", milliseconds{500}, in_seconds(10), 1000, 1},
    {"store fail-over", milliseconds{1}, milliseconds{1}, 250, 1},
    {"store full", in_seconds(1), in_seconds(20), 0, 1},
    {"store slow", in_seconds(1), in_seconds(30), 300, 1},
    {"power cut", in_seconds(1), in_seconds(20), 1000, 1},
    {"bmc silent", in_seconds(5), in_seconds(60), 0, 1},
}};

const fault_row& row_of(fault_kind x) { return rows[static_cast<size_t>(x)]; }

fault_kind draw_kind(random_stream& random) {
  uint32_t all = 0;
  for (const auto& row : rows) all += row.weight;
  auto drawn = random.below(all);
  size_t index = 0;
  while (drawn >= rows[index].weight) drawn -= rows[index++].weight;
  return static_cast<fault_kind>(index);
}

std::string seconds_text(nanoseconds x) {
  auto text = std::to_string(std::chrono::duration_cast<milliseconds>(x).count() / 1000) + ".";
  const auto rest = std::to_string(std::chrono::duration_cast<milliseconds>(x).count() % 1000);
  return text + std::string(3 - rest.size(), '0') + rest + "s";
}

}  // namespace

std::string_view to_string(fault_kind x) { return row_of(x).name; }

std::string to_text(const fault& x) {
  return std::to_string(x.number) + ": at " + seconds_text(x.when) + " " +
         std::string{to_string(x.kind)} + ", place " + std::to_string(x.place) + ", for " +
         seconds_text(x.length) + ", amount " + std::to_string(x.amount);
}

std::vector<fault> make_faults(uint64_t seed, uint32_t count, nanoseconds within) {
  random_stream random{seed};
  std::vector<fault> out;
  for (uint32_t i = 0; i < count; ++i) {
    fault x;
    x.kind = draw_kind(random);
    const auto& row = row_of(x.kind);
    x.when = random.between(nanoseconds{0}, within);
    x.length = random.between(row.least, row.most);
    x.place = static_cast<uint32_t>(random.below(1000));
    x.amount = static_cast<uint32_t>(random.below(row.amount_most + 1));
    out.push_back(x);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const fault& a, const fault& b) { return a.when < b.when; });
  for (uint32_t number = 0; auto& x : out) x.number = ++number;
  return out;
}

void fault_injector::schedule(const std::vector<fault>& faults) {
  for (const auto& x : faults)
    around_.loop.after(x.when - around_.loop.now(), [this, x] { begin(x); });
}

void fault_injector::until(const fault& x, event_loop::action end) {
  around_.loop.after(x.length, [this, end = std::move(end)] {
    last_trouble_ = std::max(last_trouble_, around_.loop.now());
    end();
  });
}

void fault_injector::begin(const fault& x) {
  last_trouble_ = std::max(last_trouble_, around_.loop.now() + x.length);
  if (x.kind <= fault_kind::reset_bus) return trouble_process(x);
  if (x.kind <= fault_kind::broker_refusing) return trouble_broker(x);
  if (x.kind <= fault_kind::store_slow) return trouble_store(x);
  if (x.kind == fault_kind::power_cut) return cut_power(x);
  auto& machines = service_.machines();
  if (machines.empty()) return;
  std::next(machines.begin(), static_cast<int64_t>(x.place % machines.size()))
      ->second->silence(x.length);
}

void fault_injector::trouble_process(const fault& x) {
  auto& place = service_.places()[x.place % service_.places().size()];
  if (!place.running || !place.running->alive()) return;
  switch (x.kind) {
    case fault_kind::kill: return service_.kill(place, x.amount, x.length);
    case fault_kind::freeze: return place.running->freeze(x.length, false);
    case fault_kind::suspend: return place.running->freeze(x.length, true);
    case fault_kind::clock_jump:
      place.running->set_clock_ahead(seconds{x.amount} - seconds{10});
      return until(x, [&place] {
        if (place.running) place.running->set_clock_ahead({});
      });
    case fault_kind::cut_bus:
      place.bus->cut();
      return until(x, [&place] {
        if (place.bus) place.bus->heal();
      });
    case fault_kind::cut_store:
      place.store->cut();
      return until(x, [&place] {
        if (place.store) place.store->heal();
      });
    default: return place.bus->reset();
  }
}

void fault_injector::trouble_broker(const fault& x) {
  auto& broker = service_.broker();
  switch (x.kind) {
    case fault_kind::broker_crash: return crash_broker(x);
    case fault_kind::broker_blocked:
      broker.set_blocked(true);
      return until(x, [&broker] { broker.set_blocked(false); });
    case fault_kind::broker_refusing:
      broker.refuse_publish(2 + x.amount);
      return until(x, [&broker] { broker.refuse_publish(0); });
    default:
      broker.set_delay(milliseconds{1}, milliseconds{1 + x.amount});
      return until(x, [&broker] { broker.set_delay(microseconds_least, microseconds_most); });
  }
}

void fault_injector::trouble_store(const fault& x) {
  auto& store = service_.store();
  const bool loses = x.kind == fault_kind::store_loss || x.kind == fault_kind::store_fail_over;
  if (loses) last_loss_ = around_.loop.now() + x.length;
  switch (x.kind) {
    case fault_kind::store_crash:
    case fault_kind::store_loss: return crash_store(x, milliseconds{loses ? x.amount : 0});
    case fault_kind::store_fail_over:
      if (store_down_ == 0) store.fail_over(milliseconds{x.amount});
      return;
    case fault_kind::store_full:
      store.refuse_writes(true);
      return until(x, [&store] { store.refuse_writes(false); });
    default:
      store.set_delay(milliseconds{1}, milliseconds{1 + x.amount});
      return until(x, [&store] { store.set_delay(microseconds_least, microseconds_most); });
  }
}

void fault_injector::cut_power(const fault& x) {
  last_loss_ = around_.loop.now() + x.length;
  for (auto& place : service_.places())
    if (place.running && place.running->alive()) service_.kill(place, 0, x.length);
  crash_broker(x);
  crash_store(x, milliseconds{x.amount});
}

void fault_injector::crash_broker(const fault& x) {
  if (broker_down_++ == 0) service_.broker().crash();
  until(x, [this] {
    if (--broker_down_ == 0) service_.broker().start();
  });
}

void fault_injector::crash_store(const fault& x, milliseconds lost) {
  if (store_down_++ == 0) service_.store().crash();
  until(x, [this, lost] {
    if (--store_down_ == 0) service_.store().start(lost);
  });
}

}  // namespace ironbus::simulation
