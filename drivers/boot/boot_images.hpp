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

/// What machines boot from web servers, in the cache of images: fetched once for all that boot it,
/// and lent to each by a hard link, which keeps it there (shared_files.hpp). Downloads of its own,
/// so that no image of a disk is waited for.
class boot_images {
public:
  boot_images(const installation_policy& policy, image_options options)
      : cache_{policy.image_root, std::move(options)} {}

  using files = std::map<std::string, shared_file>;  ///< By boot_source::named.
  using brought = std::optional<result<files>>;

  /// All of them, or why one will not come; unset: they have not come within some seconds, and are
  /// to be asked for again. `anew`: a failure that is remembered does not count.
  boost::asio::awaitable<brought> bring(std::vector<boot_source> wanted, permit allowed, bool anew);

  const image_options& options() const { return cache_.options(); }

  /// How a step ends that `bring` has left waiting: as a task, which its probe goes on with.
  step_outcome still_coming() const;

private:
  boost::asio::awaitable<std::optional<result<shared_file>>> bring_one(
      boot_source wanted, permit allowed, std::chrono::milliseconds patience, bool anew);

  image_cache cache_;
};

}  // namespace ironbus
