#include "messages/rights/seen_access.hpp"

namespace ironbus {

member_codecs<seen_access> members_of(const seen_access*) {
  using x = seen_access;
  static constexpr auto all =
      sorted_members(coded_member<&x::lessee>("lessee"), coded_member<&x::owner>("owner"));
  return all;
}

bool is_still(const std::optional<seen_access>& seen, const seen_access& now) {
  return !seen || *seen == now;
}

failure access_has_changed(const std::string& object) {
  return {error_code::access_changed, "The owner or lessee of " + object +
                                          " has changed while the request was checked. Nothing "
                                          "was done. Read it and repeat the request."};
}

}  // namespace ironbus
