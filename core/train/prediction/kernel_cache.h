// The kernel choices kept between runs, in the user's cache folder.
#pragma once

#include <string>

#include "core/backend/backend.h"

namespace stepscope {

// `said`, if given, receives a sentence if the file is damaged or has nothing for this machine: missing kernels are timed again, and entries of other
// machines stay in the file.
KernelChoices loadKernelCache(const Backend& backend, std::string* said = nullptr);
// Adds entries of the cache that the table, which comes from a checkpoint, does not have.
void addKernelCache(KernelChoices& choices, const Backend& backend);
// Adds new entries and keeps those that other processes wrote meanwhile.
void extendKernelCache(const Backend& backend, const KernelChoices& choices);

// Calls extendKernelCache() in its destructor if there is anything new, even if timing was cancelled. `backend` null: nothing is stored.
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
