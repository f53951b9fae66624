#include "gateways/http/api/legacy_paths.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ironbus::http {

namespace {

using segments = std::span<const std::string_view>;

/// A path below /v1/nodes; "*" matches any one segment. The first words are reserved, so no node
/// has such a name.
struct old_path {
  std::array<std::string_view, 4> was;
  std::array<std::string_view, 4> is;
};

constexpr std::array old_paths{
    old_path{{"states", "*"}, {"*", "states"}},
    old_path{{"states", "power", "*"}, {"*", "states", "power"}},
    old_path{{"states", "provision", "*"}, {"*", "states", "provision"}},
    old_path{{"states", "raid", "*"}, {"*", "states", "raid"}},
    old_path{{"states", "boot_mode", "*"}, {"*", "states", "boot_mode"}},
    old_path{{"states", "secure_boot", "*"}, {"*", "states", "secure_boot"}},
    old_path{{"states", "console", "*"}, {"*", "states", "console"}},
    old_path{{"states", "*", "console"}, {"*", "states", "console"}},
    old_path{{"management", "boot_device", "*"}, {"*", "management", "boot_device"}},
    old_path{{"management", "boot_device", "*", "supported"},
             {"*", "management", "boot_device", "supported"}},
    old_path{{"management", "inject_nmi", "*"}, {"*", "management", "inject_nmi"}},
    old_path{{"management", "indicators", "*"}, {"*", "management", "indicators"}},
    old_path{{"management", "indicators", "*", "*"}, {"*", "management", "indicators", "*"}},
    old_path{{"maintenance", "*"}, {"*", "maintenance"}},
    old_path{{"vendor_passthru", "*"}, {"*", "vendor_passthru"}},
    old_path{{"vendor_passthru", "*", "*"}, {"*", "vendor_passthru", "*"}},
};

segments used(const std::array<std::string_view, 4>& x) {
  return {x.begin(), std::find(x.begin(), x.end(), std::string_view{})};
}

bool fits(segments pattern, std::span<const std::string> path) {
  return std::equal(pattern.begin(), pattern.end(), path.begin(), path.end(),
                    [](auto wanted, const auto& is) { return wanted == "*" || wanted == is; });
}

}  // namespace

std::vector<std::string> with_node_first(std::span<const std::string> path) {
  const size_t begin = !path.empty() && path.front() == "v1" ? 1 : 0;
  if (path.size() <= begin || path[begin] != "nodes") return {};
  const auto below = path.subspan(begin + 1);
  for (const auto& row : old_paths) {
    const auto was = used(row.was);
    if (!fits(was, below)) continue;
    std::vector<std::string> idents;
    for (size_t i = 0; i < was.size(); ++i)
      if (was[i] == "*") idents.push_back(below[i]);
    std::vector<std::string> out(path.begin(), path.end() - static_cast<ptrdiff_t>(below.size()));
    size_t next = 0;
    for (const auto segment : used(row.is))
      out.push_back(segment == "*" ? idents[next++] : std::string{segment});
    return out;
  }
  return {};
}

}  // namespace ironbus::http
