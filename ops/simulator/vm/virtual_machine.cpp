#include "ops/simulator/vm/virtual_machine.hpp"

#include "messages/base/overloaded.hpp"
#include "messages/platform/log.hpp"
#include "ops/simulator/vm/tap_device.hpp"
#include "ops/simulator/vm/vm_flash_files.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace ironbus::simulator {

virtual_machine::virtual_machine(vm_description what, std::optional<ipmi_account> ipmi,
                                 vm_listener listener)
    : what_{std::move(what)},
      account_{std::move(ipmi)},
      listener_{std::move(listener)},
      wake_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {}

virtual_machine::~virtual_machine() {
  if (!thread_.joinable()) return;
  give(leave{});
  thread_.join();
}

// The machine's programs end with the thread that started them, so this thread lives as long as the
// machine.
result<std::monostate> virtual_machine::open() {
  thread_ = std::thread{[this] {
    auto opened = open_front();
    const bool well = opened.has_value();
    opened_.set_value(std::move(opened));
    if (well) work();
  }};
  return opened_.get_future().get();
}

result<std::monostate> virtual_machine::open_front() {
  if (!account_) return {};
  const auto serial_port = line_.listen();
  if (!serial_port) return tl::unexpected(serial_port.error());
  auto front = ipmi_server::start(what_.folder, *account_, *serial_port);
  if (!front) return tl::unexpected(front.error());
  front_ = std::move(*front);
  what_.ipmi_port = front_->system_port();
  return {};
}

void virtual_machine::start(start_request order) { give(std::move(order)); }
void virtual_machine::stop() { give(cut_power{}); }
void virtual_machine::request_end(bool to_restart) { give(press_button{to_restart}); }
void virtual_machine::change_medium(const std::string& slot,
                                    const std::optional<std::string>& image) {
  give(medium_change{slot, image});
}

void virtual_machine::show(bool powered, const std::string& target) {
  if (account_) give(shown{powered, target});
}

json virtual_machine::state() {
  auto disks = json::array();
  for (const auto& disk : what_.disks) disks.push_back(disk.file);
  std::lock_guard hold{mutex_};
  return {{"ipmi_port", front_ ? json(front_->port()) : json(nullptr)},
          {"folder", what_.folder},
          {"console", what_.folder + "/console.log"},
          {"disks", disks},
          {"starts", starts_},
          {"pid", pid_ == 0 ? json(nullptr) : json(pid_)},
          {"problem", problem_.empty() ? json(nullptr) : json(problem_)}};
}

void virtual_machine::give(order what) {
  {
    std::lock_guard hold{mutex_};
    orders_.push_back(std::move(what));
  }
  ::eventfd_write(wake_.get(), 1);
}

std::optional<virtual_machine::order> virtual_machine::take() {
  std::lock_guard hold{mutex_};
  if (orders_.empty()) return std::nullopt;
  auto out = std::move(orders_.front());
  orders_.pop_front();
  return out;
}

void virtual_machine::work() {
  while (!leaving_) {
    try {
      await_something();
      line_.serve();
      if (running_) look_at_process();
      if (front_) look_at_orders();
      while (auto next = take()) std::visit([this](auto& what) { carry_out(what); }, *next);
    } catch (const std::exception& e) {  // must not affect the other machines
      report_problem(e.what());
    }
  }
  end_process();
}

void virtual_machine::await_something() {
  std::vector<pollfd> files{{wake_.get(), POLLIN, 0}};
  line_.add_to(files);
  if (front_) files.push_back({front_->fd(), POLLIN, 0});
  if (running_) {
    files.push_back({running_->process.end_fd(), POLLIN, 0});
    if (!running_->monitor.ended()) files.push_back({running_->monitor.fd(), POLLIN, 0});
  }
  ::poll(files.data(), files.size(), -1);
  eventfd_t count = 0;
  ::eventfd_read(wake_.get(), &count);
}

void virtual_machine::look_at_process() {
  auto& now = *running_;
  if (!now.monitor.ended())
    for (const auto& event : now.monitor.take_events())
      if (event["event"] == "SHUTDOWN" && event["data"].value("reason", "") == "guest-reset")
        now.restarts = true;
  pollfd end{now.process.end_fd(), POLLIN, 0};
  if (::poll(&end, 1, 0) <= 0) return;
  const auto run = now.run;
  const bool restarts = now.restarts;
  end_process();
  listener_.ended(run, restarts);
}

void virtual_machine::look_at_orders() {
  for (const auto& next : front_->take_commands()) listener_.order(next);
}

