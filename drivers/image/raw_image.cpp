#include "drivers/image/raw_image.hpp"

#include "drivers/kit/process/child_process.hpp"
#include "messages/base/text.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>

namespace ironbus {

namespace {

using namespace std::chrono_literals;

constexpr auto look_up_from_child = 100ms;
constexpr uint64_t memory_bytes_max = uint64_t{2} * 1024 * 1024 * 1024;
constexpr size_t converter_words_bytes_max = 300;

child_command qemu_command(const raw_order& order, const permit& allowed) {
  child_command out{allowed};
  out.argv = {"/usr/bin/prlimit",
              "--as=" + std::to_string(memory_bytes_max),
              "--cpu=" + std::to_string(order.limit.count()),
              "--fsize=" + std::to_string(order.bytes_max),
              "--core=0",
              "/usr/bin/qemu-img",
              "convert",
              "-f",
              "qcow2",
              "-O",
              "raw",
              order.qcow2,
              order.target};
  out.environment = {{"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C"}};
  out.deadline = order.limit;
  out.output_bytes_max = 16 * 1024;
  return out;
}

failure unconverted(const child_result& ended) {
  if (ended.overdue || ended.signal != 0)
    return {error_code::unavailable,
            "Cannot convert the image to raw: qemu-img was killed, because it exceeded its time or "
            "memory limit."};
  const auto words = std::string{trim(ended.err, " \t\r\n")};
  return {error_code::invalid, "Cannot convert the image to raw: qemu-img reported '" +
                                   words.substr(0, converter_words_bytes_max) + "'."};
}

}  // namespace

std::optional<failure> make_raw(const raw_order& order, const permit& allowed,
                                const std::atomic<bool>& stopping) {
  std::optional<result<child_result>> ended;
  boost::asio::io_context io;
  boost::asio::co_spawn(
      io, run_child(qemu_command(order, allowed)),
      [&ended](const std::exception_ptr& thrown, result<child_result> end) {
        ended = thrown ? fail(error_code::internal,
                              "Converting the image failed because of an internal error.")
                       : std::move(end);
      });
  while (!ended && !stopping && allowed.holds()) io.run_for(look_up_from_child);
  if (!ended) return failure{error_code::unavailable, "The driver worker is stopping."};
  if (!*ended) return (*ended).error();
  const auto& child = **ended;
  if (child.exit_code == 0 && child.signal == 0 && !child.overdue) return std::nullopt;
  return unconverted(child);
}

}  // namespace ironbus
