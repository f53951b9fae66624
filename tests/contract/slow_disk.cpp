/// Preloaded into a redis-server: simulates a disk with slow syncs.

#include <dlfcn.h>
#include <unistd.h>

extern "C" int fdatasync(int descriptor) {
  constexpr useconds_t delay = 1'500'000;
  using function = int (*)(int);
  static const auto original = reinterpret_cast<function>(dlsym(RTLD_NEXT, "fdatasync"));
  usleep(delay);
  return original(descriptor);
}
