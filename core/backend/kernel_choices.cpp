// The table of chosen kernels on disk: one "key<TAB>kernel[<TAB>provisional]" per line. It only saves time, so failures with the file are not
// errors.
#include "core/backend/kernel_choices.h"

#include <fstream>

#include "core/backend/cache_file.h"

namespace stepscope {
namespace {

constexpr std::string_view kProvisional = "\tprovisional";

}  // namespace

std::optional<std::string> KernelChoices::find(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

void KernelChoices::set(const std::string& key, const std::string& kernel, bool provisional) {
  const auto known = entries_.find(key);
  const bool same = known != entries_.end() && known->second == kernel && isProvisional(key) == provisional;
  if (same || (provisional && known != entries_.end() && !isProvisional(key))) return;
  entries_.insert_or_assign(key, kernel);
  if (provisional) provisional_.insert(key);
  else provisional_.erase(key);
  ++changes_;
}

std::optional<KernelChoices::Used> KernelChoices::use(const std::string& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return std::nullopt;
  const bool first = used_.insert(key).second, provisional = isProvisional(key);
  return Used{found->second, provisional, provisional && first};
}

std::map<std::string, std::string> KernelChoices::usedEntries() const {
  std::map<std::string, std::string> entries;
  for (const std::string& key : used_) entries.emplace_hint(entries.end(), key, entries_.at(key));
  return entries;
}

void KernelChoices::setUsed(const std::string& key, const std::string& kernel, bool provisional) {
  set(key, kernel, provisional);
  used_.insert(key);
}

KernelChoices KernelChoices::load(const std::string& path, std::int64_t* damaged) {
  KernelChoices choices;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const bool provisional = line.ends_with(kProvisional);
    if (provisional) line.resize(line.size() - kProvisional.size());
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || tab == 0 || tab + 1 == line.size() || line.find('\t', tab + 1) != std::string::npos) {
      if (damaged) ++*damaged;
      continue;
    }
    choices.set(line.substr(0, tab), line.substr(tab + 1), provisional);
  }
  choices.changes_ = 0;
  return choices;
}

void KernelChoices::save(const std::string& path) const {
  std::string text;
  for (const auto& [key, kernel] : entries_) {
    text += key + '\t' + kernel;
    if (isProvisional(key)) text += kProvisional;
    text += '\n';
  }
  saveCacheFile(path, text);
}

std::string KernelChoices::defaultPath(std::string_view backend) {
  return cacheFile("kernels-" + std::string(backend) + ".tsv");
}

}  // namespace stepscope
