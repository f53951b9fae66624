#include "drivers/ramdisk/disks/erase.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

using clock = std::chrono::steady_clock;

constexpr std::uint64_t metadata_size = 1 << 20;
constexpr std::size_t overwrite_piece = 1 << 20;

erase_abilities abilities_of(const fs::path& sysfs, const disk& target, const erase_rules& rules) {
  erase_abilities out;
  if (target.is_nvme() && rules.nvme) out.nvme = ask_nvme(target.name);
  if (!target.is_nvme() && rules.ata) out.ata = ask_ata(target.name);
  const auto queue = sysfs / "block" / target.kernel_name() / "queue";
  const auto most = [&queue](const char* name) {
    return number(read_value(queue / name).value_or("")).value_or(0);
  };
  out.discards = most("discard_max_bytes") > 0 && most("write_zeroes_max_bytes") > 0;
  return out;
}

void carry_out(erase_method method, const disk& target, const erase_abilities& abilities,
               const erase_rules& rules) {
  switch (method) {
    case erase_method::nvme_format_crypto: return nvme_format(target.name, true);
    case erase_method::nvme_format: return nvme_format(target.name, false);
    case erase_method::nvme_sanitize_crypto: return nvme_sanitize(target.name, true);
    case erase_method::nvme_sanitize_block: return nvme_sanitize(target.name, false);
    case erase_method::ata_secure_erase: return ata_erase(target.name, abilities.ata);
    case erase_method::discard: {
      const block_device device{target.name, block_device::access::write};
      if (!device.discard()) log_line(target.name + " rejected the discard");
      return device.zero(0, device.size());
    }
    case erase_method::overwrite: return overwrite(target.name, rules.passes, rules.zeros_last);
    case erase_method::metadata: return;
  }
}

/// Erases with this method and verifies it by reading.
erase_report erase_by(erase_method method, const disk& target, const erase_abilities& abilities,
                      const erase_rules& rules) {
  const auto began = clock::now();
  log_line("erasing " + target.name + " by " + text_of(method));
  device_samples before;
  {
    const block_device device{target.name, block_device::access::read};
    before = take_samples(device);
  }
  carry_out(method, target, abilities, rules);
  const block_device device{target.name, block_device::access::write};
  device.flush();
  erase_report out;
  out.target = target;
  out.method = method;
  out.verified = is_gone(before, take_again(device, before));
  device.read_partitions_again();
  out.seconds = std::chrono::duration<double>(clock::now() - began).count();
  if (!out.verified)
    throw erase_failed("Data of " + target.name + " can still be read after " + text_of(method));
  return out;
}

erase_report erase_one(const fs::path& sysfs, const disk& target, const erase_rules& rules) {
  if (target.read_only)
    throw erase_failed(
        "Failed to invoke erase of device " + target.name +
        " as the device is flagged read-only, and the conductor has not signaled this is a "
        "permitted case.");
  erase_abilities abilities;
  try {
    abilities = abilities_of(sysfs, target, rules);
    if (const auto own = own_method(target, abilities, rules))
      return erase_by(*own, target, abilities, rules);
  } catch (const command_failure& failed) {
    if (!rules.continue_after_failure)
      throw command_failure{
          "IncompatibleHardwareMethodError", 500,
          "HardwareManager method is not compatible with hardware",
          "Failed to invoke secure erase, fallback to shred is not enabled: " + failed.details};
    log_line("secure erase failed, falling back to overwriting: " + failed.details);
  }
  return erase_by(plain_method(abilities, rules), target, abilities, rules);
}

std::vector<disk> disks_to_erase(const fs::path& sysfs, const nlohmann::json& node,
                                 bool skip_read_only) {
  auto out = without_skipped(list_disks(sysfs), node);
  if (skip_read_only)
    out.erase(std::remove_if(out.begin(), out.end(), [](const disk& x) { return x.read_only; }),
              out.end());
  return out;
}

