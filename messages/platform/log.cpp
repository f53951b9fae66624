#include "messages/platform/log.hpp"

#include "messages/base/secrets.hpp"
#include "messages/platform/log_budget.hpp"

#include <atomic>
#include <memory>

namespace ironbus::log {

namespace {

constexpr std::array<std::string_view, 7> level_names{"trace", "debug",    "info", "warn",
                                                      "error", "critical", "off"};

/// A record is short; whole documents do not belong into it.
constexpr size_t text_bytes_max = 8 * 1024;

using clock = std::chrono::steady_clock;

struct opened {
  std::unique_ptr<record_budget> budget;
  std::atomic<level> least = level::off;
};

opened& now() {
  static opened out;
  return out;
}

std::string shown(std::string text) {
  auto out = mask_text(std::move(text));
  if (out.size() > text_bytes_max) out.resize(text_bytes_max);
  return out;
}

}  // namespace

std::string_view to_string(level x) { return level_names[static_cast<size_t>(x)]; }

level level_from(std::string_view name) {
  if (name == "warning") return level::warn;
  for (size_t i = 0; i < level_names.size(); ++i)
    if (level_names[i] == name) return static_cast<level>(i);
  return level::info;
}

void open(sink receiver, level least, budget_options budget) {
  now().budget.reset();
  now().least = least;
  if (receiver)
    now().budget = std::make_unique<record_budget>(std::move(receiver), budget, clock::now());
}

void set_level(level least) { now().least = least; }

void flush(bool all) {
  const auto& opened = now();
  if (!opened.budget) return;
  all ? opened.budget->flush_all() : opened.budget->flush(clock::now());
}

void write(level how, std::string message, std::vector<field> fields) {
  const auto& opened = now();
  if (how < opened.least.load() || !opened.budget) return;
  for (auto& x : fields) x.value = shown(std::move(x.value));
  opened.budget->take({how, shown(std::move(message)), std::move(fields)}, clock::now());
}

}  // namespace ironbus::log
