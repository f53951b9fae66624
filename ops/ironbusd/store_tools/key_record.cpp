#include "ops/ironbusd/store_tools/key_record.hpp"

#include "messages/base/json.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"

#include <thread>

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;
using steady_time = std::chrono::steady_clock;

const std::string the_record = "this";
constexpr const char* keys_member = "keys";
constexpr std::string_view known_text = "ironbus";
constexpr std::string_view record_place = "key record";
constexpr auto record_pause = 100ms;

std::chrono::milliseconds left_until(steady_time::time_point deadline) {
  return std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_time::now());
}

json keys_in(const std::string& snapshot) {
  const auto content = parse_own_json(snapshot);
  if (!content || !content->is_object() || !content->contains(keys_member)) return json::object();
  const auto& keys = (*content)[keys_member];
  return keys.is_object() ? keys : json::object();
}

std::string snapshot_of(const json& keys) { return to_text(json{{keys_member, keys}}); }

std::string with_key(json keys, const secret_box& box) {
  keys[box.writing_id()] = box.seal(known_text, record_place);
  return snapshot_of(keys);
}

result<std::monostate> check_key(const secret_box* box, const std::string& id,
                                 const std::string& sealed) {
  if (box == nullptr)
    return fail(error_code::invalid,
                "The store contains secrets that are encrypted with the key '" + id +
                    "'. Set secrets.key_file to the file with this key.");
  if (!box->has(id))
    return fail(error_code::invalid,
                "The store contains secrets that are encrypted with the key '" + id +
                    "', which secrets.key_file does not have.");
  const auto opened = box->open(sealed, record_place);
  if (opened && *opened == known_text) return {};
  return fail(error_code::invalid, "The key '" + id +
                                       "' in secrets.key_file is not the key of that id with which "
                                       "the store's secrets are encrypted.");
}

result<std::monostate> check_all(const secret_box* box, const json& keys) {
  for (const auto& [id, sealed] : keys.items())
    if (auto good = check_key(box, id, sealed.is_string() ? sealed.get<std::string>() : ""); !good)
      return good;
  return {};
}

/// One attempt to check the record and to complete it. `conflict` or `stale_version`: another
/// process has changed it at the same time.
result<std::monostate> check_once(store& raw, const secret_box* box,
                                  steady_time::time_point deadline) {
  const std::string aggregate{secret_keys_aggregate};
  const auto found = await_store<result<stored>>(
      [&](auto done) { raw.load(aggregate, the_record, std::move(done)); }, left_until(deadline));
  if (!found && found.error().code != error_code::not_found) return tl::unexpected(found.error());
  json keys = found ? keys_in(found->snapshot) : json::object();
  if (auto good = check_all(box, keys); !good) return good;
  if (box == nullptr || !box->writes() || keys.contains(box->writing_id())) return {};
  commit next;
  next.aggregate = aggregate;
  next.id = the_record;
  next.expected_version = found ? found->version : 0;
  next.snapshot = with_key(std::move(keys), *box);
  const auto written = await_store<commit_result>(
      [&](auto done) { raw.apply(std::move(next), std::move(done)); }, left_until(deadline));
  if (!written) return tl::unexpected<failure>(written.error());
  return {};
}

}  // namespace

result<std::monostate> check_secret_keys(store& raw, const secret_box* box,
                                         std::chrono::milliseconds patience) {
  const auto deadline = steady_time::now() + patience;
  for (;;) {
    auto checked = check_once(raw, box, deadline);
    if (checked || checked.error().code == error_code::invalid) return checked;
    if (steady_time::now() + record_pause >= deadline)
      return fail(error_code::unavailable, checked.error().message);
    std::this_thread::sleep_for(record_pause);
  }
}

std::set<std::string> recorded_key_ids(const std::string& snapshot) {
  std::set<std::string> out;
  const auto keys = keys_in(snapshot);
  for (const auto& [id, sealed] : keys.items()) out.insert(id);
  return out;
}

std::string with_writing_key(const std::string& snapshot, const secret_box& box) {
  return with_key(keys_in(snapshot), box);
}

std::string with_key_ids(const std::string& snapshot, const std::set<std::string>& ids) {
  auto keys = json::object();
  const auto former = keys_in(snapshot);
  for (const auto& [id, sealed] : former.items())
    if (ids.contains(id)) keys[id] = sealed;
  return snapshot_of(keys);
}

}  // namespace ironbus::daemon
