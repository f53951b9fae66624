# ironbus_library(<name> [ROOT dir] [EXCLUDE regex…] [BATCH count] [LINK target…] [PRECOMPILE header…])
#
# One static library of every .cpp below the folder. What it links is what the folder may include
# (together with ops/checks/includes). A folder without sources yet becomes an interface library, so
# that whoever links it need not know. BATCH: fewer sources at a time where one is changed often.
function(ironbus_library name)
  cmake_parse_arguments(arg "" "ROOT;BATCH" "EXCLUDE;LINK;PRECOMPILE" ${ARGN})
  if(NOT arg_ROOT)
    set(arg_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${arg_ROOT}/*.cpp")
  foreach(pattern IN LISTS arg_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()

  if(NOT sources)
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} INTERFACE ${arg_LINK})
    return()
  endif()

  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  if(arg_BATCH)
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${arg_BATCH})
  endif()
  if(arg_PRECOMPILE)
    ironbus_precompile(${name} ${arg_PRECOMPILE})
  else()
    target_precompile_headers(${name} REUSE_FROM ironbus_plain_header)
  endif()
endfunction()

# The standard headers nearly every source uses, nlohmann/json, and what the caller adds.
function(ironbus_precompile name)
  list(TRANSFORM ARGN PREPEND "<")
  list(TRANSFORM ARGN APPEND ">")
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <set> <string>
    <string_view> <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp> ${ARGN})
endfunction()

# ironbus_header_carrier(<name> [header…]): a precompiled header for many targets to reuse.
function(ironbus_header_carrier name)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/headers/${name}.cpp"
       CONTENT "// Carries the precompiled header @name@.\n" @ONLY)
  add_library(${name} OBJECT "${PROJECT_BINARY_DIR}/headers/${name}.cpp")
  ironbus_precompile(${name} ${ARGN})
endfunction()

ironbus_header_carrier(ironbus_plain_header)
