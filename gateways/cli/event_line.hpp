#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ironbus::cli {

/// Parses a stream of Server-Sent Events; does not interpret their data.
class event_reader {
public:
  explicit event_reader(std::function<void(std::string_view data)> on_event)
      : on_event_(std::move(on_event)) {}

  /// Parses the next piece of the stream, of any size.
  void feed(std::string_view text);
  /// Drops an incomplete event, for a new stream.
  void restart();
  /// The id of the last complete event; empty: none had an id.
  const std::string& last_id() const { return last_id_; }
  /// The type of the current event; empty: it has none.
  const std::string& type() const { return type_; }

private:
  void take_line(std::string_view line);

  std::function<void(std::string_view)> on_event_;
  std::string rest_;  ///< An incomplete line.
  std::string data_;
  std::string type_;
  std::string id_;
  std::string last_id_;
};

/// An event as a line for a terminal: time, node, type and data. Returns the text itself if it is
/// no event of ironbus.
std::string event_line(std::string_view event);

}  // namespace ironbus::cli
