// A disk of its own in memory (tmpfs) over a folder, of a size that a test can fill; whoever mounts it has to be an administrator.
#pragma once

#include <sys/mount.h>
#include <unistd.h>

#include <QString>
#include <string>

namespace stepscope::test {

class Disk {
 public:
  // size: as mount(8) takes it, "size=24m".
  Disk(const QString& at, const std::string& size) : at_(at.toStdString()) {
    mounted_ = ::geteuid() == 0 && ::mount("tmpfs", at_.c_str(), "tmpfs", 0, size.c_str()) == 0;
  }
  ~Disk() {
    if (mounted_) ::umount2(at_.c_str(), MNT_DETACH);
  }
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;
  bool mounted() const { return mounted_; }
  bool grows(const std::string& size) const { return ::mount("tmpfs", at_.c_str(), "tmpfs", MS_REMOUNT, size.c_str()) == 0; }
  bool becomesReadOnly() const { return ::mount("tmpfs", at_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0; }

 private:
  std::string at_;
  bool mounted_ = false;
};

}  // namespace stepscope::test
