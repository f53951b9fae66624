#include "messages/platform/url_login.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(url_logins)

BOOST_AUTO_TEST_CASE(no_form_of_a_login_is_shown) {
  for (const auto* url :
       {"http://ann:s3cr%40t@host/x.iso", "https://ann:s3cr%40t@[::1]:8443/x.iso?y#z",
        "nfs://ann:s3cr%40t@host/x.iso", "//ann:s3cr%40t@host/share/x.iso"})
    for (const auto* shown : {"ann:s3cr%40t", "ann:s3cr@t", "s3cr@t", "s3cr%40t"})
      BOOST_TEST(mask_login_of(url, "No http://" + std::string{shown} + "@host/x.iso: bad, " +
                                        shown + ".") == "No http://******@host/x.iso: bad, ******.",
                 url << " " << shown);
}

BOOST_AUTO_TEST_CASE(a_password_with_characters_that_urls_escape_is_masked_whole) {
  for (const auto* url :
       {"http://ann:p@ss@host/a.iso", "cifs://ann:p/ss@host/a", "http://ann:p ss@host/a"}) {
    const auto shown = mask_login_of(url, std::string{"cannot fetch "} + url);
    BOOST_TEST(shown.find("ss") == std::string::npos, shown);
    BOOST_TEST((shown.ends_with("@host/a") || shown.ends_with("@host/a.iso")), shown);
  }
  BOOST_TEST(mask_login_of("http://ann:p!s@host/a", "it was p%21s") == "it was ******");
}

BOOST_AUTO_TEST_CASE(a_user_without_password_is_a_token) {
  BOOST_TEST(mask_login_of("http://t0ken@host/a", "http://t0ken@host/a") == "http://******@host/a");
  BOOST_TEST(mask_login_of("http://:pw@host/a", "http://:pw@host/a") == "http://******@host/a");
}

BOOST_AUTO_TEST_CASE(urls_without_login_stay) {
  for (const auto* url :
       {"http://host/a@b.iso", "http://host:80/a", "host:/a", "", "http://@host/a"})
    BOOST_TEST(mask_login_of(url, "cannot fetch http://host/a@b.iso") ==
               "cannot fetch http://host/a@b.iso");
}

BOOST_AUTO_TEST_SUITE_END()
