#include "gateways/http/transport/file_traffic.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;

constexpr uint64_t rate = 640'000;  // So a turn is 10,000 bytes.
constexpr uint64_t turn = 10'000;
constexpr uint64_t much = 1'000'000'000;

file_traffic::client address(const char* text) { return parse_ip(text); }

/// Sends as much as it may and always has more.
class busy_sender final : public file_sender {
public:
  void grant(uint64_t bytes) override {
    sent += bytes;
    granted = true;
  }
  uint64_t sent = 0;
  bool granted = true;  ///< So the next call requests more.
};

/// Clients that always have more to send, with a simulated clock.
struct traffic_fixture {
  struct one {
    file_traffic::client who;
    std::shared_ptr<busy_sender> sender = std::make_shared<busy_sender>();
  };

  std::shared_ptr<busy_sender> add(const char* who) {
    all.push_back({address(who)});
    return all.back().sender;
  }
  void pass(file_traffic& traffic, std::chrono::milliseconds time) {
    for (const auto end = now + time; now < end; now += file_traffic::period) {
      for (bool any = true; any;) {
        any = false;
        for (auto& x : all) {
          if (!std::exchange(x.sender->granted, false)) continue;
          traffic.ask(x.who, x.sender, much, now);
          any = true;
        }
      }
      traffic.go_on(now);
    }
  }
  uint64_t sent() const {
    return std::accumulate(all.begin(), all.end(), uint64_t{0},
                           [](uint64_t sum, const one& x) { return sum + x.sender->sent; });
  }

  file_traffic::time_point now{1h};
  std::vector<one> all;
};

/// Within a tenth and one turn.
bool is_about(uint64_t got, uint64_t expected) {
  return got + expected / 10 + turn >= expected && got <= expected + expected / 10 + turn;
}

BOOST_FIXTURE_TEST_SUITE(file_bandwidths, traffic_fixture)

BOOST_AUTO_TEST_CASE(without_limits_senders_need_not_ask) {
  BOOST_TEST(!file_traffic{{}}.limited());
  BOOST_TEST((file_traffic{{1, 0}}.limited()));
  BOOST_TEST((file_traffic{{0, 1}}.limited()));
}

BOOST_AUTO_TEST_CASE(all_clients_together_reach_the_total_limit) {
  file_traffic traffic{{rate, 0}};
  for (const auto* who : {"192.0.2.1", "192.0.2.2", "192.0.2.3"}) add(who);
  pass(traffic, 10s);
  BOOST_TEST(is_about(sent(), 10 * rate), sent());
  for (const auto& x : all) BOOST_TEST(is_about(x.sender->sent, 10 * rate / 3), x.sender->sent);
}

BOOST_AUTO_TEST_CASE(the_number_of_connections_does_not_matter) {
  file_traffic traffic{{rate, 0}};
  const auto modest = add("192.0.2.1");
  for (int i = 0; i < 9; ++i) add("192.0.2.2");
  pass(traffic, 10s);
  BOOST_TEST(is_about(modest->sent, 5 * rate), modest->sent);
  BOOST_TEST(is_about(sent(), 10 * rate), sent());
}

BOOST_AUTO_TEST_CASE(each_client_has_its_own_limit) {
  file_traffic traffic{{0, rate}};
  const auto first = add("192.0.2.1");
  const auto second = add("192.0.2.2");
  const auto third = add("192.0.2.2");
  pass(traffic, 10s);
  BOOST_TEST(is_about(first->sent, 10 * rate), first->sent);
  BOOST_TEST(is_about(second->sent + third->sent, 10 * rate), second->sent + third->sent);
  BOOST_TEST((second->sent > 2 * rate && third->sent > 2 * rate));
}

BOOST_AUTO_TEST_CASE(bandwidth_beyond_a_client_limit_goes_to_the_others) {
  file_traffic traffic{{3 * rate, 2 * rate}};
  const auto first = add("192.0.2.1");
  pass(traffic, 5s);
  BOOST_TEST(is_about(first->sent, 10 * rate), first->sent);
  const auto second = add("192.0.2.2");
  pass(traffic, 10s);
  BOOST_TEST(is_about(second->sent, 15 * rate), second->sent);
}

BOOST_AUTO_TEST_CASE(a_proxy_without_client_names_has_only_the_total_limit) {
  file_traffic traffic{{0, rate}};
  all.push_back({std::nullopt});
  pass(traffic, 0s);
  traffic.ask(std::nullopt, all[0].sender, much, now);
  traffic.ask(std::nullopt, all[0].sender, much, now);
  BOOST_TEST(all[0].sender->sent == 2 * turn);
}

BOOST_AUTO_TEST_CASE(a_grant_is_never_larger_than_the_request) {
  file_traffic traffic{{rate, 0}};
  const auto sender = std::make_shared<busy_sender>();
  traffic.ask(address("192.0.2.1"), sender, 7, now);
  BOOST_TEST(sender->sent == 7U);
}

BOOST_AUTO_TEST_CASE(unused_bandwidth_is_not_saved) {
  file_traffic traffic{{rate, 0}};
  add("192.0.2.1");
  pass(traffic, 1s);
  now += 1h;
  const auto before = sent();
  pass(traffic, 1s);
  BOOST_TEST(is_about(sent() - before, rate + rate / 10), sent() - before);
}

BOOST_AUTO_TEST_CASE(a_very_low_limit_works) {
  file_traffic traffic{{2'000, 0}};
  add("192.0.2.1");
  add("192.0.2.2");
  pass(traffic, 60s);
  BOOST_TEST((sent() >= 110'000 && sent() <= 130'000), sent());
}

BOOST_AUTO_TEST_CASE(a_closed_sender_is_skipped_and_forgotten) {
  file_traffic traffic{{rate, rate}};
  add("192.0.2.1");
  add("192.0.2.2");
  pass(traffic, 1s);
  BOOST_TEST(traffic.clients() == 2U);
  all.erase(all.begin());
  const auto before = sent();
  pass(traffic, 10s);
  BOOST_TEST(is_about(sent() - before, 10 * rate), sent() - before);
  BOOST_TEST(traffic.clients() == 1U);
  all.clear();
  traffic.go_on(now + 1s);
  traffic.go_on(now + 3s);
  BOOST_TEST(traffic.clients() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
