#include "messages/platform/tracing.hpp"

#include "tests/support/recorded_spans.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace ironbus;

namespace {

const auto parent = *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

tracing::span example() {
  return tracing::span_in(parent, child_of(parent, "x"), "example", tracing::kind::internal, {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tracing_port)

BOOST_AUTO_TEST_CASE(tracing_is_off_before_open_and_after_close) {
  BOOST_TEST(!tracing::is_on());
  BOOST_TEST(!tracing::records(parent));
  BOOST_TEST(tracing::sampling_ratio() == 0);
  tracing::write(example());  // dropped
  {
    const test::recorded_spans seen{0.25};
    BOOST_TEST(tracing::is_on());
    BOOST_TEST(tracing::records(parent));
    BOOST_TEST(!tracing::records({}));
    BOOST_TEST(tracing::sampling_ratio() == 0.25);
    tracing::write(example());
    BOOST_TEST(seen.all().size() == 1U);
  }
  BOOST_TEST(!tracing::is_on());
}

BOOST_AUTO_TEST_CASE(a_span_has_its_parent_and_a_root_has_none) {
  BOOST_TEST((example().parent == parent.span));
  const auto root =
      tracing::span_in({}, begin_trace(1), "root", tracing::kind::server, timestamp{});
  BOOST_TEST((root.parent == decltype(root.parent){}));
}

BOOST_AUTO_TEST_CASE(it_can_be_closed_while_others_write) {
  std::atomic<bool> over = false;
  std::thread other{[&] {
    while (!over) tracing::write(example());
  }};
  for (int i = 0; i < 200; ++i) {
    auto kept = std::make_shared<std::atomic<int>>(0);
    tracing::open([kept](const tracing::span&) { ++*kept; }, 1);
    tracing::close();
  }
  over = true;
  other.join();
  BOOST_TEST(!tracing::is_on());
}

BOOST_AUTO_TEST_CASE(the_log_has_ids_if_there_is_a_trace) {
  std::vector<log::field> fields;
  tracing::add_ids(fields, {});
  BOOST_TEST(fields.empty());
  tracing::add_ids(fields, parent);
  BOOST_TEST_REQUIRE(fields.size() == 2U);
  BOOST_TEST(fields[0].value == "0af7651916cd43dd8448eb211c80319c");
  BOOST_TEST(fields[1].value == "b7ad6b7169203331");
}

BOOST_AUTO_TEST_SUITE_END()
