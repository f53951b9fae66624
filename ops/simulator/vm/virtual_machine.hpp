#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/machine/machine_backend.hpp"
#include "ops/simulator/vm/child.hpp"
#include "ops/simulator/vm/ipmi_server.hpp"
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

/// Callbacks of a virtual machine, called on its thread.
struct vm_listener {
  std::function<void(unsigned run, bool restarts)> ended;  ///< The system ended by itself.
  std::function<void(const chassis_command&)> order;       ///< The BMC received an IPMI command.
};

/// A machine whose system runs in QEMU. Each start of the machine starts QEMU with the current
/// settings. QEMU ends when the system shuts down or restarts. Any thread may call the public
/// methods.
class virtual_machine final : public machine_backend {
public:
  /// `ipmi`: account for its BMC by IPMI; unset: no IPMI.
  virtual_machine(vm_description what, std::optional<ipmi_account> ipmi, vm_listener listener);
  ~virtual_machine() override;
  virtual_machine(const virtual_machine&) = delete;
  virtual_machine& operator=(const virtual_machine&) = delete;

  /// Call it once, before any other method. Fails with `unavailable` if its BMC cannot start.
  result<std::monostate> open();
  void start(start_request order) override;
  void stop() override;
  void request_end(bool to_restart) override;
  void change_medium(const std::string& slot, const std::optional<std::string>& image) override;

  /// Sets the state that its BMC reports by IPMI. Does nothing without IPMI.
  void show(bool powered, const std::string& target);

  /// Its folder, its process and its last problem.
  json state();

private:
  struct cut_power {};
  struct leave {};
  struct shown {
    bool powered = false;
    std::string target;
  };
  struct press_button {
    bool to_restart = false;
  };
  struct medium_change {
    std::string slot;
    std::optional<std::string> image;
  };
  using order = std::variant<start_request, cut_power, press_button, medium_change, shown, leave>;

  /// A running QEMU.
  struct running {
    unsigned run;
    child process;
    qmp_client monitor;
    bool restarts = false;  ///< A restart was requested or announced.
  };

  void give(order what);
  std::optional<order> take();
  result<std::monostate> open_front();
  void work();
  void await_something();
  void look_at_process();
  void look_at_orders();
  void carry_out(start_request& what);
  void carry_out(const cut_power& what);
  void carry_out(const press_button& what);
  void carry_out(const medium_change& what);
  void carry_out(const shown& what);
  void carry_out(const leave& what);
  result<std::monostate> launch(const start_request& what);
  result<std::monostate> launch_program(const start_request& what, const vm_flash& flash);
  result<std::monostate> begin();
  result<std::monostate> put_medium(const std::string& slot, const std::string* image);
  void end_process();
  void report_problem(const std::string& why);
  std::string last_log_line() const;

  vm_description what_;  ///< Constant after open().
  const std::optional<ipmi_account> account_;
  const vm_listener listener_;
  owned_fd wake_;

  std::mutex mutex_;  ///< Guards orders_, problem_, pid_ and starts_.
  std::deque<order> orders_;
  std::string problem_;
  pid_t pid_ = 0;
  unsigned starts_ = 0;

  // used by thread_ only
  serial_line line_;
  std::optional<ipmi_server> front_;
  std::optional<running> running_;
  std::map<std::string, std::string> media_;
  bool leaving_ = false;

  std::promise<result<std::monostate>> opened_;
  std::thread thread_;
};

}  // namespace ironbus::simulator
