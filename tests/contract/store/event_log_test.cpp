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

/// A commit of node `id` with these events.
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

/// Trims all events before that time.
trimmed_events forget_before(fresh_store& it, std::chrono::system_clock::time_point since) {
  return it->trim({since, no_limit});
}

}  // namespace

ON_ALL_STORES(events_are_stored_in_the_order_of_commits) {
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

ON_ALL_STORES(log_reports_its_size) {
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

ON_ALL_STORES(event_is_read_as_written) {
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

ON_ALL_STORES(rejected_commit_adds_no_event) {
  it->apply(telling("n1", 0, {"a"})).value();
  BOOST_TEST(code_of(it->apply(telling("n1", 5, {"b"}))) == "stale_version");
  BOOST_TEST(read(it) == texts{"a"}, boost::test_tools::per_element());
}

ON_ALL_STORES(reader_continues_after_a_position) {
  it->apply(telling("n1", 0, {"a", "b", "c"})).value();
  it->apply(telling("n2", 0, {"d"})).value();
  const auto first = it->events({0, {}, 2});
  BOOST_TEST(texts_of(first) == (texts{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(read(it, {first.events.back().position, {}, 100}) == (texts{"c", "d"}),
             boost::test_tools::per_element());
  BOOST_TEST(read(it, {first.newest, {}, 100}).empty());
}

ON_ALL_STORES(reader_may_select_one_subject) {
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

ON_ALL_STORES(old_events_are_trimmed_except_the_last_of_each_subject) {
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

ON_ALL_STORES(kept_last_event_is_trimmed_after_the_next) {
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

ON_ALL_STORES(no_event_of_a_deleted_subject_is_kept) {
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

ON_ALL_STORES(excess_events_are_trimmed_oldest_first) {
  for (uint64_t i = 0; i < 10; ++i)
    it->apply(telling("n1", i, {std::string(1000, static_cast<char>('a' + i))})).value();
  it->trim({noon - 1h, 5'500});
  const auto left = read(it);
  BOOST_TEST(left.size() < 6U);
  BOOST_TEST(left.size() > 3U);
  BOOST_TEST(left.back().front() == 'j');
}

ON_ALL_STORES(trimming_is_limited_and_reports_that_there_is_more) {
  texts many(events_trimmed_at_once, "x");
  it->apply(telling("n1", 0, many)).value();
  it->apply(telling("n1", 1, {"y", "z"})).value();
  BOOST_TEST(forget_before(it, noon + 1h).more);
  BOOST_TEST(!forget_before(it, noon + 1h).more);
  BOOST_TEST(read(it) == texts{"z"}, boost::test_tools::per_element());
}

/// An event without a stored state, for something that begins and ends at once.
ON_ALL_STORES(event_may_have_no_state) {
  auto x = telling("dead.1", 0, {"a"});
  x.aggregate = "dead_letter";
  x.erase = true;
  it->apply(x).value();
  BOOST_TEST(code_of(it->load("dead.1", "dead_letter")) == "not_found");
  BOOST_TEST(read(it) == texts{"a"}, boost::test_tools::per_element());
}

ON_BOTH_STORES(log_survives_its_users) {
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
