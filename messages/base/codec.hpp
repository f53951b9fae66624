#pragma once

#include "messages/base/json_reader.hpp"
#include "messages/base/member_codec.hpp"

namespace ironbus {

template <class T>
void write_members(std::string& out, const T& object, member_codecs<T> all) {
  const auto begin = out.size();
  for (const auto& member : all) {
    if (member.is_left_out != nullptr && member.is_left_out(object)) continue;
    out += member.key.with_comma();
    member.write(out, object);
  }
  out.replace(begin, out.size() == begin ? 0 : 1, "{");
  out += '}';
}

template <coded T>
void write_json(std::string& out, const T& x) {
  write_members(out, x, members_of(&x));
}

/// Reads the members that are in the text. Members that the text lacks keep their value, so that
/// texts of an older release can be read; unknown members are ignored.
template <coded T>
void read_json(json_value& source, T& out) {
  struct {
    T& out;
    member_codecs<T> all;
    size_t next = 0;  ///< Most texts have all members in order: the first guess hits.
    uint64_t seen = 0;
  } reading{out, members_of(&out)};
  const auto read = [](void* target, std::string_view key, json_value& value) {
    auto& [x, all, next, seen] = *static_cast<decltype(reading)*>(target);
    for (size_t tries = 0; tries < all.size(); ++tries, ++next) {
      if (next == all.size()) next = 0;
      if (all[next].key.name() != key) continue;
      seen |= uint64_t{1} << (next % 64);
      return all[next++].read(value, x);
    }
  };
  each_member(source, read, &reading);
  for (size_t i = 0; i < reading.all.size(); ++i)
    if (reading.all[i].is_needed && (reading.seen >> i & 1) == 0)
      throw unreadable{"'" + std::string{reading.all[i].key.name()} + "' is missing"};
}

template <coded T>
std::string to_text(const T& object) {
  std::string out;
  out.reserve(1024);
  write_json(out, object);
  make_utf8(out);
  return out;
}

/// Reads a text that ironbus wrote; `internal` if it is damaged or has the wrong shape.
template <coded T>
result<T> decode(std::string_view text) {
  auto out = blank<T>();
  const auto read = [](void* x, json_value& whole) { read_json(whole, *static_cast<T*>(x)); };
  auto done = read_text(text, read, &out);
  if (!done) return tl::unexpected(std::move(done.error()));
  return out;
}

/// The JSON object that a struct is written as, for callers that edit it before it is shown.
template <coded T>
json document_of(const T& x) {
  return json::parse(to_text(x));
}

/// The member "schema" of a stored document: T::schema, the newest form that this release can read.
template <class T>
constexpr member_codec<T> schema_member() {
  return {.key = "schema",
          .write = [](std::string& out, const T&) { write_json(out, T::schema); },
          .read =
              [](json_value& source, T&) {
                uint64_t schema = 0;
                read_json(source, schema);
                if (schema > T::schema) throw unreadable{"it was written by a newer release"};
              }};
}

/// Why a stored text cannot be read. A newer schema is reported before any other error.
failure why_unreadable(std::string_view text, const std::string& what, uint64_t schema,
                       failure otherwise);

/// Reads a document with a schema_member; `internal` if the text is damaged or was written by a
/// newer release.
template <coded T>
result<T> decode_stored(std::string_view text, const std::string& what) {
  auto out = decode<T>(text);
  if (!out) out = tl::unexpected(why_unreadable(text, what, T::schema, std::move(out.error())));
  return out;
}

}  // namespace ironbus
