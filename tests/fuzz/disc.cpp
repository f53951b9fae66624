// A recipe for a served file, and the byte ranges of a web server's response: rejected, or the
// parts are in the same folder and the ranges are within limits. An ISO image with moved names:
// rejected, or its size does not change.
#include "drivers/kit/disc/iso_directory.hpp"
#include "drivers/kit/http/content_range.hpp"
#include "messages/platform/file_recipe.hpp"
#include "tests/fuzz/draw.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace ironbus;

void read_recipes(draw& choices) {
  const uint64_t own = choices.byte() * 16ULL;
  std::string text{choices.rest()};
  if (text.size() % 2 == 0) text = "ironbus recipe 1\n" + text;
  const auto read = read_recipe(text, text.size() + own);
  if (!read) return;
  demand(read->parts.size() <= 64 && read->own_begin <= text.size());
  for (const auto& part : read->parts) {
    demand(part.file.find('/') == std::string::npos && !part.file.starts_with('.'));
    const auto size = text.size() + own - read->own_begin;
    demand(!part.file.empty() || (part.first <= size && part.bytes <= size - part.first));
  }
  const auto again = recipe_text(read->parts, {});
  const auto reread = read_recipe(again, again.size() + text.size() + own);
  demand(reread && reread->parts == read->parts);
}

void read_ranges(draw& choices) {
  const auto range = read_content_range(choices.rest());
  demand(!range || (range->first <= range->last && (!range->total || range->last < *range->total)));
}

void move_names(draw& choices) {
  std::string image(16 * 2048, '\0');
  image += choices.rest();
  image.resize((image.size() + 2047) / 2048 * 2048);
  const auto size = image.size();
  static_cast<void>(boot_catalog_sector(image));
  static_cast<void>(move_files(image, {{18, iso_file_extent{40, 5}}}, 50));
  demand(image.size() == size);
}

}  // namespace

static void feed_disc(std::string_view input) {
  draw choices{input};
  switch (choices.byte() % 3) {
    case 0: return read_recipes(choices);
    case 1: return read_ranges(choices);
    default: move_names(choices);
  }
}

static const ironbus::fuzz_target disc_target{"disc", feed_disc};
