#include "messages/sealing/sealed_text.hpp"

#include "messages/sealing/secret_parts.hpp"

#include <algorithm>

namespace ironbus::sealing {

namespace {

/// No JSON text contains a line break between these, so two places never look alike.
std::string place_of(std::string_view place, const text_part& part) {
  return std::string{place} + "\n" + part.path;
}

std::string_view raw_of(std::string_view text, const text_part& part) {
  return text.substr(part.begin, part.end - part.begin);
}

std::string_view without_quotes(std::string_view raw) { return raw.substr(1, raw.size() - 2); }

bool may_be_sealed(std::string_view text) {
  return text.find(sealed_prefix) != std::string_view::npos;
}

std::string sealed_parts(std::string_view text, const std::vector<text_part>& parts,
                         const secret_box& box, std::string_view place) {
  std::string out;
  size_t copied = 0;
  for (const auto& part : parts) {
    out.append(text.substr(copied, part.begin - copied));
    out.append(1, '"').append(box.seal(raw_of(text, part), place_of(place, part))).append(1, '"');
    copied = part.end;
  }
  return std::move(out.append(text.substr(copied)));
}

result<std::string> opened_parts(std::string_view text, const std::vector<text_part>& parts,
                                 const secret_box& box, std::string_view place) {
  std::string out;
  size_t copied = 0;
  for (const auto& part : parts) {
    const auto raw = raw_of(text, part);
    out.append(text.substr(copied, part.begin - copied));
    auto secret = box.open(without_quotes(raw), place_of(place, part));
    if (!secret && box.writes())
      return fail(secret.error().code, part.path + ": " + secret.error().message);
    out.append(secret ? std::string_view{*secret} : raw);
    copied = part.end;
  }
  return std::move(out.append(text.substr(copied)));
}

std::string message_place(const found_parts& found) { return "message " + found.id; }

}  // namespace

std::string seal_secrets(std::string text, const secret_box& box, std::string_view place) {
  if (text.empty() || !box.writes()) return text;
  const auto found = find_parts(text, wanted_parts::secret);
  if (!found || found->parts.empty()) return text;
  return sealed_parts(text, found->parts, box, place);
}

result<std::string> open_secrets(std::string text, const secret_box& box, std::string_view place) {
  if (!may_be_sealed(text)) return text;
  const auto found = find_parts(text, wanted_parts::sealed);
  if (!found || found->parts.empty()) return text;
  return opened_parts(text, found->parts, box, place);
}

result<std::string> renew_secrets(std::string text, const secret_box& box, std::string_view place) {
  key_counts now;
  count_secrets(text, now);
  const auto is_right = [&](const auto& one) { return one.first == box.writing_id(); };
  if (std::all_of(now.begin(), now.end(), is_right)) return text;
  auto opened = open_secrets(std::move(text), box, place);
  if (!opened) return opened;
  return seal_secrets(*std::move(opened), box, place);
}

std::string seal_message(std::string body, const secret_box& box) {
  if (!box.writes()) return body;
  const auto found = find_parts(body, wanted_parts::secret);
  if (!found || found->parts.empty()) return body;
  return sealed_parts(body, found->parts, box, message_place(*found));
}

result<std::string> open_message(std::string body, const secret_box& box) {
  if (!may_be_sealed(body)) return body;
  const auto found = find_parts(body, wanted_parts::sealed);
  if (!found || found->parts.empty()) return body;
  return opened_parts(body, found->parts, box, message_place(*found));
}

std::string seal_whole(std::string text, const secret_box& box, std::string_view place) {
  return box.writes() ? box.seal(text, place) : text;
}

result<std::string> open_whole(std::string text, const secret_box& box, std::string_view place) {
  return text.starts_with(sealed_prefix) ? box.open(text, place) : result<std::string>{text};
}

std::string forget_secrets(std::string text, std::string_view lost_id) {
  if (!may_be_sealed(text)) return text;
  const auto found = find_parts(text, wanted_parts::sealed);
  if (!found) return text;
  std::string out;
  size_t copied = 0;
  for (const auto& part : found->parts) {
    if (key_id_of(without_quotes(raw_of(text, part))) != lost_id) continue;
    out.append(text, copied, part.begin - copied).append(R"("")");
    copied = part.end;
  }
  return out.append(text, copied);
}

void count_secrets(std::string_view stored, key_counts& out) {
  if (const auto id = key_id_of(stored)) return ++out[std::string{*id}], void();
  const auto found = find_parts(stored, wanted_parts::secret);
  if (!found) return;
  for (const auto& part : found->parts) {
    const auto raw = raw_of(stored, part);
    const auto id = is_sealed_part(raw) ? key_id_of(without_quotes(raw)) : std::nullopt;
    ++out[std::string{id.value_or(std::string_view{})}];
  }
}

}  // namespace ironbus::sealing
