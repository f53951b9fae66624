#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/machine/machine_body.hpp"
#include "ops/simulator/vm/child.hpp"
#include "ops/simulator/vm/ipmi_front.hpp"
#include "ops/simulator/vm/qmp_client.hpp"
#include "ops/simulator/vm/serial_line.hpp"
#include "ops/simulator/vm/vm_command_line.hpp"

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

namespace ironbus::simulator {

/// Who is told of what becomes of a virtual machine, from the thread that the machine has.
struct vm_listener {
  std::function<void(unsigned run, bool begins_anew)> ended;  ///< Its system, by itself.
  std::function<void(const ipmi_order&)> order;               ///< Its BMC, by IPMI.
};

/// A machine whose system QEMU runs. Each start is a start of QEMU, by what the machine is set to
/// then; when the system ends, or begins anew, so does QEMU. The public methods may be called from
/// any thread.
class virtual_machine final : public machine_body {
public:
  /// `ipmi`: who may speak to its BMC by IPMI; unset: nobody.
  virtual_machine(vm_description what, std::optional<ipmi_account> ipmi, vm_listener listener);
  ~virtual_machine() override;
  virtual_machine(const virtual_machine&) = delete;
  virtual_machine& operator=(const virtual_machine&) = delete;

  /// Once, before all else. `unavailable` if its BMC cannot be had.
  result<std::monostate> open();
  void start(start_order order) override;
  void stop() override;
  void ask_to_end(bool to_begin_anew) override;
  void change_medium(const std::string& slot, const std::optional<std::string>& image) override;

  /// What its BMC says by IPMI; nothing where it does not.
  void show(bool powered, const std::string& target);

  /// Where its files are, who runs it and what did not go well last.
  json state();

private:
  struct cut_power {};
  struct leave {};
  struct shown {
    bool powered = false;
    std::string target;
  };
  struct press_button {
    bool to_begin_anew = false;
  };
  struct medium_change {
    std::string slot;
    std::optional<std::string> image;
  };
  using order = std::variant<start_order, cut_power, press_button, medium_change, shown, leave>;

  /// QEMU, while it runs.
  struct running {
    unsigned run;
    child process;
    qmp_client monitor;
    bool begins_anew = false;  ///< It was asked to, or has said so.
  };

  void give(order what);
  std::optional<order> take();
  result<std::monostate> open_front();
  void work();
  void await_something();
  void look_at_process();
  void look_at_orders();
  void carry_out(start_order& what);
  void carry_out(const cut_power& what);
  void carry_out(const press_button& what);
  void carry_out(const medium_change& what);
  void carry_out(const shown& what);
  void carry_out(const leave& what);
  result<std::monostate> launch(const start_order& what);
  result<std::monostate> launch_program(const start_order& what, const vm_flash& flash);
  result<std::monostate> begin();
  result<std::monostate> put_medium(const std::string& slot, const std::string* image);
  void end_process();
  void complain(const std::string& why);
  std::string last_words() const;

  vm_description what_;  ///< Does not change once the machine is open.
  const std::optional<ipmi_account> account_;
  const vm_listener listener_;
  owned_fd wake_;

  std::mutex mutex_;  ///< Guards the next four.
  std::deque<order> orders_;
  std::string problem_;
  pid_t pid_ = 0;
  unsigned starts_ = 0;

  // the thread's own
  serial_line line_;
  std::optional<ipmi_front> front_;
  std::optional<running> running_;
  std::map<std::string, std::string> media_;
  bool leaving_ = false;

  std::promise<result<std::monostate>> opened_;
  std::thread thread_;
};

}  // namespace ironbus::simulator
