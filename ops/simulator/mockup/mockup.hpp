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

/// A BMC as somebody has recorded it, to be played: its documents, and a profile made of what they
/// say. What they do not say, how its vendor's BMCs refuse things, is of the vendor's profile.
class mockup {
public:
  /// `invalid` if the folder has no documents that a machine could be made of.
  static result<std::shared_ptr<const mockup>> read(const std::string& folder);

  explicit mockup(documents all) : documents_{std::move(all)} {}
  mockup(const mockup&) = delete;
  mockup& operator=(const mockup&) = delete;

  /// Null: there is none of that path.
  const json* find(std::string_view path) const;
  const profile& kind() const { return kind_; }
  const std::string& boot_mode() const { return boot_mode_; }  ///< Empty: not said.
  /// The machine that was recorded, by this name and password.
  identity recorded(identity own) const;

private:
  result<std::monostate> read_profile();
  void read_versions(const json& root, const json& system);
  void read_boot(const json& system);
  void read_media(const profile& base);
  const json& at(std::string_view path) const;  ///< Null: there is none.
  std::string first_member(const std::string& collection) const;
  std::string_view keep(std::string text);
  std::vector<std::string> macs() const;

  const documents documents_;
  std::deque<std::string> texts_;  ///< What the profile's views show.
  std::vector<media_slot> slots_;
  profile kind_;
  std::string boot_mode_;
};

using mockup_ptr = std::shared_ptr<const mockup>;

}  // namespace ironbus::simulator
