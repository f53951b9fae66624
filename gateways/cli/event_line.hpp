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
  /// The id of the last event that came whole; empty: none had one.
  const std::string& last_id() const { return last_id_; }
  /// What the stream calls the event that is being told; empty: nothing.
  const std::string& type() const { return type_; }

private:
  void take_line(std::string_view line);

  std::function<void(std::string_view)> on_event_;
  std::string rest_;  ///< A line that has not ended yet.
  std::string data_;
  std::string type_;
  std::string id_;
  std::string last_id_;
};

/// A line for people: time, node, type, and what matters of the data. Gives the text itself if it
/// is no event of ours.
std::string event_line(std::string_view event);

}  // namespace ironbus::cli
