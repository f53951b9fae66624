#pragma once

#include "drivers/port/driver.hpp"
#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <functional>
#include <string>

namespace ironbus {

/// Keeps all others from the boot files of a node, in this process and, where the file system has
/// locks, in others that share the folder. One who has had it for seconds is not waited for: he may
/// have been stopped.
class boot_files_lock {
public:
  boot_files_lock(const std::string& root, const std::string& uuid);
  ~boot_files_lock();
  boot_files_lock(const boot_files_lock&) = delete;
  boot_files_lock& operator=(const boot_files_lock&) = delete;

private:
  int file_;  ///< Below 0: there is none.
};

/// The step by which the boot files of a node were written, as its claim is named (claim_key):
/// ROOT/UUID/.step. Empty: there are none, or they are of an earlier release. Blocks.
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

/// The mark of who wrote them: the step, and the worker that had it. Empty as of boot_files_step.
std::string boot_files_mark(const boot_writer& who);
/// Notes whose they are. Nothing where the node has no folder. Blocks.
void mark_boot_files(const boot_writer& who);

/// The refusal of a step that may go on no longer.
failure boot_files_refused();

/// Has `work` change them under the lock. Blocks. Failures as of `work`; `unavailable`: it may not.
template <class T>
result<T> change_boot_files_as(const boot_writer& who, const std::function<result<T>()>& work) {
  const boot_files_lock alone{who.root, who.uuid};
  if (!who.allowed.check()) return tl::unexpected(boot_files_refused());
  return work();
}

/// Removes all that the node has below the root.
void take_back_boot_files(const boot_writer& who);

/// The same of `write`, which writes them, and marks them. Where the permit has ended meanwhile, as
/// of a worker that was frozen, `take_back` removes them again: nobody else would. Unless they are
/// another's by now, who did not wait for the lock and shares the folder.
template <class T>
result<T> write_boot_files_as(
    const boot_writer& who, const std::function<result<T>()>& write,
    const std::function<void(const boot_writer&)>& take_back = take_back_boot_files) {
  return change_boot_files_as<T>(who, [&]() -> result<T> {
    const auto before = boot_files_mark(who);
    auto out = write();
    if (who.allowed.check()) {
      if (out) mark_boot_files(who);
      return out;
    }
    const auto mark = boot_files_mark(who);
    if (mark.empty() || mark == before) take_back(who);
    return tl::unexpected(boot_files_refused());
  });
}

/// The end of such a step. `call` makes the files anew elsewhere, should the place be lost; empty:
/// there are none. An empty place is not noted.
step_outcome boot_step_done(std::string_view place, std::string_view call);

}  // namespace ironbus
