// The project's runs in one SQLite database beside the project file (.stepscope/runs.db): configuration, metric series as 1024-point chunks
// with a min/max pyramid, markers, artefacts. See shared reference "workbench" section 4. One writer thread a process; any number of
// readers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/histogram.h"
#include "core/base/task.h"
#include "core/store/run_span.h"

namespace stepscope {

class Connection;

using RunId = std::int64_t;

// Interrupted: its process died. Unsaved: finished, but its last weights or figures are not on disk.
enum class RunStatus { Running, Finished, Stopped, Failed, Interrupted, Unsaved };
std::string nameOf(RunStatus status);

// A run as its row keeps it. What is told of the whole run and by span is computed in one place: summaryOf (core/store/run_summary.h).
struct RunInfo {
  RunId id = 0;
  std::string name;  // "run 14", may be renamed
  std::string model;
  RunStatus status = RunStatus::Running;
  std::string message;         // why it failed
  std::int64_t createdMs = 0;  // Unix time, ms
  double seconds = 0;          // spent training, pauses left out
  std::int64_t step = 0, epoch = 0;
  std::string configuration;                           // the project as JSON, switches as they were at the start
  std::vector<std::pair<std::string, double>> finals;  // last and best of each metric: "val_accuracy", "best_val_rmse", ...
  bool outOfMemory = false;                            // why it failed
  std::vector<RunSpan> spans;                          // one from each turn of the switches to the next; none of runs of old versions
  std::string group;                                   // runs that belong together: a sweep, the seeds of one setting; may be empty
  // The user's own.
  std::string note;
  std::vector<std::string> tags;  // sorted, none twice
  bool starred = false, archived = false;
};

std::string storeLibrary();  // "SQLite 3.40.1"

// "running", "finished", "finished, not saved", "stopped", "failed" (an error ended it), "interrupted" (its process died), "out of memory".
std::string howItEnded(const RunInfo& run);

// What the run learned, told by the measure of its best checkpoint among the finals, which a run has from its beginning.
Task taskOf(const RunInfo& run);
// A final by its name; NaN when the run has none, and where it came to that.
double finalOf(const RunInfo& run, const std::string& key);
// Whether the run came to such a final, be it finite or not. A best that is not finite does not count.
bool hasFinal(const RunInfo& run, const std::string& key);

struct Point {
  std::int64_t step = 0;
  double wall = 0;   // seconds since the run began
  double value = 0;  // NaN is kept
};

struct Marker {
  std::int64_t step = 0;
  double wall = 0;
  std::string kind;   // "switch", "checkpoint", "best", "resume", "pause"
  std::string label;  // "batch size 64 -> 128"
};

struct SeriesInfo {
  std::string key;  // "train_loss", "val_loss", "val_accuracy", "train_rmse", "lr", "samples_per_second", "step_ms"
  std::int64_t count = 0, lastStep = 0;
  double lastValue = 0, min = 0, max = 0;  // min and max of the finite values; NaN: there is none
  std::int64_t notFinite = -1;             // points that are NaN or infinite; -1: not counted (of an old version)
};

// A line of a run's log.
struct LogLine {
  enum class Level { Info, Warning, Error };
  std::int64_t unixMs = 0;  // 0 becomes now
  Level level = Level::Info;
  std::string text;
};

// A run with the ends of its series, as a table shows it: no point is read for it.
struct RunRow {
  RunInfo info;
  std::vector<SeriesInfo> series;
};

// What changed in the list of runs. Feed `version` into the next question; 0 asks for everything.
struct RunChanges {
  std::int64_t version = 0;
  bool everything = false;      // `changed` holds every run there is: forget the others
  std::vector<RunRow> changed;  // newest first
  std::vector<RunId> gone;      // deleted, or in the bin
};

// How a parameter's values, or its gradient's, are spread at a step.
struct HistogramRow {
  std::string parameter;  // "layer1.0.conv1.weight"
  bool gradient = false;
  std::int64_t step = 0;
  Histogram histogram;
};

struct Bucket {  // of the pyramid: the line shows `last`, the band min and max
  std::int64_t firstStep = 0, lastStep = 0;
  double min = 0, max = 0, last = 0;
};

// What the store holds of a run, superseded points left out.
struct StoredCounts {
  std::int64_t series = 0, points = 0, histograms = 0;
};

// Reading. Opens its own connection; cheap to make one a thread. Throws Error naming the file (corrupt, newer version, not ours).
// Where there is no file yet every list is empty, and the file is read as soon as a writer has made it.
class RunReader {
 public:
  explicit RunReader(const std::string& path);
  ~RunReader();
  RunReader(RunReader&&) noexcept;
  std::vector<RunInfo> runs() const;  // newest first; never touches points
  // Only what changed since `version`, so that a list of thousands is followed at the cost of the few that train. Runs in training are
  // always among the changed: whether their process lives is found out by looking.
  RunChanges changes(std::int64_t version) const;
  std::vector<RunInfo> binned() const;  // deleted runs that can be restored, last deleted first
  std::optional<RunInfo> run(RunId id) const;
  std::vector<SeriesInfo> series(RunId id) const;
  std::vector<Point> points(RunId id, const std::string& key) const;  // every point, superseded ones (before a resume) left out
  std::vector<Bucket> overview(RunId id, const std::string& key, int maxBuckets) const;
  std::vector<Point> notFinite(RunId id, const std::string& key, std::size_t most = 1000) const;  // points that are NaN or infinite
  std::vector<Marker> markers(RunId id) const;
  std::vector<LogLine> log(RunId id) const;
  // Texts kept with the project, not with a run: "views" of the table of runs.
  std::optional<std::string> setting(const std::string& name) const;
  std::optional<std::string> artefact(RunId id, const std::string& name) const;  // small JSON texts: "memory_plan", "breakdown", "findings"
  std::vector<std::string> histogramParameters(RunId id) const;                  // those that have histograms, in the order of their names
  std::vector<HistogramRow> histograms(RunId id, const std::string& parameter, bool gradient) const;  // by step
  std::int64_t dataVersion() const;  // changes when another connection wrote; poll it 2-4 times a second

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writing. Calls queue work for the store's own thread and return at once; metrics are committed at least every 0.5 s, state changes at
// once and flushed. An error of the writer (disk full) is kept and handed out by takeError(); the queue then waits and retries, nothing is
// lost while the process lives.
class RunWriter {
 public:
  explicit RunWriter(const std::string& path);  // creates and migrates; marks runs of dead processes Interrupted
  ~RunWriter();                                 // writes what is queued

