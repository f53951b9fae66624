#include "actors/inspection/hooks/reading.hpp"
#include "actors/inspection/values/textual.hpp"

namespace ironbus::inspection {

namespace {

constexpr size_t error_text_max = 2000;

}  // namespace

/// `error` always exists; null or an empty text means success.
checked check_ramdisk_error(hook_context& context) {
  const auto& error = member(context.docs.plugin_data, "error");
  if (error.is_null() || error == "" || error == false) return {};
  return fail(error_code::invalid,
              "Ramdisk reported error: " + textual(error).substr(0, error_text_max));
}

}  // namespace ironbus::inspection
