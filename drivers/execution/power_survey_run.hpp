#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/step.hpp"

#include <functional>
#include <memory>

namespace ironbus {

/// Carries out one power survey: reads the power state of each target, some at once, and tells the
/// node of what is news. What cannot be read for want of a lease is none: the next survey reads it.
/// Used on the strand only.
class power_survey_run : public std::enable_shared_from_this<power_survey_run> {
public:
  /// `ended` is called once, when the survey has been acked.
  power_survey_run(std::shared_ptr<execution_context> context, power_survey survey,
                   delivery_tag tag, std::function<void()> ended);

  void begin();
  /// Hands the survey back to the bus; what is being read is forgotten.
  void requeue();

private:
  using reading = result<machine_reading>;

  void next();
  void read(const power_survey::target& target, std::function<void(reading)> done);
  void found(const power_survey::target& target, const reading& reading);
  void tell(power_finding power_finding);
  void read_one();

  std::shared_ptr<execution_context> context_;
  power_survey survey_;
  delivery_tag tag_;
  std::function<void()> ended_;
  size_t next_ = 0;
  size_t open_ = 0;  ///< Being read or told.
};

}  // namespace ironbus
