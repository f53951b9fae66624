#pragma once

#include <cstdint>

namespace ironbus::test {

/// A port of 127.0.0.1 on which nobody listens at present, for a program that wants to be told one.
uint16_t free_port();

}  // namespace ironbus::test
