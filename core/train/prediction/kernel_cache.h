// The kernel choices kept between runs, in the user's cache folder.
#pragma once

#include <string>

#include "core/backend/backend.h"

namespace stepscope {

// said, when given, receives a sentence where the file is damaged or holds nothing of this machine: what is missing is timed again, and
// what other machines left stays in the file.
KernelChoices loadKernelCache(const Backend& backend, std::string* said = nullptr);
// For a table that a checkpoint gave: what it does not hold is as the cache has it.
void addKernelCache(KernelChoices& choices, const Backend& backend);
// Adds what is new and keeps what others wrote meanwhile.
void extendKernelCache(const Backend& backend, const KernelChoices& choices);

// Does that when it goes, also when timing was cancelled, where there is anything new. No backend: nothing is kept.
class KernelCacheKeeper {
 public:
  KernelCacheKeeper(const Backend* backend, const KernelChoices& choices) : backend_(backend), choices_(choices), known_(choices.changes()) {}
  ~KernelCacheKeeper() {
    if (backend_ && choices_.changes() > known_) extendKernelCache(*backend_, choices_);
  }
  KernelCacheKeeper(const KernelCacheKeeper&) = delete;
  KernelCacheKeeper& operator=(const KernelCacheKeeper&) = delete;

 private:
  const Backend* backend_;
  const KernelChoices& choices_;
  std::int64_t known_;
};

}  // namespace stepscope
