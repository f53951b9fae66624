#include "drivers/redfish/client/media_image.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

constexpr const char* wanted = "http://192.0.2.1:6385/v1/boot/7c1f/0a1b.iso";

}  // namespace

BOOST_AUTO_TEST_SUITE(media_images)

BOOST_AUTO_TEST_CASE(an_image_is_the_same_in_another_notation) {
  struct same_row {
    const char* shown;
    const char* wanted;
  };
  for (const auto& row :
       {same_row{wanted, wanted}, same_row{"http://h/a%20b.iso", "http://h/a b.iso"},
        same_row{"HTTP://Host/a.iso", "http://host/a.iso"},
        same_row{"http://h:80/a.iso", "http://h/a.iso"},
        same_row{"https://h/a.iso", "https://u:p@h:443/a.iso"}}) {
    BOOST_TEST(is_same_image(row.shown, row.wanted), row.shown);
    BOOST_TEST(may_be_image(row.shown, row.wanted), row.shown);
  }
}

BOOST_AUTO_TEST_CASE(another_image_is_not_the_same) {
  for (const auto* shown :
       {"", "http://192.0.2.1:6385/v1/boot/7c1f/0A1B.iso",
        "https://192.0.2.1:6385/v1/boot/7c1f/0a1b.iso", "http://192.0.2.1:80/v1/boot/7c1f/0a1b.iso",
        "http://192.0.2.1:6385/v1/boot/7c1f/0a1b.iso?x=1", "0a1b.iso",
        "http://192.0.2.1:6385/v1/boot/7c1f/"})
    BOOST_TEST(!is_same_image(shown, wanted), shown);
  BOOST_TEST(!is_same_image("http://h/%2", "http://h/%20"));
}

BOOST_AUTO_TEST_CASE(a_shortened_url_may_be_the_image) {
  for (const auto* shown : {"", "0a1b.iso", "//192.0.2.1/v1/0a1b.iso", "http://192.0.2.1:6385/v1/b",
                            "http://192.0.2.1:6385/v1/boot/7c..."}) {
    BOOST_TEST(may_be_image(shown, wanted), shown);
    BOOST_TEST(!is_same_image(shown, wanted), shown);
  }
  for (const auto* shown : {"http://192.0.2.1:6385/v1/boot/7c1f/ffff.iso", "other.iso", "x"})
    BOOST_TEST(!may_be_image(shown, wanted), shown);
}

BOOST_AUTO_TEST_SUITE_END()
