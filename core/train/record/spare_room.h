// A little of the disk, kept while a run goes on: where the disk is full when the run ends, how it ended can still be written.
#pragma once

#include <string>

namespace stepscope {

class SpareRoom {
 public:
  SpareRoom() = default;
  // A file in the run's folder, which is made where it is missing. Without room there is none: never throws.
  explicit SpareRoom(const std::string& directory);
  SpareRoom(const SpareRoom&) = delete;
  SpareRoom& operator=(SpareRoom&& other) noexcept;
  ~SpareRoom() { give(); }
  void give();  // to whoever writes next

 private:
  std::string path_;
};

}  // namespace stepscope
