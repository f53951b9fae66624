#include "gateways/redis/redis_replies.hpp"

#include "gateways/redis/packing.hpp"

#include <algorithm>

namespace ironbus::redis {

namespace {

/// Reads an entry of the attention hash: '1' or '0' for unpublished, then the deadline in ms.
attention read_entry(std::string id, std::string_view text) {
  attention x{std::move(id), text.starts_with('1'), std::nullopt};
  if (text.size() > 1)
    x.moment = std::chrono::system_clock::time_point{
        std::chrono::milliseconds{number_in<int64_t>(text.substr(1))}};
  return x;
}

}  // namespace

std::span<redisReply* const> elements_of(const redisReply* x) {
  if (x == nullptr || x->type != REDIS_REPLY_ARRAY) return {};
  return {x->element, x->elements};
}

bool is_nil(const redisReply* x) { return x == nullptr || x->type == REDIS_REPLY_NIL; }

std::string string_at(std::span<redisReply* const> elements, size_t offset) {
  return offset < elements.size() ? std::string{text_of(elements[offset])} : std::string{};
}

uint64_t write_number(const answer& answer) {
  if (!answer) return 0;
  const auto parts = elements_of(*answer);
  const auto* last = parts.empty() ? *answer : parts.back();
  return last->type == REDIS_REPLY_INTEGER ? static_cast<uint64_t>(last->integer) : 0;
}

commit_result read_commit(const answer& answer, uint64_t version) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  if ((*answer)->type == REDIS_REPLY_INTEGER) return version;
  auto why = elements_of(*answer);
  const auto code = error_code_from(string_at(why, 0));
  if (code == error_code::conflict)
    return tl::unexpected(commit_failure{unique_key{string_at(why, 1), string_at(why, 2)}});
  return fail(code, string_at(why, 1));
}

result<stored> read_record(const answer& answer, const std::string& aggregate, std::string id) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  auto fields = elements_of(*answer);
  if (fields.size() != 4 || is_nil(fields[0]))
    return fail(error_code::not_found, "Not found: " + aggregate + " " + id);
  stored found;
  found.id = std::move(id);
  found.version = number_in(text_of(fields[0]));
  found.snapshot = text_of(fields[1]);
  found.erased = !is_nil(fields[2]);
  found.outbox = unpack_outbox(text_of(fields[3]));
  return found;
}

result<std::vector<uint64_t>> read_counts(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  std::vector<uint64_t> found;
  for (const auto* one : elements_of(*answer)) found.push_back(static_cast<uint64_t>(one->integer));
  return found;
}

result<std::vector<attention>> read_attention(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  std::vector<attention> found;
  auto fields = elements_of(*answer);
  for (size_t i = 0; i + 1 < fields.size(); i += 2)
    found.push_back(read_entry(string_at(fields, i), text_of(fields[i + 1])));
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return found;
}

result<std::vector<member>> read_members(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  std::vector<member> found;
  auto parts = elements_of(*answer);
  for (size_t i = 0; i + 2 < parts.size(); i += 3)
    found.push_back({string_at(parts, i), string_at(parts, i + 1), string_at(parts, i + 2)});
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

result<step_claim> read_claim(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  auto parts = elements_of(*answer);
  const bool has_epochs = parts.size() > 3 && parts[2]->type == REDIS_REPLY_INTEGER;
  return step_claim{string_at(parts, 0), string_at(parts, 1), write_number(answer) == 0,
                    has_epochs ? static_cast<uint64_t>(parts[2]->integer) : 0};
}

result<step_claim> read_claim_if_any(const answer& answer, const std::string& key) {
  const auto parts = answer ? elements_of(*answer) : std::span<redisReply* const>{};
  if (answer && (parts.empty() || is_nil(parts[0])))
    return fail(error_code::not_found, "Step claim not found: " + key);
  return read_claim(answer);
}

result<std::monostate> read_finish(const answer& answer, const std::string& key,
                                   const step_claim& want) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  if (elements_of(*answer).empty())
    return fail(error_code::not_found, "Step claim not found: " + key);
  auto holds = read_claim(answer);
  if (holds->owner != want.owner)
    return fail(error_code::conflict, "Step claim " + key + " belongs to " + holds->owner);
  if (holds->outcome != want.outcome)
    return fail(error_code::conflict, "Step claim " + key + " already has another outcome");
  return std::monostate{};
}

result<event_page> read_event_page(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  const auto parts = elements_of(*answer);
  event_page out{string_at(parts, 0), number_in(string_at(parts, 1)),
                 number_in(string_at(parts, 2))};
  out.bytes = number_in(string_at(parts, 3));
  out.count = number_in(string_at(parts, 4));
  for (size_t i = 5; i + 1 < parts.size(); i += 2)
    out.events.push_back({number_in(string_at(parts, i)), unpack_event(text_of(parts[i + 1]))});
  return out;
}

result<trimmed_events> read_trimmed(const answer& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  const auto parts = elements_of(*answer);
  if (parts.size() != 2) return trimmed_events{};
  return trimmed_events{static_cast<uint64_t>(parts[0]->integer),
                        static_cast<uint64_t>(parts[1]->integer) == events_trimmed_at_once};
}

result<std::monostate> read_done(const answer& x) {
  if (!x) return tl::unexpected<failure>(x.error());
  return std::monostate{};
}

std::vector<std::string> record_command(std::string key) {
  return {"HMGET", std::move(key), "v", "s", "e", "o"};
}

std::vector<std::string> commit_arguments(commit commit) {
  if (commit.erase) {  // Only the outbox may remain.
    commit.claim.clear();
    commit.put.clear();
    commit.attention.reset();
  }
  auto version = commit.expected_version + 1;
  std::string due;
  if (commit.attention)
    due = std::to_string(std::chrono::floor<std::chrono::milliseconds>(*commit.attention)
                             .time_since_epoch()
                             .count());
  std::vector<std::string> args{std::move(commit.aggregate),
                                std::move(commit.id),
                                std::to_string(commit.expected_version),
                                std::to_string(version),
                                commit.shard ? std::to_string(*commit.shard) : "",
                                std::to_string(commit.epoch),
                                commit.erase ? "1" : "0",
                                std::move(due),
                                std::move(commit.snapshot),
                                pack_outbox(version, commit.outbox)};
  auto add = [&](auto&... texts) { (args.push_back(std::move(texts)), ...); };
  args.push_back(std::to_string(commit.claim.size()));
  for (auto& key : commit.claim) add(key.space, key.value);
  args.push_back(std::to_string(commit.release.size()));
  for (auto& key : commit.release) add(key.space, key.value);
  args.push_back(std::to_string(commit.put.size()));
  for (auto& row : commit.put) {
    auto columns = pack_columns(std::move(row.columns));
    add(row.collection, row.id, columns, row.summary);
  }
  args.push_back(std::to_string(commit.remove.size()));
  for (auto& [collection, id] : commit.remove) add(collection, id);
  args.push_back(std::to_string(commit.events.size()));
  for (auto& event : commit.events) {
    auto packed = pack_event(event);
    add(event.subject, packed);
  }
  return args;
}

}  // namespace ironbus::redis
