#pragma once

#include <cstdint>

namespace ironbus::test {

/// A free TCP port of 127.0.0.1, for a program that must be given one.
uint16_t free_port();

}  // namespace ironbus::test
