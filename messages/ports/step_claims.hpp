#pragma once

#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace ironbus {

/// The owner and the outcome of a step. Written before the first side effect on a machine, so that
/// a repeated request neither runs the step again nor loses its outcome.
struct step_claim {
  std::string owner;    ///< "<member name>/<incarnation>" of the worker.
  std::string outcome;  ///< Empty while it runs; then the step outcome as published.
  bool found = false;   ///< The claim existed before the call.
  /// Of a new claim: epochs up to this one precede the store's last restart, and their claims may
  /// be lost. 0: none may be lost.
  uint64_t former_epochs = 0;
};

/// Why a step is claimed.
enum class claim_purpose : uint8_t {
  begin,  ///< To start it: no worker is known to have it.
  keep,   ///< The caller has started it and only makes sure that the store has the claim.
};

/// Claims of steps, so that each step runs once.
class step_claims {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~step_claims() = default;

  /// Claims a step for `owner` unless it is claimed already; returns the valid claim. For some
  /// seconds after a restart of the store, steps can neither be claimed for a start nor taken over
  /// (`unavailable`), so that running workers can renew their claims first.
  virtual void claim_step(std::string key, std::string owner, claim_purpose purpose,
                          callback<step_claim> done) = 0;
  /// The claim of a step; `not_found` if there is none.
  virtual void read_claim(std::string key, callback<step_claim> done) = 0;
  /// Takes over the claim of a dead owner unless it has an outcome; returns the valid claim (maybe
  /// of another worker).
  virtual void take_over_step(std::string key, std::string dead_owner, std::string owner,
                              callback<step_claim> done) = 0;
  /// Records the outcome of a claimed step; the first outcome stays. `conflict` if the claim
  /// belongs to another worker or has another outcome, `not_found` if there is none. Claims are
  /// deleted after a day.
  virtual void finish_step(std::string key, std::string owner, std::string outcome,
                           callback<std::monostate> done) = 0;
};

}  // namespace ironbus
