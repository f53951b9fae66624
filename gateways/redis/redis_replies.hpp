#pragma once

#include "gateways/redis/redis_pipeline.hpp"
#include "messages/ports/store.hpp"

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ironbus::redis {

using answer = result<const redisReply*>;

/// A number in decimal digits, or 0.
template <class T = uint64_t>
T number_in(std::string_view text) {
  T value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The elements of an array reply. Empty for other types.
std::span<redisReply* const> elements_of(const redisReply* x);
bool is_nil(const redisReply* x);
/// The text of an element. Empty if it is missing.
std::string string_at(std::span<redisReply* const> elements, size_t offset);

/// The number that the store gave to the write: the last element of a script's answer. Numbers
/// count up over all processes. 0: nothing was written.
uint64_t write_number(const answer& answer);
/// Reads a script's answer: a number means the commit succeeded with `version`, else {code,
/// message}.
commit_result read_commit(const answer& answer, uint64_t version);
/// Reads the reply to `record_command`. `not_found` names the record.
result<stored> read_record(const answer& answer, const std::string& aggregate, std::string id);
result<std::vector<uint64_t>> read_counts(const answer& answer);
result<std::vector<attention>> read_attention(const answer& answer);
result<std::vector<member>> read_members(const answer& answer);
result<step_claim> read_claim(const answer& x);
/// Like read_claim, but `not_found` if there is none.
result<step_claim> read_claim_if_any(const answer& answer, const std::string& key);
/// Success if the stored claim equals `want`.
result<std::monostate> read_finish(const answer& answer, const std::string& key,
                                   const step_claim& want);
/// Always succeeds, whatever the reply.
result<event_page> read_event_page(const answer& answer);
result<trimmed_events> read_trimmed(const answer& answer);
result<std::monostate> read_done(const answer& x);

/// The command that reads a record: HMGET record v s e o.
std::vector<std::string> record_command(std::string key);
/// The arguments of `commit_script`.
std::vector<std::string> commit_arguments(commit commit);

}  // namespace ironbus::redis
