#pragma once

#include "messages/model/snapshot.hpp"
#include "messages/ports/commit.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Describes a kind of part: its member in the node, and how it is listed and found.
template <class T>
struct part_kind {
  std::string_view name;        ///< "volume_connector": in commands and events.
  std::string_view collection;  ///< Collection of its rows, and space of its unique keys.
  std::string_view title;       ///< "Volume connector": in error texts.
  std::vector<T> node_snapshot::*all;
  std::span<const field<T>> (*fields)();
  std::span<const std::string_view> columns;  ///< Columns that lists filter and sort by.
};

extern const part_kind<port> port_kind;
extern const part_kind<portgroup> portgroup_kind;
extern const part_kind<volume_connector> volume_connector_kind;
extern const part_kind<volume_target> volume_target_kind;

/// The part with that UUID; null: none.
template <class T>
const T* find_part(const std::vector<T>& all, const std::string& uuid) {
  for (const auto& part : all)
    if (part.uuid == uuid) return &part;
  return nullptr;
}

/// Calls `f` with each kind.
template <class F>
void for_each_part_kind(F function) {
  function(port_kind);
  function(portgroup_kind);
  function(volume_connector_kind);
  function(volume_target_kind);
}

/// Values that must be unique in the service, including the UUID.
std::vector<unique_key> keys_of(const port& x);
std::vector<unique_key> keys_of(const portgroup& portgroup);
std::vector<unique_key> keys_of(const volume_connector& x);
std::vector<unique_key> keys_of(const volume_target& x);

}  // namespace ironbus
