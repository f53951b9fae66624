#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/file_stamp.hpp"
#include "messages/platform/log.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

namespace ironbus::http {

/// The content of a file of access rules. Reads the file again when it changes, and keeps the
/// previous content if the new one is wrong. Thread safe.
template <class T>
class reread_file {
public:
  /// `invalid` names the file and what is wrong.
  using reader = std::function<result<T>(const std::string& path)>;

  reread_file(std::string path, reader read) : path_(std::move(path)), read_(std::move(read)) {}

  result<std::monostate> start() {
    stamp_ = stamp_of(path_);  // Before the read: a later change is noticed.
    auto first = read_(path_);
    if (!first) return tl::unexpected(first.error());
    hold(std::move(*first));
    return {};
  }

  /// Reads the file if it changed. For one thread.
  void look() {
    const auto stamp = stamp_of(path_);
    if (stamp == stamp_) return;
    stamp_ = stamp;
    auto next = read_(path_);
    if (!next)
      return log::error("http: cannot read a file of access rules; the previous ones stay in force",
                        {{log_key::error, next.error().message}});
    log::info("http: read a file of access rules again", {{log_key::file, path_}});
    hold(std::move(*next));
  }

  std::shared_ptr<const T> content() const {
    std::lock_guard guard{mutex_};
    return content_;
  }

private:
  void hold(T next) {
    auto fresh = std::make_shared<const T>(std::move(next));
    std::lock_guard guard{mutex_};
    content_ = std::move(fresh);
  }

  const std::string path_;
  const reader read_;
  file_stamp stamp_;  ///< Used by start() and look() only.
  mutable std::mutex mutex_;
  std::shared_ptr<const T> content_;
};

}  // namespace ironbus::http
