#include "drivers/kit/http/call_metrics.hpp"
#include "messages/platform/metric_registry.hpp"
#include "tests/unit/drivers/kit/http_asker.hpp"

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// "<peer> <method> <result>" of all calls so far, with their number.
std::map<std::string, uint64_t> counted_calls() {
  std::map<std::string, uint64_t> out;
  const auto all = metrics::collect();
  for (const auto& [labels, sample] : all.at("ironbus_driver_call_seconds").by_labels)
    for (const auto count : sample.in_bucket)
      out[labels.at(0).second + " " + labels.at(1).second + " " + labels.at(2).second] += count;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_call_metrics)

BOOST_AUTO_TEST_CASE(counts_calls_by_receiver_and_result) {
  auto expected = counted_calls();
  auto options = patient();
  options.counted_as = http_peer::bmc;
  keep_alive_server good{always(answer_text(500, "{}"))};
  http_asker asker{options};
  asker.ask(request_to(good.endpoint()));
  asker.ask(request_to(good.endpoint(), http_method::remove));
  asker.ask(request_to(good.endpoint(), http_method::remove));
  asker.ask(request_to(good.endpoint(), http_method::get, "no path"));
  options.counted_as = http_peer::agent;
  keep_alive_server bad{always("nonsense\r\n\r\n", keep_alive_server::then::close)};
  http_asker{options}.ask(request_to(bad.endpoint(), http_method::post));
  expected["bmc GET answered"] += 1;
  expected["bmc DELETE answered"] += 2;
  expected["bmc GET refused"] += 1;
  expected["agent POST protocol"] += 1;
  const auto found = counted_calls();
  for (const auto& [name, count] : found) BOOST_TEST(count == expected[name], name);
  BOOST_TEST(found.size() == expected.size());
}

BOOST_AUTO_TEST_SUITE_END()
