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

/// A machine of a hardware type, real or simulated, with what its service remembers of it.
class test_machine {
public:
  virtual ~test_machine() = default;

  /// As its node describes it, ready for that step: what the step needs is there.
  virtual machine node_for(const step& what) = 0;
  /// Takes what a step has reported into the node, as the service does.
  virtual void learn(const facts& x) = 0;
  /// The workflow starts it anew, as its driver has asked for.
  virtual void start_anew() {}
  /// From now on it works on that step by itself, as a task, where this implementation lets it;
  /// false: it does not.
  virtual bool work_by_itself(const interface_implementation& interface_implementation,
                              const step& what) = 0;
  /// How many calls have reached it, in any way, since it is there; where its drivers write files
  /// for it, in their folder, each of those as well. Of drivers that are `counted`. Any thread.
  virtual size_t calls(const std::string& folder) const = 0;
  /// An argument that its driver carries out; null: any of the type will do.
  virtual json sample(const driver_operation& what, std::string_view argument) = 0;
};

/// All that the suite needs to know of a hardware type. A new family of drivers adds a row.
struct hardware_row {
  std::string_view type;
  /// With a folder for files that is its own.
  std::unique_ptr<test_machine> (*make)();
  /// The drivers that work on it; options of their own included. `counted`: such that the machine
  /// can count all calls.
  result<registry> (*drivers)(boost::asio::io_context& io, const std::string& folder, bool counted);
};

std::span<const hardware_row> hardware_rows();

}  // namespace ironbus::test
