/// Preloaded into a redis-server: a disk on which each sync takes long.

#include <dlfcn.h>
#include <unistd.h>

extern "C" int fdatasync(int descriptor) {
  constexpr useconds_t delay = 1'500'000;
  using function = int (*)(int);
  static const auto original = reinterpret_cast<function>(dlsym(RTLD_NEXT, "fdatasync"));
  usleep(delay);
  return original(descriptor);
}
