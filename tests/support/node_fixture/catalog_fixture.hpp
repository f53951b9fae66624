#pragma once

#include "messages/model/driver_catalog.hpp"

namespace ironbus::test {

/// Drivers for tests: fake-hardware with a few steps, built here so that the pure half of a node
/// is tested without any driver.
driver_catalog make_catalog();

}  // namespace ironbus::test
