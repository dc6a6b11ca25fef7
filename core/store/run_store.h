// The project's runs in one SQLite database beside the project file (.stepscope/runs.db): configuration, metric series
// as 1024-point chunks with a min/max pyramid, markers, artefacts. One writer thread per process; any number of
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

// Interrupted: its process died. Unsaved: finished, but its last weights or metrics are not on disk.
enum class RunStatus { Running, Finished, Stopped, Failed, Interrupted, Unsaved };
std::string nameOf(RunStatus status);

// A run as stored in its row. What is computed for the whole run from its spans is in one place: summaryOf (core/store/run_summary.h).
struct RunInfo {
  RunId id = 0;
  std::string name;  // "run 14", may be renamed
  std::string model;
  RunStatus status = RunStatus::Running;
  std::string message;         // why it failed
  std::int64_t createdMs = 0;  // Unix time, ms
  double seconds = 0;          // training time, without pauses
  std::int64_t step = 0, epoch = 0;
  std::string configuration;                           // the project as JSON, with the switches of the start
  std::vector<std::pair<std::string, double>> finals;  // last and best of each metric: "val_accuracy", "best_val_rmse", ...
  bool outOfMemory = false;                            // it failed because memory ran out
  std::vector<RunSpan> spans;                          // one from each change of the switches to the next; none for runs of old versions
  std::string group;                                   // runs that belong together: a sweep, the seeds of one setting; may be empty
  // Set by the user.
  std::string note;
  std::vector<std::string> tags;  // sorted, none twice
  bool starred = false, archived = false;
};

std::string storeLibrary();  // "SQLite 3.40.1"

// "running", "finished", "finished, not saved", "stopped", "failed" (by an error), "interrupted" (its process died), "out of memory".
std::string howItEnded(const RunInfo& run);

// The task of the run, found by the name of its best metric among the finals, which a run has from its beginning.
Task taskOf(const RunInfo& run);
// A final value by name; NaN if the run has none, or if the value is NaN.
double finalOf(const RunInfo& run, const std::string& key);
// Whether the run has such a final value, finite or not. A best value that is not finite does not count.
bool hasFinal(const RunInfo& run, const std::string& key);

struct Point {
  std::int64_t step = 0;
  double wall = 0;   // seconds since the run began
  double value = 0;  // NaN is stored
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
  double lastValue = 0, min = 0, max = 0;  // min and max of the finite values; NaN: there are none
  std::int64_t notFinite = -1;             // number of NaN or infinite points; -1: not counted (by an old version)
};

// A line of a run's log.
struct LogLine {
  enum class Level { Info, Warning, Error };
  std::int64_t unixMs = 0;  // 0 becomes now
  Level level = Level::Info;
  std::string text;
};

// A run with the last values of its series, as a table shows it: no point is read for it.
struct RunRow {
  RunInfo info;
  std::vector<SeriesInfo> series;
};

// Changes in the list of runs. Pass `version` to the next call; 0 asks for everything.
struct RunChanges {
  std::int64_t version = 0;
  bool everything = false;      // `changed` contains all existing runs: forget the others
  std::vector<RunRow> changed;  // newest first
  std::vector<RunId> gone;      // deleted, or in the bin
};

// The distribution of a parameter's values, or of its gradient's, at a step.
struct HistogramRow {
  std::string parameter;  // "layer1.0.conv1.weight"
  bool gradient = false;
  std::int64_t step = 0;
  Histogram histogram;
};

struct Bucket {  // of the pyramid: `last` is drawn as the line, min and max as the band
  std::int64_t firstStep = 0, lastStep = 0;
  double min = 0, max = 0, last = 0;
};

// What the store holds for a run, without superseded points.
struct StoredCounts {
  std::int64_t series = 0, points = 0, histograms = 0;
};

