#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <memory>

namespace ironbus::daemon {

/// The checker of a store with encrypted secrets: decrypts each aggregate for `inner`. An aggregate
/// that cannot be decrypted with these keys (null: none) is `unreadable` and stays as it is.
store_maintenance::judge checker_with_keys(store_maintenance::judge inner,
                                           std::shared_ptr<const secret_box> box);

/// A store for tools that hold keys: what they read and write is encrypted with the first key,
/// whatever the source is. A value that cannot be decrypted is passed on as it is.
class sealed_maintenance final : public store_maintenance {
public:
  sealed_maintenance(std::unique_ptr<store_maintenance> inner,
                     std::shared_ptr<const secret_box> box)
      : inner_{std::move(inner)}, box_{std::move(box)} {}

  std::string name() const override { return inner_->name(); }
  result<std::monostate> read(const sink& take) override;
  result<std::monostate> fill(const source& next) override;
  result<std::monostate> examine(bool mend, const judge& ask, const finding_sink& tell) override;
  result<std::monostate> rewrite(const editor& edit) override { return inner_->rewrite(edit); }

private:
  const std::unique_ptr<store_maintenance> inner_;
  const std::shared_ptr<const secret_box> box_;  ///< Null: no keys.
};

/// Applies `change`, a text and its place to a new text, to all texts of an aggregate that may
/// contain secrets. The first failure ends it.
using text_change = std::function<result<std::string>(std::string text, const std::string& place)>;
result<std::monostate> change_texts(stored_aggregate& x, const text_change& change);

}  // namespace ironbus::daemon
