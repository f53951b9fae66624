#include "ops/ironbusd/store_tools/installation_record.hpp"

#include "messages/base/json.hpp"
#include "messages/base/text.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"

#include <thread>

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

const std::string the_aggregate{installation_aggregate};
const std::string the_one = "this";
constexpr const char* id_member = "id";
constexpr auto next_try_after = 100ms;

result<std::string> id_of_record(const stored& record) {
  const auto content = parse_own_json(record.snapshot);
  auto id = content ? member_text(*content, id_member) : std::string{};
  if (!id.empty()) return id;
  return fail(error_code::internal, "The store's record of its installation has no id.");
}

result<std::string> read_id(store& records, steady::time_point deadline) {
  const auto found = await_store<result<stored>>(
      [&](auto done) { records.load(the_aggregate, the_one, std::move(done)); },
      std::chrono::ceil<std::chrono::milliseconds>(deadline - steady::now()));
  if (!found) return tl::unexpected(found.error());
  return id_of_record(*found);
}

/// Fails if another process was faster, too.
result<std::string> write_id(store& records, std::string id, steady::time_point deadline) {
  commit first;
  first.aggregate = the_aggregate;
  first.id = the_one;
  first.snapshot = to_text(json{{id_member, id}});
  const auto done = await_store<commit_result>(
      [&](auto answer) { records.apply(std::move(first), std::move(answer)); },
      std::chrono::ceil<std::chrono::milliseconds>(deadline - steady::now()));
  if (!done) return tl::unexpected<failure>(done.error());
  return id;
}

}  // namespace

result<std::string> keep_installation_id(store& records,
                                         const std::function<result<std::string>()>& propose,
                                         std::chrono::milliseconds patience) {
  const auto deadline = steady::now() + patience;
  for (;;) {
    auto known = read_id(records, deadline);
    if (known || known.error().code == error_code::internal) return known;
    if (known.error().code == error_code::not_found) {
      auto proposed = propose();
      if (!proposed) return proposed;
      known = write_id(records, *std::move(proposed), deadline);
      if (known) return known;
    }
    if (steady::now() + next_try_after >= deadline) return known;
    std::this_thread::sleep_for(next_try_after);
  }
}

}  // namespace ironbus::daemon
