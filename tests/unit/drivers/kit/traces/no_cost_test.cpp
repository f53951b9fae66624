#include "drivers/kit/http/http_span.hpp"
#include "tests/support/recorded_spans.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

// Without tracing, a call allocates no memory for it.

namespace {

std::atomic<size_t> taken{0};

}  // namespace

void* operator new(size_t size) {
  ++taken;
  if (void* out = std::malloc(size == 0 ? 1 : size)) return out;
  throw std::bad_alloc{};
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace ironbus::test {

namespace {

template <class Act>
size_t taken_by(Act act) {
  const auto before = taken.load();
  act();
  return taken - before;
}

http_request request_of(const permit& allowed) {
  http_request out{allowed};
  out.server.host = "192.0.2.7";
  out.target = "/redfish/v1/Systems/1";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tracing_that_is_off)

BOOST_AUTO_TEST_CASE(a_call_has_no_span) {
  const auto traced = *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  const test_lease worker;
  const auto request = request_of(worker.issue());
  const auto of_trace = request_of(
      worker->issue(std::make_shared<const call_origin>(call_origin{traced, "node-1", "a.b"})));
  const auto call = [](const http_request& x) {
    auto span = begin_http_span(x, http_peer::bmc);
    if (span) throw std::logic_error{"there is one"};
  };
  BOOST_TEST(taken_by([&] { call(request); }) == 0U);
  BOOST_TEST(taken_by([&] { call(of_trace); }) == 0U);
  const recorded_spans seen;
  BOOST_TEST(taken_by([&] { begin_http_span(of_trace, http_peer::bmc); }) > 0U);
}

BOOST_AUTO_TEST_CASE(passes_on_no_trace_without_allocation) {
  BOOST_TEST(taken_by([] {
               const trace_context none;
               const auto child = child_of(none, "of that name");
               auto copy = child;
               copy = none;
               if (copy.is_set() || tracing::records(copy)) throw std::logic_error{"it is one"};
               std::vector<log::field> fields;
               tracing::add_ids(fields, copy);
             }) == 0U);
  BOOST_TEST(taken_by([] { begin_trace(1); }) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
