#include "actors/runtime/member_watch.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const member_watch::clock::time_point beginning{};
constexpr std::chrono::seconds a_second{1};

std::vector<member> members(const std::vector<std::string>& names) {
  std::vector<member> out;
  out.reserve(names.size());
  for (const auto& name : names) out.push_back({name, "1", "{}"});
  return out;
}

/// A watch that has made its first check and knows these members.
struct watch_of : member_watch {
  explicit watch_of(const std::vector<std::string>& names) {
    take_check(beginning);
    take(members(names));
  }
  bool is_due() { return take_check(beginning + a_second); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(all_shards_are_checked_at_the_start_and_periodically) {
  member_watch watch;
  BOOST_TEST(watch.take_check(beginning));
  BOOST_TEST(!watch.take_check(beginning + a_second));
  BOOST_TEST(watch.take_check(beginning + member_watch::check_all_interval));
}

BOOST_AUTO_TEST_CASE(a_lost_member_requires_a_check) {
  watch_of watch{{"a", "b"}};
  BOOST_TEST(watch.take(members({"a"})));
  BOOST_TEST(watch.is_due());
  BOOST_TEST(!watch.is_due());
}

BOOST_AUTO_TEST_CASE(a_restarted_member_requires_a_check) {
  watch_of watch{{"a"}};
  BOOST_TEST(watch.take(std::vector<member>{{"a", "2", "{}"}}));
  BOOST_TEST(watch.is_due());
}

BOOST_AUTO_TEST_CASE(new_members_and_an_unreachable_store_require_no_check) {
  watch_of watch{{"a"}};
  BOOST_TEST(!watch.take(members({"a", "b"})));
  BOOST_TEST(!watch.take(tl::unexpected<failure>({error_code::unavailable, "away"})));
  BOOST_TEST(!watch.take(members({"a", "b"})));
  BOOST_TEST(!watch.is_due());
}

BOOST_AUTO_TEST_CASE(a_check_can_be_requested) {
  watch_of watch{{"a"}};
  watch.ask_for_check();
  BOOST_TEST(watch.is_due());
  BOOST_TEST(!watch.is_due());
}
