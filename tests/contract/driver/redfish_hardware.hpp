#pragma once

#include "hardware.hpp"

namespace ironbus::test {

/// A simulated Redfish machine with a fake agent.
std::unique_ptr<test_machine> make_redfish_hardware();
/// The same, with the vendor's hardware type.
std::unique_ptr<test_machine> make_idrac_hardware();
result<registry> drivers_of_redfish(boost::asio::io_context& io, const std::string& folder,
                                    bool counted);

}  // namespace ironbus::test
