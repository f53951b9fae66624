#pragma once

#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace ironbus {

/// Who runs a step and how it ended: written before the first side effect on a machine, so that a
/// second delivery of the request neither runs the step again nor loses its outcome.
struct step_claim {
  std::string owner;    ///< "<member name>/<incarnation>" of the worker.
  std::string outcome;  ///< Empty while it runs; else the step outcome as published.
  bool found = false;   ///< It was there already when the store was asked.
  /// Of one that was not: epochs up to this are of before the store's last restart, and claims of
  /// then may be lost. 0: none is.
  uint64_t former_epochs = 0;
};

/// Why a step is claimed.
enum class claim_purpose : uint8_t {
  begin,  ///< Nobody is known to have it.
  keep,   ///< Whoever asks has begun it, and only makes sure that the store knows.
};

/// Who has which step, so that it is run once.
class step_claims {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~step_claims() = default;

  /// Claims a step for `owner` unless it is claimed already; gives the claim that now holds. For
  /// some seconds after the store has restarted nothing is claimed to be begun, nor taken over
  /// (`unavailable`): those who have it in hand say so first.
  virtual void claim_step(std::string key, std::string owner, claim_purpose purpose,
                          callback<step_claim> done) = 0;
  /// The claim of a step as it is; `not_found` if nobody has claimed it.
  virtual void read_claim(std::string key, callback<step_claim> done) = 0;
  /// Takes over the claim of a dead owner unless it has an outcome; gives the claim that now holds
  /// (maybe another's).
  virtual void take_over_step(std::string key, std::string dead_owner, std::string owner,
                              callback<step_claim> done) = 0;
  /// Notes how a claimed step ended; the first outcome stays. `conflict` if the claim is another's
  /// or has another outcome, `not_found` if there is none. Claims are forgotten after a day.
  virtual void finish_step(std::string key, std::string owner, std::string outcome,
                           callback<std::monostate> done) = 0;
};

}  // namespace ironbus
