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

/// What the fake interfaces of all kinds share: time, faults and the journal.
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

/// A simulated interface, of any kind: takes its time, then does what fake_effect says, unless a
/// fault strikes. First come the options' faults, then what the node's driver_info scripts.
///
/// The simulated machine is called when a step begins and when its end is looked at, and each time
/// it is asked something.
///
/// Its callbacks come from threads of the io_context; a pending step costs a timer and no thread.
/// With a journal, recover answers what the journal saw; without, as drivers that cannot ask. Tasks
/// can be polled in any case.
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
