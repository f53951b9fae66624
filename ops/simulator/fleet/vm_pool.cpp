#include "ops/simulator/fleet/vm_pool.hpp"

#include "ops/simulator/vm/virtual_machine.hpp"
#include "ops/simulator/vm/vm_plan.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ironbus::simulator {

namespace asio = boost::asio;

namespace {

// Between what the machine's clock says and what a timer does.
constexpr std::chrono::milliseconds vm_timer_slack{1};

}  // namespace

class vm_pool::member {
public:
  member(vm_pool& park, simulated_bmc& bmc, vm_description what, size_t number)
      : park_{park},
        bmc_{bmc},
        due_{park.strand_},
        number_{number},
        machine_{std::move(what),
                 park.options_.ipmi ? std::optional{account_of(bmc)} : std::nullopt,
                 {.ended = [this](unsigned run, bool restarts) { ended(run, restarts); },
                  .order = [this](const chassis_command& order) { take(order); }}} {}

  ~member() {
    bmc_.with_machine([](machine_state& state) { state.attach(nullptr); });
  }

  result<std::monostate> open() {
    auto opened = machine_.open();
    if (opened) bmc_.with_machine([this](machine_state& state) { state.attach(&machine_); });
    return opened;
  }

  json describe() { return machine_.state(); }

  void look_again() {
    const auto due_in = bmc_.with_machine([this](const machine_state& state) {
      machine_.show(is_on(state), state.boot.target);
      const auto due = state.next_due();
      return due ? std::optional{*due - state.now()} : std::nullopt;
    });
    if (!due_in) return;
    due_.expires_after(std::max(*due_in, std::chrono::microseconds{0}) + vm_timer_slack);
    due_.async_wait([this](boost::system::error_code e) {
      if (!e) look_again();
    });
  }

private:
  static ipmi_account account_of(const simulated_bmc& bmc) {
    return {std::string{bmc.kind().user}, bmc.who().password};
  }

  static bool is_on(const machine_state& state) {
    return state.power() == machine_power::powered_on ||
           state.power() == machine_power::powering_on;
  }

  void take(const chassis_command& order) {
    bmc_.with_machine([&](machine_state& state) { run_command(state, order); });
    park_.look_at(number_);
    park_.changed_(number_);
  }

  static void run_command(machine_state& state, const chassis_command& order) {
    if (order.name == "power") state.reset(order.value == "1" ? "On" : "ForceOff");
    if (order.name == "reset") state.reset("ForceRestart");
    if (order.name == "shutdown") state.reset("GracefulShutdown");
    if (order.name != "boot") return;
    const auto target = target_of_ipmi_boot(order.value);
    state.boot.target = target.empty() ? "None" : target;
    state.boot.enabled = target.empty() ? "Disabled" : "Once";
  }

  void ended(unsigned run, bool restarts) {
    bmc_.with_machine([&](machine_state& state) { state.system_ended(run, restarts); });
    park_.look_at(number_);
    park_.changed_(number_);
  }

  vm_pool& park_;
  simulated_bmc& bmc_;
  asio::steady_timer due_;
  const size_t number_;
  virtual_machine machine_;  ///< Last: its thread uses the others.
};

vm_pool::vm_pool(asio::io_context& io, vm_options options, vm_folder folder,
                 std::function<void(size_t)> changed)
    : strand_{asio::make_strand(io)},
      options_{std::move(options)},
      folder_{std::move(folder)},
      changed_{std::move(changed)} {}

vm_pool::~vm_pool() = default;

result<std::monostate> vm_pool::add(simulated_bmc& bmc) {
  auto what = plan_vm(bmc.who(), bmc.kind(), options_, folder_.path());
  if (auto ready = folder_.add_machine(what, options_.disk_bytes); !ready) return ready;
  bmc.with_machine([this](machine_state& state) { set_firmware(state, options_.firmware); });
  members_.push_back(std::make_unique<member>(*this, bmc, std::move(what), members_.size()));
  return members_.back()->open();
}

void vm_pool::look_at(size_t number) {
  asio::post(strand_, [this, number] { members_[number]->look_again(); });
}

json vm_pool::describe(size_t number) const { return members_[number]->describe(); }

std::string vm_pool::console_of(size_t number) const {
  constexpr std::streamoff shown_max = 64 * 1024;
  std::ifstream file{members_[number]->describe()["console"].get<std::string>(), std::ios::binary};
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - shown_max));
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace ironbus::simulator
