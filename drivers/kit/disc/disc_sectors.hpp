#pragma once

#include <cstdint>
#include <string>

namespace ironbus {

/// What discs are counted in, in bytes (ECMA-119, 6.1.2).
inline constexpr uint64_t sector_bytes = 2048;

inline uint64_t sectors_of(uint64_t bytes) { return (bytes + sector_bytes - 1) / sector_bytes; }

// Numbers in an image, without a sign. The place is within it.

uint32_t read_little(const std::string& image, size_t place, size_t bytes);
void write_little(std::string& image, size_t place, size_t bytes, uint32_t value);
/// As ECMA-119 has numbers of 32 bits, 7.3.3: the lowest byte first, then the highest first.
void write_both(std::string& image, size_t place, uint32_t value);

}  // namespace ironbus
