#pragma once

#include "drivers/boot/boot_source.hpp"
#include "drivers/image/image_cache.hpp"
#include "drivers/kit/shared_files.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Boot files from web servers, in the image cache. Each is fetched once and linked into the
/// folders of all nodes, which keeps it (shared_files.hpp). Uses its own downloads, so that boot
/// files do not wait for disk images.
class boot_images {
public:
  boot_images(const installation_policy& policy, image_options options)
      : cache_{policy.image_root, std::move(options)} {}

  using files = std::map<std::string, shared_file>;  ///< By boot_source::named.
  using brought = std::optional<result<files>>;

  /// All files, or a failure. Unset: not complete within a few seconds; call again. `retry_failed`:
  /// ignores a remembered failure.
  boost::asio::awaitable<brought> bring(std::vector<boot_source> wanted, permit allowed,
                                        bool retry_failed);

  const image_options& options() const { return cache_.options(); }

  /// Outcome of a step whose files are not complete: a task, which its probe continues.
  step_outcome pending_outcome() const;

private:
  boost::asio::awaitable<std::optional<result<shared_file>>> bring_one(
      boot_source wanted, permit allowed, std::chrono::milliseconds patience, bool retry_failed);

  image_cache cache_;
};

}  // namespace ironbus
