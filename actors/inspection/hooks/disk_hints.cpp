#include "actors/inspection/hooks/disk_hints.hpp"

#include "actors/inspection/hooks/reading.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/root_disk_rule.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

namespace ironbus::inspection {

namespace {

constexpr int64_t bytes_per_gib = int64_t{1} << 30;

enum class hint_kind : uint8_t { text, gigabytes, flag };

struct hint_row {
  std::string_view name;
  hint_kind kind = hint_kind::text;
};

constexpr std::array hint_rows{
    hint_row{"size", hint_kind::gigabytes},
    hint_row{"rotational", hint_kind::flag},
    hint_row{"model"},
    hint_row{"vendor"},
    hint_row{"serial"},
    hint_row{"wwn"},
    hint_row{"wwn_with_extension"},
    hint_row{"wwn_vendor_extension"},
    hint_row{"name"},
    hint_row{"hctl"},
    hint_row{"by_path"},
};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  while (true) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return out;
    text.remove_prefix(begin);
    const auto size = std::min(text.find(' '), text.size());
    out.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

struct order_row {
  std::string_view op;
  bool (*holds)(std::strong_ordering x);
};

constexpr std::array order_rows{
    order_row{"=",
              [](std::strong_ordering order) {
                return std::is_gteq(order);
              }},  // historical meaning of the operator
    order_row{"==", [](std::strong_ordering order) { return std::is_eq(order); }},
    order_row{"!=", [](std::strong_ordering order) { return std::is_neq(order); }},
    order_row{">=", [](std::strong_ordering order) { return std::is_gteq(order); }},
    order_row{"<=", [](std::strong_ordering order) { return std::is_lteq(order); }},
    order_row{">", [](std::strong_ordering order) { return std::is_gt(order); }},
    order_row{"<", [](std::strong_ordering order) { return std::is_lt(order); }},
};

const order_row* find_order(std::string_view op) {
  const auto found = std::find_if(order_rows.begin(), order_rows.end(),
                                  [&](const auto& row) { return row.op == op; });
  return found == order_rows.end() ? nullptr : &*found;
}

using disk_test = std::function<bool(const json& value)>;
using made_test = result<disk_test>;

tl::unexpected<failure> bad_hint(std::string_view name, const std::string& why) {
  return fail(error_code::invalid,
              "The root device hint '" + std::string{name}.substr(0, 64) + "' " + why + ".");
}

std::optional<int64_t> number_of(const std::string& text) {
  int64_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return std::nullopt;
  return out;
}

/// "40", ">= 40", "<or> 40 <or> 80".
made_test size_test(const json& hint) {
  if (const auto exact = count_in(hint))
    return [size = *exact](const json& bytes) {
      const auto has = count_in(bytes);
      return has && *has / bytes_per_gib == size;
    };
  if (!hint.is_string()) return bad_hint("size", "must be a number or a text such as '>= 40'");
  auto words = words_of(hint.get_ref<const std::string&>());
  const auto* order = words.size() == 2 ? find_order(words[0]) : find_order("==");
  const bool any_of = words.size() >= 2 && words[0] == "<or>";
  std::vector<int64_t> sizes;
  for (size_t i = words.size() == 1 ? 0 : 1; i < words.size(); ++i) {
    if (any_of && words[i] == "<or>") continue;
    const auto size = number_of(words[i]);
    if (!size) return bad_hint("size", "must be a number or a text such as '>= 40'");
    sizes.push_back(*size);
  }
  if (any_of) order = find_order("==");
  if (order == nullptr || sizes.empty() || (sizes.size() > 1 && !any_of))
    return bad_hint("size", "has an unknown operator");
  return [order, sizes](const json& bytes) {
    const auto has = count_in(bytes);
    return has && std::any_of(sizes.begin(), sizes.end(), [&](int64_t size) {
             return order->holds(*has / bytes_per_gib <=> size);
           });
  };
}

made_test flag_test(const json& hint) {
  auto wanted = hint;
  if (hint.is_string()) {
    const auto text = lower(hint.get<std::string>());
    if (text == "true" || text == "yes" || text == "1") wanted = true;
    if (text == "false" || text == "no" || text == "0") wanted = false;
  }
  if (!wanted.is_boolean()) return bad_hint("rotational", "must be true or false");
  return [wanted](const json& value) { return value == wanted; };
}

/// The parts between the operators: "<or> a b <or> c" gives "a b" and "c".
std::vector<std::string> parts_between(const std::vector<std::string>& words,
                                       std::string_view mark) {
  std::vector<std::string> out;
  for (const auto& word : words)
    if (word == mark)
      out.emplace_back();
    else if (!out.empty())
      out.back() += (out.back().empty() ? "" : " ") + word;
  return out;
}

std::string rest_of(const std::string& text, const std::string& op) {
  const auto begin = text.find_first_not_of(' ', text.find(op) + op.size());
  return begin == std::string::npos ? "" : text.substr(begin);
}

using text_test = std::function<bool(const std::string& value)>;

text_test any_part(std::vector<std::string> parts) {
  return [parts = std::move(parts)](const std::string& value) {
    return std::find(parts.begin(), parts.end(), value) != parts.end();
  };
}

text_test all_parts_in(std::vector<std::string> parts) {
  return [parts = std::move(parts)](const std::string& value) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const auto& part) { return value.find(part) != std::string::npos; });
  };
}

