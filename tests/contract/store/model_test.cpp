#include "tests/contract/store/memory_model.hpp"
#include "tests/contract/store/on_stores.hpp"

#include <cstdlib>
#include <random>
#include <sstream>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(model)

namespace {

/// Draws commits and queries from small sets, so that they interact.
class dice {
public:
  explicit dice(uint64_t seed) : engine_{seed} {}

  size_t below(size_t bound) { return engine_() % bound; }
  bool one_in(size_t n) { return below(n) == 0; }
  std::string pick(const texts& begin) { return begin[below(begin.size())]; }

  std::string node() { return "n" + std::to_string(below(8)); }
  unique_key key() { return {pick({"nodes.name", "ports.address"}), pick({"a", "b", "c:d", "e"})}; }
  std::string collection() { return pick({"nodes", "ports"}); }
  std::string row_id() { return "r" + std::to_string(below(12)); }
  std::string column() { return pick({"state", "owner", "trait"}); }
  std::string value() { return pick({"", "up", "UP", "down", "up and down", "x"}); }

  template <class Draw>
  auto some(size_t bound, Draw draw) {
    std::vector<decltype(draw())> drawn;
    for (auto count = below(bound); count > 0; --count) drawn.push_back(draw());
    return drawn;
  }

  commit next_commit(const memory_model& now) {
    auto id = node();
    auto record = now.load(id);
    auto version = record ? record->version : 0;
    if (one_in(10)) version += 1;
    auto x = change(id, version);
    x.erase = one_in(8);
    if (!one_in(5)) {
      x.shard = static_cast<uint32_t>(below(3));
      x.epoch = below(4);
    }
    if (one_in(2))
      x.attention = std::chrono::system_clock::time_point{std::chrono::seconds{below(99)}};
    x.outbox = some(3, [&] { return id + std::to_string(engine_()); });
    x.claim = some(2, [&] { return key(); });
    x.release = some(3, [&] { return key(); });
    x.remove = some(2, [&] { return std::pair{collection(), row_id()}; });
    x.put = some(4, [&] { return next_row(); });
    return x;
  }

  row next_row() {
    return {collection(), row_id(), std::to_string(engine_()), some(5, [&] {
              return std::pair{column(), value()};
            })};
  }

  query next_query() {
    query x;
    x.collection = collection();
    x.filters = some(3, [&] {
      return filter{column(), static_cast<filter::op>(below(5)), {value(), value()}};
    });
    if (one_in(2)) x.sort_column = column();
    x.descending = one_in(2);
    if (one_in(3)) x.marker = row_id();
    x.limit = 1 + below(9);
    x.with_snapshot = one_in(4);
    return x;
  }

private:
  std::mt19937_64 engine_;
};

std::string text_of(const commit_result& commit_result) {
  if (commit_result) return std::to_string(*commit_result);
  const auto& taken = commit_result.error().taken;
  return code_of(commit_result) + (taken ? " " + taken->space + " " + taken->value : "");
}

std::string text_of(const result<stored>& given) {
  if (!given) return code_of(given);
  auto text = given->id + " " + std::to_string(given->version) + " " + given->snapshot;
  if (given->erased) text += " erased";
  for (const auto& entry : given->outbox) text += " " + entry;
  return text;
}

std::string text_of(const result<std::vector<listed>>& given) {
  if (!given) return code_of(given);
  std::string text;
  for (const auto& row : *given)
    text += row.id + "|" + row.aggregate_id + "|" + row.summary + "|" + row.snapshot + "\n";
  return text;
}

std::string text_of(const std::vector<attention>& items) {
  std::ostringstream text;
  for (const auto& x : items)
    text << x.id << (x.unpublished ? "!" : "")
         << (x.moment ? std::to_string(x.moment->time_since_epoch().count()) : "") << "\n";
  return text.str();
}

void compare_all(fresh_store& it, const memory_model& model, dice& draw) {
  for (int i = 0; i < 8; ++i) {
    auto id = "n" + std::to_string(i);
    BOOST_TEST(text_of(it->load(id)) == text_of(model.load(id)));
  }
  for (uint32_t shard = 0; shard < 3; ++shard)
    BOOST_TEST(text_of(it->attention_of(shard).value()) == text_of(model.attention_of(shard)));
  for (int i = 0; i < 10; ++i) {
    auto x = draw.next_query();
    BOOST_TEST(text_of(it->list(x)) == text_of(model.list(x)));
    auto key = draw.key();
    BOOST_TEST(it->resolve(key.space, key.value).value_or("-") == model.resolve(key).value_or("-"));
  }
}

uint64_t seed() {
  if (const char* given = std::getenv("IRONBUS_TEST_SEED"))
    return std::strtoull(given, nullptr, 10);
  return std::random_device{}();
}

}  // namespace

ON_ALL_STORES(random_commits_match_the_model) {
  auto begin = seed();
  BOOST_TEST_CONTEXT("IRONBUS_TEST_SEED=" << begin) {
    BOOST_TEST_MESSAGE("IRONBUS_TEST_SEED=" << begin);
    dice draw{begin};
    memory_model model;
    for (int round = 0; round < 60; ++round) {
      for (int i = 0; i < 10; ++i) {
        auto x = draw.next_commit(model);
        BOOST_TEST(text_of(it->apply(x)) == text_of(model.apply(x)));
        if (draw.one_in(3)) {
          auto id = draw.node();
          auto version = draw.below(6) + 1;
          it->raw().mark_published("node", id, version);
          model.mark_published(id, version);
        }
      }
      if (draw.one_in(15)) {
        auto shard = static_cast<uint32_t>(draw.below(3));
        BOOST_TEST(it->acquire_shard(shard).value() == model.acquire_shard(shard));
      }
      compare_all(it, model, draw);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
