#include "core/train/kernel_cache.h"

namespace stepscope {

KernelChoices loadKernelCache(const Backend& backend) {
  return KernelChoices::load(KernelChoices::defaultPath(backend.name()));
}

void extendKernelCache(const Backend& backend, const KernelChoices& choices) {
  const std::string path = KernelChoices::defaultPath(backend.name());
  KernelChoices all = KernelChoices::load(path);
  for (const auto& [key, kernel] : choices.entries()) all.set(key, kernel);
  all.save(path);
}

}  // namespace stepscope
