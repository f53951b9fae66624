#pragma once

#include "messages/ports/step_claims.hpp"

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ironbus {

/// Messages that were delivered again: a previous process may have crashed while handling them.
/// Before such a message is handled, the store gets a note that the next owner will find. So
/// deliveries that were never handled do not count, and a message that crashes several processes
/// becomes a dead letter.
///
/// A message that has crashed a process is handled only while no other such message is; otherwise
/// both would be blamed.
class suspects {
public:
  /// True: handle it. False: it has crashed too many processes. Not called if the message has ended
  /// before.
  using verdict = std::function<void(result<bool>)>;
  /// Writes a note about a message; the store's answer goes to noted().
  using make_note = std::function<void(const std::string& id, std::string key)>;
  /// Marks the message of a note as ended.
  using end_note = std::function<void(std::string key)>;

  /// `owner`: of all notes of this process, and of no other.
  suspects(std::string owner, make_note make, end_note end);

  /// The message is about to be handled.
  void begin(const std::string& id, verdict tell);
  void noted(const std::string& id, const result<step_claim>& found);
  /// Its decision is committed: other messages may have their turn, although it has not ended yet.
  void give_way(const std::string& id);
  /// It was handled or returned. Ignored if begin() was not called.
  void end(const std::string& id);

private:
  struct entry {
    verdict tell;
    int note = 1;   ///< The note that is or was written.
    int ended = 0;  ///< How many processes it has crashed.
  };

  void note_down(const std::string& id);
  /// True once it is this message's turn.
  bool take_turn(const std::string& id);
  void tell(const std::string& id, result<bool> what);

  const std::string owner_;
  const make_note make_;
  const end_note end_;
  std::map<std::string, entry> begun_;
  std::deque<std::string> turns_;  ///< Those that have crashed a process; the first has its turn.
};

}  // namespace ironbus
