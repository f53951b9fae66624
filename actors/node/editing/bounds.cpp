#include "actors/node/editing/bounds.hpp"

#include "actors/node/base/part_kind.hpp"
#include "actors/size_limit.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr const char* config_drive_key = "configdrive";
/// The size that counts for the fields of a part that are not documents.
constexpr size_t part_bytes = 512;
constexpr size_t ledger_entry_bytes = 256;

/// Of instance_info without its config drive, which counts separately.
extent extent_of_info(const json& document) {
  extent out{2, 1};
  for (const auto& [key, value] : document.items()) {
    if (key == config_drive_key) continue;
    const auto one = extent_of(value);
    out.bytes += extent_of(key).bytes + one.bytes + 2;
    out.depth = std::max(out.depth, one.depth + 1);
  }
  if (out.bytes > 2) --out.bytes;  // one comma fewer than members
  return out;
}

/// Compares the sizes of a node before and after, until a limit is exceeded.
class measuring {
public:
  explicit measuring(const storage_bounds& bounds) : bounds_(bounds) {}

  template <class T>
  void fields(std::span<const field<T>> all, const T* before, const T& now,
              const std::string& owner = {}) {
    for (const auto& row : all) {
      if (wrong_) return;
      const auto measure = [&](const T& given) {
        const auto* document = row.document(given);
        if (document == nullptr) return extent_of(row.get(given));
        const bool has_drive =
            row.spec.name == "instance_info" && document->may_contain(config_drive_key);
        return has_drive && document->is_object() ? extent_of_info(*document)
                                                  : extent_of(*document);
      };
      const bool long_text = row.spec.type == field_type::text;
      if (row.document(now) == nullptr && !long_text) continue;
      value({"The field '" + std::string{row.spec.name} + "'" + owner, bounds_.field_bytes_max,
             bounds_.field_depth_max},
            measure(now), [&] { return before != nullptr ? measure(*before) : extent{}; });
    }
  }

  /// Compares a value; `before` is called only if needed.
  template <class Before>
  void value(const bound& limit, const extent& now, Before before) {
    total_ += now.bytes;
    if (wrong_ || (now.bytes <= limit.bytes_max && now.depth <= limit.depth_max)) return;
    wrong_ = find_excess(limit, now, before());
  }

  void arguments(const std::string& step, const json_document& args) {
    value({"The arguments of " + step, bounds_.field_bytes_max, bounds_.field_depth_max},
          extent_of(args), [] { return extent{}; });
  }

  void add(size_t bytes) { total_ += bytes; }
  void count_from(size_t total) { total_ = total; }
  size_t total() const { return total_; }
  const storage_bounds& bounds() const { return bounds_; }
  std::optional<failure> take() { return std::move(wrong_); }

private:
  const storage_bounds& bounds_;
  size_t total_ = 0;
  std::optional<failure> wrong_;
};

const json& drive_of(const node& node) {
  static const json none;
  const auto& info = node.instance_info;
  return info.may_contain(config_drive_key) ? info[config_drive_key] : none;
}

void measure_node(measuring& measuring, const node* before, const node& now) {
  measuring.fields(node_fields(), before, now);
  const auto total = measuring.total();
  measuring.value({"The config drive", measuring.bounds().config_drive_bytes_max,
                   measuring.bounds().field_depth_max},
                  extent_of(drive_of(now)),
                  [&] { return before != nullptr ? extent_of(drive_of(*before)) : extent{}; });
  measuring.count_from(total);  // not part of the whole
}

void measure_parts(measuring& measuring, const node_snapshot* before, const node_snapshot& now) {
  static const node_snapshot nothing;
  const auto& old = before != nullptr ? *before : nothing;
  for_each_part_kind([&](const auto& kind) {
    for (const auto& part : now.*(kind.all)) {
      measuring.add(part_bytes);
      measuring.fields(kind.fields(), find_part(old.*(kind.all), part.uuid), part,
                       " of " + std::string{kind.name} + " " + part.uuid);
    }
  });
  for (const auto& trait : now.traits) measuring.add(trait.size());
}

/// The steps of a running operation were checked when it was planned.
bool same_plan(const std::optional<operation>& before, const operation& now) {
  return before && before->id == now.id && before->steps.size() == now.steps.size();
}

