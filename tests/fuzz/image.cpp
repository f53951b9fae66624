// An image's format by its bytes, and a checksum file: there is always a result, and no image that
// refers to other files is accepted.
#include "drivers/image/checksum_file.hpp"
#include "drivers/image/image_format.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace ironbus;

const std::vector<std::string> permitted{"raw", "gpt", "qcow2", "iso"};

uint64_t number_at(std::string_view bytes, size_t offset, size_t width) {
  uint64_t out = 0;
  for (size_t i = 0; i < width; ++i)
    out = out << 8U | static_cast<unsigned char>(bytes[offset + i]);
  return out;
}

/// Whether QEMU would read other files; a second implementation.
bool leads_elsewhere(std::string_view image) {
  if (image.size() < 104 || number_at(image, 0, 4) != 0x514649fb) return false;
  const bool data_elsewhere = number_at(image, 4, 4) == 3 && (number_at(image, 72, 8) & 4U) != 0;
  return number_at(image, 8, 8) != 0 || data_elsewhere;
}

}  // namespace

static void feed_image(std::string_view input) {
  const auto head = input.substr(0, image_head_bytes);
  const auto tail = input.substr(input.size() - std::min(input.size(), image_tail_bytes));
  const auto content = look_at_image(head, tail, input.size());
  demand(!content.format.empty());
  const auto refused = check_image_content(content, {}, permitted);
  if (leads_elsewhere(input)) demand(refused.has_value());
  if (input.starts_with("QFI\xfb"))
    demand(check_image_content(content, "raw", permitted).has_value());
  if (const auto sum = find_sum(input, "disk.img")) demand(read_sum(sum->digits) == *sum);
}

static const ironbus::fuzz_target image_target{"image", feed_image};
