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

/// A number in decimal digits; 0 if there is none.
template <class T = uint64_t>
T number_in(std::string_view text) {
  T value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The elements of an array reply; none of any other.
std::span<redisReply* const> elements_of(const redisReply* x);
bool is_nil(const redisReply* x);
/// The text of an element; empty if it is not there.
std::string string_at(std::span<redisReply* const> elements, size_t offset);

/// The number that the store gave the write, the last element of a script's answer: they count up
/// over all processes. 0: nothing was written.
uint64_t write_number(const answer& answer);
/// A number → the version that was written, else {code, message}.
commit_result read_commit(const answer& answer, uint64_t version);
/// The fields asked for with `record_command`; `not_found` names the record.
result<stored> read_record(const answer& answer, const std::string& aggregate, std::string id);
result<std::vector<uint64_t>> read_counts(const answer& answer);
result<std::vector<attention>> read_attention(const answer& answer);
result<std::vector<member>> read_members(const answer& answer);
result<step_claim> read_claim(const answer& x);
/// As read_claim; `not_found` if there is none.
result<step_claim> read_claim_if_any(const answer& answer, const std::string& key);
/// Success if the claim that now holds is the one given.
result<std::monostate> read_finish(const answer& answer, const std::string& key,
                                   const step_claim& want);
/// Success whatever the reply is.
result<event_page> read_event_page(const answer& answer);
result<trimmed_events> read_trimmed(const answer& answer);
result<std::monostate> read_done(const answer& x);

/// What a record is read with: HMGET record v s e o.
std::vector<std::string> record_command(std::string key);
/// The arguments of `commit_script`.
std::vector<std::string> commit_arguments(commit commit);

}  // namespace ironbus::redis
