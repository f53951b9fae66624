#include "actors/runtime/aggregate/kept_outboxes.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace ironbus;
using boost::test_tools::per_element;
using versions = std::vector<uint64_t>;

BOOST_AUTO_TEST_SUITE(keeping_outboxes)

namespace {

struct with_outboxes {
  versions marked;
  std::shared_ptr<kept_outboxes> kept =
      std::make_shared<kept_outboxes>([this](uint64_t version) { marked.push_back(version); });
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(one_is_published_when_all_its_parts_are_done, with_outboxes) {
  const auto part_done = kept->keep(4, 3);
  part_done();
  part_done();
  BOOST_TEST(marked.empty());
  part_done();
  BOOST_TEST(marked == versions{4}, per_element());
  part_done();  // once too often
  BOOST_TEST(marked.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(one_waits_for_those_before_it, with_outboxes) {
  const auto first = kept->keep(4, 1);
  const auto second = kept->keep(5, 1);
  const auto third = kept->keep(6, 1);
  second();
  BOOST_TEST(marked.empty());
  first();
  BOOST_TEST(marked == versions{5}, per_element());
  third();
  BOOST_TEST(marked == (versions{5, 6}), per_element());
}

BOOST_FIXTURE_TEST_CASE(a_repeated_publication_counts_separately, with_outboxes) {
  const auto before = kept->keep(4, 1);
  const auto again = kept->keep(4, 1);
  again();
  BOOST_TEST(marked.empty());
  before();
  BOOST_TEST(marked == versions{4}, per_element());
}

BOOST_FIXTURE_TEST_CASE(parts_outlive_their_owner, with_outboxes) {
  const auto part_done = kept->keep(4, 1);
  kept.reset();
  part_done();
  BOOST_TEST(marked == versions{4}, per_element());
}

BOOST_AUTO_TEST_SUITE_END()
