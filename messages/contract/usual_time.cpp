#include "messages/contract/usual_time.hpp"

#include "messages/base/text.hpp"
#include "messages/model/node.hpp"

#include <algorithm>
#include <cmath>

namespace ironbus {

namespace {

using std::chrono::milliseconds;

constexpr uint64_t runs_needed = 5;
/// Fraction of the 99 % time that a run may take longer before it is reported.
constexpr int64_t lateness_parts = 10;
constexpr milliseconds lateness_min{5'000};

constexpr double nearly_all = 0.99;
constexpr double ms_per_second = 1000;

int64_t as_ms(double seconds) { return std::llround(seconds * ms_per_second); }

std::optional<int64_t> ms_at(const json& summary, const char* name) {
  const auto found = summary.find(name);
  if (found == summary.end() || !found->is_number()) return std::nullopt;
  return as_ms(found->get<double>());
}

}  // namespace

timestamp usual_time::expected_end(timestamp began) const {
  return began + milliseconds{median_ms};
}

timestamp usual_time::overdue_at(timestamp began) const {
  return began + milliseconds{p99_ms} +
         std::max(milliseconds{p99_ms / lateness_parts}, lateness_min);
}

member_codecs<usual_time> members_of(const usual_time*) {
  using x = usual_time;
  static constexpr auto all =
      sorted_members(coded_member<&x::kind>("kind"), coded_member<&x::runs>("runs"),
                     coded_member<&x::median_ms>("median_ms"), coded_member<&x::p99_ms>("p99_ms"));
  return all;
}

std::optional<usual_time> usual_time_of(const step_durations& kind) {
  const auto runs = kind.taken.count();
  if (runs < runs_needed) return std::nullopt;
  return usual_time{key_of(kind), runs, as_ms(kind.taken.quantile(0.5)),
                    as_ms(kind.taken.quantile(nearly_all))};
}

std::optional<usual_time> read_usual_time(std::string_view summary) {
  const auto known = parse_own_json(summary);
  if (!known || !known->is_object()) return std::nullopt;
  const auto median = ms_at(*known, "median_seconds");
  const auto p99 = ms_at(*known, "p99_seconds");
  const auto runs = known->find("runs");
  if (!median || !p99 || runs == known->end() || !runs->is_number_unsigned()) return std::nullopt;
  usual_time out{key_of(named_in_document(*known)), runs->get<uint64_t>(), *median, *p99};
  if (out.runs < runs_needed) return std::nullopt;
  return out;
}

std::string kind_of_run(const node& machine, std::string_view interface, std::string_view step) {
  const auto& properties = machine.properties.tree();
  step_durations out;
  out.driver = machine.driver;
  out.vendor = member_text(properties, "vendor");
  out.model = member_text(properties, "model");
  out.interface = interface;
  out.step = step;
  return key_of(out);
}

}  // namespace ironbus
