// Smaller stored data, damaged: packed values of Redis, lines of an archive, and the description of
// a process.
#include "gateways/archive/archive_line.hpp"
#include "gateways/redis/packing.hpp"
#include "messages/ports/process_description.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace ironbus;

/// A truncated or extended text is never read beyond its end.
void read_packed(std::string_view text) {
  const auto messages = redis::unpack_messages(text);
  const auto again = redis::unpack_messages(redis::pack_messages(messages));
  demand(again.size() == messages.size());
  size_t bytes = 0;
  for (size_t i = 0; i < messages.size(); ++i) {
    demand(again[i].version == messages[i].version && again[i].entry == messages[i].entry);
    bytes += messages[i].entry.size();
  }
  demand(bytes <= text.size());
  demand(redis::unpack_outbox(text).size() == messages.size());
  const auto packed = redis::pack_columns(redis::unpack_columns(text));
  demand(redis::pack_columns(redis::unpack_columns(packed)) == packed);
  const auto head = redis::unpack_head(text);
  demand(redis::sort_value(head.columns, head.owner).size() <= text.size());
}

const std::vector<json>& archive_lines() {
  static const std::vector<json> out{
      {{"ironbus_store", {{"format", 1}}}},
      {{"aggregate",
        {{"aggregate", "node"},
         {"id", "n1"},
         {"version", 3},
         {"shard", 7},
         {"due_ms", 1'800'000'000'123},
         {"snapshot", "{}"},
         {"outbox", {{{"version", 3}, {"entry", "base64:AP8="}}}},
         {"keys", {{"nodes.name", "web-1"}}},
         {"rows",
          {{{"collection", "nodes"},
            {"id", "n1"},
            {"sequence", 4},
            {"summary", "{}"},
            {"columns", {{"state", "active"}, {"trait", "base64:/w=="}}}}}}}}},
      {{"epoch", {{"shard", 3}, {"epoch", 9}}}},
      {{"step_claim",
        {{"key", "s"}, {"owner", "w/1"}, {"outcome", "base64:AA=="}, {"changed_ms", 1}}}},
      {{"end", {{"lines", 4}, {"sha256", "00"}}}}};
  return out;
}

void read_line(const std::string& text) {
  const auto line = archive::decode_line(text);
  if (!line) return;
  const auto written = archive::encode_line(*line);
  const auto again = archive::decode_line(written);
  demand(again && archive::encode_line(*again) == written);
}

void read_description(std::string text) {
  const auto known = decode_description({"host-1", "a", std::move(text)});
  const auto again = decode_description({"host-1", "a", encode_description(known)});
  demand(again.roles == known.roles);
}

}  // namespace

static void feed_stored_part(std::string_view input) {
  draw choices{input};
  switch (choices.byte() % 3) {
    case 0: return read_packed(choices.rest());
    case 1: return read_line(bent_text(choices.item(archive_lines()), choices));
    default: break;
  }
  static const json description = json::parse(encode_description(
      {"host-1", {"conductor", "driver"}, {"fake-hardware"}, {"", "east"}, 42, "2026-01-01"}));
  read_description(bent_text(description, choices));
}

static const ironbus::fuzz_target stored_part_target{"stored_part", feed_stored_part};
