#include "core/store/file_system.h"

#include <sys/vfs.h>

#include <cstdint>
#include <filesystem>

namespace stepscope {

std::string networkFileSystem(const std::string& directory) {
  struct statfs info {};
  if (::statfs(directory.c_str(), &info) != 0) return {};
  // Magic numbers of statfs(2) and linux/magic.h.
  switch (static_cast<std::uint32_t>(info.f_type)) {
    case 0x6969: return "NFS";
    case 0x517B: return "SMB";
    case 0xFE534D42: return "SMB2";
    case 0xFF534D42: return "CIFS";
    case 0x01021997: return "9P";
    case 0x5346414F: return "AFS";
    case 0x00C36400: return "Ceph";
    case 0x0BD00BD0: return "Lustre";
    case 0x47504653: return "GPFS";
    case 0x786F4256: return "a VirtualBox shared folder";
    case 0xBACBACBC: return "a VMware shared folder";
    case 0x65735546: return "FUSE";
    default: return {};
  }
}

std::string setAside(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(folder, error) || fs::is_empty(folder, error)) return {};
  for (int number = 1;; ++number) {
    std::string other = folder + ".earlier-" + std::to_string(number);
    if (fs::exists(other, error)) continue;
    fs::rename(folder, other, error);
    return error ? std::string() : other;
  }
}

}  // namespace stepscope
