#include "messages/base/uuid.hpp"

#include "messages/base/legacy_uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace ironbus {

BOOST_AUTO_TEST_SUITE(uuids)

BOOST_AUTO_TEST_CASE(only_the_canonical_form_is_a_uuid) {
  BOOST_TEST(is_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
  for (const char* other :
       {"", "6BA7B810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109dad11d180b400c04fd430c8",
        "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430c",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ", "6ba7b810-9dad-11d1-80b4+00c04fd430c8",
        "6ba7b810-9dad-11d1-80b4-00c04fd430cg"})
    BOOST_TEST(!is_uuid(other), other);
}

BOOST_AUTO_TEST_CASE(random_ones_are_of_version_4_and_differ) {
  std::set<std::string> drawn;
  for (int i = 0; i < 100; ++i) {
    const auto id = random_uuid();
    BOOST_TEST(is_uuid(id));
    BOOST_TEST(id[14] == '4');
    BOOST_TEST((std::string_view{"89ab"}.find(id[19]) != std::string_view::npos));
    drawn.insert(id);
  }
  BOOST_TEST(drawn.size() == 100U);
}

BOOST_AUTO_TEST_CASE(derived_ones_are_of_version_5_and_never_change) {
  BOOST_TEST(derived_uuid("node.history.7") == "3375beea-c289-59cc-989a-27903eaeca59");
  BOOST_TEST(derived_uuid("") == "871d9a97-b1bd-58ce-be84-ec99265bef5c");
  id_source ids{"a message"};
  BOOST_TEST(ids.next() == "36793154-2283-5d7c-917c-870c67f80635");
  BOOST_TEST(ids.next() == "4892da06-2974-5be0-942c-0b9a29774b75");
  BOOST_TEST(id_source{"a message"}.next() == "36793154-2283-5d7c-917c-870c67f80635");
  BOOST_TEST(id_source{"another"}.next() != "36793154-2283-5d7c-917c-870c67f80635");
}

BOOST_AUTO_TEST_CASE(ids_of_the_first_release_are_still_derived) {
  BOOST_TEST(legacy_derived_uuid("node.history.7") == "a268a3f0-879e-41cc-aacc-3464106a00f3");
  BOOST_TEST(legacy_derived_uuid("machine aa:bb:cc:dd:ee:ff") ==
             "144776ef-0259-4c32-b7ed-11fb2e5cacd1");
}

BOOST_AUTO_TEST_CASE(tokens_have_43_letters_that_fit_a_url) {
  const auto token = random_token();
  BOOST_TEST(token.size() == 43U);
  BOOST_TEST(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789-_") == std::string::npos);
  BOOST_TEST(token != random_token());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
