#include "drivers/kit/disc/iso_sectors.hpp"

namespace ironbus {

uint32_t read_little(const std::string& image, size_t place, size_t bytes) {
  uint32_t out = 0;
  for (size_t i = bytes; i-- > 0;) out = (out << 8U) | static_cast<unsigned char>(image[place + i]);
  return out;
}

void write_little(std::string& image, size_t place, size_t bytes, uint32_t value) {
  for (size_t i = 0; i < bytes; ++i)
    image[place + i] = static_cast<char>((value >> (8U * i)) & 0xFFU);
}

void write_both(std::string& image, size_t place, uint32_t value) {
  write_little(image, place, 4, value);
  for (size_t i = 0; i < 4; ++i) image[place + 7 - i] = image[place + i];
}

}  // namespace ironbus
