#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

// What the metrics of this process are and say now, for whoever shows them. How they are written is
// not decided here.
namespace ironbus::metrics {

enum class kind : uint8_t { counter, gauge, histogram };

/// `name` begins with "ironbus_" and ends in the unit, "_seconds" or "_bytes", a counter's in
/// "_total". `help` is a sentence.
struct description {
  std::string name;
  std::string help;
};

/// Names and values. Values come from a closed set; ids and paths with ids in them are none.
using labels = std::vector<std::pair<std::string, std::string>>;

struct sample {
  double value = 0;                   ///< Of a histogram: the sum of what was observed.
  std::vector<double> bounds{};       ///< Of a histogram: the upper bounds of its buckets.
  std::vector<uint64_t> in_bucket{};  ///< How many in each, and last those beyond all bounds.
};

/// By their labels.
using samples = std::map<labels, sample>;

/// All metrics of one name.
struct family {
  kind type = kind::counter;
  std::string help{};
  samples by_labels{};
};

/// By name; any thread. Of several metrics with one name and the same labels the sum is given.
std::map<std::string, family> collect();

/// A metric is collected as long as this lives.
class registration {
public:
  /// Called on any thread, also while the metric changes. It makes and ends no metric.
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
