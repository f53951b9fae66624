#pragma once

#include "messages/ports/step_claims.hpp"

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ironbus {

/// Messages that came again: whoever had them may have died of them. Before one is handled that is
/// noted in the store, where the next owner of it finds the note; so deliveries that were never
/// looked at count for nothing, and one that ends process after process is put aside.
///
/// A message that has ended a process is handled only while no other such one is, or those beside
/// it would be blamed with it.
class suspects {
public:
  /// True: handle it. False: it has ended too many processes. Not called at all if the message has
  /// ended before.
  using verdict = std::function<void(result<bool>)>;
  /// Makes a note about a message; what the store says goes to noted().
  using make_note = std::function<void(const std::string& id, std::string key)>;
  /// Says of a note that its message is over.
  using end_note = std::function<void(std::string key)>;

  /// `owner`: of all notes of this process, and of no other.
  suspects(std::string owner, make_note make, end_note end);

  /// The message is about to be handled.
  void begin(const std::string& id, verdict tell);
  void noted(const std::string& id, const result<step_claim>& found);
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

  void note_down(const std::string& id);
  /// True once it is this message's turn.
  bool take_turn(const std::string& id);
  void tell(const std::string& id, result<bool> what);

  const std::string owner_;
  const make_note make_;
  const end_note end_;
  std::map<std::string, entry> begun_;
  std::deque<std::string> turns_;  ///< Those that have ended a process; the first may go.
};

}  // namespace ironbus
