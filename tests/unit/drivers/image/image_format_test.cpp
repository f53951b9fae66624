#include "drivers/image/image_format.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::string_view_literals;

namespace {

const std::vector<std::string> usual{"raw", "gpt", "qcow2", "iso"};
constexpr uint64_t mebibyte = 1024 * 1024;

void put(std::string& where, size_t offset, std::string_view bytes) {
  if (where.size() < offset + bytes.size()) where.resize(offset + bytes.size());
  where.replace(offset, bytes.size(), bytes);
}

void put_number(std::string& where, size_t offset, uint64_t number, size_t width) {
  std::string bytes;
  for (size_t i = width; i > 0; --i) bytes += static_cast<char>(number >> 8U * (i - 1));
  put(where, offset, bytes);
}

/// An image of 16 MiB, as `qemu-img create` writes it.
std::string qcow2(uint64_t version = 3) {
  std::string out(4096, '\0');
  put(out, 0, "QFI\xfb"sv);
  put_number(out, 4, version, 4);
  put_number(out, 20, 16, 4);
  put_number(out, 24, 16 * mebibyte, 8);
  put_number(out, 100, 104, 4);
  return out;
}

std::string with_number(std::string image, size_t offset, uint64_t number, size_t width) {
  put_number(image, offset, number, width);
  return image;
}

/// A boot sector with one partition of that type.
std::string partitioned(unsigned char type) {
  std::string out(40'000, '\0');
  out[446] = '\x80';
  out[450] = static_cast<char>(type);
  put(out, 454, "\x00\x08\x00\x00\x00\x10\x00\x00"sv);
  put(out, 510, "\x55\xaa"sv);
  return out;
}

std::string with_gpt() {
  auto out = partitioned(0xee);
  put(out, 512, "EFI PART"sv);
  return out;
}

std::string disc() {
  std::string out(40'000, '\0');
  put(out, 32769, "CD001"sv);
  return out;
}

std::string wrong(std::string_view head, std::string_view declared = {},
                  const std::vector<std::string>& permitted = usual) {
  const auto why = check_image_content(look_at_image(head, {}, head.size()), declared, permitted);
  return why ? why->message : std::string{};
}

bool says(const std::string& sentence, std::string_view what) {
  return sentence.find(what) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(image_format)

BOOST_AUTO_TEST_CASE(detects_allowed_formats_by_content) {
  const auto format = [](std::string_view head) { return look_at_image(head, {}, 5).format; };
  BOOST_TEST(format("ext4 or so") == "raw");
  BOOST_TEST(format(with_gpt()) == "gpt");
  BOOST_TEST(format(partitioned(0x83)) == "gpt");
  BOOST_TEST(format(disc()) == "iso");
  BOOST_TEST(format(qcow2(2)) == "qcow2");
  for (const auto& image :
       {std::string(512, 'x'), with_gpt(), partitioned(0x0c), disc(), qcow2(2), qcow2(3)})
    BOOST_TEST(wrong(image) == "");
}

BOOST_AUTO_TEST_CASE(reports_the_size_on_a_disk) {
  BOOST_TEST(look_at_image(qcow2(), {}, 4096).disk_bytes == 16 * mebibyte);
  BOOST_TEST(look_at_image(with_gpt(), {}, 48 * mebibyte).disk_bytes == 48 * mebibyte);
}

BOOST_AUTO_TEST_CASE(rejects_a_qcow2_with_other_files) {
  BOOST_TEST(says(wrong(with_number(qcow2(), 8, 0x200, 8)), "backing file"));
  BOOST_TEST(says(wrong(with_number(qcow2(2), 8, 1, 8)), "backing file"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 72, 4, 8)), "another file"));
}

BOOST_AUTO_TEST_CASE(rejects_an_unsupported_qcow2) {
  BOOST_TEST(says(wrong(with_number(qcow2(), 72, 0x20, 8)), "unsupported"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 72, uint64_t{1} << 63U, 8)), "unsupported"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 72, 2, 8)), "corrupt"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 32, 1, 4)), "encrypted"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 20, 63, 4)), "cluster size"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 24, 0, 8)), "size"));
  BOOST_TEST(says(wrong(with_number(qcow2(), 100, 72, 4)), "header"));
  BOOST_TEST(says(wrong(qcow2(4)), "version"));
  BOOST_TEST(says(wrong(qcow2().substr(0, 40)), "header"));
  BOOST_TEST(wrong(with_number(qcow2(), 72, 0x19, 8)) == "");  // dirty, compressed, subclusters
}

BOOST_AUTO_TEST_CASE(rejects_other_formats_by_name) {
  for (const auto& [format, head] : std::initializer_list<std::pair<std::string_view, std::string>>{
           {"vmdk", "KDMV"},
           {"vmdk", "# Disk DescriptorFile\nCID=1"},
           {"vhd", "conectix"},
           {"vhdx", "vhdxfile"},
           {"qed", std::string("QED\0", 4)},
           {"luks", "LUKS\xba\xbe"},
           {"vdi", std::string(64, ' ') + "\x7f\x10\xda\xbe"},
           {"gzip", "\x1f\x8b\x08"},
           {"zstd", "\x28\xb5\x2f\xfd"},
           {"qcow", std::string("QFI\xfb\0\0\0\1", 8)}}) {
    BOOST_TEST(says(wrong(head), "is " + std::string{format} + " by its content"));
    const std::vector<std::string> all{std::string{format}};
    BOOST_TEST(says(wrong(head, {}, all), "not permitted"));  // unchecked formats
  }
}

BOOST_AUTO_TEST_CASE(detects_a_fixed_vhd_by_its_end) {
  const auto head = with_gpt();
  const auto tail = "conectix" + std::string(504, '\0');
  BOOST_TEST(look_at_image(head, tail, 40'512).format == "vhd");
}

BOOST_AUTO_TEST_CASE(the_declared_format_must_match) {
  BOOST_TEST(wrong(qcow2(), "qcow2") == "");
  BOOST_TEST(says(wrong(qcow2(), "raw"), "image_disk_format says raw"));
  BOOST_TEST(says(wrong(std::string(512, 'x'), "qcow2"), "is raw by its content"));
  BOOST_TEST(says(wrong(with_gpt(), "qcow2"), "is gpt by its content"));
  BOOST_TEST(says(wrong(std::string(512, 'x'), "gpt"), "is raw by its content"));
  for (const auto& image : {with_gpt(), disc(), std::string(512, 'x')})
    BOOST_TEST(wrong(image, "raw") == "");
  auto hybrid = disc();
  put(hybrid, 0, partitioned(0x17).substr(0, 512));
  BOOST_TEST(wrong(hybrid, "gpt") == "");
  BOOST_TEST(says(wrong(disc(), "gpt"), "is iso by its content"));
}

BOOST_AUTO_TEST_CASE(writes_only_permitted_formats) {
  BOOST_TEST(says(wrong(qcow2(), {}, {"raw"}), "not permitted; allowed: raw"));
  BOOST_TEST(wrong(with_gpt(), {}, {"raw"}) == "");
  BOOST_TEST(says(wrong(std::string(512, 'x'), {}, {"gpt"}), "is raw"));
}

BOOST_AUTO_TEST_CASE(a_boot_sector_without_a_table_is_no_partition_table) {
  auto fat = std::string(512, '\x33');
  put(fat, 510, "\x55\xaa"sv);
  BOOST_TEST(look_at_image(fat, {}, 512).format == "raw");
  BOOST_TEST(says(wrong(partitioned(0xee)), "has none"));
  BOOST_TEST(says(wrong(""), "is empty"));
}

BOOST_AUTO_TEST_SUITE_END()
