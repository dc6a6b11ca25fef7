// Reserves some disk space while a run goes on: if the disk is full when the run ends, the end can still be written.
#pragma once

#include <string>

namespace stepscope {

class SpareRoom {
 public:
  SpareRoom() = default;
  // Creates a file in the run's folder (which is created if missing). If the disk is full there is no file: never throws.
  explicit SpareRoom(const std::string& directory);
  SpareRoom(const SpareRoom&) = delete;
  SpareRoom& operator=(SpareRoom&& other) noexcept;
  ~SpareRoom() { give(); }
  void give();  // deletes the file, so that the next writer has the space

 private:
  std::string path_;
};

}  // namespace stepscope
