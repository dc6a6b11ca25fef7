#include "core/train/prediction/kernel_cache.h"

#include <algorithm>

namespace stepscope {

KernelChoices loadKernelCache(const Backend& backend, std::string* said) {
  const std::string path = KernelChoices::defaultPath(backend.name());
  std::int64_t damaged = 0;
  KernelChoices choices = KernelChoices::load(path, &damaged);
  if (!said) return choices;
  const DeviceInfo device = backend.device();
  const auto ofThisMachine = [&](const auto& entry) {
    return entry.first.find(device.name) != std::string::npos && entry.first.find(device.library) != std::string::npos;
  };
  if (damaged > 0)
    *said = path + ": " + (damaged == 1 ? "1 line is damaged." : std::to_string(damaged) + " lines are damaged.") +
            " The other kernel choices are used, and those of the missing layers are timed again.";
  else if (!choices.entries().empty() && std::none_of(choices.entries().begin(), choices.entries().end(), ofThisMachine))
    *said = path + " holds the kernel choices of another processor or library only. They stay there, and kernels are timed on this one.";
  return choices;
}

void addKernelCache(KernelChoices& choices, const Backend& backend) {
  const KernelChoices kept = loadKernelCache(backend);
  for (const auto& [key, kernel] : kept.entries())
    if (!choices.find(key)) choices.set(key, kernel, kept.isProvisional(key));
}

void extendKernelCache(const Backend& backend, const KernelChoices& choices) {
  const std::string path = KernelChoices::defaultPath(backend.name());
  KernelChoices all = KernelChoices::load(path);
  for (const auto& [key, kernel] : choices.entries()) all.set(key, kernel, choices.isProvisional(key));
  all.save(path);
}

}  // namespace stepscope
