#include "messages/contract/mac_address.hpp"

#include <boost/test/unit_test.hpp>

using ironbus::usable_mac;

BOOST_AUTO_TEST_SUITE(mac_addresses)

BOOST_AUTO_TEST_CASE(an_address_of_one_card_is_usable_in_normal_form) {
  BOOST_TEST(usable_mac("52:54:00:00:00:0A").value() == "52:54:00:00:00:0a");
  BOOST_TEST(usable_mac("0a-54-00-00-00-01").value() == "0a:54:00:00:00:01");
}

BOOST_AUTO_TEST_CASE(an_address_that_many_machines_have_is_not_usable) {
  for (const auto* text :
       {"00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "FF-FF-FF-FF-FF-FF", "01:00:5e:00:00:fb",
        "33:33:00:00:00:01", "9b:00:00:00:00:01", "", "zz", "52:54:00:00:00", "52:54:00:00:00:0g",
        "80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1"})
    BOOST_TEST(!usable_mac(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
