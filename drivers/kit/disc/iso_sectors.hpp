#pragma once

#include <cstdint>
#include <string>

namespace ironbus {

/// Sector size of ISO images, in bytes (ECMA-119, 6.1.2).
inline constexpr uint64_t sector_bytes = 2048;

inline uint64_t sectors_of(uint64_t bytes) { return (bytes + sector_bytes - 1) / sector_bytes; }

// Unsigned numbers in an image. The offset must be within the image.

uint32_t read_little(const std::string& image, size_t place, size_t bytes);
void write_little(std::string& image, size_t place, size_t bytes, uint32_t value);
/// A 32-bit number in both byte orders, as ECMA-119, 7.3.3 requires: little endian, then big
/// endian.
void write_both(std::string& image, size_t place, uint32_t value);

}  // namespace ironbus
