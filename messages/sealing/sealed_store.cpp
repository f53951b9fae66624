#include "messages/sealing/sealed_store.hpp"

#include "messages/platform/log.hpp"
#include "messages/sealing/places.hpp"
#include "messages/sealing/sealed_text.hpp"
#include "messages/wire/decision_record.hpp"

#include <utility>

namespace ironbus::sealing {

namespace {

using box_ptr = std::shared_ptr<const secret_box>;

/// Decrypts a text in place.
result<std::monostate> open_in_place(std::string& text, const secret_box& box,
                                     const std::string& place, const std::string& owner) {
  auto opened = open_secrets(std::move(text), box, place);
  if (!opened) return fail(error_code::internal, owner + ": " + opened.error().message);
  text = *std::move(opened);
  return {};
}

void seal_commit(commit& changes, const secret_box& box) {
  changes.snapshot = seal_secrets(std::move(changes.snapshot), box, snapshot_place(changes.id));
  for (auto& entry : changes.outbox)
    entry = seal_secrets(std::move(entry), box, outbox_place(changes.id));
  for (auto& row : changes.put)
    row.summary = seal_secrets(std::move(row.summary), box, row_place(row.collection, row.id));
  for (auto& event : changes.events)  // all others are masked
    if (is_decision_subject(event.subject))
      event.body = seal_whole(std::move(event.body), box, event_place(event.subject));
}

result<stored> open_stored(stored record, const secret_box& box, const std::string& owner) {
  if (auto opened = open_in_place(record.snapshot, box, snapshot_place(record.id), owner); !opened)
    return tl::unexpected(opened.error());
  for (auto& entry : record.outbox)
    if (auto opened = open_in_place(entry, box, outbox_place(record.id), owner); !opened)
      return tl::unexpected(opened.error());
  return record;
}

result<std::vector<listed>> open_listed(std::vector<listed> all, const secret_box& box,
                                        const std::string& collection) {
  for (auto& row : all) {
    const auto owner = collection + " " + row.id;
    if (auto opened = open_in_place(row.summary, box, row_place(collection, row.id), owner);
        !opened)
      return tl::unexpected(opened.error());
    if (auto opened = open_in_place(row.snapshot, box, snapshot_place(row.aggregate_id), owner);
        !opened)
      return tl::unexpected(opened.error());
  }
  return all;
}

/// An entry that cannot be decrypted stays as it is, so that the others can be read.
void open_events(event_page& page, const secret_box& box) {
  for (auto& [position, event] : page.events) {
    if (!is_decision_subject(event.subject)) continue;
    auto opened = open_whole(event.body, box, event_place(event.subject));
    if (opened)
      event.body = *std::move(opened);
    else
      log::warn("cannot decrypt an entry of the event log",
                {{log_key::node, event.subject}, {log_key::error, opened.error().message}});
  }
}

store_callback<step_claim> opening(store_callback<step_claim> done, box_ptr box, std::string key) {
  return [done = std::move(done), box = std::move(box),
          key = std::move(key)](result<step_claim> claim) {
    if (claim) {
      const auto opened = open_in_place(claim->outcome, *box, claim_place(key), "step " + key);
      if (!opened) return done(tl::unexpected(opened.error()));
    }
    done(std::move(claim));
  };
}

}  // namespace

sealed_store::sealed_store(std::unique_ptr<store> inner, box_ptr box)
    : forwarding_store{*inner}, inner_{std::move(inner)}, box_{std::move(box)} {}

void sealed_store::apply(commit changes, commit_callback done) {
  seal_commit(changes, *box_);
  forwarding_store::apply(std::move(changes), std::move(done));
}

void sealed_store::load(std::string aggregate, std::string id, callback<stored> done) {
  auto owner = aggregate + " " + id;
  forwarding_store::load(
      std::move(aggregate), std::move(id),
      [box = box_, owner = std::move(owner), done = std::move(done)](result<stored> found) {
        if (!found) return done(std::move(found));
        done(open_stored(*std::move(found), *box, owner));
      });
}

void sealed_store::list(query wanted, callback<std::vector<listed>> done) {
  auto collection = wanted.collection;
  forwarding_store::list(std::move(wanted),
                         [box = box_, collection = std::move(collection),
                          done = std::move(done)](result<std::vector<listed>> rows) {
                           if (!rows) return done(std::move(rows));
                           done(open_listed(*std::move(rows), *box, collection));
                         });
}

void sealed_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                              callback<step_claim> done) {
  auto then = opening(std::move(done), box_, key);
  forwarding_store::claim_step(std::move(key), std::move(owner), purpose, std::move(then));
}

void sealed_store::read_claim(std::string key, callback<step_claim> done) {
  auto then = opening(std::move(done), box_, key);
  forwarding_store::read_claim(std::move(key), std::move(then));
}

void sealed_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                  callback<step_claim> done) {
  auto then = opening(std::move(done), box_, key);
  forwarding_store::take_over_step(std::move(key), std::move(dead_owner), std::move(owner),
                                   std::move(then));
}

/// A repeated outcome must equal the stored one, but never does in its encrypted form.
void sealed_store::finish_step(std::string key, std::string owner, std::string outcome,
                               callback<std::monostate> done) {
  auto sealed = seal_secrets(outcome, *box_, claim_place(key));
  if (sealed == outcome)
    return forwarding_store::finish_step(std::move(key), std::move(owner), std::move(outcome),
                                         std::move(done));
  auto again = [this, key, owner, outcome = std::move(outcome),
                done = std::move(done)](result<std::monostate> finished) mutable {
    if (finished || finished.error().code != error_code::conflict) return done(finished);
    read_claim(key, [owner, outcome = std::move(outcome), done = std::move(done),
                     finished](const result<step_claim>& now) {
      const bool same = now && now->owner == owner && now->outcome == outcome;
      done(same ? result<std::monostate>{} : finished);
    });
  };
  forwarding_store::finish_step(std::move(key), std::move(owner), std::move(sealed),
                                std::move(again));
}

void sealed_store::read_events(event_query wanted, callback<event_page> done) {
  forwarding_store::read_events(std::move(wanted),
                                [box = box_, done = std::move(done)](result<event_page> page) {
                                  if (page) open_events(*page, *box);
                                  done(std::move(page));
                                });
}

}  // namespace ironbus::sealing
