#include "messages/base/json_reader.hpp"

#include "messages/base/bounds.hpp"

#include <simdjson.h>

#include <memory>

namespace ironbus {

class json_value {
public:
  simdjson::ondemand::value wrapped;
};

namespace {

namespace ondemand = simdjson::ondemand;

/// Longer texts are rare; their buffer is not kept.
constexpr size_t kept_bytes_max = 256 * 1024;

/// The parser and the padded copy of the text that it reads. Each thread keeps one, because
/// creating one costs more than reading a snapshot.
struct parser_room {
  ondemand::parser parser;
  std::string text;
};

thread_local std::unique_ptr<parser_room> spare_room;

/// Uses the thread's parser, or another one while that is in use.
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
T got(simdjson::simdjson_result<T> result) {
  if (result.error() != simdjson::SUCCESS) refuse(result.error());
  return std::move(result).value_unsafe();
}

/// Our own names contain no escapes.
std::string_view key_of(ondemand::field& field) {
  const char* const begin = field.key().raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  if (*end == '\\') return got(field.unescaped_key());
  return {begin, static_cast<size_t>(end - begin)};
}

/// Documents from outside are less deep.
constexpr int32_t recursion_max = 64;

void build(ondemand::value value, json& out);

void build_object(ondemand::object value, json& out) {
  out = json::object();
  auto& members = out.get_ref<json::object_t&>();
  for (auto one : value) {
    auto field = got(std::move(one));
    std::string key{key_of(field)};
    // Mostly sorted by name.
    build(field.value(), members.insert_or_assign(members.end(), std::move(key), nullptr)->second);
  }
}

void build_array(ondemand::array array, json& out) {
  out = json::array();
  auto& items = out.get_ref<json::array_t&>();
  for (auto one : array) build(got(one), items.emplace_back());
}

void build_number(ondemand::value value, json& out) {
  ondemand::number number;
  if (value.get_number().get(number) != simdjson::SUCCESS) {
    // Integers of more than 64 bits.
    out = json::parse(value.raw_json_token(), nullptr, false);
    if (!out.is_number()) throw unreadable{"it is not a number"};
    got(value.get_double());
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

/// For deep values: the library's parser does not recurse.
void build_deep(ondemand::value value, json& out) {
  const auto around = static_cast<size_t>(value.current_depth()) - 1;
  auto read = parse_own_json(got(simdjson::to_json_string(value)));
  if (!read) throw unreadable{read.error().message};
  if (around + extent_of(*read).depth > own_json_depth_max)
    throw unreadable{"it is nested too deep"};
  out = std::move(*read);
}

/// Builds the same tree as the library's parser.
void build(ondemand::value value, json& out) {
  if (value.current_depth() > recursion_max) return build_deep(value, out);
  switch (got(value.type())) {
    case ondemand::json_type::object: return build_object(got(value.get_object()), out);
    case ondemand::json_type::array: return build_array(got(value.get_array()), out);
    case ondemand::json_type::string: out = std::string{got(value.get_string())}; return;
    case ondemand::json_type::boolean: out = got(value.get_bool()); return;
    case ondemand::json_type::number: return build_number(value, out);
    case ondemand::json_type::null:
      if (!got(value.is_null())) throw unreadable{"it is not a value"};
      out = nullptr;
  }
}

void check(ondemand::value value);

void check_parts(ondemand::object& value) {
  for (auto one : value) {
    auto field = got(std::move(one));
    key_of(field);
    check(field.value());
  }
}

void check_parts(ondemand::array& array) {
  for (auto one : array) check(got(one));
}

template <class T>
void check_whole(T array) {
  check_parts(array);
}

/// Rejects what `build` rejects, without building a tree.
void check(ondemand::value value) {
  json unused;
  if (value.current_depth() > recursion_max) return build_deep(value, unused);
  switch (got(value.type())) {
    case ondemand::json_type::object: return check_whole(got(value.get_object()));
    case ondemand::json_type::array: return check_whole(got(value.get_array()));
    case ondemand::json_type::string: got(value.get_string()); return;
    default: build(value, unused);
  }
}

/// The text of an object or a list after a complete check.
template <class T>
std::string_view checked_text(T array) {
  const auto text = got(simdjson::to_json_string(array));
  got(array.reset());
  check_parts(array);
  return text;
}

}  // namespace

void read_json(json_value& source, std::string& out) { out = got(source.wrapped.get_string()); }
void read_json(json_value& source, bool& out) { out = got(source.wrapped.get_bool()); }
void read_json(json_value& input, int64_t& out) { out = got(input.wrapped.get_int64()); }
void read_json(json_value& given, uint64_t& out) { out = got(given.wrapped.get_uint64()); }
void read_json(json_value& source, double& out) { out = got(source.wrapped.get_double()); }
void read_json(json_value& source, json& out) { build(source.wrapped, out); }
bool read_null(json_value& source) { return got(source.wrapped.is_null()); }
std::string_view read_raw(json_value& source) {
  return got(simdjson::to_json_string(source.wrapped));
}

std::string_view read_checked(json_value& source) {
  switch (got(source.wrapped.type())) {
    case ondemand::json_type::object: return checked_text(got(source.wrapped.get_object()));
    case ondemand::json_type::array: return checked_text(got(source.wrapped.get_array()));
    default: return {};
  }
}

void read_json(json_value& source, timestamp& out) {
  const auto read = parse_timestamp(got(source.wrapped.get_string()));
  if (!read) throw unreadable{read.error().message};
  out = *read;
}

void each_member(json_value& source, void (*read)(void*, std::string_view, json_value&),
                 void* target) {
  for (auto one : got(source.wrapped.get_object())) {
    auto field = got(std::move(one));
    const auto key = key_of(field);
    json_value value{field.value()};
    try {
      read(target, key, value);
    } catch (const unreadable& e) {
      throw unreadable{"'" + std::string{key} + "': " + e.what()};
    }
  }
}

void each_item(json_value& source, void (*read)(void*, json_value&), void* target) {
  for (auto one : got(source.wrapped.get_array())) {
    json_value item{got(one)};
    read(target, item);
  }
}

result<std::monostate> read_text(std::string_view text, void (*read)(void*, json_value&),
                                 void* target) {
  room_user room;
  auto& copy = (*room).text;
  copy.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  copy.assign(text);
  try {
    auto document = got((*room).parser.iterate(copy.data(), copy.size(), copy.capacity()));
    json_value whole{got(document.get_value())};
    read(target, whole);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      throw unreadable{"text follows it"};
    return {};
  } catch (const unreadable& e) {
    return fail(error_code::internal, std::string{"cannot decode: "} + e.what());
  }
}

}  // namespace ironbus
