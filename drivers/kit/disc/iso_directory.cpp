#include "drivers/kit/disc/iso_directory.hpp"

#include "drivers/kit/disc/iso_sectors.hpp"

#include <optional>
#include <set>

namespace ironbus {

namespace {

// Volume descriptors, ECMA-119, 8.
constexpr size_t first_descriptor = 16 * sector_bytes;
constexpr uint32_t boot_record = 0;
constexpr uint32_t primary_volume = 1;
constexpr uint32_t further_volume = 2;
constexpr uint32_t last_descriptor = 255;
constexpr size_t volume_sectors_place = 80;
constexpr size_t root_place = 156;
constexpr size_t catalog_place = 0x47;  // El Torito 1.0, figure 7

// Directory records, ECMA-119, 9.1.
constexpr size_t record_bytes_min = 34;
constexpr size_t extent_place = 2;
constexpr size_t length_place = 10;
constexpr size_t flags_place = 25;
constexpr uint32_t is_folder = 2;
constexpr size_t folder_depth_max = 8;

tl::unexpected<failure> directory_failure(const std::string& why) {
  return fail(error_code::internal, "Cannot build the boot ISO: " + why + ".");
}

/// The descriptors of an image, each at the start of a sector.
template <class Visit>
void for_each_descriptor(const std::string& image, Visit visit) {
  for (size_t place = first_descriptor; place + sector_bytes <= image.size();
       place += sector_bytes) {
    const auto kind = read_little(image, place, 1);
    if (kind == last_descriptor || image.compare(place + 1, 5, "CD001") != 0) return;
    visit(kind, place);
  }
}

/// One directory tree of the image.
class iso_tree {
public:
  iso_tree(std::string& image, const std::map<uint32_t, iso_file_extent>& moved)
      : image_{image}, moved_{moved} {}

  /// False if it leads out of the image.
  bool move_in_folder(size_t record, size_t depth = 0) {
    const size_t begin = read_little(image_, record + extent_place, 4) * sector_bytes;
    const size_t length = read_little(image_, record + length_place, 4);
    if (!folders_.insert(begin).second) return true;
    if (depth > folder_depth_max || begin > image_.size() || length > image_.size() - begin)
      return false;
    for (size_t place = begin; place < begin + length;) {
      const size_t bytes = read_little(image_, place, 1);
      if (bytes == 0) {  // the rest of a sector is empty
        place = (place / sector_bytes + 1) * sector_bytes;
        continue;
      }
      if (bytes < record_bytes_min || bytes > begin + length - place) return false;
      if (!move_record(place, depth)) return false;
      place += bytes;
    }
    return true;
  }
  size_t moved_files() const { return found_.size(); }

private:
  bool move_record(size_t place, size_t depth) {
    const auto sector = read_little(image_, place + extent_place, 4);
    if ((read_little(image_, place + flags_place, 1) & is_folder) != 0)
      return move_in_folder(place,
                            depth + 1);  // a folder's first two records: itself and its parent
    const auto found = moved_.find(sector);
    if (found == moved_.end()) return true;
    write_both(image_, place + extent_place, found->second.sector);
    write_both(image_, place + length_place, static_cast<uint32_t>(found->second.bytes));
    found_.insert(sector);
    return true;
  }

  std::string& image_;
  const std::map<uint32_t, iso_file_extent>& moved_;
  std::set<size_t> folders_;  ///< Start sectors of the visited folders.
  std::set<uint32_t> found_;
};

}  // namespace

result<std::monostate> move_files(std::string& image,
                                  const std::map<uint32_t, iso_file_extent>& moved,
                                  uint32_t sectors) {
  size_t trees = 0;
  bool good = true;
  for_each_descriptor(image, [&](uint32_t kind, size_t place) {
    if (kind != primary_volume && kind != further_volume) return;
    iso_tree tree{image, moved};
    good = good && tree.move_in_folder(place + root_place) && tree.moved_files() == moved.size();
    write_both(image, place + volume_sectors_place, sectors);
    ++trees;
  });
  if (trees == 0) return directory_failure("the image has no volume");
  if (!good) return directory_failure("a file is not at its recorded location");
  return std::monostate{};
}

uint32_t boot_catalog_sector(const std::string& image) {
  uint32_t out = 0;
  for_each_descriptor(image, [&](uint32_t kind, size_t place) {
    if (kind == boot_record && out == 0) out = read_little(image, place + catalog_place, 4);
  });
  return out;
}

}  // namespace ironbus
