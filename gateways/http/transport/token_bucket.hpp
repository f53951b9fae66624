#pragma once

#include "messages/base/host_source.hpp"

#include <cstdint>
#include <optional>

namespace ironbus::http {

/// The bytes that may be sent now: `rate` × the elapsed time, at most a tenth of a second's worth.
/// A take may exceed the fill. Then the bucket stays closed until the debt is repaid.
class token_bucket {
public:
  explicit token_bucket(uint64_t rate) : rate_(static_cast<double>(rate)), level_(depth()) {}

  void fill(steady_clock::time_point now);
  void take(uint64_t bytes);
  bool open() const { return rate_ == 0 || level_ > 0; }
  bool full() const { return rate_ == 0 || level_ >= depth(); }

private:
  double depth() const;

  double rate_;
  double level_;
  std::optional<steady_clock::time_point> filled_;
};

}  // namespace ironbus::http
