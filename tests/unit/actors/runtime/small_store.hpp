#pragma once

#include "messages/events/webhook.hpp"
#include "messages/ports/forwarding_store.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::test {

/// Aggregates with dead letters as rows, and a log; answers at once.
class small_store final : public forwarding_store {
public:
  small_store() : forwarding_store(static_cast<store&>(*this)) {}

  void load(std::string aggregate, std::string id, callback<stored> done) override {
    const auto found = kept.find({aggregate, id});
    if (found == kept.end()) return done(fail(error_code::not_found, "none"));
    done(found->second);
  }
  void apply(commit x, commit_callback done) override {
    auto& known = kept[{x.aggregate, x.id}];
    if (known.version != x.expected_version || fails)
      return done(tl::unexpected(commit_failure{failure{error_code::stale_version, "another"}}));
    known = {x.id, x.expected_version + 1, x.snapshot, false, {}};
    for (const auto& [collection, id] : x.remove)
      std::erase_if(letters, [&id = id](const row& one) { return one.id == id; });
    for (auto& put : x.put) {
      if (put.collection != dead_letter_collection) continue;
      std::erase_if(letters, [&](const row& one) { return one.id == put.id; });
      letters.push_back(std::move(put));
    }
    done(known.version);
  }
  void list(query x, callback<std::vector<listed>> done) override {
    std::vector<listed> out;
    bool begun = x.marker.empty();
    for (const auto& one : letters) {
      const bool fits =
          x.filters[0].column == dead_letter_webhook_column || one.id == x.filters[0].values[0];
      if (begun && fits && out.size() < x.limit) out.push_back({one.id, {}, one.summary, {}});
      begun = begun || one.id == x.marker;
    }
    done(std::move(out));
  }
  void read_events(event_query x, callback<event_page> done) override {
    event_page page{log, events.size(), complete_after};
    for (uint64_t i = std::max(x.after, complete_after); i < events.size(); ++i)
      if (page.events.size() < x.limit) page.events.push_back({i + 1, events[i]});
    done(std::move(page));
  }

  std::map<std::pair<std::string, std::string>, stored> kept;
  std::vector<row> letters;
  std::string log = "abcd";
  uint64_t complete_after = 0;
  std::vector<event_record> events;
  bool fails = false;  ///< All commits are rejected.
};

}  // namespace ironbus::test