void virtual_machine::carry_out(start_request& what) {
  end_process();
  {
    std::lock_guard hold{mutex_};
    problem_.clear();
    ++starts_;
  }
  auto begun = launch(what);
  if (begun) begun = begin();
  if (begun) return;
  const auto said = last_log_line();
  end_process();
  report_problem(begun.error().message + (said.empty() ? "" : " (" + said + ")"));
  listener_.ended(what.run, false);
}

void virtual_machine::carry_out(const cut_power&) { end_process(); }

void virtual_machine::carry_out(const press_button& what) {
  if (!running_) return;
  running_->restarts = what.to_restart;
  if (const auto done = running_->monitor.execute("system_powerdown"); !done)
    report_problem(done.error().message);
}

void virtual_machine::carry_out(const medium_change& what) {
  if (what.image)
    media_[what.slot] = *what.image;
  else
    media_.erase(what.slot);
  if (!running_) return;
  if (const auto done = put_medium(what.slot, what.image ? &*what.image : nullptr); !done)
    report_problem(done.error().message);
}

void virtual_machine::carry_out(const shown& what) {
  if (front_) front_->show(what.powered, what.target);
}

void virtual_machine::carry_out(const leave&) { leaving_ = true; }

result<std::monostate> virtual_machine::launch(const start_request& what) {
  const auto flash = ready_flash(what_.folder, what);
  if (!flash) return tl::unexpected(flash.error());
  return launch_program(what, *flash);
}

result<std::monostate> virtual_machine::launch_program(const start_request& what,
                                                       const vm_flash& flash) {
  auto monitor = make_socket_pair();
  if (!monitor) return tl::unexpected(monitor.error());
  auto serial = make_socket_pair();
  if (!serial) return tl::unexpected(serial.error());
  program wanted{
      {}, what_.folder, {monitor->second.get(), serial->second.get()}, what_.folder + "/qemu.log"};
  vm_files numbers;
  std::vector<owned_fd> taps;
  for (size_t i = 0; i < what_.macs.size() && !what_.network.bridge.empty(); ++i) {
    auto tap = make_tap(what_.network.bridge);
    if (!tap) return tl::unexpected(tap.error());
    numbers.taps.push_back(numbers.serial + 1 + static_cast<int>(i));
    wanted.files.push_back(tap->get());
    taps.push_back(std::move(*tap));
  }
  wanted.argv = vm_command_line(what_, what, flash, numbers);
  auto started = child::start(wanted);
  if (!started) return tl::unexpected(started.error());
  line_.attach(std::move(serial->first));
  running_.emplace(running{what.run, std::move(*started), qmp_client{std::move(monitor->first)}});
  std::lock_guard hold{mutex_};
  pid_ = running_->process.pid();
  return {};
}

// If an image cannot be read, its drive stays empty and the machine starts anyway.
result<std::monostate> virtual_machine::begin() {
  if (const auto ready = running_->monitor.greet(); !ready) return tl::unexpected(ready.error());
  for (const auto& [slot, image] : media_)
    if (const auto put = put_medium(slot, &image); !put) report_problem(put.error().message);
  const auto goes_on = running_->monitor.execute("cont");
  if (!goes_on) return tl::unexpected(goes_on.error());
  return {};
}

result<std::monostate> virtual_machine::put_medium(const std::string& slot,
                                                   const std::string* image) {
  const auto found = std::ranges::find(what_.slots, slot, &vm_slot::name);
  if (found == what_.slots.end()) return fail(error_code::invalid, "no drive for the slot " + slot);
  const auto drive = drive_of_slot(static_cast<size_t>(found - what_.slots.begin()));
  auto& monitor = running_->monitor;
  if (image == nullptr) {
    auto ejected = monitor.execute("eject", {{"id", drive}, {"force", true}});
    if (!ejected) return tl::unexpected(ejected.error());
    return {};
  }
  const auto put = monitor.execute("blockdev-change-medium", {{"id", drive},
                                                              {"filename", image_file_name(*image)},
                                                              {"format", "raw"},
                                                              {"read-only-mode", "read-only"},
                                                              {"force", true}});
  if (!put) return tl::unexpected(put.error());
  return {};
}

void virtual_machine::end_process() {
  if (!running_) return;
  running_->process.kill();
  line_.detach();
  running_.reset();
  std::lock_guard hold{mutex_};
  pid_ = 0;
}

void virtual_machine::report_problem(const std::string& why) {
  log::warn("simulate: virtual machine", {{log_key::name, what_.name}, {log_key::error, why}});
  std::lock_guard hold{mutex_};
  problem_ = why;
}

/// The last line of QEMU's log.
std::string virtual_machine::last_log_line() const {
  std::ifstream file{what_.folder + "/qemu.log"};
  std::string line;
  std::string out;
  while (std::getline(file, line))
    if (!line.empty()) out = line;
  return out;
}

}  // namespace ironbus::simulator
