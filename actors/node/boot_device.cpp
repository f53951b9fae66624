#include "actors/node/boot_device.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

std::string small_letters(std::string x) {
  std::transform(x.begin(), x.end(), x.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return x;
}

bool is_true(const std::string& x) {
  static constexpr std::array<std::string_view, 6> words{"1", "t", "true", "on", "y", "yes"};
  return std::find(words.begin(), words.end(), small_letters(x)) != words.end();
}

}  // namespace

bool sets_boot_device(const step& x) {
  return x.interface == "management" && x.name == "set_boot_device";
}

void settle_persistence(const node& about, step& x) {
  const auto at = about.driver_info.find("force_persistent_boot_device");
  if (!sets_boot_device(x) || at == about.driver_info.end()) return;
  if (*at == "Never") x.args["persistent"] = false;
  if (*at == "Always" || *at == true || (at->is_string() && is_true(at->get<std::string>())))
    x.args["persistent"] = true;
}

}  // namespace ironbus
