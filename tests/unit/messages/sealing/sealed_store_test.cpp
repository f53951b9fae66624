#include "messages/sealing/sealed_store.hpp"

#include "messages/sealing/places.hpp"
#include "messages/sealing/sealed_text.hpp"
#include "messages/wire/decision_record.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;
using namespace ironbus::sealing;

namespace {

/// Keeps what it gets, as a real store would.
class kept_store final : public forwarding_store {
public:
  kept_store() : forwarding_store(static_cast<store&>(*this)) {}

  commit last;
  std::map<std::string, step_claim> claims;

  void apply(commit x, commit_callback done) override {
    last = std::move(x);
    done(last.expected_version + 1);
  }
  void load(std::string, std::string id, callback<stored> done) override {
    done(stored{std::move(id), 1, last.snapshot, false, last.outbox});
  }
  void list(query, callback<std::vector<listed>> done) override {
    std::vector<listed> out;
    for (const auto& row : last.put) out.push_back({row.id, last.id, row.summary, last.snapshot});
    done(std::move(out));
  }
  void read_claim(std::string key, callback<step_claim> done) override { done(claims[key]); }
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override {
    auto& now = claims[key];
    if (!now.outcome.empty() && now.outcome != outcome)
      return done(fail(error_code::conflict, "it has another outcome"));
    now = {std::move(owner), std::move(outcome), true, 0};
    done(std::monostate{});
  }
  void read_events(event_query, callback<event_page> done) override {
    event_page out{"log", last.events.size(), 0, {}, 0, 0};
    for (const auto& event : last.events) out.events.push_back({1, event});
    done(std::move(out));
  }
  void on_restart(std::function<void(const store_restart&)>) override {}
  std::string durability() const override { return "none"; }
};

std::shared_ptr<const secret_box> box_named(const std::string& id, char bytes) {
  return std::make_shared<const secret_box>(
      secret_box::make({{{id, std::string(32, bytes)}}, id}).value());
}

event_record event_of(const std::string& subject, const std::string& body) {
  event_record out;
  out.subject = subject;
  out.body = body;
  return out;
}

struct store_fixture {
  store_fixture() { sealed = open(box_named("k1", 'a')); }

  std::unique_ptr<store> open(std::shared_ptr<const secret_box> box) {
    auto made = std::make_unique<kept_store>();
    inner = made.get();
    return std::make_unique<sealed_store>(std::move(made), std::move(box));
  }

  static commit everything() {
    commit out;
    out.aggregate = "node";
    out.id = "n1";
    out.snapshot = R"({"driver_info":{"ipmi_password":"hidden"}})";
    out.outbox = {R"({"body":"{\"driver_info\":{\"ipmi_password\":\"hidden\"}}","id":"1"})"};
    out.put = {{"nodes", "n1", R"({"token":"hidden"})", {{"name", "web-1"}}}};
    out.events = {event_of("n1", R"({"data":{"ipmi_password":"******"}})"),
                  event_of(decision_subject("n1"), R"({"message":"hidden"})")};
    return out;
  }

  void apply(commit x) {
    bool done = false;
    sealed->apply(std::move(x), [&](const commit_result& applied) { done = applied.has_value(); });
    BOOST_TEST_REQUIRE(done);
  }

  template <class T, class Ask>
  static result<T> asked(const Ask& ask) {
    result<T> out = fail(error_code::timeout, "no answer");
    ask([&](result<T> answer) { out = std::move(answer); });
    return out;
  }
  result<stored> load() {
    return asked<stored>([&](auto done) { sealed->load("node", "n1", std::move(done)); });
  }
  result<std::monostate> finish(const std::string& owner, const std::string& outcome) {
    return asked<std::monostate>(
        [&](auto done) { sealed->finish_step("step", owner, outcome, std::move(done)); });
  }

  kept_store* inner = nullptr;
  std::unique_ptr<store> sealed;
};

bool shows(const std::string& text) { return text.find("hidden") != std::string::npos; }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(a_sealed_store, store_fixture)

BOOST_AUTO_TEST_CASE(keeps_no_secret_in_clear) {
  apply(everything());
  const auto& now = inner->last;
  BOOST_TEST(!shows(now.snapshot));
  BOOST_TEST(!shows(now.outbox[0]));
  BOOST_TEST(!shows(now.put[0].summary));
  BOOST_TEST(!shows(now.events[1].body));
  BOOST_TEST(now.events[0].body == everything().events[0].body);
  BOOST_TEST(now.put[0].columns[0].second == "web-1");
}

BOOST_AUTO_TEST_CASE(shows_its_users_clear_text) {
  const auto written = everything();
  apply(written);
  const auto record = load();
  BOOST_TEST_REQUIRE(record.has_value());
  BOOST_TEST(record->snapshot == written.snapshot);
  BOOST_TEST(record->outbox[0] == written.outbox[0]);
  query all;
  all.collection = "nodes";
  const auto rows = asked<std::vector<listed>>([&](auto done) { sealed->list(all, done); });
  BOOST_TEST_REQUIRE(rows.has_value());
  BOOST_TEST(rows->front().summary == written.put[0].summary);
  BOOST_TEST(rows->front().snapshot == written.snapshot);
  const auto page = asked<event_page>([&](auto done) { sealed->read_events({}, done); });
  BOOST_TEST_REQUIRE(page.has_value());
  BOOST_TEST(page->events[1].event.body == written.events[1].body);
}

BOOST_AUTO_TEST_CASE(names_the_record_and_the_field_that_it_cannot_decrypt) {
  apply(everything());
  const auto written = inner->last;
  sealed = open(box_named("k1", 'b'));
  inner->last = written;
  const auto record = load();
  BOOST_TEST_REQUIRE(!record.has_value());
  BOOST_TEST((record.error().code == error_code::internal));
  BOOST_TEST(record.error().message.starts_with("node n1: /driver_info/ipmi_password: "),
             record.error().message);
}

BOOST_AUTO_TEST_CASE(reads_a_store_in_clear) {
  inner->last = everything();
  BOOST_TEST(load()->snapshot == everything().snapshot);
}

BOOST_AUTO_TEST_CASE(accepts_the_same_outcome_of_a_step_twice) {
  const std::string outcome = R"({"learnt":{"driver_info":{"ipmi_password":"hidden"}}})";
  BOOST_TEST(finish("w1", outcome).has_value());
  BOOST_TEST(!shows(inner->claims["step"].outcome));
  BOOST_TEST(finish("w1", outcome).has_value());
  BOOST_TEST((finish("w2", outcome).error().code == error_code::conflict));
  BOOST_TEST((finish("w1", R"({"token":"other"})").error().code == error_code::conflict));
  const auto claim =
      asked<step_claim>([&](auto done) { sealed->read_claim("step", std::move(done)); });
  BOOST_TEST(claim->outcome == outcome);
}

BOOST_AUTO_TEST_SUITE_END()
