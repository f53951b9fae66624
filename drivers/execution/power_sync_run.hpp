#pragma once

#include "drivers/execution/context.hpp"
#include "messages/wire/step.hpp"

#include <functional>
#include <memory>
#include <string>

namespace ironbus {

/// Executes one power sync request: reads the power state of each target, several at once, and
/// sends changes to the nodes. Without a lease it reads nothing; the next power sync does. Skips
/// machines that an earlier power sync still reads, so that reads of silent machines do not pile
/// up. Used on the strand only. Lives until all targets are read.
class power_sync_run : public std::enable_shared_from_this<power_sync_run> {
public:
  power_sync_run(std::shared_ptr<execution_context> context, power_survey survey);

  void begin();

private:
  using reading = result<machine_reading>;

  void next();
  void read(const power_survey::target& target, std::function<void(reading)> done);
  void found(const power_survey::target& target, const reading& reading);
  void tell(power_finding power_finding);
  void read_one(const std::string& machine);

  std::shared_ptr<execution_context> context_;
  power_survey survey_;
  size_t next_ = 0;
  size_t open_ = 0;  ///< Targets being read or published.
};

}  // namespace ironbus
