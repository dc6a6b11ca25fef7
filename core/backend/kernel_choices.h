// The kernel of each layer, by a key of op, shapes, strides, dtype, threads and CPU. Stored on disk between runs and saved in a checkpoint, since a
// resumed run must choose the same kernels to continue with the same bits.
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
  // A provisional choice was timed while other programs used the cores, or not timed for want of time, so it should be timed again. It never replaces
  // a choice that is not provisional.
  void set(const std::string& key, const std::string& kernel, bool provisional = false);
  bool isProvisional(const std::string& key) const { return provisional_.contains(key); }
  const std::map<std::string, std::string>& entries() const { return entries_; }
  const std::set<std::string>& provisional() const { return provisional_; }  // keys

  // The choice for a program that will run it. Once a program of this table runs a choice, it is not timed again for this table, even if it is
  // provisional: equal layers run the same kernel, and the table, which a checkpoint stores, gives the same program again bit for bit. The file does
  // not record which choices are used: another run may time them again.
  struct Used {
    std::string kernel;
    bool provisional = false;
    bool mayTimeAgain = false;  // provisional, and no program of this table has run it
  };
  std::optional<Used> use(const std::string& key);
  // Like set(), for a program that runs it.
  void setUsed(const std::string& key, const std::string& kernel, bool provisional = false);

  // The choices used by programs of this table: all that a checkpoint needs, while the table may hold the choices of every model.
  std::map<std::string, std::string> usedEntries() const;

  // Number of changes by set() since the table was created or loaded; 0: it need not be saved.
  std::int64_t changes() const { return changes_; }
  // The file has one "key<TAB>kernel" per line, followed by "<TAB>provisional" if the choice is provisional. A missing file gives an empty table; an
  // invalid line is skipped and counted in `*damaged`. The file is replaced atomically; failures are not errors.
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
