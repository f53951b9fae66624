#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/listings.hpp"

#include <memory>
#include <string>

namespace ironbus::daemon {

/// Which of a node's boot files belong to this boot file location.
struct belonging {
  bool files = true;  ///< The files below http_root.
  bool offer = true;  ///< dnsmasq's boot options for the machine.

  bool operator==(const belonging&) const = default;
};

/// The boot files of `node` that belong to the location `place`. `step` wrote them
/// (boot_files_step); while the node is at that step, all belong, because its end may not be stored
/// yet. Boot files of earlier releases always belong.
belonging belonging_at(const std::string& place, const node_snapshot& node,
                       const std::string& step);

/// Deletes boot files that do not belong to this location. These are the files of deleted nodes,
/// with their host files of dnsmasq, and files that another worker has rewritten or removed. Acts
/// on events, and checks all nodes whenever the bus connects. In that check, files of nodes that
/// the store does not know are deleted only if their host file carries this installation's id. Does
/// nothing while the store is unreachable.
class boot_file_sweeper {
public:
  /// `records` must outlive this object, and be closed before it is destroyed.
  boot_file_sweeper(bus& messages, listings& records, policy_ptr policy, boot_options options);
  ~boot_file_sweeper();
  boot_file_sweeper(const boot_file_sweeper&) = delete;
  boot_file_sweeper& operator=(const boot_file_sweeper&) = delete;

  /// Subscribes to events; call before bus::start.
  void start();
  /// Idempotent; later callbacks do nothing.
  void stop();

private:
  class impl;
  bus& messages_;
  std::shared_ptr<impl> impl_;
};

}  // namespace ironbus::daemon
