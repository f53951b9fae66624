#include "ops/ironbusd/store_tools/installation_record.hpp"

#include "messages/base/json.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"

#include <thread>

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

const std::string the_aggregate{installation_aggregate};
constexpr const char* id_record = "this";
constexpr const char* secret_record = "session-secret";
constexpr const char* text_member = "id";
constexpr auto next_try_after = 100ms;

result<std::string> text_of_record(const stored& record) {
  const auto content = parse_own_json(record.snapshot);
  auto text = content ? member_text(*content, text_member) : std::string{};
  if (!text.empty()) return text;
  return fail(error_code::internal, "The store's record of its installation has no id.");
}

result<std::string> read_kept(store& records, const std::string& name,
                              steady::time_point deadline) {
  const auto found = await_store<result<stored>>(
      [&](auto done) { records.load(the_aggregate, name, std::move(done)); },
      std::chrono::ceil<std::chrono::milliseconds>(deadline - steady::now()));
  if (!found) return tl::unexpected(found.error());
  return text_of_record(*found);
}

/// Fails if another process was faster, too.
result<std::string> write_kept(store& records, const std::string& name, std::string text,
                               steady::time_point deadline) {
  commit first;
  first.aggregate = the_aggregate;
  first.id = name;
  first.snapshot = to_text(json{{text_member, text}});
  const auto done = await_store<commit_result>(
      [&](auto answer) { records.apply(std::move(first), std::move(answer)); },
      std::chrono::ceil<std::chrono::milliseconds>(deadline - steady::now()));
  if (!done) return tl::unexpected<failure>(done.error());
  return text;
}

result<std::string> keep_text(store& records, const std::string& name,
                              const std::function<result<std::string>()>& propose,
                              std::chrono::milliseconds patience) {
  const auto deadline = steady::now() + patience;
  for (;;) {
    auto known = read_kept(records, name, deadline);
    if (known || known.error().code == error_code::internal) return known;
    if (known.error().code == error_code::not_found) {
      auto proposed = propose();
      if (!proposed) return proposed;
      known = write_kept(records, name, *std::move(proposed), deadline);
      if (known) return known;
    }
    if (steady::now() + next_try_after >= deadline) return known;
    std::this_thread::sleep_for(next_try_after);
  }
}

}  // namespace

result<std::string> keep_installation_id(store& records,
                                         const std::function<result<std::string>()>& propose,
                                         std::chrono::milliseconds patience) {
  return keep_text(records, id_record, propose, patience);
}

result<std::string> keep_session_secret(store& records, std::chrono::milliseconds patience) {
  const auto propose = [] { return result<std::string>{random_token()}; };
  return keep_text(records, secret_record, propose, patience);
}

}  // namespace ironbus::daemon
