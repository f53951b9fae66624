#pragma once

#include "drivers/port/driver.hpp"
#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <functional>
#include <string>

namespace ironbus {

/// Locks the boot files of a node within this process and, if the file system supports locks,
/// between processes that share the folder. Gives up after some seconds, because the holder may be
/// frozen.
class boot_files_lock {
public:
  boot_files_lock(const std::string& root, const std::string& uuid);
  ~boot_files_lock();
  boot_files_lock(const boot_files_lock&) = delete;
  boot_files_lock& operator=(const boot_files_lock&) = delete;

private:
  int file_;  ///< Below 0: none.
};

/// The step that wrote the node's boot files, by the name of its claim (claim_key):
/// ROOT/UUID/.step. Empty: no boot files, or those of an earlier release. Blocks.
std::string boot_files_step(const std::string& root, const std::string& uuid);

/// A step that writes boot files.
struct boot_writer {
  std::string root;
  std::string uuid;
  std::string claim;
  permit allowed;

  boot_writer(std::string boot_root, const permitted_step& request)
      : root{std::move(boot_root)},
        uuid{request.machine.uuid},
        claim{claim_key(request.id)},
        allowed{request.allowed} {}
};

/// The writer's mark: the step and its worker. Empty like boot_files_step.
std::string boot_files_mark(const boot_writer& who);
/// Writes the mark. Does nothing if the node has no folder. Blocks.
void mark_boot_files(const boot_writer& who);

/// The failure of a step whose permit is refused.
failure boot_files_denied();

/// Runs `work` under the lock. Blocks. Fails like `work`; `unavailable` if the permit is refused.
template <class T>
result<T> change_boot_files_as(const boot_writer& who, const std::function<result<T>()>& work) {
  const boot_files_lock alone{who.root, who.uuid};
  if (!who.allowed.check()) return tl::unexpected(boot_files_denied());
  return work();
}

/// Removes all boot files of the node.
void remove_own_boot_files(const boot_writer& who);

/// Runs `write` under the lock and marks the files. If the permit was refused in the meantime,
/// because the worker was frozen, `take_back` removes the files again, as no other worker would. It
/// keeps files that another worker has written since, without waiting for the lock.
template <class T>
result<T> write_boot_files_as(
    const boot_writer& who, const std::function<result<T>()>& write,
    const std::function<void(const boot_writer&)>& take_back = remove_own_boot_files) {
  return change_boot_files_as<T>(who, [&]() -> result<T> {
    const auto before = boot_files_mark(who);
    auto out = write();
    if (who.allowed.check()) {
      if (out) mark_boot_files(who);
      return out;
    }
    const auto mark = boot_files_mark(who);
    if (mark.empty() || mark == before) take_back(who);
    return tl::unexpected(boot_files_denied());
  });
}

/// Outcome of such a step. `call` rebuilds the files at another location if this one is lost;
/// empty: no files. An empty location is not recorded.
step_outcome boot_step_done(std::string_view place, std::string_view call);

}  // namespace ironbus
