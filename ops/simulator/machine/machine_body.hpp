#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// How a machine is to start: what its firmware is set to at that moment.
struct start_order {
  unsigned run = 0;  ///< Which start it is; what a body tells of names it.
  std::vector<std::string> targets =
      {};                     ///< What is tried, in this order; as BootSourceOverrideTarget.
  std::string http_uri = {};  ///< What UefiHttp fetches; empty: the network says it.
  bool legacy = false;        ///< BIOS; else UEFI.
  bool secure = false;        ///< UEFI starts only what is signed.
  bool has_keys = true;       ///< Without them nothing is checked, though `secure`.
};

/// What stands behind a BMC and does the running: it hears what the BMC has decided, and tells by
/// `machine_state::system_ended` what became of it. Called with the machine locked: it returns at
/// once, and what cannot be done (an image that nobody can read) is for its own log. The orders
/// are carried out one after the other.
class machine_body {
public:
  virtual ~machine_body() = default;

  /// Starts anew; what runs is ended before, without asking it.
  virtual void start(start_order order) = 0;
  /// The power is cut.
  virtual void stop() = 0;
  /// What runs is asked to end, or to begin anew; it may not listen.
  virtual void ask_to_end(bool to_begin_anew) = 0;
  /// Unset: the slot is emptied.
  virtual void change_medium(const std::string& slot, const std::optional<std::string>& image) = 0;
};

}  // namespace ironbus::simulator
