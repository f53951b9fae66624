#pragma once

#include "messages/model/driver_catalog.hpp"

namespace ironbus::test {

/// Drivers for tests: fake-hardware with a few steps, so that tests of decisions need no driver.
driver_catalog make_catalog();

}  // namespace ironbus::test
