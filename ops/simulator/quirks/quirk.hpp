#pragma once

#include "gateways/http/transport/message.hpp"
#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/profile/profile.hpp"
#include "ops/simulator/redfish/call.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

/// A request on its way through the quirks of a machine.
struct quirk_exchange {
  bmc_memory& memory;
  http::request& request;
  std::string path;  ///< Of the request, without query and trailing slash.

  machine_state& machine() const { return memory.machine; }
  const profile& kind() const { return memory.machine.kind(); }
  timestamp now() const { return memory.machine.now(); }
};

/// An oddity of one machine's BMC. It changes requests and responses around the strict simulator.
/// Not thread safe: it is used with the machine's lock held.
class quirk {
public:
  virtual ~quirk() = default;

  /// Sees a request before the BMC, without login. It may change the request, or answer it.
  virtual std::optional<http::response> before(quirk_exchange&) { return std::nullopt; }
  /// Sees the BMC's response, and may change it.
  virtual void after(quirk_exchange&, http::response&) {}
  /// Time of the next act without a request; unset: none.
  virtual std::optional<timestamp> due() const { return std::nullopt; }
  virtual void act(machine_state&) {}
  /// The path as the BMC shows it.
  virtual void show_path(std::string&) const {}

  /// How often it changed a request or response.
  unsigned met() const { return met_; }

protected:
  void count() { ++met_; }

private:
  unsigned met_ = 0;
};

using quirk_ptr = std::unique_ptr<quirk>;

/// A row of the book of quirks. It changes the profile, the machine or the conversation, or several
/// of them.
struct quirk_row {
  std::string_view name;
  /// Kind of behaviour: A access, F firmware and settings, I identity, L links, M virtual media,
  /// P power, S secrets. A machine draws at most one quirk of each source at random.
  std::string_view source;
  std::string_view sentence;
  quirk_ptr (*make)() = nullptr;
  void (*shape)(profile& kind) = nullptr;
  void (*shape_machine)(identity& who) = nullptr;
  bool drawn = true;  ///< False: never drawn at random, because the machine cannot be used with it.
};

}  // namespace ironbus::simulator
