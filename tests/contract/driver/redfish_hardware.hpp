#pragma once

#include "hardware.hpp"

namespace ironbus::test {

/// A simulated machine that speaks Redfish, with a fake agent in it.
std::unique_ptr<test_machine> make_redfish_hardware();
/// The same, of the type that is for its vendor.
std::unique_ptr<test_machine> make_idrac_hardware();
result<registry> drivers_of_redfish(boost::asio::io_context& io, const std::string& folder,
                                    bool counted);

}  // namespace ironbus::test
