#pragma once

#include "drivers/registry/registry.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/driver_catalog.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::test {

/// A machine of a hardware type, real or simulated, with the data that the service stores about it.
class test_machine {
public:
  virtual ~test_machine() = default;

  /// Returns its node, prepared for that step.
  virtual machine node_for(const step& what) = 0;
  /// Applies the facts of a step to the node, like the service.
  virtual void learn(const facts& x) = 0;
  /// Reboots the machine, as its driver has requested.
  virtual void start_anew() {}
  /// From now on the machine runs that step as a task, if the implementation supports it. Returns
  /// whether it does.
  virtual bool work_by_itself(const interface_implementation& interface_implementation,
                              const step& what) = 0;
  /// Number of calls that have reached it, including files that its drivers have written for it.
  /// For drivers that are `counted`. Any thread may call it.
  virtual size_t calls(const std::string& folder) const = 0;
  /// An argument that its driver accepts; null: any value of the type.
  virtual json sample(const driver_operation& what, std::string_view argument) = 0;
};

/// A hardware type for the suite. A new family of drivers adds a row.
struct hardware_row {
  std::string_view type;
  /// Creates the machine with its own folder.
  std::unique_ptr<test_machine> (*make)();
  /// Creates its drivers with their options. `counted`: such that the machine can count all calls.
  result<registry> (*drivers)(boost::asio::io_context& io, const std::string& folder, bool counted);
};

std::span<const hardware_row> hardware_rows();

}  // namespace ironbus::test
