#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/listings.hpp"

#include <memory>
#include <string>

namespace ironbus::daemon {

/// Which of a node's boot files belong where they are.
struct belonging {
  bool files = true;  ///< Those below http_root.
  bool offer = true;  ///< What dnsmasq gives it to boot.

  bool operator==(const belonging&) const = default;
};

/// What of it belongs at this place. `step` is the one that wrote it (boot_files_step): as long as
/// the node is at that step its end may not be known yet. Nothing is said of a node whose boot
/// files an earlier release has written.
belonging belonging_at(const std::string& place, const node_snapshot& node,
                       const std::string& step);

/// Takes away what machines boot that does not belong here: of nodes that are no more, with what
/// dnsmasq was told of them; and of nodes whose boot files are written elsewhere by now, or were
/// removed elsewhere. As events say so, and of all whenever the bus is connected, as at the start;
/// there without dnsmasq of nodes that the store knows only.
/// Nothing is touched while the store does not answer.
class boot_tidier {
public:
  /// `records` must outlive this, and be closed before it ends.
  boot_tidier(bus& messages, listings& records, policy_ptr policy, boot_options options);
  ~boot_tidier();
  boot_tidier(const boot_tidier&) = delete;
  boot_tidier& operator=(const boot_tidier&) = delete;

  /// Subscribes; call before bus::start.
  void start();
  /// Idempotent; callbacks that come later do nothing.
  void stop();

private:
  class impl;
  bus& messages_;
  std::shared_ptr<impl> impl_;
};

}  // namespace ironbus::daemon
