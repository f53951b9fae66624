#pragma once

#include "ops/simulator/quirks/quirk_book.hpp"

#include <vector>

namespace ironbus::simulator {

/// How often a machine showed a quirk.
struct quirk_count {
  std::string_view name;
  unsigned met = 0;
};

/// The quirks of one machine, in the order of the book: the first is next to the client.
class quirk_set {
public:
  explicit quirk_set(const quirk_rows& rows);

  /// Returns the answer if a quirk answers instead of the BMC. `stage` is for `after`.
  std::optional<http::response> before(quirk_exchange& asked, size_t& stage);
  /// Passes the response through the quirks that have seen the request.
  void after(quirk_exchange& x, http::response& given, size_t stage);
  /// Advances the machine to this time, with the acts of the quirks that are due by then.
  void advance(machine_state& machine, timestamp now);
  std::string show_path(std::string path) const;

  bool empty() const { return members_.empty(); }
  std::vector<quirk_count> counts() const;

private:
  struct member {
    const quirk_row* row;
    quirk_ptr one;  ///< Null: the row only changes the profile or the machine.
  };

  std::vector<member> members_;
};

}  // namespace ironbus::simulator
