#include "drivers/image/checksum_file.hpp"

#include "messages/crypto/digest.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const std::string one(64, 'a');
const std::string other(64, 'b');
const std::string longer(128, 'c');

std::string found(const std::string& text, std::string_view name = "disk.img") {
  const auto sum = find_sum(text, name);
  return sum ? sum->algorithm + ":" + sum->digits : sum.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(checksum_files)

BOOST_AUTO_TEST_CASE(reads_all_common_formats) {
  for (const auto& text : {one, one + "\r\n", one + "  disk.img\n", one + " *disk.img",
                           one + "  ./images/disk.img\n", "SHA256 (disk.img) = " + one + "\n",
                           "# sums\n\n" + other + "  else.img\n" + one + "  disk.img\n"})
    BOOST_TEST(found(text) == "sha256:" + one);
  BOOST_TEST(found(std::string(64, 'A')) == "sha256:" + one);
  BOOST_TEST(found(std::string(32, 'd') + "  disk.img") == "md5:" + std::string(32, 'd'));
}

BOOST_AUTO_TEST_CASE(prefers_the_strongest_checksum) {
  BOOST_TEST(found(one + "  disk.img\n" + longer + "  disk.img\n") == "sha512:" + longer);
  BOOST_TEST(found(longer + "  disk.img\n" + one + "  disk.img\n") == "sha512:" + longer);
}

BOOST_AUTO_TEST_CASE(fails_without_a_checksum_or_with_two) {
  for (const auto& text : {std::string{}, other + "  else.img", std::string{"<html>no</html>"},
                           one.substr(1) + "  disk.img", std::string{"SHA256 () = "}})
    BOOST_TEST(found(text) == "it has no checksum of 'disk.img'");
  BOOST_TEST(found(one + "  disk.img\n" + other + "  disk.img\n") ==
             "it has two different checksums of 'disk.img'");
}

BOOST_AUTO_TEST_CASE(a_digest_matches_the_tools) {
  BOOST_TEST(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(digest_of("md5", "a") == "0cc175b9c0f1b6a831c399e269772661");
}

BOOST_AUTO_TEST_SUITE_END()
