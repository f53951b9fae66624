#include "tests/simulation/run/shrink.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

std::vector<fault> without(const std::vector<fault>& all, size_t first, size_t count) {
  auto out = all;
  const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
  out.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, all.size() - first)));
  return out;
}

}  // namespace

std::vector<fault> shrink(std::vector<fault> faults,
                          const std::function<bool(const std::vector<fault>&)>& still_fails) {
  for (size_t part = std::max<size_t>(1, faults.size() / 2); part > 0; part /= 2)
    for (size_t first = 0; first < faults.size();) {
      auto fewer = without(faults, first, part);
      if (still_fails(fewer))
        faults = std::move(fewer);
      else
        first += part;
    }
  return faults;
}

}  // namespace ironbus::simulation
