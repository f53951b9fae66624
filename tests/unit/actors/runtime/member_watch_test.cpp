#include "actors/runtime/member_watch.hpp"

#include <boost/test/unit_test.hpp>

#include <future>

using namespace ironbus;
using task = member_watch::task;

namespace {

constexpr std::chrono::milliseconds at_once{0};
constexpr std::chrono::hours for_ever{1};

std::vector<member> members(const std::vector<std::string>& names) {
  std::vector<member> out;
  out.reserve(names.size());
  for (const auto& name : names) out.push_back({name, "1", "{}"});
  return out;
}

/// One that has made its first check and knows these.
struct watch_of : member_watch {
  explicit watch_of(const std::vector<std::string>& names) {
    await(at_once);
    take(members(names));
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_task_is_a_check_of_all_and_the_next_a_look) {
  member_watch watch;
  BOOST_CHECK(watch.await(for_ever) == task::check_and_look);
  BOOST_CHECK(watch.await(at_once) == task::look);
}

BOOST_AUTO_TEST_CASE(a_member_that_has_gone_asks_for_a_check) {
  watch_of watch{{"a", "b"}};
  watch.take(members({"a"}));
  BOOST_CHECK(watch.await(for_ever) == task::check_and_look);
}

BOOST_AUTO_TEST_CASE(a_member_that_has_started_again_asks_for_a_check) {
  watch_of watch{{"a"}};
  watch.take(std::vector<member>{{"a", "2", "{}"}});
  BOOST_CHECK(watch.await(for_ever) == task::check_and_look);
}

BOOST_AUTO_TEST_CASE(who_comes_or_a_store_that_is_away_asks_for_nothing) {
  watch_of watch{{"a"}};
  watch.take(members({"a", "b"}));
  watch.take(tl::unexpected<failure>({error_code::unavailable, "away"}));
  watch.take(members({"a", "b"}));
  BOOST_CHECK(watch.await(at_once) == task::look);
}

BOOST_AUTO_TEST_CASE(a_check_that_is_asked_for_ends_the_wait) {
  watch_of watch{{"a"}};
  auto next = std::async(std::launch::async, [&] { return watch.await(for_ever); });
  watch.ask_for_check();
  BOOST_CHECK(next.get() == task::check_and_look);
}

BOOST_AUTO_TEST_CASE(the_end_ends_the_wait_and_what_comes_later_does_no_harm) {
  watch_of watch{{"a"}};
  auto next = std::async(std::launch::async, [&] { return watch.await(for_ever); });
  BOOST_TEST(watch.end());
  BOOST_TEST(!watch.end());
  BOOST_CHECK(next.get() == task::end);
  watch.take(members({}));
  BOOST_CHECK(watch.await(for_ever) == task::end);
}
