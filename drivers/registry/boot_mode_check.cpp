#include "drivers/registry/boot_mode_check.hpp"

#include "drivers/kit/capabilities.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/snapshot.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>

namespace ironbus {

namespace {

using names = std::set<std::string, std::less<>>;
using node_check = std::function<std::optional<failure>(const node_snapshot&)>;

names setters_of_boot_mode(const std::vector<interface_implementation>& all) {
  const auto setting = driver_operations::management::set_boot_mode;
  names out;
  for (const auto& one : all)
    if (one.kind == setting.interface && one.find_step(setting.name) != nullptr)
      out.insert(one.name);
  return out;
}

node_check with_boot_mode_check(node_check own, std::shared_ptr<const names> setters) {
  return [own = std::move(own),
          setters = std::move(setters)](const node_snapshot& x) -> std::optional<failure> {
    if (auto wrong = own ? own(x) : std::nullopt) return wrong;
    const auto& node = x.attributes;
    if (setters->contains(interface_in_use(node, "management").value_or(""))) return std::nullopt;
    return check_boot_mode(node.instance_info, node.properties, node.boot_mode);
  };
}

}  // namespace

void add_boot_mode_checks(std::vector<interface_implementation>& all) {
  const auto setters = std::make_shared<const names>(setters_of_boot_mode(all));
  for (auto& one : all)
    if (one.kind == "deploy") one.validate = with_boot_mode_check(std::move(one.validate), setters);
}

}  // namespace ironbus
