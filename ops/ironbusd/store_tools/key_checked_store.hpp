#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/forwarding_store.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace ironbus::daemon {

/// A store that this process may use once its keys fit to the store's record of keys. Until then
/// all calls are `unavailable`. If the store cannot be reached at the start, a thread checks as
/// soon as it answers; keys that do not fit then end the process.
class key_checked_store final : public forwarding_store {
public:
  /// Ends the process; replaced in tests.
  using refusal = std::function<void(const failure&)>;

  /// `invalid` if the keys do not fit (key_record.hpp).
  static result<std::unique_ptr<store>> open(std::unique_ptr<store> inner,
                                             std::shared_ptr<const secret_box> box,
                                             std::chrono::milliseconds patience, refusal refuse);
  ~key_checked_store() override;

private:
  key_checked_store(std::unique_ptr<store> inner, std::shared_ptr<const secret_box> box,
                    refusal refuse);

  admission admit() override;
  void check_later();
  void run();

  const std::unique_ptr<store> inner_;
  const std::shared_ptr<const secret_box> box_;  ///< Null: no keys.
  const refusal refuse_;
  std::atomic<bool> checked_ = false;

  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;  ///< Only after a start without the store.
};

/// Logs the reason and stops the process in order.
void stop_for_wrong_keys(const failure& why);

}  // namespace ironbus::daemon
