#pragma once

#include "drivers/fake/fake_delay.hpp"
#include "drivers/fake/fake_faults.hpp"
#include "drivers/fake/fake_journal.hpp"
#include "drivers/fake/fake_options.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>
#include <string>

namespace ironbus {

/// Shared by the fake interfaces of all kinds: time, faults and the journal.
struct fake_context {
  boost::asio::io_context& io;
  std::map<std::string, fake_delay, std::less<>> delays;  ///< By kind.
  uint64_t seed = 0;
  std::shared_ptr<fake_faults> faults;
  std::shared_ptr<fake_journal> journal;  ///< Null: none.
};

/// Checks the options; failures (`invalid`) name the option and the value.
result<std::shared_ptr<fake_context>> make_fake_context(const fake_options& options,
                                                        boost::asio::io_context& io);

/// A simulated interface of any kind. A step takes its time and then has its fake_effect, unless a
/// fault is injected. Faults of the options come first, then those scripted in the node's
/// driver_info.
///
/// The permit is checked at the start and at the end of a step, and for each query.
///
/// Callbacks run on threads of the io_context. A pending step needs a timer and no thread. With a
/// journal, recover returns its entry; without one it behaves like a driver that cannot ask its
/// machine. Tasks can always be polled.
class fake_interface final : public driver_interface {
public:
  explicit fake_interface(std::shared_ptr<fake_context> context);

  void run(permitted_step request, step_callback done) override;
  void recover(permitted_step request, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;
  void read_power(machine machine, permit allowed, power_callback done) override;

private:
  std::shared_ptr<fake_context> context_;
};

}  // namespace ironbus
