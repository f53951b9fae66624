#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// The firmware settings for one start of a machine.
struct start_request {
  unsigned run = 0;  ///< Number of the start; a body's reports name it.
  std::vector<std::string> targets =
      {};                     ///< Boot targets in order; values of BootSourceOverrideTarget.
  std::string http_uri = {};  ///< URL of UefiHttp; empty: from DHCP.
  bool legacy = false;        ///< BIOS instead of UEFI.
  bool secure = false;        ///< UEFI starts signed programs only.
  bool has_keys = true;       ///< Without keys `secure` has no effect.
};

/// The implementation behind a simulated BMC, such as a virtual machine. It carries out the BMC's
/// decisions in order, and reports the end of a system by `machine_state::system_ended`. The
/// machine is locked during each call, so a call returns at once. Failures (an unreadable image) go
/// to the log.
class machine_backend {
public:
  virtual ~machine_backend() = default;

  /// Starts the machine. A running system is stopped first, without a shutdown.
  virtual void start(start_request order) = 0;
  /// Cuts the power.
  virtual void stop() = 0;
  /// Requests a shutdown or a restart, which the system may ignore.
  virtual void request_end(bool to_restart) = 0;
  /// Unset: ejects the medium.
  virtual void change_medium(const std::string& slot, const std::optional<std::string>& image) = 0;
};

}  // namespace ironbus::simulator
