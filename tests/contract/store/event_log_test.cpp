#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(log_of_events)

namespace {

const auto noon = std::chrono::system_clock::time_point{1'800'000'000'123ms};

event_record event_of(const std::string& subject, const std::string& text,
                      std::chrono::system_clock::time_point moment = noon) {
  return {subject, "step_started", "cleaning", "rack-1", "ann", moment, false, text};
}

/// A commit of node `id` that tells of these texts.
commit telling(const std::string& id, uint64_t expected_version, const texts& all,
               std::chrono::system_clock::time_point moment = noon) {
  auto x = change(id, expected_version);
  for (const auto& text : all) x.events.push_back(event_of(id, text, moment));
  return x;
}

texts texts_of(const event_page& page) {
  texts found;
  for (const auto& one : page.events) found.push_back(one.event.body);
  return found;
}

texts read(fresh_store& it, event_query x = {}) { return texts_of(it->events(std::move(x))); }

constexpr uint64_t no_limit = uint64_t{1} << 40;

/// Forgets all that is older than that.
trimmed_events forget_before(fresh_store& it, std::chrono::system_clock::time_point since) {
  return it->trim({since, no_limit});
}

}  // namespace

ON_ALL_STORES(events_are_kept_in_the_order_of_the_commits) {
  it->apply(telling("n1", 0, {"a", "b"})).value();
  it->apply(telling("n2", 0, {"c"})).value();
  it->apply(telling("n1", 1, {"d"})).value();
  BOOST_TEST(read(it) == (texts{"a", "b", "c", "d"}), boost::test_tools::per_element());
  const auto page = it->events();
  BOOST_TEST(!page.log.empty());
  BOOST_TEST(page.complete_after == 0U);
  BOOST_TEST(page.newest == page.events.back().position);
  for (size_t i = 1; i < page.events.size(); ++i)
    BOOST_TEST(page.events[i - 1].position < page.events[i].position);
}

ON_ALL_STORES(the_log_says_how_much_it_holds) {
  const auto size_of = [&] { return it->events({0, {}, 0, true}); };
  BOOST_TEST(size_of().count == 0U);
  it->apply(telling("n1", 0, {"a", "b"})).value();
  it->apply(telling("n2", 0, {std::string(1000, 'c')})).value();
  const auto full = size_of();
  BOOST_TEST(full.count == 3U);
  BOOST_TEST(full.bytes >= 1002U);
  BOOST_TEST(full.events.empty());
  BOOST_TEST(it->events().count == 0U);
  forget_before(it, noon + 1s);
  const auto trimmed = size_of();
  BOOST_TEST(trimmed.count == 2U, "the last of each stays");
  BOOST_TEST(trimmed.bytes < full.bytes);
}

ON_ALL_STORES(an_event_is_read_as_it_was_written) {
  auto x = change("n1");
  x.events.push_back({"n1", "node_created", "enroll", "", "", noon, true, "{\"a\":\"\\u0000\"}"});
  it->apply(x).value();
  const auto found = it->events().events.at(0).event;
  BOOST_TEST(found.subject == "n1");
  BOOST_TEST(found.type == "node_created");
  BOOST_TEST(found.state == "enroll");
  BOOST_TEST(found.group.empty());
  BOOST_TEST((found.moment == noon));
  BOOST_TEST(found.final);
  BOOST_TEST(found.body == "{\"a\":\"\\u0000\"}");
}

ON_ALL_STORES(a_refused_commit_tells_nothing) {
  it->apply(telling("n1", 0, {"a"})).value();
  BOOST_TEST(code_of(it->apply(telling("n1", 5, {"b"}))) == "stale_version");
  BOOST_TEST(read(it) == texts{"a"}, boost::test_tools::per_element());
}

