#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// The hardware type fake-hardware: a machine simulated within the worker.
hardware_type fake_hardware();

/// Its implementations, one named "fake" for each kind, with their steps, as data.
std::vector<interface_implementation> fake_implementations(const driver_options&);

}  // namespace ironbus
