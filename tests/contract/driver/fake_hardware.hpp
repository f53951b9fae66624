#pragma once

#include "hardware.hpp"

namespace ironbus::test {

/// A simulated machine with a strict fake agent, for the interfaces `fake`, `noop`, `ipxe` and
/// those that use an agent.
std::unique_ptr<test_machine> make_fake_hardware();
result<registry> drivers_of_fake_hardware(boost::asio::io_context& io, const std::string& folder,
                                          bool counted);
/// The same, with these settings for BMCs.
result<registry> drivers_with(boost::asio::io_context& io, const std::string& folder, bool counted,
                              ipmi_options ipmi, redfish_options redfish = {},
                              http_exchange bmc_exchange = {});

}  // namespace ironbus::test
