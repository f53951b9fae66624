#include "gateways/sqlite/write_thread.hpp"

#include "tests/unit/gateways/sqlite/scratch_file.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <future>
#include <memory>

using namespace ironbus;
using sqlite::database;
using sqlite::database_error;
using sqlite::write_call;

BOOST_AUTO_TEST_SUITE(write_thread)

namespace {

struct with_thread : test::scratch_file {
  int rolled_back = 0;
  std::vector<std::string> outcomes;
  std::unique_ptr<sqlite::write_thread> thread;

  with_thread() {
    file.execute("CREATE TABLE seen (x INTEGER UNIQUE)");
    thread = std::make_unique<sqlite::write_thread>(file, 512, [this] { ++rolled_back; });
  }

  void put(std::function<void(database&)> work, bool writes = true) {
    thread->put({std::move(work),
                 [this](const std::optional<failure>& error) {
                   outcomes.push_back(error ? std::string{to_string(error->code)} : "ok");
                 },
                 writes});
  }

  void insert(int64_t value) {
    put([value](database& opened) { insert_now(opened, value); });
  }

  static void insert_now(database& input, int64_t value) {
    auto insert = input.prepare("INSERT INTO seen VALUES (?)");
    insert << value;
    insert.run();
  }

  /// All calls that `give` queues form one group.
  template <class Give>
  void as_one_group(const Give& give) {
    std::promise<void> begun;
    std::promise<void> go_on;
    thread->put({[&](database&) {
                   begun.set_value();
                   go_on.get_future().wait();
                 },
                 [](const auto&) {}, false});
    begun.get_future().wait();
    give();
    go_on.set_value();
    thread.reset();
  }

  int64_t sum() { return file.number("SELECT sum(x) FROM seen"); }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_failing_call_does_not_fail_the_others, with_thread) {
  as_one_group([&] {
    insert(1);
    put([](database& opened) {
      insert_now(opened, 100);  // Must be rolled back.
      insert_now(opened, 1);
    });
    insert(2);
  });
  BOOST_TEST(outcomes == (std::vector<std::string>{"ok", "unavailable", "ok"}),
             boost::test_tools::per_element());
  BOOST_TEST(sum() == 3);
  BOOST_TEST(rolled_back == 2);  // the group, then the call
}

BOOST_FIXTURE_TEST_CASE(a_read_only_call_runs_once, with_thread) {
  int runs = 0;
  as_one_group([&] {
    put([&](database&) { ++runs; }, false);
    put([](database&) { throw database_error{"no"}; });
    put([&](database&) { ++runs; }, false);
  });
  BOOST_TEST(runs == 2);
  BOOST_TEST(outcomes == (std::vector<std::string>{"ok", "unavailable", "ok"}),
             boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(all_calls_fail_if_the_transaction_is_lost, with_thread) {
  as_one_group([&] {
    insert(1);
    put([](database& opened) {
      opened.execute("ROLLBACK");  // As SQLite does when the disk is full.
      throw database_error{"full"};
    });
    insert(2);
  });
  BOOST_TEST(outcomes == (std::vector<std::string>{"unavailable", "unavailable", "ok"}),
             boost::test_tools::per_element());
  BOOST_TEST(sum() == 2);
}

// Shutdown code waits for objects in the callbacks; no further call may be needed to release them.
BOOST_FIXTURE_TEST_CASE(a_callback_is_destroyed_after_its_call, with_thread) {
  std::promise<void> gone;
  auto released = gone.get_future();
  std::shared_ptr<void> held{nullptr, [&](void*) { gone.set_value(); }};
  thread->put({[](database&) {}, [held = std::move(held)](const auto&) {}, false});
  BOOST_TEST((released.wait_for(std::chrono::seconds{30}) == std::future_status::ready));
}

BOOST_FIXTURE_TEST_CASE(without_failures_nothing_is_rolled_back, with_thread) {
  as_one_group([&] {
    for (int i = 1; i <= 100; ++i) insert(i);
  });
  BOOST_TEST(rolled_back == 0);
  BOOST_TEST(sum() == 5050);
}

BOOST_FIXTURE_TEST_CASE(a_patient_call_runs_without_a_further_call, with_thread) {
  std::promise<void> done;
  thread->put({[](database& opened) { insert_now(opened, 1); },
               [&](const auto&) { done.set_value(); }, true, true});
  done.get_future().wait();
  BOOST_TEST(sum() == 1);
}

BOOST_FIXTURE_TEST_CASE(patient_and_urgent_calls_keep_their_order, with_thread) {
  std::vector<int> order;
  auto note = [&](int number, bool patient) {
    thread->put({[&order, number](database&) { order.push_back(number); }, [](const auto&) {}, true,
                 patient});
  };
  for (int i = 0; i < 10; ++i) note(i, i % 2 == 0);
  thread.reset();
  BOOST_TEST(order == (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
