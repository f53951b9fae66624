#pragma once

#include "messages/base/errors.hpp"
#include "messages/crypto/digest.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// A file that is written piece by piece and has a name only when all of it is there; without that
/// it is gone with the object. Each call blocks; one at a time.
class draft_file {
public:
  /// In that folder, which is made if there is none. `unavailable` if it cannot be written.
  static result<std::unique_ptr<draft_file>> begin(const std::string& folder);
  ~draft_file();
  draft_file(const draft_file&) = delete;
  draft_file& operator=(const draft_file&) = delete;

  result<std::monostate> append(std::string_view bytes);
  /// The SHA-256 of all that was appended, in small hexadecimal digits. Call once.
  std::string sum();
  /// Names it, in its folder, in the place of what has that name.
  result<std::monostate> finish(const std::string& name, unsigned mode);

private:
  draft_file(std::string folder, std::string path, int descriptor);
  tl::unexpected<failure> unwritable() const;

  const std::string folder_;
  const std::string path_;
  int descriptor_;
  digest digest_{"sha256"};
};

}  // namespace ironbus
