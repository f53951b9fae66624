#include "drivers/boot/folder_owner.hpp"

#include "boot_fixture.hpp"

using namespace ironbus;
using namespace ironbus::test;

namespace {

const folder_owner first_owner{"1a", "host rack1, data folder /var/lib/ironbus"};
const folder_owner second_owner{"2b", "host rack1, data folder /srv/second"};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(owner_of_a_folder, boot_fixture)

BOOST_AUTO_TEST_CASE(is_the_first_installation_that_claims_it) {
  const auto folder = (root / "http/new").string();
  BOOST_TEST(!claim_folder(folder, first_owner));
  BOOST_TEST(!claim_folder(folder, first_owner));
  const auto refused = claim_folder(folder, second_owner);
  BOOST_REQUIRE(refused);
  BOOST_TEST((refused->code == error_code::conflict));
  BOOST_TEST(refused->message == "The folder '" + folder +
                                     "' belongs to another ironbus installation: 1a, host rack1, "
                                     "data folder /var/lib/ironbus. Use another folder. If that "
                                     "installation no longer exists, delete '" +
                                     folder + "/.ironbus-owner'.");
  fs::remove(fs::path{folder} / folder_owner_name);
  BOOST_TEST(!claim_folder(folder, second_owner));
  BOOST_TEST(claim_folder(folder, first_owner).has_value());
}

BOOST_AUTO_TEST_CASE(leaves_no_draft) {
  BOOST_TEST(!claim_folder(root.string() + "/one", first_owner));
  for (const auto& entry : fs::directory_iterator{root / "one"})
    BOOST_TEST(entry.path().filename() == folder_owner_name);
}

BOOST_AUTO_TEST_CASE(is_unknown_where_nothing_can_be_written) {
  BOOST_TEST(!claim_folder("/proc/ironbus", first_owner));
}

BOOST_AUTO_TEST_SUITE_END()
