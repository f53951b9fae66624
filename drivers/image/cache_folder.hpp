#pragma once

#include "drivers/image/image_options.hpp"
#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A fetched and checked image.
struct cached_image {
  std::string key;
  std::string sha256;
  std::string format;  ///< As look_at_image() reports it.
  uint64_t bytes = 0;
  /// Without a checksum: the server's version (ETag or date; empty: none), and when the server last
  /// confirmed it, in seconds of the system clock.
  std::string version = {};
  int64_t looked_up = 0;
};

/// The folder of fetched images: ROOT/masters/KEY with its metadata in KEY.json, KEY.part during
/// the download, KEY.lock for the downloader, and ROOT/nodes/NODE/TOKEN, a hard link for each
/// deployment that uses it. So a node's image exists until the node releases it, whatever is
/// evicted from the cache. A file that other processes use is never removed to free space.
///
/// Shared by workers of one host, and of other hosts that mount the same folder. The locks are
/// flock locks, which end with their process. Every call may block. Failures with `unavailable`
/// name the path.
class cache_folder {
public:
  explicit cache_folder(std::string root) : root_{std::move(root)} {}

  const std::string& root() const { return root_; }
  std::string path_of(const std::string& key) const { return masters() + "/" + key; }
  std::string part_of(const std::string& key) const { return path_of(key) + ".part"; }

  /// Path of the converted image.
  std::string raw_of(const std::string& key) const { return path_of(key) + ".raw"; }

  /// Waits until no other process downloads that image. Held until the file is closed.
  /// `unavailable` as soon as `stopping` is set.
  result<owned_fd> lock(const std::string& key, const std::atomic<bool>& stopping) const;

  /// The cached image, marked as used now; unset: not in the cache.
  std::optional<cached_image> find(const std::string& key) const;
  /// Moves the completed download into the cache, replacing an image of that key. Nodes that use
  /// the old one keep it.
  std::optional<failure> keep(const cached_image& image) const;
  /// Rewrites the metadata of a cached image.
  std::optional<failure> note(const cached_image& image) const;

  /// Replaces the download with the converted image, once that is on the disk.
  std::optional<failure> replace_part(const std::string& key) const;

  /// Removes the download and the converted image.
  void forget_part(const std::string& key) const;

  /// Creates a link for a deployment. `not_found`: the image was removed in between. Removes the
  /// node's earlier links.
  std::optional<failure> give(const cached_image& image, const std::string& node,
                              const std::string& token) const;
  /// Removes all links of the node.
  void release(const std::string& node) const;

  /// Removes images that were unused for longer than the options allow, then the least recently
  /// used ones until `needed` bytes are free. Also removes files of aborted downloads and
  /// deployments.
  void make_room(const image_options& options, uint64_t needed) const;

private:
  std::string masters() const { return root_ + "/masters"; }
  std::string nodes() const { return root_ + "/nodes"; }

  std::string root_;
};

}  // namespace ironbus
