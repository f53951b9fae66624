#include "drivers/ramdisk/deploy/qcow2.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

using namespace ironbus::ramdisk;

namespace {

std::string big(std::uint64_t value, int size) {
  std::string out;
  for (int i = size - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

/// Version 3, clusters of 512 bytes, 3 of them: data, zeros, nothing.
std::string small_image() {
  std::string out(4 * 512, '\0');
  out.replace(0, 8, std::string{"QFI\xfb"} + big(3, 4));
  out.replace(20, 4, big(9, 4));
  out.replace(24, 8, big(3 * 512, 8));
  out.replace(36, 12, big(1, 4) + big(512, 8));
  out.replace(512, 8, big(1024 | 1ULL << 63, 8));
  out.replace(1024, 24, big(1536 | 1ULL << 63, 8) + big(1, 8) + big(0, 8));
  out.replace(1536, 512, std::string(512, 'd'));
  return out;
}

struct image_file {
  explicit image_file(const std::string& bytes) {
    write_file(path, bytes);
    file = open_file(path, O_RDONLY);
  }
  ~image_file() { std::filesystem::remove(path); }

  const std::string path =
      std::filesystem::temp_directory_path() / ("ironbus-qcow2." + std::to_string(::getpid()));
  descriptor file;
};

std::string refusal_of(const std::string& bytes) {
  const image_file source{bytes};
  try {
    const qcow2_image image{source.file.get()};
    image.read([](std::uint64_t, const std::string&) {}, [](std::uint64_t, std::uint64_t) {});
  } catch (const command_failure& failed) {
    return failed.details;
  }
  return {};
}

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_qcow2)

BOOST_AUTO_TEST_CASE(returns_clusters_in_order_with_zeros_between) {
  const image_file source{small_image()};
  const qcow2_image image{source.file.get()};
  BOOST_TEST(image.size() == 1536U);
  std::string seen;
  image.read(
      [&](std::uint64_t place, const std::string& bytes) {
        seen += std::to_string(place) + bytes.substr(0, 2) + ' ';
      },
      [&](std::uint64_t place, std::uint64_t size) {
        seen += std::to_string(place) + "+" + std::to_string(size) + ' ';
      });
  BOOST_TEST(seen == "0dd 512+512 1024+512 ");
}

BOOST_AUTO_TEST_CASE(rejects_images_that_read_other_files) {
  auto image = small_image();
  image.replace(8, 8, big(100, 8));
  BOOST_TEST(holds(refusal_of(image), "backing file"));
  image = small_image();
  image.replace(72, 8, big(4, 8));
  BOOST_TEST(holds(refusal_of(image), "another file"));
}

BOOST_AUTO_TEST_CASE(rejects_unsupported_images) {
  const auto with = [](std::size_t place, const std::string& bytes) {
    auto out = small_image();
    out.replace(place, bytes.size(), bytes);
    return refusal_of(out);
  };
  BOOST_TEST(holds(with(4, big(4, 4)), "version"));
  BOOST_TEST(holds(with(32, big(1, 4)), "encrypted"));
  BOOST_TEST(holds(with(20, big(40, 4)), "cluster size"));
  BOOST_TEST(holds(with(72, big(2, 8)), "corrupt"));
  BOOST_TEST(holds(with(72, big(16, 8)), "features"));
  BOOST_TEST(holds(with(24, big(1ULL << 60, 8)), "tables"));
  BOOST_TEST(holds(with(36, big(0xffffffff, 4)), "tables"));
  BOOST_TEST(holds(with(1024, big(1ULL << 62, 8)), "compressed"));
  BOOST_TEST(holds(refusal_of("no image"), "qcow2 header"));
  BOOST_TEST(refusal_of(small_image()).empty());
}

BOOST_AUTO_TEST_SUITE_END()
