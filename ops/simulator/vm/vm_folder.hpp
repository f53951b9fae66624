#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"
#include "ops/simulator/vm/vm_description.hpp"

#include <string>
#include <variant>

namespace ironbus::simulator {

/// The folder of a fleet's virtual machines. A temporary folder is deleted with this object; one
/// that a killed fleet has left is deleted when the next fleet starts. A named folder is kept, and
/// the next fleet reuses its disks.
class vm_folder {
public:
  /// `named`: path; empty: a new folder for temporary files. `conflict`: another fleet uses it;
  /// `unavailable`: it cannot be created.
  static result<vm_folder> open(const std::string& named);

  vm_folder(vm_folder&&) noexcept = default;
  vm_folder& operator=(vm_folder&&) = delete;
  vm_folder(const vm_folder&) = delete;
  ~vm_folder();

  const std::string& path() const { return path_; }
  /// Creates the folder of a machine, and its missing disks as sparse files.
  result<std::monostate> add_machine(const vm_description& machine, int64_t disk_bytes) const;

private:
  vm_folder(std::string path, owned_fd lock, bool stays)
      : path_{std::move(path)}, lock_{std::move(lock)}, stays_{stays} {}

  std::string path_;
  owned_fd lock_;
  bool stays_;
};

}  // namespace ironbus::simulator
