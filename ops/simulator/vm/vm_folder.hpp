#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"
#include "ops/simulator/vm/vm_description.hpp"

#include <string>
#include <variant>

namespace ironbus::simulator {

/// Where the files of a fleet's virtual machines are. One of its own goes with the object; what a
/// fleet has left that was killed goes when the next one begins. One that the user names stays, and
/// its disks are there again the next time.
class vm_folder {
public:
  /// `named` empty: one of its own, below the folder for temporary files. `conflict`: another fleet
  /// has it; `unavailable`: it cannot be made.
  static result<vm_folder> open(const std::string& named);

  vm_folder(vm_folder&&) noexcept = default;
  vm_folder& operator=(vm_folder&&) = delete;
  vm_folder(const vm_folder&) = delete;
  ~vm_folder();

  const std::string& path() const { return path_; }
  /// Makes the folder of a machine, and its disks where they are not there yet, of which only what
  /// is written takes room.
  result<std::monostate> add_machine(const vm_description& machine, int64_t disk_bytes) const;

private:
  vm_folder(std::string path, owned_fd lock, bool stays)
      : path_{std::move(path)}, lock_{std::move(lock)}, stays_{stays} {}

  std::string path_;
  owned_fd lock_;
  bool stays_;
};

}  // namespace ironbus::simulator
