#include "ops/ironbusd/roles/exposition.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <limits>

namespace ironbus::daemon {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricType;

constexpr std::array<MetricType, 3> types{MetricType::Counter, MetricType::Gauge,
                                          MetricType::Histogram};  // in the order of metrics::kind

void fill_histogram(ClientMetric::Histogram& out, const metrics::sample& sample) {
  for (size_t i = 0; i < sample.in_bucket.size(); ++i) {
    out.sample_count += sample.in_bucket[i];
    const auto bound =
        i < sample.bounds.size() ? sample.bounds[i] : std::numeric_limits<double>::infinity();
    out.bucket.push_back({out.sample_count, bound});
  }
  out.sample_sum = sample.value;
}

ClientMetric to_metric(const metrics::labels& labels, const metrics::sample& sample,
                       metrics::kind type) {
  ClientMetric out;
  for (const auto& [name, value] : labels) out.label.push_back({name, value});
  switch (type) {
    case metrics::kind::counter: out.counter.value = sample.value; break;
    case metrics::kind::gauge: out.gauge.value = sample.value; break;
    case metrics::kind::histogram: fill_histogram(out.histogram, sample); break;
  }
  return out;
}

}  // namespace

std::string exposition(const std::map<std::string, metrics::family>& all) {
  std::vector<prometheus::MetricFamily> out;
  for (const auto& [name, family] : all) {
    auto& shown = out.emplace_back();
    shown.name = name;
    shown.help = family.help;
    shown.type = types.at(static_cast<size_t>(family.type));
    for (const auto& [labels, sample] : family.by_labels)
      shown.metric.push_back(to_metric(labels, sample, family.type));
  }
  return prometheus::TextSerializer{}.Serialize(out);
}

}  // namespace ironbus::daemon
