#include "ops/ironbusd/store_tools/sealed_maintenance.hpp"

#include "messages/sealing/places.hpp"
#include "messages/sealing/sealed_text.hpp"
#include "ops/ironbusd/store_tools/key_record.hpp"

namespace ironbus::daemon {

namespace {

using box_ptr = std::shared_ptr<const secret_box>;

result<std::monostate> change_text(std::string& text, const std::string& place,
                                   const text_change& change) {
  auto changed = change(text, place);
  if (!changed) return tl::unexpected(changed.error());
  text = *std::move(changed);
  return {};
}

std::string kept_or_renewed(std::string text, const secret_box& box, const std::string& place) {
  auto renewed = sealing::renew_secrets(text, box, place);
  return renewed ? *std::move(renewed) : text;
}

stored_item renewed(stored_item item, const secret_box& box) {
  const auto renew = [&](std::string text, const std::string& place) -> result<std::string> {
    return kept_or_renewed(std::move(text), box, place);
  };
  if (auto* aggregate = std::get_if<stored_aggregate>(&item)) (void)change_texts(*aggregate, renew);
  if (auto* step = std::get_if<stored_step_claim>(&item))
    step->claim.outcome =
        kept_or_renewed(std::move(step->claim.outcome), box, sealing::claim_place(step->key));
  return item;
}

/// Without keys: whether a text needs one.
result<std::string> open_or_name_key(std::string text, const secret_box* box,
                                     const std::string& place) {
  if (box != nullptr) return sealing::open_secrets(std::move(text), *box, place);
  sealing::key_counts ids;
  sealing::count_secrets(text, ids);
  ids.erase("");
  if (ids.empty()) return text;
  return fail(error_code::invalid,
              "it is encrypted with the key '" + ids.begin()->first + "'; set secrets.key_file");
}

const stored_row* find_row(const stored_aggregate& x, const row& wanted) {
  for (const auto& row : x.rows)
    if (row.content.id == wanted.id && row.content.collection == wanted.collection) return &row;
  return nullptr;
}

/// The summaries of the checked aggregate in encrypted form: the stored one if it has not changed.
void seal_again(stored_aggregate& checked, const stored_aggregate& opened,
                const stored_aggregate& now, const secret_box& box) {
  checked.snapshot = now.snapshot;
  checked.outbox = now.outbox;
  for (auto& [content, sequence] : checked.rows) {
    const auto* before = find_row(opened, content);
    if (before != nullptr && before->content.summary == content.summary)
      content.summary = find_row(now, content)->content.summary;
    else
      content.summary = sealing::seal_secrets(std::move(content.summary), box,
                                              sealing::row_place(content.collection, content.id));
  }
}

}  // namespace

result<std::monostate> change_texts(stored_aggregate& aggregate, const text_change& change) {
  if (aggregate.aggregate == secret_keys_aggregate) return {};
  if (auto done = change_text(aggregate.snapshot, sealing::snapshot_place(aggregate.id), change);
      !done)
    return done;
  for (auto& message : aggregate.outbox)
    if (auto done = change_text(message.entry, sealing::outbox_place(aggregate.id), change); !done)
      return done;
  for (auto& [content, sequence] : aggregate.rows)
    if (auto done = change_text(content.summary, sealing::row_place(content.collection, content.id),
                                change);
        !done)
      return done;
  return {};
}

store_maintenance::judge checker_with_keys(store_maintenance::judge inner, box_ptr box) {
  return [inner = std::move(inner), box = std::move(box)](
             const stored_aggregate& now, const store_maintenance::finding_sink& tell) {
    auto opened = now;
    const auto all = change_texts(opened, [&](std::string text, const std::string& place) {
      return open_or_name_key(std::move(text), box.get(), place);
    });
    if (!all) {
      tell(
          {store_defect::unreadable, "secrets", now.aggregate + ":" + now.id, all.error().message});
      return now;
    }
    auto checked = inner(opened, tell);
    if (box) seal_again(checked, opened, now, *box);
    return checked;
  };
}

result<std::monostate> sealed_maintenance::read(const sink& take) {
  if (!box_) return inner_->read(take);
  return inner_->read([&](const stored_item& item) { return take(renewed(item, *box_)); });
}

result<std::monostate> sealed_maintenance::fill(const source& next) {
  if (!box_) return inner_->fill(next);
  return inner_->fill([&]() -> result<std::optional<stored_item>> {
    auto item = next();
    if (item && *item) **item = renewed(*std::move(*item), *box_);
    return item;
  });
}

result<std::monostate> sealed_maintenance::examine(bool mend, const judge& ask,
                                                   const finding_sink& tell) {
  return inner_->examine(mend, checker_with_keys(ask, box_), tell);
}

}  // namespace ironbus::daemon
