#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

// The metrics of this process and their current values, independent of the output format.
namespace ironbus::metrics {

enum class kind : uint8_t { counter, gauge, histogram };

/// `name` starts with "ironbus_" and ends in the unit, "_seconds" or "_bytes"; that of a counter
/// ends in "_total". `help` is a sentence.
struct description {
  std::string name;
  std::string help;
};

/// Names and values. Values come from a closed set; never use ids or paths with ids.
using labels = std::vector<std::pair<std::string, std::string>>;

struct sample {
  double value = 0;              ///< Of a histogram: the sum of the observed values.
  std::vector<double> bounds{};  ///< Of a histogram: the upper bounds of its buckets.
  /// Observations in each bucket; the last item counts those above all bounds.
  std::vector<uint64_t> in_bucket{};
};

/// Key: the labels.
using samples = std::map<labels, sample>;

/// All metrics of one name.
struct family {
  kind type = kind::counter;
  std::string help{};
  samples by_labels{};
};

/// Key: the name. Any thread. Adds up metrics with the same name and labels.
std::map<std::string, family> collect();

/// A metric is collected while this object lives.
class registration {
public:
  /// Called on any thread, also while the metric changes. Must not create or destroy metrics.
  using reader = std::function<samples()>;

  registration(kind type, description what, reader read);
  ~registration();
  registration(const registration&) = delete;
  registration& operator=(const registration&) = delete;

private:
  struct entry;
  struct registry;

  static registry& all();
  friend std::map<std::string, family> collect();

  std::list<entry>::iterator place_;
};

}  // namespace ironbus::metrics
