#include "gateways/redis/maintenance/confirmed_damage.hpp"
#include "gateways/redis/maintenance/maintenance_scripts.hpp"
#include "gateways/redis/maintenance/redis_integrity_watch.hpp"
#include "tests/contract/store/maintenance_client.hpp"
#include "tests/contract/store/on_stores.hpp"
#include "tests/contract/store/patient_store.hpp"
#include "tests/support/await.hpp"

#include <atomic>
#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using boost::test_tools::per_element;

namespace {

/// A store, and direct access to its server.
struct examined_redis {
  fresh_store it{"redis"};
  redis::session hand{redis::session::open(options()).value()};

  redis_options options() const {
    auto out = test_redis();
    out.prefix = it.prefix();
    return out;
  }

  std::unique_ptr<redis_integrity_watch> watch(store_maintenance::judge ask = unchanged) {
    return std::make_unique<redis_integrity_watch>(options(), std::move(ask), it->raw());
  }

  void command(std::vector<std::string> words) {
    words[1] = hand.key(words[1]);
    BOOST_REQUIRE(hand.ask(words).has_value());
  }
  bool is_there(const std::string& key) {
    return hand.ask({"EXISTS", hand.key(key)}).value()->integer == 1;
  }
  void await_examination() {
    BOOST_TEST_REQUIRE(fulfilled([&] { return is_there("checked"); }));
  }
};

commit node(const std::string& id, uint64_t version = 0) {
  auto out = change(id, version);
  out.claim = {{"nodes.name", "name of " + id}};
  out.put = {node_row(id, {{"state", version % 2 == 0 ? "available" : "active"}, {"name", id}}),
             {"ports", "p" + id, "", {{"node", id}}}};
  out.outbox = {"event of " + id};
  out.attention = std::chrono::system_clock::time_point{std::chrono::milliseconds{1 + version}};
  return out;
}

/// Repeatedly creates a node, moves it between indexes, trims its events and deletes it.
void live(store_client client, const std::string& id, const std::atomic<bool>& stop,
          std::atomic<int>& lives) {
  while (!stop) {
    uint64_t version = 0;
    for (; version < 5; ++version) {
      client.apply(node(id, version)).value();
      if (version % 2 == 1) client.raw().mark_published("node", id, version + 1);
    }
    auto end = change(id, version);
    end.erase = true;
    client.apply(end).value();
    client.raw().mark_published("node", id, version + 1);
    client.ping().value();  // the mark is removed, and the record is deleted
    ++lives;
  }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(redis_integrity, examined_redis)

BOOST_AUTO_TEST_CASE(store_is_examined_when_a_process_starts) {
  it->apply(node("n1")).value();
  const auto examines = watch();
  await_examination();
  BOOST_TEST(code_of(it->try_write()) == "ok");
  BOOST_TEST(!is_there("damage"));
  BOOST_TEST(!is_there("checking"));
}

BOOST_AUTO_TEST_CASE(dangling_entry_is_reported_until_it_is_repaired) {
  for (const auto* id : {"n1", "n2", "n3"}) it->apply(node(id)).value();
  command({"ZADD", "order:nodes", "2", "gone"});
  const auto examines = watch();
  await_examination();
  const auto refused = it->try_write();
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().message ==
             "Redis: the store is damaged, wrong index entries: 1. `ironbusd store check` "
             "lists them, `ironbusd store repair` repairs them");
  BOOST_TEST(code_of(it->ping()) == "unavailable");
  BOOST_TEST(it->apply(node("n4")).value() == 1u);  // the service continues

  BOOST_TEST(findings(*it.maintenance(), true) == texts{"dangling_entry order:nodes gone mended"},
             per_element());
  BOOST_TEST(code_of(it->try_write()) == "ok");
}

BOOST_AUTO_TEST_CASE(manual_repair_is_noticed_by_the_next_examination) {
  it->apply(node("n1")).value();
  command({"HSET", "uniq:nodes.name", "free", "node:gone"});
  watch(), await_examination();
  BOOST_TEST(code_of(it->ping()) == "unavailable");
  command({"HDEL", "uniq:nodes.name", "free"});
  command({"DEL", "checked"});
  watch(), await_examination();
  BOOST_TEST(code_of(it->ping()) == "ok");
}

BOOST_AUTO_TEST_CASE(server_restart_starts_an_examination) {
  redis_server server;
  const auto store = open_patient(server.options());
  store_client client{*store};
  client.apply(node("n1")).value();
  const auto options = server.options();
  const redis_integrity_watch examines{options, unchanged, *store};
  const auto asked = [&](std::vector<std::string> words) {
    return redis::session::open(options).value().ask(words).value()->integer;
  };
  BOOST_TEST_REQUIRE(fulfilled([&] { return asked({"EXISTS", "ironbus:checked"}) == 1; }));
  asked({"ZADD", "ironbus:col:nodes:state=active", "7", "gone"});
  BOOST_TEST(code_of(client.ping()) == "ok");  // not examined yet
  server.crash();
  server.start();
  BOOST_TEST(fulfilled([&] { return asked({"EXISTS", "ironbus:damage"}) == 1; }, 20s));
}

BOOST_AUTO_TEST_CASE(concurrent_changes_cause_no_findings) {
  std::atomic<bool> stop{false};
  std::atomic<int> lives{0};
  constexpr int clients_max = 4;
  std::vector<std::thread> clients;
  clients.reserve(clients_max);
  for (int i = 0; i < clients_max; ++i)
    clients.emplace_back([&, i] { live(*it, "n" + std::to_string(i), stop, lives); });
  for (int i = 0; i < 300; ++i) it->apply(node("rests " + std::to_string(i))).value();
  int ended = 0;
  for (int looks = 0; looks < 20; ++looks) {
    const auto before = lives.load();
    const auto found = redis::find_damage(hand, unchanged);
    if (found) {
      ++ended;
      BOOST_TEST(found->damage == texts{}, per_element());
    } else {  // no examination finished, so there is no finding
      BOOST_TEST(found.error().message.find("changes faster") != std::string::npos);
    }
    BOOST_TEST_REQUIRE(fulfilled([&] { return lives > before; }));
  }
  BOOST_TEST(ended > 0);
  stop = true;
  for (auto& client : clients) client.join();
}

BOOST_AUTO_TEST_CASE(row_of_another_release_is_not_damage) {
  it->apply(node("n1")).value();
  const auto newer = [](const stored_aggregate& now, const store_maintenance::finding_sink& tell) {
    auto wanted = now;
    for (auto& row : wanted.rows) row.content.columns.emplace_back("new", "column");
    tell({store_defect::different_row, "nodes", "node:" + now.id, ""});
    return wanted;
  };
  const auto found = redis::find_damage(hand, newer).value();
  BOOST_TEST(found.damage.empty());
  BOOST_TEST(found.strange == 1u);
}

BOOST_AUTO_TEST_CASE(one_process_at_a_time_examines_and_records) {
  const auto lease = [&](const std::string& who) {
    return hand.run(redis::lease_script, {who, "30000"}).value()->integer;
  };
  const auto note = [&](const std::string& who, const std::string& text) {
    return hand.run(redis::note_script, {who, text, "60000"}).value()->integer;
  };
  BOOST_TEST(lease("one") == 1);
  BOOST_TEST(lease("two") == 0);
  BOOST_TEST(lease("one") == 1);
  BOOST_TEST(note("two", "damaged") == 0);
  BOOST_TEST(!is_there("damage"));
  BOOST_TEST(note("one", "damaged") == 1);
  BOOST_TEST(is_there("damage"));
  BOOST_TEST(lease("two") == 1);
  BOOST_TEST(note("two", "") == 1);
  BOOST_TEST(!is_there("damage"));
}

BOOST_AUTO_TEST_CASE(examination_of_an_index_is_split_and_complete) {
  for (int i = 0; i < 3; ++i) {
    std::vector<std::string> words{"ZADD", "col:nodes:state=" + std::to_string(i)};
    for (int j = 0; j < 1500; ++j) words.insert(words.end(), {"1", "gone " + std::to_string(j)});
    command(words);
  }
  int commands = 0;
  hand.set_pace([&]() -> result<std::monostate> {
    ++commands;
    return {};
  });
  BOOST_TEST(findings(*it.maintenance(), false).size() == 4500u);
  BOOST_TEST(redis::find_damage(hand, unchanged).value().damage.size() == 1000u);
  BOOST_TEST(commands > 2 * 5);
}

BOOST_AUTO_TEST_SUITE_END()
