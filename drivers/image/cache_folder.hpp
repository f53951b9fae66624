#pragma once

#include "drivers/image/image_options.hpp"
#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// An image that has been fetched and judged.
struct cached_image {
  std::string key;
  std::string sha256;
  std::string format;  ///< As look_at_image() says.
  uint64_t bytes = 0;
  /// Of one without a sum: what its server calls this version (ETag or date; empty: nothing), and
  /// when it has last said that it is the one, in seconds of the system's clock.
  std::string version = {};
  int64_t looked_up = 0;
};

/// The folder of fetched images: ROOT/masters/KEY with what is known of it in KEY.json, KEY.part
/// while it comes, KEY.lock for whoever brings it, and ROOT/nodes/NODE/TOKEN, a hard link for each
/// deployment that is given one. So what a node uses is there until the node lets go of it,
/// whatever is removed from the cache, and a file that others have is never removed to make room.
///
/// Workers of one host, and those of others that see the same folder, share it: a lock is the
/// system's (flock) and ends with its process. Every call may block. Failures `unavailable` name
/// the path.
class cache_folder {
public:
  explicit cache_folder(std::string root) : root_{std::move(root)} {}

  const std::string& root() const { return root_; }
  std::string path_of(const std::string& key) const { return masters() + "/" + key; }
  std::string part_of(const std::string& key) const { return path_of(key) + ".part"; }

  /// What the part becomes.
  std::string raw_of(const std::string& key) const { return path_of(key) + ".raw"; }

  /// Waits until nobody else brings that image; held until the file is closed. `unavailable` as
  /// soon as `stopping` is set.
  result<owned_fd> lock(const std::string& key, const std::atomic<bool>& stopping) const;

  /// What is there, and that it has been used now; unset: it is not.
  std::optional<cached_image> find(const std::string& key) const;
  /// Makes the part an image of the cache, in the place of one with that key; whoever was given
  /// that keeps it.
  std::optional<failure> keep(const cached_image& image) const;
  /// Writes down anew what is known of one that is there.
  std::optional<failure> note(const cached_image& image) const;

  /// Puts what the part has become in its place, once it is on the disk.
  std::optional<failure> replace_part(const std::string& key) const;

  /// Removes the part and what it was to become.
  void forget_part(const std::string& key) const;

  /// A link for a deployment; `not_found`: the image has gone meanwhile. Those the node had before
  /// are removed.
  std::optional<failure> give(const cached_image& image, const std::string& node,
                              const std::string& token) const;
  /// The node needs nothing any more.
  void release(const std::string& node) const;

  /// Removes what nobody has used for longer than the options say, and then what was used longest
  /// ago, until `needed` bytes have room; and what broken downloads and deployments have left.
  void make_room(const image_options& options, uint64_t needed) const;

private:
  std::string masters() const { return root_ + "/masters"; }
  std::string nodes() const { return root_ + "/nodes"; }

  std::string root_;
};

}  // namespace ironbus
