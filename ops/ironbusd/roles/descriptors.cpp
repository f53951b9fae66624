#include "ops/ironbusd/roles/descriptors.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace ironbus::daemon {

result<size_t> raise_descriptor_limit() {
  rlimit now{};
  ::getrlimit(RLIMIT_NOFILE, &now);
  if (now.rlim_cur < now.rlim_max) {
    const rlimit raised{now.rlim_max, now.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) now = raised;
  }
  if (now.rlim_cur < 2 * own_descriptors)
    return fail(error_code::unavailable, "the limit of open files is " +
                                             std::to_string(now.rlim_cur) +
                                             " (ulimit -n, LimitNOFILE); needed: at least " +
                                             std::to_string(2 * own_descriptors));
  return static_cast<size_t>(now.rlim_cur);
}

size_t connections_within(size_t descriptors, size_t configured, size_t listeners) {
  const auto left = descriptors - std::min(descriptors, own_descriptors);
  return std::min(configured, left / std::max<size_t>(1, listeners));
}

}  // namespace ironbus::daemon
