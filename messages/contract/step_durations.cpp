#include "messages/contract/step_durations.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <cmath>

namespace ironbus {

namespace {

constexpr double growth = 1.05;
constexpr double seconds_min = 0.001;
/// Enough for four weeks in growing buckets above a millisecond.
constexpr uint64_t bucket_max = 450;

/// Above this number all counts are halved.
constexpr uint64_t runs_max = 2000;

constexpr size_t name_max = 64;

using bucket = duration_sketch::bucket;

uint64_t bucket_of(double seconds) {
  if (!(seconds > seconds_min)) return 0;
  const auto number = std::ceil(std::log(seconds / seconds_min) / std::log(growth));
  return static_cast<uint64_t>(std::min<double>(number, bucket_max));
}

/// The middle of a bucket.
double seconds_of(uint64_t number) {
  return seconds_min * std::pow(growth, static_cast<double>(number)) * 2 / (1 + growth);
}

void halve(std::vector<bucket>& buckets) {
  for (auto& one : buckets) one.count /= 2;
  std::erase_if(buckets, [](const auto& one) { return one.count == 0; });
}

std::string cut(std::string_view name) {
  std::string out{name.substr(0, name_max)};
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

}  // namespace

member_codecs<duration_sketch::bucket> members_of(const duration_sketch::bucket*) {
  static constexpr auto all = sorted_members(coded_member<&bucket::number>("number"),
                                             coded_member<&bucket::count>("count"));
  return all;
}

member_codecs<duration_sketch> members_of(const duration_sketch*) {
  static constexpr auto all = sorted_members(coded_member<&duration_sketch::buckets>("buckets"));
  return all;
}

member_codecs<step_durations> members_of(const step_durations*) {
  using x = step_durations;
  static constexpr auto all = sorted_members(
      coded_member<&x::driver>("driver"), coded_member<&x::vendor>("vendor"),
      coded_member<&x::model>("model"), coded_member<&x::interface>("interface"),
      coded_member<&x::step>("step"), coded_member<&x::taken>("taken"),
      coded_member<&x::log>("log"), coded_member<&x::position>("position"), schema_member<x>());
  return all;
}

void duration_sketch::add(double seconds) {
  const auto number = bucket_of(seconds);
  const auto place =
      std::lower_bound(buckets.begin(), buckets.end(), number,
                       [](const bucket& one, uint64_t wanted) { return one.number < wanted; });
  if (place != buckets.end() && place->number == number)
    ++place->count;
  else
    buckets.insert(place, {number, 1});
  if (count() > runs_max) halve(buckets);
}

uint64_t duration_sketch::count() const {
  uint64_t out = 0;
  for (const auto& one : buckets) out += one.count;
  return out;
}

double duration_sketch::quantile(double share) const {
  const auto wanted = std::ceil(share * static_cast<double>(count()));
  double passed = 0;
  for (const auto& one : buckets) {
    passed += static_cast<double>(one.count);
    if (passed >= wanted) return seconds_of(one.number);
  }
  return 0;
}

step_durations named_in_document(const json& document) {
  step_durations out;
  out.driver = member_text(document, "driver");
  out.vendor = member_text(document, "vendor");
  out.model = member_text(document, "model");
  out.interface = member_text(document, "interface");
  out.step = member_text(document, "step");
  return out;
}

std::string key_of(const step_durations& x) {
  return cut(x.driver) + "/" + cut(x.vendor) + "/" + cut(x.model) + "/" + cut(x.interface) + "/" +
         cut(x.step);
}

json summary_of(const step_durations& kind) {
  constexpr double nearly_all = 0.99;
  return {{"driver", kind.driver},
          {"vendor", kind.vendor},
          {"model", kind.model},
          {"interface", kind.interface},
          {"step", kind.step},
          {"runs", kind.taken.count()},
          {"median_seconds", rounded(kind.taken.quantile(0.5))},
          {"p99_seconds", rounded(kind.taken.quantile(nearly_all))}};
}

}  // namespace ironbus
