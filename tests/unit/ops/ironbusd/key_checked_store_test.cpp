#include "ops/ironbusd/store_tools/key_checked_store.hpp"

#include "ops/ironbusd/store_tools/key_record.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <future>

using namespace ironbus;
using namespace ironbus::daemon;
using ironbus::test::fulfilled;

namespace {

using namespace std::chrono_literals;

constexpr auto limit = 60s;

/// A store that answers late. Its record of keys is shared with the test.
class late_store final : public forwarding_store {
public:
  struct content {
    std::atomic<bool> answers = false;
    std::string snapshot;  ///< Of the record of keys; empty: none.
    std::atomic<int> written = 0;
  };

  explicit late_store(std::shared_ptr<content> kept)
      : forwarding_store(static_cast<store&>(*this)), kept_{std::move(kept)} {}

  void load(std::string, std::string id, callback<stored> done) override {
    if (!kept_->answers) return done(fail(error_code::unavailable, "away"));
    if (kept_->snapshot.empty()) return done(fail(error_code::not_found, "none"));
    done(stored{std::move(id), 1, kept_->snapshot, false, {}});
  }
  void apply(commit x, commit_callback done) override {
    kept_->snapshot = std::move(x.snapshot);
    ++kept_->written;
    done(x.expected_version + 1);
  }
  void on_restart(std::function<void(const store_restart&)>) override {}
  std::string durability() const override { return "none"; }

private:
  const std::shared_ptr<content> kept_;
};

std::shared_ptr<const secret_box> late_key(char id) {
  return std::make_shared<const secret_box>(
      secret_box::make({{{std::string(1, id), std::string(32, id)}}, std::string(1, id)}).value());
}

struct late_fixture {
  std::unique_ptr<store> open(std::shared_ptr<const secret_box> box) {
    auto made =
        key_checked_store::open(std::make_unique<late_store>(kept), std::move(box), 0ms,
                                [this](const failure& why) { refused.set_value(why.message); });
    BOOST_REQUIRE(made.has_value());
    return *std::move(made);
  }
  static result<stored> load(store& records) {
    return await_store<result<stored>>(
        [&](auto done) { records.load("node", "n1", std::move(done)); }, limit);
  }

  std::shared_ptr<late_store::content> kept = std::make_shared<late_store::content>();
  std::promise<std::string> refused;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(a_key_checked_store, late_fixture)

BOOST_AUTO_TEST_CASE(is_unavailable_until_its_keys_are_checked) {
  const auto records = open(late_key('a'));
  const auto early = load(*records);
  BOOST_TEST_REQUIRE(!early.has_value());
  BOOST_TEST((early.error().code == error_code::unavailable));
  BOOST_TEST(early.error().nothing_done);
  kept->answers = true;
  BOOST_TEST(fulfilled([&] { return load(*records).has_value(); }, limit));
  BOOST_TEST(kept->written.load() == 1);
  BOOST_TEST(recorded_key_ids(kept->snapshot).contains("a"));
}

BOOST_AUTO_TEST_CASE(ends_a_process_whose_keys_do_not_fit) {
  kept->answers = true;
  { const auto first = open(late_key('a')); }
  kept->answers = false;
  const auto records = open(nullptr);
  kept->answers = true;
  auto why = refused.get_future();
  BOOST_REQUIRE(why.wait_for(limit) == std::future_status::ready);
  const auto text = why.get();
  BOOST_TEST(text.find("with the key 'a'. Set secrets.key_file") != std::string::npos, text);
  BOOST_TEST((load(*records).error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_CASE(stops_while_it_waits) {
  const auto records = open(late_key('a'));
  BOOST_TEST(!load(*records).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
