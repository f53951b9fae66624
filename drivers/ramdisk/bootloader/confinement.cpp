#include "drivers/ramdisk/bootloader/confinement.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace ironbus::ramdisk {

namespace {

constexpr const char* no_partition = "-";
constexpr std::size_t fixed_arguments = 3;
constexpr int cannot_start = 126;
constexpr rlim_t memory_max = 1ULL << 30;

struct device_file {
  const char* path;
  unsigned major;
  unsigned minor;
};
constexpr std::array device_files{device_file{"/dev/null", 1, 3}, device_file{"/dev/zero", 1, 5},
                                  device_file{"/dev/full", 1, 7}, device_file{"/dev/random", 1, 8},
                                  device_file{"/dev/urandom", 1, 9}};

struct place_to_mount {
  const char* kind;
  const char* path;
  unsigned long flags;
  const char* options;
};
constexpr unsigned long data_only = MS_NOSUID | MS_NODEV | MS_NOEXEC;
constexpr std::array places{
    // Root could write to parts of it that affect the system outside of all namespaces.
    place_to_mount{"proc", "/proc", data_only | MS_RDONLY, ""},
    place_to_mount{"sysfs", "/sys", data_only | MS_RDONLY, ""},
    place_to_mount{"tmpfs", "/dev", MS_NOSUID | MS_NOEXEC, "size=1m,mode=755"},
    place_to_mount{"tmpfs", "/run", data_only, "size=16m,mode=755"},
    place_to_mount{"tmpfs", "/tmp", MS_NOSUID | MS_NODEV, "size=64m,mode=1777"}};

/// Remaining capabilities: to own and read files. No mounts, raw devices, modules or clock.
constexpr std::array kept_rights{CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID};

/// A disk or partition that the program can see.
struct shown_device {
  std::string path;
  dev_t number = 0;
  std::string uuid;  // of its file system; may be empty
};

void must(bool done, const std::string& what) {
  if (!done) throw std::runtime_error("cannot " + what + ": " + last_error());
}

void make_folder(const std::string& path) {
  must(::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST, "make " + path);
}

shown_device look_at(const std::string& path) {
  struct stat status {};
  must(::stat(path.c_str(), &status) == 0 && S_ISBLK(status.st_mode), "find the device " + path);
  const block_device device{path, block_device::access::read};
  return {path, status.st_rdev, file_system_uuid(device.read(0, file_system_head))};
}

std::vector<shown_device> devices_of(const std::string& device) {
  std::vector<shown_device> out{look_at(device)};
  for (const auto number_of_partition : partition_numbers("/sys", device))
    out.push_back(look_at(partition_name(device, number_of_partition)));
  return out;
}

/// Afterwards nothing of the ramdisk can be reached, not even by "..".
void enter_image(const std::string& root) {
  must(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "keep mounts private");
  must(::chdir(root.c_str()) == 0, "enter " + root);
  must(::mount(".", "/", nullptr, MS_MOVE, nullptr) == 0, "move " + root);
  must(::chroot(".") == 0 && ::chdir("/") == 0, "make " + root + " the root");
}

void mount_places() {
  for (const auto& one : places) {
    make_folder(one.path);
    must(::mount("none", one.path, one.kind, one.flags, one.options) == 0,
         std::string{"mount "} + one.path);
  }
}

void make_devices(const std::vector<shown_device>& devices) {
  ::umask(0);
  for (const auto& one : device_files)
    must(::mknod(one.path, S_IFCHR | 0666, makedev(one.major, one.minor)) == 0,
         std::string{"make "} + one.path);
  ::umask(022);
  must(::symlink("/proc/self/fd", "/dev/fd") == 0, "make /dev/fd");
  make_folder("/dev/disk");
  make_folder(
      "/dev/disk/by-uuid");  // grub-mkconfig names the root by its UUID only if this link exists
  for (const auto& one : devices) {
    must(::mknod(one.path.c_str(), S_IFBLK | 0600, one.number) == 0, "make " + one.path);
    if (!one.uuid.empty() && ::symlink(one.path.c_str(), ("/dev/disk/by-uuid/" + one.uuid).c_str()))
      must(errno == EEXIST, "make a link to " + one.path);
  }
}

void hide_command_line() {
  must(::mount("/dev/null", "/proc/cmdline", nullptr, MS_BIND, nullptr) == 0,
       "hide the kernel's command line");
}

void show_system_partition(const std::string& device) {
  if (device.empty()) return;
  make_folder("/boot");
  make_folder("/boot/efi");
  must(::mount(device.c_str(), "/boot/efi", "vfat", data_only, "") == 0, "mount " + device);
}

void give_up_rights() {
  for (int right = 0; right <= CAP_LAST_CAP; ++right) {
    bool kept = false;
    for (const auto one : kept_rights) kept = kept || one == right;
    if (!kept)  // EINVAL: a capability of a newer kernel
      must(::prctl(PR_CAPBSET_DROP, right, 0, 0, 0) == 0 || errno == EINVAL, "give up a right");
  }
  must(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "give up new rights");
  const rlimit memory{memory_max, memory_max};
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_AS, &memory);
  ::setrlimit(RLIMIT_CORE, &no_core);
}

/// Killed with the waiting parent process, together with its namespace.
void end_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

void become(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const auto& one : command) argv.push_back(const_cast<char*>(one.c_str()));
  argv.push_back(nullptr);
  ::clearenv();
  ::setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
  ::setenv("HOME", "/root", 1);
  ::setenv("LC_ALL", "C", 1);
  ::setenv("GRUB_DISABLE_OS_PROBER", "true", 1);  // it would examine the other disks
  ::close_range(3, ~0U, 0);
  ::execv(argv.front(), argv.data());
  must(false, "run " + command.front());
}

int start_inside(const confined_program& program, const std::vector<shown_device>& devices) {
  try {
    end_with_parent();
    enter_image(program.root);
    mount_places();
    make_devices(devices);
    hide_command_line();
    show_system_partition(program.system_partition);
    give_up_rights();
    end_with_parent();  // the kernel resets it when capabilities change
    become(program.command);
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "%s\n", failed.what());
  }
  return cannot_start;
}

}  // namespace

std::vector<std::string> confined_arguments(const confined_program& program) {
  std::vector<std::string> out{
      "/proc/self/exe", "confined", program.root, program.device,
      program.system_partition.empty() ? no_partition : program.system_partition};
  out.insert(out.end(), program.command.begin(), program.command.end());
  return out;
}

confined_program read_confined_arguments(const std::vector<std::string>& arguments) {
  if (arguments.size() <= fixed_arguments)
    throw std::invalid_argument("confined ROOT DEVICE SYSTEM-PARTITION PROGRAM [ARGUMENT…]");
  confined_program out{
      arguments[0], arguments[1], arguments[2] == no_partition ? "" : arguments[2], {}};
  out.command.assign(arguments.begin() + fixed_arguments, arguments.end());
  return out;
}

int run_confined(const confined_program& program) {
  end_with_parent();
  const auto devices = devices_of(program.device);
  must(::unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) == 0,
       "leave the namespaces");
  const pid_t child = ::fork();
  must(child >= 0, "fork");
  if (child == 0) ::_exit(start_inside(program, devices));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace ironbus::ramdisk