void measure_operation(measuring& measuring, const std::optional<operation>& before,
                       const std::optional<operation>& after) {
  if (!after) return;
  for (const auto& step : after->steps)
    if (same_plan(before, *after))
      measuring.add(extent_of(step.args).bytes);
    else
      measuring.arguments("the step " + step.interface + "." + step.name, step.args);
  measuring.add(extent_of(after->request).bytes);
  measuring.add(after->ledger.size() * ledger_entry_bytes);
  for (const auto& entry : after->ledger)
    measuring.add(entry.evidence.size() + extent_of(entry.report).bytes);
}

/// A list that a driver has reported.
template <class T>
void measure_list(measuring& measuring, const std::string& name,
                  std::vector<T> node_snapshot::*list, const node_snapshot* before,
                  const node_snapshot& now) {
  measuring.value({name, measuring.bounds().field_bytes_max, measuring.bounds().field_depth_max},
                  extent_of(json(now.*list)),
                  [&] { return before != nullptr ? extent_of(json(before->*list)) : extent{}; });
}

size_t measure(measuring& measuring, const node_snapshot* before, const node_snapshot& now) {
  measure_node(measuring, before != nullptr ? &before->attributes : nullptr, now.attributes);
  measure_parts(measuring, before, now);
  measure_list(measuring, "The BIOS settings", &node_snapshot::bios, before, now);
  measure_list(measuring, "The firmware components", &node_snapshot::firmware, before, now);
  static const std::optional<operation> none;
  measure_operation(measuring, before != nullptr ? before->current : none, now.current);
  measure_operation(measuring, before != nullptr ? before->queued : none, now.queued);
  for (const auto& call : now.calls)
    measuring.arguments("the call " + call.what.interface + "." + call.what.name, call.what.args);
  for (const auto& command : now.deferred) measuring.add(command.data.text().size());
  return measuring.total();
}

std::optional<failure> inventory_excess(const decision& decision) {
  const auto& bounds = decision.ctx().policy.bounds;
  if (!decision.inventory()) return std::nullopt;
  // The inventory is nested in one more level.
  return find_excess({"The inventory", bounds.inventory_bytes_max, bounds.field_depth_max + 1},
                     *decision.inventory(), {});
}

}  // namespace

std::optional<failure> find_excess(const node_snapshot* before, const decision& decision) {
  if (!decision.changed || decision.erased) return std::nullopt;
  const auto& bounds = decision.ctx().policy.bounds;
  measuring m{bounds};
  const auto bytes = measure(m, before, decision.next);
  if (auto wrong = m.take()) return wrong;
  if (auto wrong = inventory_excess(decision)) return wrong;
  if (bytes <= bounds.node_bytes_max) return std::nullopt;
  measuring old{bounds};
  return find_excess({"Node " + decision.next.attributes.uuid, bounds.node_bytes_max, SIZE_MAX},
                     {bytes, 0}, {before != nullptr ? measure(old, nullptr, *before) : 0, 0});
}

std::optional<node_message> as_failure(const node_message& message, const failure& why) {
  if (const auto* outcome = std::get_if<step_outcome>(&message)) {
    step_outcome out;
    out.id = outcome->id;
    out.worker = outcome->worker;
    out.status = step_status::failed;
    out.reason = "The driver's findings cannot be stored: " + why.message;
    return out;
  }
  const auto* order = std::get_if<command>(&message);
  const auto* data = order != nullptr ? std::get_if<continue_inspection>(order) : nullptr;
  if (data == nullptr || data->discover_as) return std::nullopt;
  continue_inspection out;
  out.rejected = "The inspection data cannot be stored: " + why.message;
  return command{std::move(out)};
}

bool brings_data(const node_message& message) {
  if (std::holds_alternative<step_outcome>(message)) return true;
  const auto* x = std::get_if<command>(&message);
  return x != nullptr && !std::holds_alternative<claim_node>(*x) &&
         !std::holds_alternative<release_node>(*x) && !std::holds_alternative<observe_power>(*x) &&
         !std::holds_alternative<run_child_step>(*x) &&
         !std::holds_alternative<child_step_ended>(*x);
}

}  // namespace ironbus
