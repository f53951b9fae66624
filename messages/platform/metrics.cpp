#include "messages/platform/metrics.hpp"

#include <algorithm>
#include <mutex>

namespace ironbus::metrics {

// -- the registry -------------------------------------------------------------------------------

struct registration::entry {
  kind type;
  description what;
  reader read;
};

struct registration::registry {
  std::mutex mutex;
  std::list<entry> entries;
};

/// Never destroyed: some metrics live as long as the process.
registration::registry& registration::all() {
  static auto& out = *new registry;
  return out;
}

registration::registration(kind type, description what, reader read) {
  auto& registry = all();
  std::lock_guard guard{registry.mutex};
  place_ =
      registry.entries.insert(registry.entries.end(), {type, std::move(what), std::move(read)});
}

registration::~registration() {
  auto& registry = all();
  std::lock_guard guard{registry.mutex};
  registry.entries.erase(place_);
}

namespace {

void add(sample& sum, const sample& one) {
  sum.value += one.value;
  sum.bounds = one.bounds;
  sum.in_bucket.resize(one.in_bucket.size());
  for (size_t i = 0; i < one.in_bucket.size(); ++i) sum.in_bucket[i] += one.in_bucket[i];
}

}  // namespace

std::map<std::string, family> collect() {
  std::map<std::string, family> out;
  auto& registry = registration::all();
  std::lock_guard guard{registry.mutex};
  for (const auto& entry : registry.entries) {
    auto& family = out[entry.what.name];
    family.type = entry.type;
    family.help = entry.what.help;
    for (const auto& [names, sample] : entry.read()) add(family.by_labels[names], sample);
  }
  return out;
}

// -- histograms ---------------------------------------------------------------------------------

void histogram_value::observe(std::chrono::duration<double> took) {
  const auto bucket = std::lower_bound(bounds_->begin(), bounds_->end(), took.count());
  in_bucket_[static_cast<size_t>(bucket - bounds_->begin())].fetch_add(1,
                                                                       std::memory_order_relaxed);
  sum_.fetch_add(took.count(), std::memory_order_relaxed);
}

bool histogram_value::used() const {
  return std::any_of(in_bucket_.begin(), in_bucket_.end(),
                     [](const auto& count) { return count != 0; });
}

sample histogram_value::read() const {
  sample out{sum_, {bounds_->begin(), bounds_->end()}, {}};
  for (const auto& count : in_bucket_) out.in_bucket.push_back(count);
  return out;
}

}  // namespace ironbus::metrics
