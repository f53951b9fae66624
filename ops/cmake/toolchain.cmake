# Compiler, linker and the flags every target of ours shares.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Our own paths relative and no directory in the hash: checkouts share one cache, wherever they lie.
find_program(IRONBUS_CCACHE ccache)
if(IRONBUS_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros
      "${IRONBUS_CCACHE}")
endif()

# Sources are compiled in groups: headers and templates that a group shares are compiled once. Large groups
# make a clean build cheap, small ones a rebuild; the presets choose. Names in unnamed namespaces must
# differ within a library.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile several sources at a time")
set(IRONBUS_UNIT_KB 60 CACHE STRING "Kilobytes of sources that are compiled together")
set(IRONBUS_TEST_UNIT_KB 110 CACHE STRING "The same of tests")
set(IRONBUS_COLD_OPTIONS "" CACHE STRING "Compiler options of libraries marked COLD")

find_program(IRONBUS_MOLD mold)
find_program(IRONBUS_LLD ld.lld)
if(IRONBUS_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(IRONBUS_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# Flags go to every target alike, or precompiled headers could not be shared between them.
add_compile_options(
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
  -Wextra-semi -Wredundant-decls -Wimplicit-fallthrough -Wunused -Wvla)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -fpch-preprocess lets ccache see through precompiled headers.
  # The rest are false alarms of g++ 12 inside std::string and coroutines.
  add_compile_options(-fpch-preprocess -Winvalid-pch -Wshadow=local -Wlogical-op -Wduplicated-cond
                      -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow
                      -Wno-stringop-overread -Wno-array-bounds -Wno-mismatched-new-delete)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # ccache cannot tell a precompiled header by its time.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()
if(IRONBUS_WERROR)
  add_compile_options(-Werror -Wno-error=deprecated-declarations -Wno-error=dangling-pointer)
endif()
# No _GLIBCXX_ASSERTIONS anywhere: CAF 0.17 binds `*pointer` of an empty shared_ptr in its own headers,
# which that check takes for a bug of ours and aborts the first request of every test.

if(IRONBUS_SANITIZE)
  # CAF's own headers bind null references: without -fno-sanitize=null nothing else is seen.
  add_compile_options(-fsanitize=${IRONBUS_SANITIZE} -fno-sanitize-recover=all -fno-sanitize=null)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fno-sanitize=function)  # clang 14 cannot mark coroutines
  endif()
  add_link_options(-fsanitize=${IRONBUS_SANITIZE})
endif()
