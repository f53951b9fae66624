#include "ops/ironbusd/fleet_view/watch_table.hpp"

#include "ops/ironbusd/fleet_view/fleet_status.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"

#include <array>

namespace ironbus::fleet_view {

namespace {

constexpr size_t frame_rows = 4;  // counts, heads, hidden nodes, and the cursor's line
constexpr size_t bar_length = 10;

struct column {
  std::string_view head;
  size_t width;
};

constexpr std::array columns{column{"NODE", 16},  column{"STATE", 14},    column{"TO", 10},
                             column{"SINCE", 11}, column{"PROGRESS", 18}, column{"STEP", 0}};

struct kind_colour {
  state_kind kind;
  std::string_view code;
};

constexpr std::array colours{
    kind_colour{state_kind::stable, "32"}, kind_colour{state_kind::working, "33"},
    kind_colour{state_kind::waiting, "36"}, kind_colour{state_kind::hold, "35"},
    kind_colour{state_kind::failed, "31"}};

std::string coloured(const std::string& text, const node_row& node) {
  for (const auto& row : colours)
    if (kind_of(node) == row.kind) return "\x1b[" + std::string{row.code} + "m" + text + "\x1b[0m";
  return text;
}

std::string progress_of(const watched_node& node) {
  if (node.steps == 0) return "";
  return progress_bar(node.done, node.steps, bar_length) + " " + std::to_string(node.done) + "/" +
         std::to_string(node.steps);
}

/// The step with its remaining time, if known.
std::string step_of(const watched_node& node, timestamp now) {
  if (node.overdue) return "overdue: " + node.step;
  if (!node.expected_end) return node.step;
  const auto left = *node.expected_end - now;
  return node.step +
         (left > left.zero() ? ", about " + duration_text(left) + " left" : ", about to end");
}

std::string what_of(const watched_node& node, timestamp now) {
  if (!node.step.empty()) return step_of(node, now);
  if (has_failed(node.row)) return node.row.last_error;
  return node.row.maintenance ? "in maintenance" : "";
}

std::string line_of(const watched_node& node, const table_size& size, timestamp now) {
  const auto since = node.row.since ? duration_text(now - *node.row.since) : "-";
  const std::array<std::string, columns.size()> cells{label_of(node.row), node.row.state,
                                                      node.row.target,    since,
                                                      progress_of(node),  what_of(node, now)};
  std::string out;
  size_t used = 0;
  for (size_t i = 0; i < cells.size() && used < size.columns; ++i) {
    const auto room = size.columns - used;
    const auto width = columns[i].width == 0 ? room : std::min(columns[i].width, room);
    const auto cell = clipped(cells[i], width > 1 ? width - 1 : width);
    const auto text = columns[i].width == 0 ? cell : padded(cell, width);
    out += size.coloured && i == 1 ? coloured(text, node.row) : text;
    used += width;
  }
  return out;
}

std::string head_line(size_t width) {
  std::string out;
  for (const auto& column : columns) out += padded(std::string{column.head}, column.width);
  return clipped(out, width);
}

}  // namespace

std::vector<std::string> watch_lines(const watched_fleet& fleet, const table_size& size,
                                     timestamp now) {
  const auto room = size.rows > frame_rows ? size.rows - frame_rows : 1;
  const auto counts = counts_text(count_states(fleet.rows()));
  const auto nodes = std::to_string(fleet.size()) + (fleet.size() == 1 ? " node" : " nodes");
  std::vector<std::string> out{
      clipped(counts.empty() ? nodes : nodes + ": " + counts, size.columns),
      head_line(size.columns)};
  const auto shown = fleet.chosen(room);
  for (const auto* node : shown) out.push_back(line_of(*node, size, now));
  const auto hidden = fleet.size() - shown.size();
  out.push_back(clipped((hidden > 0 ? std::to_string(hidden) + " more; " : "") +
                            std::to_string(fleet.events()) + " events; Ctrl-C to quit",
                        size.columns));
  return out;
}

}  // namespace ironbus::fleet_view
