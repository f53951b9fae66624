#pragma once

#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/mockup/document_folder.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::simulator {

/// A recorded BMC to be played: its documents, and a profile derived from them. Values that the
/// documents do not contain, such as error responses, come from the vendor's profile.
class mockup {
public:
  /// Reads a folder. Fails with `invalid` if its documents do not describe a machine.
  static result<std::shared_ptr<const mockup>> read(const std::string& folder);

  explicit mockup(documents all) : documents_{std::move(all)} {}
  mockup(const mockup&) = delete;
  mockup& operator=(const mockup&) = delete;

  /// Finds a document by path; null if there is none.
  const json* find(std::string_view path) const;
  const profile& kind() const { return kind_; }
  const std::string& boot_mode() const { return boot_mode_; }  ///< Empty: unknown.
  /// The identity of the recorded machine, with the name and password of `own`.
  identity recorded(identity own) const;

private:
  result<std::monostate> read_profile();
  void read_versions(const json& root, const json& system);
  void read_boot(const json& system);
  void read_media(const profile& base);
  const json& at(std::string_view path) const;  ///< A null document if there is none.
  std::string first_member(const std::string& collection) const;
  std::string_view keep(std::string text);
  std::vector<std::string> macs() const;

  const documents documents_;
  std::deque<std::string> texts_;  ///< Storage for the views in the profile.
  std::vector<media_slot> slots_;
  profile kind_;
  std::string boot_mode_;
};

using mockup_ptr = std::shared_ptr<const mockup>;

}  // namespace ironbus::simulator
