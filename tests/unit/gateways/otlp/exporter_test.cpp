#include "gateways/otlp/exporter.hpp"

#include "example_span.hpp"
#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <mutex>

using namespace ironbus;
using namespace ironbus::otlp;
using namespace std::chrono_literals;

namespace {

/// A fake collector: records the requests and answers as set.
class stand_in {
public:
  collector_post post() {
    return [this](const std::string& body, std::chrono::milliseconds,
                  const std::function<bool()>& given_up) { return take(body, given_up); };
  }

  /// The next answers; the last one repeats. Status 0: no answer.
  void answer(std::vector<collector_answer> all) {
    const std::lock_guard hold{mutex_};
    answers_ = std::move(all);
  }
  /// Answers no request until released.
  void hang(bool x) {
    const std::lock_guard hold{mutex_};
    hangs_ = x;
    changed_.notify_all();
  }

  /// The number of spans per request. Waits for `requests` requests.
  std::vector<size_t> sizes(size_t requests) {
    std::unique_lock hold{mutex_};
    changed_.wait_for(hold, 10s, [&] { return sizes_.size() >= requests; });
    return sizes_;
  }

private:
  result<collector_answer> take(const std::string& body, const std::function<bool()>& given_up) {
    std::unique_lock hold{mutex_};
    const auto text = json::parse(body);
    sizes_.push_back(text["resourceSpans"][0]["scopeSpans"][0]["spans"].size());
    changed_.notify_all();
    while (hangs_ && !given_up()) changed_.wait_for(hold, 10ms);
    if (hangs_) return fail(error_code::timeout, "it hangs");
    auto out = answers_.front();
    if (answers_.size() > 1) answers_.erase(answers_.begin());
    if (out.status == 0) return fail(error_code::unavailable, "it is away");
    return out;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<collector_answer> answers_{{200, {}, "{}"}};
  std::vector<size_t> sizes_;
  bool hangs_ = false;
};

otlp_options quick() {
  otlp_options out;
  out.interval = 20ms;
  out.retry_first = 10ms;
  out.retry_longest = 20ms;
  out.farewell = 200ms;
  out.batch_max = 4;
  out.queue_max = 8;
  return out;
}

double shown(const std::string& name, const metrics::labels& labels = {}) {
  return metrics::collect().at(name).by_labels.at(labels).value;
}
double dropped(const char* why) {
  return shown("ironbus_trace_spans_dropped_total", {{"reason", why}});
}
double exported() { return shown("ironbus_trace_spans_exported_total"); }

void await(const std::function<bool()>& what) {
  for (int i = 0; i < 1000 && !what(); ++i) std::this_thread::sleep_for(10ms);
  BOOST_TEST(what());
}

void give(exporter& to, size_t count) {
  for (size_t i = 0; i < count; ++i) to.take(test::example_span());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exporting_spans)

BOOST_AUTO_TEST_CASE(spans_are_sent_together) {
  stand_in collector;
  exporter one{quick(), {}, collector.post()};
  give(one, 3);
  BOOST_TEST(collector.sizes(1) == std::vector<size_t>{3}, boost::test_tools::per_element());
  await([] { return exported() == 3; });
}

BOOST_AUTO_TEST_CASE(a_full_batch_does_not_wait) {
  stand_in collector;
  auto options = quick();
  options.interval = 60s;
  exporter one{options, {}, collector.post()};
  give(one, 4);
  BOOST_TEST(collector.sizes(1).front() == 4U);
}

BOOST_AUTO_TEST_CASE(while_the_collector_hangs_spans_are_dropped_without_blocking) {
  stand_in collector;
  collector.hang(true);
  exporter one{quick(), {}, collector.post()};
  give(one, 4);
  collector.sizes(1);
  const auto began = std::chrono::steady_clock::now();
  give(one, 1000);
  BOOST_TEST((std::chrono::steady_clock::now() - began < 1s));
  BOOST_TEST(dropped("queue_full") == 992);
  collector.hang(false);
  await([] { return exported() == 12; });
}

BOOST_AUTO_TEST_CASE(retryable_failures_are_retried) {
  stand_in collector;
  collector.answer({{0, {}, {}}, {503, {}, {}}, {429, {}, {}}, {200, {}, "{}"}});
  exporter one{quick(), {}, collector.post()};
  give(one, 2);
  await([] { return exported() == 2; });
  BOOST_TEST(collector.sizes(4).size() == 4U);
  BOOST_TEST(shown("ironbus_trace_export_failures_total") == 3);
  BOOST_TEST(dropped("refused") == 0);
}

BOOST_AUTO_TEST_CASE(rejected_spans_are_dropped_and_counted) {
  stand_in collector;
  collector.answer({{400, {}, "no"},
                    {200, {}, R"({"partialSuccess":{"rejectedSpans":"1"}})"},
                    {200, {}, R"({"partialSuccess":{"rejectedSpans":"99"}})"}});
  exporter one{quick(), {}, collector.post()};
  give(one, 4);
  await([] { return dropped("refused") == 4; });
  give(one, 4);
  await([] { return dropped("refused") == 5; });
  BOOST_TEST(exported() == 3);
  give(one, 4);
  await([] { return dropped("refused") == 9; });
}

BOOST_AUTO_TEST_CASE(end_sends_the_queued_spans) {
  stand_in collector;
  auto options = quick();
  options.interval = 60s;
  exporter one{options, {}, collector.post()};
  give(one, 3);
  one.end();
  BOOST_TEST(exported() == 3);
  one.take(test::example_span());
  BOOST_TEST(dropped("ended") == 1);
}

BOOST_AUTO_TEST_CASE(end_does_not_wait_for_a_hanging_collector) {
  stand_in collector;
  collector.hang(true);
  exporter one{quick(), {}, collector.post()};
  give(one, 8);
  collector.sizes(1);
  const auto began = std::chrono::steady_clock::now();
  one.end();
  BOOST_TEST((std::chrono::steady_clock::now() - began < 5s));
  BOOST_TEST(dropped("ended") == 8);
}

BOOST_AUTO_TEST_SUITE_END()