ON_ALL_STORES(a_reader_goes_on_after_a_position) {
  it->apply(telling("n1", 0, {"a", "b", "c"})).value();
  it->apply(telling("n2", 0, {"d"})).value();
  const auto first = it->events({0, {}, 2});
  BOOST_TEST(texts_of(first) == (texts{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(read(it, {first.events.back().position, {}, 100}) == (texts{"c", "d"}),
             boost::test_tools::per_element());
  BOOST_TEST(read(it, {first.newest, {}, 100}).empty());
}

ON_ALL_STORES(a_reader_may_ask_for_one_subject) {
  for (uint64_t i = 0; i < 9; ++i) {
    it->apply(telling("n1", i, {"n1 " + std::to_string(i)})).value();
    it->apply(telling("n2", i, {"n2 " + std::to_string(i)})).value();
  }
  const auto some = it->events({0, "n2", 3});
  BOOST_TEST(texts_of(some) == (texts{"n2 0", "n2 1", "n2 2"}), boost::test_tools::per_element());
  BOOST_TEST(read(it, {some.events.back().position, "n2", 2}) == (texts{"n2 3", "n2 4"}),
             boost::test_tools::per_element());
  BOOST_TEST(read(it, {0, "nobody", 2}).empty());
}

ON_ALL_STORES(what_is_older_goes_but_for_each_subjects_last) {
  it->apply(telling("n1", 0, {"a", "b"}, noon)).value();
  it->apply(telling("n2", 0, {"c"}, noon)).value();
  it->apply(telling("n1", 1, {"d"}, noon + 1h)).value();
  const auto done = forget_before(it, noon + 1h);
  BOOST_TEST(done.removed == 2U);
  BOOST_TEST(!done.more);
  const auto left = it->events();
  BOOST_TEST(texts_of(left) == (texts{"c", "d"}), boost::test_tools::per_element());
  BOOST_TEST(left.complete_after == left.events.front().position);
  BOOST_TEST(read(it, {0, "n2", 10}) == texts{"c"}, boost::test_tools::per_element());
  BOOST_TEST(read(it, {0, "n1", 10}) == texts{"d"}, boost::test_tools::per_element());
}

ON_ALL_STORES(what_was_kept_as_the_last_goes_with_the_next) {
  it->apply(telling("n1", 0, {"a"}, noon)).value();
  it->apply(telling("n2", 0, {"b"}, noon)).value();
  forget_before(it, noon + 1h);
  BOOST_TEST(read(it) == (texts{"a", "b"}), boost::test_tools::per_element());
  it->apply(telling("n1", 1, {"c"}, noon + 2h)).value();
  BOOST_TEST(read(it) == (texts{"b", "c"}), boost::test_tools::per_element());
  BOOST_TEST(read(it, {0, "n1", 10}) == texts{"c"}, boost::test_tools::per_element());
  forget_before(it, noon + 3h);
  BOOST_TEST(read(it) == (texts{"b", "c"}), boost::test_tools::per_element());
}

ON_ALL_STORES(nothing_is_kept_of_a_subject_that_has_ended) {
  auto last = telling("n1", 0, {"a"}, noon);
  it->apply(last).value();
  auto end = telling("n1", 1, {"b"}, noon);
  end.erase = true;
  end.events.back().final = true;
  it->apply(end).value();
  it->apply(telling("n2", 0, {"c"}, noon + 2h)).value();
  forget_before(it, noon + 1h);
  BOOST_TEST(read(it) == texts{"c"}, boost::test_tools::per_element());
}

ON_ALL_STORES(what_is_too_much_goes_first_come_first_gone) {
  for (uint64_t i = 0; i < 10; ++i)
    it->apply(telling("n1", i, {std::string(1000, static_cast<char>('a' + i))})).value();
  it->trim({noon - 1h, 5'500});
  const auto left = read(it);
  BOOST_TEST(left.size() < 6U);
  BOOST_TEST(left.size() > 3U);
  BOOST_TEST(left.back().front() == 'j');
}

ON_ALL_STORES(trimming_is_bounded_and_says_that_there_is_more) {
  texts many(events_trimmed_at_once, "x");
  it->apply(telling("n1", 0, many)).value();
  it->apply(telling("n1", 1, {"y", "z"})).value();
  BOOST_TEST(forget_before(it, noon + 1h).more);
  BOOST_TEST(!forget_before(it, noon + 1h).more);
  BOOST_TEST(read(it) == texts{"z"}, boost::test_tools::per_element());
}

/// What begins and ends at once: an event that no state goes with.
ON_ALL_STORES(an_event_may_come_alone) {
  auto x = telling("dead.1", 0, {"a"});
  x.aggregate = "dead_letter";
  x.erase = true;
  it->apply(x).value();
  BOOST_TEST(code_of(it->load("dead.1", "dead_letter")) == "not_found");
  BOOST_TEST(read(it) == texts{"a"}, boost::test_tools::per_element());
}

ON_BOTH_STORES(the_log_outlives_who_uses_it) {
  it->apply(telling("n1", 0, {"a", "b"})).value();
  const auto before = it->events();
  it.close();
  it.open();
  const auto after = it->events();
  BOOST_TEST(after.log == before.log);
  BOOST_TEST(after.newest == before.newest);
  BOOST_TEST(texts_of(after) == (texts{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
