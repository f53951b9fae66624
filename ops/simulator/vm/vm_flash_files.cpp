#include "ops/simulator/vm/vm_flash_files.hpp"

#include "ops/simulator/vm/boot_variables.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace ironbus::simulator {

namespace fs = std::filesystem;

namespace {

struct flash_row {
  const char* code;
  const char* variables;
  const char* name;  ///< File name of the machine's copy of the variables.
};

const std::string ovmf = "/usr/share/OVMF/";

constexpr flash_row unlocked{"OVMF_CODE_4M.fd", "OVMF_VARS_4M.fd", "uefi.fd"};
// With Microsoft's keys, which verify the boot loaders of distributions.
constexpr flash_row locked{"OVMF_CODE_4M.secboot.fd", "OVMF_VARS_4M.ms.fd", "secure-boot.fd"};
constexpr flash_row without_keys{"OVMF_CODE_4M.secboot.fd", "OVMF_VARS_4M.fd", "no-keys.fd"};

const flash_row& row_of(const start_request& order) {
  if (!order.secure) return unlocked;
  return order.has_keys ? locked : without_keys;
}

result<std::monostate> put_uri(const std::string& file, const std::string& uri) {
  std::ifstream source{file, std::ios::binary};
  std::string store{std::istreambuf_iterator<char>{source}, {}};
  if (auto put = set_http_boot(store, uri); !put) return put;
  std::ofstream out{file, std::ios::binary};
  if (!(out << store) || !out.flush())
    return fail(error_code::unavailable, "cannot write the file " + file);
  return {};
}

}  // namespace

result<vm_flash> ready_flash(const std::string& folder, const start_request& order) {
  if (order.legacy) return vm_flash{};
  const auto& row = row_of(order);
  vm_flash out{ovmf + row.code, folder + "/" + row.name, order.secure};
  std::error_code e;
  if (!fs::exists(out.variables)) fs::copy_file(ovmf + row.variables, out.variables, e);
  if (e || !fs::exists(out.code))
    return fail(error_code::unavailable, "cannot use the firmware " + out.code +
                                             (e ? ": " + e.message() : std::string{}) +
                                             ". Install Debian's package ovmf.");
  const bool by_uri = !order.targets.empty() && order.targets.front() == "UefiHttp";
  if (!by_uri || order.http_uri.empty()) return out;
  if (auto put = put_uri(out.variables, order.http_uri); !put) return tl::unexpected(put.error());
  return out;
}

}  // namespace ironbus::simulator