// Reads the store. Each reader opens its own connection; one per thread is cheap. Throws Error with the name of the file (damaged, of a newer
// version, not ours). If there is no file yet every list is empty, and the file is read as soon as a writer has created it.
class RunReader {
 public:
  explicit RunReader(const std::string& path);
  ~RunReader();
  RunReader(RunReader&&) noexcept;
  std::vector<RunInfo> runs() const;  // newest first; never touches points
  // Only the changes since `version`, so that following a list of thousands costs only as much as the few running ones. Running runs are always
  // included, because their process must be checked.
  RunChanges changes(std::int64_t version) const;
  std::vector<RunInfo> binned() const;  // deleted runs that can be restored, last deleted first
  std::optional<RunInfo> run(RunId id) const;
  std::vector<SeriesInfo> series(RunId id) const;
  std::vector<Point> points(RunId id, const std::string& key) const;  // every point, without superseded ones (from before a resume)
  std::vector<Bucket> overview(RunId id, const std::string& key, int maxBuckets) const;
  std::vector<Point> notFinite(RunId id, const std::string& key, std::size_t most = 1000) const;  // points that are NaN or infinite
  std::vector<Marker> markers(RunId id) const;
  std::vector<LogLine> log(RunId id) const;
  // Texts that belong to the project, not to a run: "views" of the table of runs.
  std::optional<std::string> setting(const std::string& name) const;
  std::optional<std::string> artefact(RunId id, const std::string& name) const;  // small JSON texts: "memory_plan", "breakdown", "findings"
  std::vector<std::string> histogramParameters(RunId id) const;                  // those with histograms, sorted by name
  std::vector<HistogramRow> histograms(RunId id, const std::string& parameter, bool gradient) const;  // by step
  std::int64_t dataVersion() const;  // changes if another connection wrote; poll it 2-4 times a second

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes the store. Calls put work into the queue of the store's own thread and return at once, unless they say that they wait. Metrics are committed
// within 0.5 s; changes of a run's state are committed at once and flushed. An error of the writer (disk full) is kept and returned by takeError();
// the queue then waits and retries, and nothing is lost while the process runs.
class RunWriter {
 public:
  explicit RunWriter(const std::string& path);  // creates and migrates; marks runs of dead processes Interrupted
  ~RunWriter();                                 // writes what is in the queue

  // Waits for the commit and throws Error if it fails. An empty name becomes "run <id>"; createdMs 0 becomes now.
  RunId createRun(const RunInfo& info);
  // The same for an import: the run is in no list before its first update() or finish(), and is removed if neither comes.
  RunId createHidden(const RunInfo& info);
  // Discards queued work: for an import that the disk has refused. Runs that are still hidden are removed.
  void abandon();
  // Resume: points and markers after `step` become superseded, the run becomes Running and belongs to this process. Waits; throws Error (Busy) if
  // another process trains it.
  void reopenRun(RunId id, std::int64_t step);
  // Marks points after `step` in this series, and in the histograms of its name, as superseded. Waits; returns their number.
  StoredCounts supersede(RunId id, const std::string& key, std::int64_t step);
  StoredCounts stored(RunId id);  // waits until everything queued before it is written
  void append(RunId id, const std::string& key, Point point);
  // Appends many points at once, for an import. Waits if the disk is slower than the caller.
  void append(RunId id, const std::string& key, std::vector<Point> points);
  // Appends the last points of series, which become chunks at once, however short.
  void appendLast(RunId id, std::vector<std::pair<std::string, std::vector<Point>>> series);
  void log(RunId id, LogLine line);
  void mark(RunId id, Marker marker);
  void setArtefact(RunId id, const std::string& name, std::string text);
  void setConfiguration(RunId id, std::string text);             // for an import, which may find more of it while it reads
  void addHistograms(RunId id, std::vector<HistogramRow> rows);  // a later one of the same tensor and step replaces the earlier one
  // Updates status, seconds, step, epoch, finals, message, outOfMemory, spans. The user's fields do not change.
  void update(const RunInfo& info);
  // Waits for the commit; compacts the tails. Throws Error if the disk refuses; then it stays in the queue and is tried again.
  void finish(const RunInfo& info);
  // For a process that must end although finish() failed: writes only the run's row, before all queued work. Throws Error if the disk refuses this
  // too.
  void finishFirst(const RunInfo& info);
  // Copies a run from `from` (core/store/run_copy.h). Waits for the commit. `before`: called with the new number when all but the commit is done; if
  // it throws, everything is rolled back.
  RunId copyRun(const Connection& from, RunId run, const std::function<void(RunId)>& before = {});
  void rename(RunId id, std::string name);
  void remove(RunId id);  // to the bin: runs() does not list it, restore brings it back
  void restore(RunId id);
  void purge(RunId id);  // removes it from the bin permanently; a run that is not in the bin stays
  void setNote(RunId id, std::string note);
  void setTags(RunId id, std::vector<std::string> tags);  // replaces all tags
  void setStarred(RunId id, bool starred);
  void setArchived(RunId id, bool archived);
  void setGroup(RunId id, std::string group);
  void setSetting(const std::string& name, std::string text);  // sets a text of the project; an empty text removes it
  void flush();                                                // waits until everything queued is committed; throws Error if the disk refuses
  std::int64_t lastCommitNs() const;                           // nowNs() of the last commit: "saved 0.4 s ago"
  std::optional<std::string> takeError();                      // each message once, until it is solved and occurs again
  std::vector<std::string> warnings() const;                   // sentences about the place of the store: a network file system

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
