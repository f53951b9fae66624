#include "drivers/kit/password_rotation.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus {

namespace {

constexpr const char* note_key = "bmc_rotation";
constexpr const char* run_key = "step";
constexpr const char* rotation_key = "new_password";  // a key that is masked
constexpr size_t usual_size = 16;  // accepted by all IPMI BMCs: 95 bits of letters and digits
constexpr size_t begin_size_min = 3;

std::string run_of(const step_request& x) {
  return x.id.operation_id + "." + std::to_string(x.id.index);
}

/// Many BMCs require one of each.
bool is_mixed(const std::string& text) {
  const auto has = [&text](int (*is)(int)) {
    return std::any_of(text.begin(), text.end(), [is](unsigned char x) { return is(x) != 0; });
  };
  return has(&std::isupper) && has(&std::islower) && has(&std::isdigit);
}

std::string random_password(size_t size) {
  for (std::string out;; out.clear()) {
    while (out.size() < size)
      for (const char letter : random_token())
        if (letter != '-' && letter != '_' && out.size() < size) out += letter;
    if (is_mixed(out)) return out;
  }
}

bool is_printable_password(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char x) { return x > ' ' && x <= '~'; });
}

constexpr std::string_view opening_marks = "'\"`<";
constexpr std::string_view closing_marks = "'\"`>";
constexpr size_t ordinary_size_max = 7;

bool is_part_of_word(char x) {
  return std::isalnum(static_cast<unsigned char>(x)) != 0 || x == '_' ||
         static_cast<unsigned char>(x) > '~';
}

/// Whether a password may also be a word of a text: "ADMIN", or a letter.
bool is_ordinary(std::string_view password) {
  const auto has = [&](int (*is)(int)) {
    return std::any_of(password.begin(), password.end(),
                       [is](unsigned char x) { return is(x) != 0; });
  };
  return password.size() <= ordinary_size_max || !has(&std::isalpha) || !has(&std::isdigit);
}

/// Whether a value begins there: after a quote, or a word that cannot be an ordinary one.
bool begins_value(std::string_view text, size_t begin, bool ordinary) {
  const char before = begin == 0 ? ' ' : text[begin - 1];
  return opening_marks.find(before) != std::string_view::npos ||
         (!ordinary && !is_part_of_word(before));
}

/// Whether that part of a text is a value: within quotes, or a word that cannot be an ordinary one.
bool is_value(std::string_view text, size_t begin, size_t end, bool ordinary) {
  const auto mark = begin == 0 ? std::string_view::npos : opening_marks.find(text[begin - 1]);
  if (mark != std::string_view::npos) {
    const auto escaped = end < text.size() && text[end] == '\\' ? 1U : 0U;
    if (end + escaped < text.size() && text[end + escaped] == closing_marks[mark]) return true;
  }
  const char after = end == text.size() ? ' ' : text[end];
  return !ordinary && begins_value(text, begin, ordinary) && !is_part_of_word(after);
}

facts adopted(const char* key, const stored_password& noted) {
  facts out;
  out.driver_info[key] = noted.password;
  out.driver_internal_info[note_key] = nullptr;
  return out;
}

}  // namespace

std::optional<stored_password> read_stored_password(const json& driver_internal_info) {
  const auto found = driver_internal_info.find(note_key);
  if (found == driver_internal_info.end()) return std::nullopt;
  stored_password out{member_text(*found, run_key), member_text(*found, rotation_key)};
  return out.password.empty() ? std::nullopt : std::optional{std::move(out)};
}

std::string second_password(const json& driver_internal_info) {
  auto noted = read_stored_password(driver_internal_info);
  return noted ? std::move(noted->password) : std::string{};
}

bool is_of_run(const stored_password& noted, const step_request& request) {
  return noted.run == run_of(request);
}

step_outcome password_stored(const step_request& request, const std::string& password) {
  facts out;
  out.driver_internal_info[note_key] = {{run_key, run_of(request)}, {rotation_key, password}};
  return step_part_done(std::move(out), "the new password is stored with the node");
}

step_outcome password_accepted(const char* key, const stored_password& noted) {
  return step_done(adopted(key, noted), "the BMC accepts the new password");
}

step_outcome password_adopted(const char* key, const stored_password& noted) {
  return step_part_done(adopted(key, noted),
                        "the BMC already has the password of an earlier rotation");
}

step_outcome password_unknown(const std::string& why) {
  return step_failed(why +
                     " It is unknown which password the BMC has, so ironbus tries both. Run "
                     "rotate_password again to find out.");
}

step_outcome password_rejected(std::string reason) {
  auto out = step_failed(std::move(reason));
  out.observed.driver_internal_info[note_key] = nullptr;
  return out;
}

result<std::string> wanted_password(const json& args, const password_bounds& bounds) {
  if (!args.contains("password") || args["password"].is_null())
    return random_password(std::clamp(usual_size, bounds.min, bounds.max));
  auto given = member_text(args, "password");
  if (given.size() >= bounds.min && given.size() <= bounds.max && is_printable_password(given))
    return given;
  return fail(error_code::invalid,
              "'password' has " + std::to_string(given.size()) +
                  " bytes, or contains other characters; allowed: " + std::to_string(bounds.min) +
                  " to " + std::to_string(bounds.max) +
                  " printable ASCII characters without blanks.");
}

std::string without_password(std::string text, std::string_view password) {
  if (password.empty()) return text;
  const bool word = is_ordinary(password);
  for (auto found = text.find(password); found != std::string::npos;) {
    auto next = found + 1;
    if (is_value(text, found, found + password.size(), word)) {
      text.replace(found, password.size(), masked_value);
      next = found + masked_value.size();
    }
    found = text.find(password, next);
  }
  for (auto size = password.size() - 1; size >= begin_size_min; --size)
    if (text.ends_with(password.substr(0, size)) && begins_value(text, text.size() - size, word)) {
      text.resize(text.size() - size);
      break;
    }
  return text;
}

step_declaration password_step() {
  step_declaration out;
  out.name = "rotate_password";
  out.phases = phase_clean | phase_service;
  out.arguments = {
      {"password", "The new password. If absent, a random password is generated.", false}};
  return out;
}

}  // namespace ironbus