  // Waits for the commit and throws Error when it fails. An empty name becomes "run <id>"; createdMs 0 becomes now.
  RunId createRun(const RunInfo& info);
  // The same of an import: the run is in no list before its first update() or finish(), and gone for good where neither comes.
  RunId createHidden(const RunInfo& info);
  // What waits is not written any more: of an import that the disk has refused. Runs that are still hidden go with it.
  void abandon();
  // Resume: points and markers after `step` become superseded, the run is Running and this process's. Waits; throws Error (Busy) when a
  // living process trains it.
  void reopenRun(RunId id, std::int64_t step);
  // Marks what stands after `step` in this series, and in the histograms of its name, as superseded. Waits; returns how much that was.
  StoredCounts supersede(RunId id, const std::string& key, std::int64_t step);
  StoredCounts stored(RunId id);  // waits until everything queued before is written
  void append(RunId id, const std::string& key, Point point);
  // Many at once, an import: waits where the disk is slower than the caller.
  void append(RunId id, const std::string& key, std::vector<Point> points);
  // The ends of series that nothing is appended to any more: chunks at once, however short.
  void appendLast(RunId id, std::vector<std::pair<std::string, std::vector<Point>>> series);
  void log(RunId id, LogLine line);
  void mark(RunId id, Marker marker);
  void setArtefact(RunId id, const std::string& name, std::string text);
  void setConfiguration(RunId id, std::string text);             // of an import that learns more of it while it reads
  void addHistograms(RunId id, std::vector<HistogramRow> rows);  // a later one of the same tensor and step replaces the earlier
  // Updates status, seconds, step, epoch, finals, message, outOfMemory, spans. The user's own stays as it is.
  void update(const RunInfo& info);
  // Waits for the commit; compacts the tails. Throws Error when the disk refuses; it stays queued then, and is tried again.
  void finish(const RunInfo& info);
  // Where that failed and the process is to end: the run's row alone, before all that waits. Throws Error when the disk refuses this too.
  void finishFirst(const RunInfo& info);
  // The same run as `from` has it (core/store/run_copy.h). Waits for the commit.
  // before: called with the new number where all but the commit is done; what it throws takes everything back.
  RunId copyRun(const Connection& from, RunId run, const std::function<void(RunId)>& before = {});
  void rename(RunId id, std::string name);
  void remove(RunId id);  // to the bin: runs() leaves it out, restore brings it back
  void restore(RunId id);
  void purge(RunId id);  // out of the bin, for good; a run that is not in the bin stays
  void setNote(RunId id, std::string note);
  void setTags(RunId id, std::vector<std::string> tags);  // all of them
  void setStarred(RunId id, bool starred);
  void setArchived(RunId id, bool archived);
  void setGroup(RunId id, std::string group);
  void setSetting(const std::string& name, std::string text);  // of the project; an empty text removes it
  void flush();                                                // waits until everything queued is committed; throws Error when the disk refuses
  std::int64_t lastCommitNs() const;                           // nowNs() of the last commit: "saved 0.4 s ago"
  std::optional<std::string> takeError();                      // each message once, until it is mended and comes back
  std::vector<std::string> warnings() const;                   // sentences about where the store is: a network file system

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
