#include "ops/simulator/profile/vendor_profile.hpp"

#include "messages/base/text.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

struct vendor_row {
  std::string_view word;  ///< Part of the vendor's name, in lower case.
  std::string_view profile;
};

// The first row whose word is part of the name applies.
constexpr std::array vendor_rows{
    vendor_row{"dell", "dell"},
    vendor_row{"hpe", "hpe"},
    vendor_row{"hewlett", "hpe"},
    vendor_row{"hp", "hpe"},
    vendor_row{"lenovo", "lenovo"},
    vendor_row{"supermicro", "supermicro"},
    vendor_row{"super micro", "supermicro"},
    vendor_row{"american megatrends", "ami"},
    vendor_row{"ami", "ami"},
    vendor_row{"asrock", "ami"},
    vendor_row{"gigabyte", "ami"},
};
constexpr std::string_view plainest = "openbmc";

}  // namespace

const profile& profile_of_vendor(std::string_view vendor) {
  const auto name = lower(vendor);
  for (const auto& row : vendor_rows)
    if (name.find(row.word) != std::string::npos) return *find_profile(row.profile);
  return *find_profile(plainest);
}

}  // namespace ironbus::simulator
