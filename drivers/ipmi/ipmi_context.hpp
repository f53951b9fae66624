#pragma once

#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/ipmi/ipmi_tool.hpp"
#include "drivers/ipmi/power_batches.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

namespace ironbus {

/// Shared by the interfaces of the family. Used on the strand.
struct ipmi_context {
  ipmi_context(boost::asio::io_context& io, ipmi_options settings)
      : options{std::move(settings)},
        strand{boost::asio::make_strand(io)},
        tool{strand, options},
        batches{strand, options} {}

  const ipmi_options options;
  const boost::asio::any_io_executor strand;
  ipmi_tool tool;
  power_batches batches;
};

using ipmi_outcome = boost::asio::awaitable<step_outcome>;
/// Executes a step.
using ipmi_operation = ipmi_outcome (*)(ipmi_context&, permitted_step, ipmi_access);

}  // namespace ironbus