/// Runs this for each disk, with limited concurrency. Throws the first failure when all have ended.
std::vector<erase_report> for_all(const std::vector<disk>& disks, int at_once,
                                  const std::function<erase_report(const disk&)>& work) {
  std::vector<erase_report> out(disks.size());
  std::vector<std::exception_ptr> failures(disks.size());
  std::atomic<std::size_t> next = 0;
  const auto worker = [&] {
    for (auto i = next++; i < disks.size(); i = next++) {
      try {
        out[i] = work(disks[i]);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < at_once && static_cast<std::size_t>(i) < disks.size(); ++i)
    threads.emplace_back(worker);
  for (auto& thread : threads) thread.join();
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return out;
}

void wipe_ends(const std::string& name) {
  const block_device device{name, block_device::access::write};
  const auto size = std::min(metadata_size, device.size());
  device.zero(0, size);
  device.zero(device.size() - size, size);
  device.flush();
  if (!is_uniform(device.read(0, static_cast<std::size_t>(size))) ||
      !is_uniform(device.read(device.size() - size, static_cast<std::size_t>(size))))
    throw erase_failed("Failed to erase the metadata on the device(s): \"" + name +
                       "\": it can still be read");
}

erase_report wipe_one(const fs::path& sysfs, const disk& target) {
  const auto began = clock::now();
  wipe_metadata(sysfs, target.name);
  erase_report out;
  out.target = target;
  out.method = erase_method::metadata;
  out.verified = true;
  out.seconds = std::chrono::duration<double>(clock::now() - began).count();
  return out;
}

/// Random bytes of a stream cipher with a new key: as good as a random number device, but faster.
class random_bytes {
public:
  random_bytes() : context_{EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free} {
    std::array<unsigned char, 48> key{};
    RAND_bytes(key.data(), static_cast<int>(key.size()));
    EVP_EncryptInit_ex(context_.get(), EVP_chacha20(), nullptr, key.data(), key.data() + 32);
  }

  void fill(std::string& out) {
    static const std::string zeros(overwrite_piece, '\0');
    int size = 0;
    EVP_EncryptUpdate(context_.get(), reinterpret_cast<unsigned char*>(out.data()), &size,
                      reinterpret_cast<const unsigned char*>(zeros.data()),
                      static_cast<int>(out.size()));
  }

private:
  std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context_;
};

}  // namespace

nlohmann::json document_of(const std::vector<erase_report>& reports) {
  auto devices = nlohmann::json::array();
  const auto or_null = [](const std::optional<std::string>& text) {
    return text ? nlohmann::json(*text) : nlohmann::json(nullptr);
  };
  for (const auto& one : reports)
    devices.push_back(
        {{"name", one.target.name},
         {"serial", or_null(one.target.serial)},
         {"wwn", or_null(one.target.wwn)},
         {"size", one.target.size},
         {"method", text_of(one.method)},
         {"seconds", static_cast<double>(static_cast<long long>(one.seconds * 1000)) / 1000},
         {"verified", one.verified}});
  return {{"devices", devices}, {"agent_version", IRONBUS_VERSION}};
}

void overwrite(const std::string& name, int passes, bool zeros_last) {
  const block_device device{name, block_device::access::write};
  random_bytes chance;
  std::string piece(overwrite_piece, '\0');
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint64_t place = 0; place < device.size(); place += piece.size()) {
      piece.resize(static_cast<std::size_t>(
          std::min<std::uint64_t>(overwrite_piece, device.size() - place)));
      chance.fill(piece);
      device.write(place, piece.data(), piece.size());
    }
    piece.resize(overwrite_piece);
    device.flush();
  }
  if (zeros_last || passes == 0) {
    piece.assign(overwrite_piece, '\0');
    for (std::uint64_t place = 0; place < device.size(); place += overwrite_piece)
      device.write(place, piece.data(),
                   static_cast<std::size_t>(
                       std::min<std::uint64_t>(overwrite_piece, device.size() - place)));
  }
  device.flush();
}

void wipe_metadata(const fs::path& sysfs, const std::string& device) {
  auto partitions = partition_numbers(sysfs, device);
  std::reverse(partitions.begin(), partitions.end());
  for (const auto partition : partitions) {
    std::error_code error;
    if (const auto name = partition_name(device, partition); fs::exists(name, error))
      wipe_ends(name);
  }
  wipe_ends(device);
  const block_device whole{device, block_device::access::write};
  whole.read_partitions_again();
}

std::vector<erase_report> erase_disks(const fs::path& sysfs, const nlohmann::json& node) {
  const auto rules = erase_rules_of(node);
  return for_all(disks_to_erase(sysfs, node, rules.skip_read_only), rules.at_once,
                 [&](const disk& x) { return erase_one(sysfs, x, rules); });
}

std::vector<erase_report> erase_metadata(const fs::path& sysfs, const nlohmann::json& node) {
  return for_all(disks_to_erase(sysfs, node, true), 1,
                 [&](const disk& x) { return wipe_one(sysfs, x); });
}

std::vector<erase_report> erase_express(const fs::path& sysfs, const nlohmann::json& node) {
  const auto rules = erase_rules_of(node);
  return for_all(disks_to_erase(sysfs, node, true), rules.at_once, [&](const disk& x) {
    try {
      if (x.is_nvme()) {
        const auto abilities = abilities_of(sysfs, x, rules);
        if (const auto own = own_method(x, abilities, rules))
          return erase_by(*own, x, abilities, rules);
      }
    } catch (const command_failure& failed) {
      log_line("secure erase failed, erasing only the metadata: " + failed.details);
    }
    return wipe_one(sysfs, x);
  });
}

}  // namespace ironbus::ramdisk
