// The writing connection and its operations. Used only on the store's own thread after it was opened.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/store/database.h"
#include "core/store/run_store.h"
#include "core/store/writer/series_writer.h"
#include "core/store/writer/write_lock.h"

namespace stepscope {

class WriterSession {
 public:
  // Creates folder and file if they are missing, migrates, marks runs of dead processes Interrupted.
  explicit WriterSession(const std::string& path);
  ~WriterSession();  // marks unfinished runs Interrupted; empties the write-ahead log into the database; one backup per day

  // Runs `work` in one BEGIN IMMEDIATE transaction under the write lock. `durable`: the data are flushed to the disk when it returns. Rolls back and
  // throws what `work` throws.
  void transaction(bool durable, const std::function<void()>& work);

  // The functions from here to heartbeat() must be called inside transaction(). Listed::Later: the run is in no list before its first update(), and
  // is removed if the writer ends before that.
  enum class Listed { Now, Later };
  RunId createRun(const RunInfo& info, Listed listed = Listed::Now);
  RunId copyRun(const Connection& from, RunId run);
  void reopenRun(RunId id, std::int64_t step);
  StoredCounts supersede(RunId id, const std::string& key, std::int64_t step);
  StoredCounts stored(RunId id);
  void append(RunId id, const std::string& key, std::span<const Point> points, SeriesWriter::End end = SeriesWriter::End::Open);
  void log(RunId id, const LogLine& line);
  void mark(RunId id, const Marker& marker);
  void setArtefact(RunId id, const std::string& name, const std::string& text);
  void addHistograms(RunId id, const std::vector<HistogramRow>& rows);
  void update(const RunInfo& info);
  void finish(const RunInfo& info);
  void rename(RunId id, const std::string& name);
  void setTrashed(RunId id, bool trashed);
  void purge(RunId id);
  void setText(RunId id, const char* column, const std::string& text);
  void setFlag(RunId id, const char* column, bool value);
  void setSetting(const std::string& name, const std::string& text);
  void heartbeat();

  void vacuum();  // returns unused pages to the disk; call it outside of transaction()

  bool ownsRuns() const { return !owned_.empty(); }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void open();
  void interruptDeadRuns();
  void leaveOwned();
  void checkAfterCrash();
  void checkpoint(int mode);
  void restartLog(int frames);
  void backUp() const;
  void requireChanged(RunId id);
  void countChanges();
  void erase(RunId id);

  std::string path_;
  std::optional<WriteLock> lock_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<SeriesWriter> series_;
  Statement countChange_;
  std::set<RunId> owned_;
  std::set<RunId> changed_;  // runs changed in the current transaction
  std::vector<std::string> warnings_;
  bool writeAheadLog_ = true;
  bool durable_ = false;   // the value that synchronous has
  bool wrote_ = false;     // something was written, so that a backup makes sense
  int restartAt_ = 16384;  // number of log pages at which the log is started again
  int logFrames_ = 0;      // pages in the write-ahead log after the last commit
};

}  // namespace stepscope
