#include "messages/base/json_reader.hpp"

#include "messages/base/bounds.hpp"

#include <simdjson.h>

#include <memory>

namespace ironbus {

class json_value {
public:
  simdjson::ondemand::value of;
};

namespace {

namespace ondemand = simdjson::ondemand;

/// Longer texts than this are rare: the room for one is not kept.
constexpr size_t kept_bytes_max = 256 * 1024;

/// The parser and the copy of the text that it reads, which has room behind it. One is kept for
/// each thread, because making one costs more than reading a snapshot.
struct parser_room {
  ondemand::parser parser;
  std::string text;
};

thread_local std::unique_ptr<parser_room> spare_room;

/// The thread's room, or another while that is in use.
class room_user {
public:
  room_user() : room_{std::move(spare_room)} {
    if (!room_) room_ = std::make_unique<parser_room>();
  }
  ~room_user() {
    if (room_->text.capacity() <= kept_bytes_max) spare_room = std::move(room_);
  }

  parser_room& operator*() { return *room_; }

private:
  std::unique_ptr<parser_room> room_;
};

[[noreturn]] void refuse(simdjson::error_code why) {
  throw unreadable{simdjson::error_message(why)};
}

template <class T>
T got(simdjson::simdjson_result<T> from) {
  if (from.error() != simdjson::SUCCESS) refuse(from.error());
  return std::move(from).value_unsafe();
}

/// Names of ours hold nothing escaped.
std::string_view key_of(ondemand::field& field) {
  const char* const begin = field.key().raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  if (*end == '\\') return got(field.unescaped_key());
  return {begin, static_cast<size_t>(end - begin)};
}

/// Documents from outside are not nested as deep.
constexpr int32_t recursion_max = 64;

void build(ondemand::value from, json& out);

void build_object(ondemand::object from, json& out) {
  out = json::object();
  auto& members = out.get_ref<json::object_t&>();
  for (auto one : from) {
    auto field = got(std::move(one));
    std::string key{key_of(field)};
    // They come by name, mostly.
    build(field.value(), members.insert_or_assign(members.end(), std::move(key), nullptr)->second);
  }
}

void build_array(ondemand::array from, json& out) {
  out = json::array();
  auto& items = out.get_ref<json::array_t&>();
  for (auto one : from) build(got(std::move(one)), items.emplace_back());
}

void build_number(ondemand::value from, json& out) {
  ondemand::number number;
  if (from.get_number().get(number) != simdjson::SUCCESS) {
    // Whole numbers of more than 64 bits.
    out = json::parse(from.raw_json_token(), nullptr, false);
    if (!out.is_number()) throw unreadable{"it is no number"};
    got(from.get_double());
  } else if (number.is_double()) {
    out = number.get_double();
  } else if (number.is_uint64()) {
    out = number.get_uint64();
  } else {
    const int64_t whole = number.get_int64();
    out = whole;
    if (whole >= 0) out = static_cast<uint64_t>(whole);
  }
}

/// The library's parser does not recurse.
void build_deep(ondemand::value from, json& out) {
  const auto around = static_cast<size_t>(from.current_depth()) - 1;
  auto read = parse_own_json(got(simdjson::to_json_string(from)));
  if (!read) throw unreadable{read.error().message};
  if (around + extent_of(*read).depth > own_json_depth_max)
    throw unreadable{"it is nested too deep"};
  out = std::move(*read);
}

/// As the library's parser makes it.
void build(ondemand::value from, json& out) {
  if (from.current_depth() > recursion_max) return build_deep(from, out);
  switch (got(from.type())) {
    case ondemand::json_type::object: return build_object(got(from.get_object()), out);
    case ondemand::json_type::array: return build_array(got(from.get_array()), out);
    case ondemand::json_type::string: out = std::string{got(from.get_string())}; return;
    case ondemand::json_type::boolean: out = got(from.get_bool()); return;
    case ondemand::json_type::number: return build_number(from, out);
    case ondemand::json_type::null:
      if (!got(from.is_null())) throw unreadable{"it is no value"};
      out = nullptr;
  }
}

void check(ondemand::value from);

void check_parts(ondemand::object& from) {
  for (auto one : from) {
    auto field = got(std::move(one));
    key_of(field);
    check(field.value());
  }
}

void check_parts(ondemand::array& from) {
  for (auto one : from) check(got(std::move(one)));
}

template <class T>
void check_whole(T from) {
  check_parts(from);
}

/// Refuses what `build` refuses, and makes no tree.
void check(ondemand::value from) {
  json unused;
  if (from.current_depth() > recursion_max) return build_deep(from, unused);
  switch (got(from.type())) {
    case ondemand::json_type::object: return check_whole(got(from.get_object()));
    case ondemand::json_type::array: return check_whole(got(from.get_array()));
    case ondemand::json_type::string: got(from.get_string()); return;
    default: build(from, unused);
  }
}

/// The text of an object or a list, all of which has been checked.
template <class T>
std::string_view checked_text(T from) {
  const auto text = got(simdjson::to_json_string(from));
  got(from.reset());
  check_parts(from);
  return text;
}

}  // namespace

void read_json(json_value& in, std::string& out) { out = got(in.of.get_string()); }
void read_json(json_value& in, bool& out) { out = got(in.of.get_bool()); }
void read_json(json_value& in, int64_t& out) { out = got(in.of.get_int64()); }
void read_json(json_value& in, uint64_t& out) { out = got(in.of.get_uint64()); }
void read_json(json_value& in, double& out) { out = got(in.of.get_double()); }
void read_json(json_value& in, json& out) { build(in.of, out); }
bool read_null(json_value& in) { return got(in.of.is_null()); }
std::string_view read_raw(json_value& in) { return got(simdjson::to_json_string(in.of)); }

std::string_view read_checked(json_value& in) {
  switch (got(in.of.type())) {
    case ondemand::json_type::object: return checked_text(got(in.of.get_object()));
    case ondemand::json_type::array: return checked_text(got(in.of.get_array()));
    default: return {};
  }
}

void read_json(json_value& in, timestamp& out) {
  const auto read = parse_timestamp(got(in.of.get_string()));
  if (!read) throw unreadable{read.error().message};
  out = *read;
}

void each_member(json_value& in, void (*read)(void*, std::string_view, json_value&), void* with) {
  for (auto one : got(in.of.get_object())) {
    auto field = got(std::move(one));
    const auto key = key_of(field);
    json_value value{field.value()};
    try {
      read(with, key, value);
    } catch (const unreadable& e) {
      throw unreadable{"'" + std::string{key} + "': " + e.what()};
    }
  }
}

void each_item(json_value& in, void (*read)(void*, json_value&), void* with) {
  for (auto one : got(in.of.get_array())) {
    json_value item{got(std::move(one))};
    read(with, item);
  }
}

result<std::monostate> read_text(std::string_view text, void (*read)(void*, json_value&),
                                 void* with) {
  room_user room;
  auto& copy = (*room).text;
  copy.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  copy.assign(text);
  try {
    auto document = got((*room).parser.iterate(copy.data(), copy.size(), copy.capacity()));
    json_value whole{got(document.get_value())};
    read(with, whole);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      throw unreadable{"something follows it"};
    return {};
  } catch (const unreadable& e) {
    return fail(error_code::internal, std::string{"cannot decode: "} + e.what());
  }
}

}  // namespace ironbus
