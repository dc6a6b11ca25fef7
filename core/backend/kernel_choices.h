// Which kernel runs a layer, by a key of op, shapes, strides, dtype, threads and CPU. Kept on disk between runs and saved in a checkpoint,
// since a resumed run must choose the same kernels to continue with the same bits.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace stepscope {

class KernelChoices {
 public:
  std::optional<std::string> find(const std::string& key) const;
  // provisional: timed while other programs held the cores, or not timed at all since the time for it was over, so that it is worth timing
  // again. It never replaces a choice that is not.
  void set(const std::string& key, const std::string& kernel, bool provisional = false);
  bool isProvisional(const std::string& key) const { return provisional_.contains(key); }
  const std::map<std::string, std::string>& entries() const { return entries_; }
  const std::set<std::string>& provisional() const { return provisional_; }  // keys

  // The choice for a program that runs it from now on. A choice that a program of this table runs is not timed again for this table,
  // provisional or not: equal layers run the same kernel, and the table, which a checkpoint keeps, gives the same program again bit for bit.
  // Which choices run is not saved: another run may time them again.
  struct Used {
    std::string kernel;
    bool provisional = false;
    bool mayTimeAgain = false;  // provisional, and no program of this table ran it before
  };
  std::optional<Used> use(const std::string& key);
  // set() for a program that runs it.
  void setUsed(const std::string& key, const std::string& kernel, bool provisional = false);

  // The choices that programs of this table run: what a checkpoint needs of a table that may hold those of every model.
  std::map<std::string, std::string> usedEntries() const;

  // How often set() changed something since the table was made or loaded: whether it is worth saving.
  std::int64_t changes() const { return changes_; }
  // One "key<TAB>kernel" a line, with "<TAB>provisional" where it is. A missing file is an empty table, and a line that is none is left out
  // and counted in `damaged`. Saved atomically; failures are not errors.
  static KernelChoices load(const std::string& path, std::int64_t* damaged = nullptr);
  void save(const std::string& path) const;
  // $XDG_CACHE_HOME/stepscope/kernels-<backend>.tsv
  static std::string defaultPath(std::string_view backend);

 private:
  std::map<std::string, std::string> entries_;
  std::set<std::string> provisional_, used_;
  std::int64_t changes_ = 0;
};

}  // namespace stepscope
