// All targets in one executable; its name selects one of them.
#include "tests/fuzz/fuzz.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace ironbus {

namespace {

std::map<std::string_view, fuzz_target::function>& targets() {
  static std::map<std::string_view, fuzz_target::function> all;
  return all;
}

fuzz_target::function chosen = nullptr;

}  // namespace

fuzz_target::fuzz_target(std::string_view name, function run) { targets().emplace(name, run); }

}  // namespace ironbus

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  const std::string_view path{(*arguments)[0]};
  const auto name = path.substr(path.rfind('/') + 1);
  const auto found = ironbus::targets().find(name);
  if (found == ironbus::targets().end()) {
    std::fprintf(stderr, "no target has the name %s\n", std::string{name}.c_str());
    std::exit(2);
  }
  ironbus::chosen = found->second;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ironbus::chosen({reinterpret_cast<const char*>(data), size});
  return 0;
}
