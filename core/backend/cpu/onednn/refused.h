// Thrown by this folder if the library has no kernel for a request or fails to make one. The exceptions of the library itself do not leave this
// folder.
#pragma once

#include <stdexcept>
#include <string>

namespace stepscope::onednn {

class Refused : public std::runtime_error {
 public:
  Refused(const std::string& what, bool outOfMemory) : std::runtime_error(what), outOfMemory_(outOfMemory) {}
  bool outOfMemory() const { return outOfMemory_; }

 private:
  bool outOfMemory_;
};

}  // namespace stepscope::onednn
