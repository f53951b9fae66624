#pragma once

#include "drivers/redfish/firmware/update_work.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What inventory and task show of an update. The inventory decides: an unchanged version is a
/// success only if the task ended well, or if the image's name contains that version.
struct update_view {
  std::string component;
  std::string before;
  std::string now;     ///< Empty: the BMC does not show the component.
  std::string result;  ///< The good final state of the task; empty: none was seen.
  bool named = false;  ///< The image's file name contains the shown version.

  bool has_changed() const { return !now.empty() && now != before; }
  bool is_confirmed() const { return has_changed() || !result.empty() || named; }
  /// The evidence of a confirmed update.
  std::string evidence() const;
  /// The reason of an unconfirmed one.
  std::string reason() const;
};

using awaited_view = boost::asio::awaitable<std::optional<update_view>>;

/// Reads the inventory. Unset: it is unreadable. `result`: see update_view.
awaited_view view_update(update_work work, std::string result);

}  // namespace ironbus