text_test read_text_test(const std::string& hint) {
  const auto words = words_of(hint);
  const auto op = words.empty() ? std::string{} : words[0];
  if (op == "<or>") return any_part(parts_between(words, op));
  if (op == "<in>" || op == "<all-in>") return all_parts_in(parts_between(words, op));
  const auto* order = op.starts_with('s') ? find_order(op.substr(1)) : nullptr;
  if (order == nullptr || words.size() < 2) return any_part({hint});
  return [order, wanted = rest_of(hint, op)](const std::string& value) {
    return order->holds(value <=> wanted);
  };
}

made_test name_test(std::string_view name, const json& hint) {
  const auto text = text_in(hint);
  if (!text) return bad_hint(name, "must be a text of at most 255 characters");
  return [holds = read_text_test(lower(*text))](const json& value) {
    const auto has = text_in(value);
    return has && holds(lower(*has));
  };
}

struct disk_hint {
  std::string name;
  disk_test holds;
};
using hint_list = std::vector<disk_hint>;

result<hint_list> read_hints(const json& hints) {
  if (!hints.is_object()) return bad_hint("root_device", "must be an object");
  hint_list out;
  for (const auto& [name, value] : hints.items()) {
    const auto row = std::find_if(hint_rows.begin(), hint_rows.end(),
                                  [&name = name](const auto& x) { return x.name == name; });
    if (row == hint_rows.end()) return bad_hint(name, "is unknown");
    auto test = row->kind == hint_kind::gigabytes ? size_test(value)
                : row->kind == hint_kind::flag    ? flag_test(value)
                                                  : name_test(name, value);
    if (!test) return tl::unexpected(test.error());
    out.push_back({name, std::move(*test)});
  }
  return out;
}

bool fits(const json& disk, const hint_list& hints) {
  return std::all_of(hints.begin(), hints.end(),
                     [&](const auto& hint) { return hint.holds(member(disk, hint.name)); });
}

bool is_possible_root(const json& disk) {
  const auto text = [&](const char* key) { return text_in(member(disk, key)).value_or(""); };
  const auto transport = text("tran");
  const auto vendor = text("vendor");
  const auto model = text("model");
  return may_be_root({member(disk, "read_only") == true, transport, vendor, model});
}

}  // namespace

result<const json*> find_disk(const json& disks, const json& hints, const json& skip) {
  const auto wanted = read_hints(hints);
  if (!wanted) return tl::unexpected(wanted.error());
  std::vector<hint_list> skipped;
  for (const auto& item : list_in(skip)) {
    auto read = read_hints(item);
    if (!read) return tl::unexpected(read.error());
    if (!read->empty()) skipped.push_back(std::move(*read));
  }
  for (const auto& disk : list_in(disks))
    if (is_possible_root(disk) && fits(disk, *wanted) &&
        std::none_of(skipped.begin(), skipped.end(),
                     [&](const auto& out) { return fits(disk, out); }))
      return &disk;
  return nullptr;
}

}  // namespace ironbus::inspection
