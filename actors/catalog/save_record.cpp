#include "actors/catalog/save_record.hpp"

#include "actors/outbox.hpp"

namespace ironbus {

namespace {

std::vector<unique_key> keys_of(const record_type& type, const json& about) {
  const auto space = std::string{type.collection} + ".";
  std::vector<unique_key> out{{space + "uuid", about.at("uuid").get<std::string>()}};
  for (auto name : type.unique)
    if (const auto& value = about.at(std::string{name}); value.is_string())
      out.push_back({space + std::string{name}, value.get<std::string>()});
  return out;
}

row row_of(const record_type& type, const json& about) {
  row out{std::string{type.collection}, about.at("uuid").get<std::string>(), to_text(about), {}};
  for (auto name : type.columns) add_column(out, name, about.at(std::string{name}));
  return out;
}

}  // namespace

commit make_record_commit(const record_snapshot* before, const record_decision& d,
                          uint32_t shards) {
  commit out;
  out.aggregate = "record";
  out.id = record_subject(d.type().name, d.uuid());
  out.shard = routing::shard_of(out.id, shards);
  out.erase = d.erased;
  for (const auto& message : d.messages()) out.outbox.push_back(encode_outgoing(message));
  const auto old_keys =
      before != nullptr ? keys_of(d.type(), before->about) : std::vector<unique_key>{};
  if (d.erased) {
    out.release = old_keys;
    return out;
  }
  out.snapshot = encode_record(d.next);
  const auto new_keys = keys_of(d.type(), d.next.about);
  out.claim = keys_without(new_keys, old_keys);
  out.release = keys_without(old_keys, new_keys);
  auto fresh = row_of(d.type(), d.next.about);
  if (before == nullptr || !same_row(row_of(d.type(), before->about), fresh))
    out.put.push_back(std::move(fresh));
  if (d.next.until)
    out.attention =
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(*d.next.until);
  return out;
}

}  // namespace ironbus
