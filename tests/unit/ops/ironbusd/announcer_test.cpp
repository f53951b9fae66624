#include "ops/ironbusd/roles/announcer.hpp"

#include "store_stub.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace ironbus;
using namespace ironbus::daemon;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

/// Records the announcements; some names belong to other processes.
class member_list final : public store_stub {
public:
  void announce(member who, std::chrono::milliseconds, callback<std::monostate> done) override {
    std::unique_lock guard{mutex_};
    const bool taken = replaced_.contains(who.incarnation);
    announced_.push_back(std::move(who.incarnation));
    guard.unlock();
    changed_.notify_all();
    if (taken) return done(fail(error_code::conflict, "A newer process has taken the name."));
    done(std::monostate{});
  }
  void withdraw(std::string, std::string incarnation) override {
    withdrawn_incarnation = std::move(incarnation);
  }

  void replace(const std::string& incarnation) {
    const std::lock_guard guard{mutex_};
    replaced_.insert(incarnation);
  }
  std::vector<std::string> announced() {
    const std::lock_guard guard{mutex_};
    return announced_;
  }
  /// Waits for this many further announcements.
  void await(size_t more) {
    std::unique_lock guard{mutex_};
    const auto wanted = announced_.size() + more;
    changed_.wait(guard, [&] { return announced_.size() >= wanted; });
  }

  std::string withdrawn_incarnation;

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> replaced_;
  std::vector<std::string> announced_;
};

constexpr announcer_options quick{1ms, 1ms, 6000ms};

}  // namespace

BOOST_AUTO_TEST_SUITE(announced_leases)

BOOST_AUTO_TEST_CASE(a_process_without_lease_keeps_its_incarnation) {
  member_list members;
  announcer subject{members, {"worker-1", "a", "{}"}, nullptr, [] {}, quick};
  subject.start();
  members.await(3);
  subject.stop();
  for (const auto& x : members.announced()) BOOST_TEST(x == "a");
  BOOST_TEST(members.withdrawn_incarnation == "a");
}

BOOST_AUTO_TEST_CASE(announcements_keep_the_lease_up_and_a_lapse_gives_a_new_incarnation) {
  member_list members;
  test_lease worker;
  announcer subject{members, {"worker-1", "b", "{}"}, worker, [] {}, quick};
  subject.start();
  const auto first = worker.issue();
  for (int i = 0; i < 5; ++i) {  // 10 s; each announcement lasts 5
    worker.pass(2s);
    members.await(2);
    BOOST_TEST(first.check());
  }
  worker.lapse();
  BOOST_TEST(!first.check());
  members.await(4);
  const auto second = worker.issue();
  BOOST_TEST(second.check());
  BOOST_TEST(!first.check());
  subject.stop();
  const auto incarnations = members.announced();
  BOOST_TEST(worker->incarnation() != "b");
  BOOST_TEST(incarnations.back() == worker->incarnation());
  BOOST_TEST(members.withdrawn_incarnation == worker->incarnation());
  BOOST_TEST((std::set(incarnations.begin(), incarnations.end()).size() == 2U));
}

BOOST_AUTO_TEST_CASE(a_replaced_process_does_not_end_its_successor) {
  member_list members;
  test_lease worker;
  announcer subject{members, {"worker-1", "b", "{}"}, worker, [] {}, quick};
  worker.lapse();
  members.replace("b");
  subject.start();
  members.await(5);
  subject.stop();
  for (const auto& x : members.announced()) BOOST_TEST(x == "b");
  BOOST_TEST(!worker.issue().check());
}

BOOST_AUTO_TEST_CASE(a_process_that_is_replaced_stops_at_once) {
  member_list members;
  test_lease worker;
  announcer subject{members, {"worker-1", "b", "{}"}, worker, [] {}, quick};
  const auto allowed = worker.issue();
  members.replace("b");
  BOOST_TEST(allowed.check());
  subject.start();
  members.await(3);
  BOOST_TEST(!allowed.check());
  subject.stop();
}

BOOST_AUTO_TEST_SUITE_END()
