#include "actors/size_limit.hpp"

namespace ironbus {

std::optional<failure> find_excess(const bound& limit, const extent& now, const extent& before) {
  const auto refuse = [&](size_t size, size_t max, const std::string& unit, const char* kind) {
    return failure{error_code::invalid, limit.name + " would " + kind + " " + std::to_string(size) +
                                            " " + unit + "; at most " + std::to_string(max) +
                                            " are allowed."};
  };
  if (now.depth > limit.depth_max && now.depth > before.depth)
    return refuse(now.depth, limit.depth_max, "levels", "be nested in");
  if (now.bytes > limit.bytes_max && now.bytes > before.bytes)
    return refuse(now.bytes, limit.bytes_max, "bytes", "have");
  return std::nullopt;
}

}  // namespace ironbus
