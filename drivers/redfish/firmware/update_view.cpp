#include "drivers/redfish/firmware/update_view.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus {

namespace {

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

/// Whether a version ends before this text: 1.2 is neither in 1.2.3 nor in 1.23 or 1.2b.
bool ends_version(std::string_view rest) {
  if (rest.empty()) return true;
  if (rest.front() == '.') return rest.size() == 1 || !is_digit(rest[1]);
  return std::isalnum(static_cast<unsigned char>(rest.front())) == 0;
}

bool begins_version(std::string_view before) {
  return before.empty() || (!is_digit(before.back()) && before.back() != '.');
}

/// Whether the URL's file name contains the version, not as a part of a longer one.
bool names_version(const std::string& url, const std::string& version) {
  constexpr size_t shortest = 3;
  if (version.size() < shortest) return false;
  const auto path = std::string_view{url}.substr(0, url.find_first_of("?#"));
  const auto name = path.substr(path.rfind('/') + 1);
  for (auto i = name.find(version); i != std::string_view::npos; i = name.find(version, i + 1))
    if (begins_version(name.substr(0, i)) && ends_version(name.substr(i + version.size())))
      return true;
  return false;
}

awaited_view read_view(update_work work, std::string result) {
  const auto found = co_await read_redfish_components(work.call.bmc, work.call.system);
  if (!found) co_return std::nullopt;
  update_view out;
  out.component = work.order().component;
  out.before = work.notes.before;
  out.result = std::move(result);
  if (const auto* part = find_component(*found, out.component))
    out.now = part->current_version.value_or("");
  out.named = names_version(work.order().url, out.now);
  co_return out;
}

}  // namespace

std::string update_view::evidence() const {
  if (has_changed()) return component + " changed from " + before + " to " + now;
  auto out = now.empty() ? "the BMC no longer shows " + component
                         : component + " has " + now + " as before the update";
  if (!result.empty()) return out + "; its task ended with " + result;
  return out + ", and the image's name has that version";
}

std::string update_view::reason() const {
  const auto shown = now.empty() ? "the BMC no longer shows " + component
                                 : component + " still has version " + now;
  return "The update of " + component + " had no visible effect: " + shown +
         ", and the BMC shows no result of its task. Check the image and the BMC's log.";
}

awaited_view view_update(update_work work, std::string result) {
  return read_view(std::move(work), std::move(result));
}

}  // namespace ironbus
