#pragma once

#include "messages/ports/store.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace ironbus {

/// Messages that came again: whoever had them may have died of them. Before one is handled that is
/// noted in the store, where the next owner of it finds the note; so deliveries that were never
/// looked at count for nothing, and one that ends process after process is put aside.
///
/// A message that has ended a process is handled only while no other such one is, or those beside
/// it would be blamed with it. Thread safe.
class suspects : public std::enable_shared_from_this<suspects> {
public:
  /// True: handle it. False: it has ended too many processes. Called on any thread, or not at all
  /// if the message has ended before.
  using verdict = std::function<void(result<bool>)>;

  suspects(store& records, const std::string& owner);

  /// The message is about to be handled.
  void begin(const std::string& id, verdict tell);
  /// What was decided is safe: others may have their turn, though it is not handled yet.
  void give_way(const std::string& id);
  /// It has been handled, or was given back; what was not begun is ignored.
  void end(const std::string& id);

private:
  struct entry {
    verdict tell;
    int note = 1;   ///< The note that is being made, or has been.
    int ended = 0;  ///< How many processes it has ended.
  };

  void make_note(const std::string& id);
  void noted(const std::string& id, const result<step_claim>& found);
  /// True once it is this message's turn.
  bool take_turn(const std::string& id);
  /// Gives the turn on, if it was this message's; the id of the next.
  std::string give_turn(const std::string& id);
  void tell(const std::string& id, result<bool> what);

  store& records_;
  const std::string owner_;  ///< Of all notes of this process, and of no other.
  std::mutex mutex_;
  std::map<std::string, entry> begun_;
  std::deque<std::string> turns_;  ///< Those that have ended a process; the first may go.
};

}  // namespace ironbus
