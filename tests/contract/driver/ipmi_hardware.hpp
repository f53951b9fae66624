#pragma once

#include "hardware.hpp"

namespace ironbus::test {

/// A machine behind the strict fake ipmitool, with a fake agent.
std::unique_ptr<test_machine> make_ipmi_hardware();
result<registry> drivers_of_ipmi(boost::asio::io_context& io, const std::string& folder,
                                 bool counted);

}  // namespace ironbus::test
