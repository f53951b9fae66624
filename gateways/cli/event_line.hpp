#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ironbus::cli {

/// Takes a stream of Server-Sent Events apart; knows nothing of what they hold.
class event_reader {
public:
  explicit event_reader(std::function<void(std::string_view data)> on_event)
      : on_event_(std::move(on_event)) {}

  /// More of the stream, in pieces of any size.
  void feed(std::string_view text);
  /// Forgets an event that has not ended: the stream begins anew.
  void restart();

private:
  void take_line(std::string_view line);

  std::function<void(std::string_view)> on_event_;
  std::string rest_;  ///< A line that has not ended yet.
  std::string data_;
};

/// A line for people: time, node, type, and what matters of the data. Gives the text itself if it
/// is no event of ours.
std::string event_line(std::string_view event);

}  // namespace ironbus::cli
