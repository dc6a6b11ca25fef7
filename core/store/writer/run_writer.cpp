#include "core/store/run_rows.h"
#include "core/store/run_store.h"
#include "core/store/writer/writer_queue.h"
#include "core/store/writer/writer_session.h"

namespace stepscope {

struct RunWriter::Impl {
  std::vector<std::string> warnings;
  WriterQueue queue;

  explicit Impl(std::unique_ptr<WriterSession> session) : warnings(session->warnings()), queue(std::move(session)) {}
};

using OnFailure = WriterQueue::OnFailure;

RunWriter::RunWriter(const std::string& path) : impl_(std::make_unique<Impl>(std::make_unique<WriterSession>(path))) {}
RunWriter::~RunWriter() = default;

RunId RunWriter::createRun(const RunInfo& info) {
  RunId id = 0;
  impl_->queue.run([&](WriterSession& session) { id = session.createRun(info); }, true, OnFailure::Drop);
  return id;
}

RunId RunWriter::createHidden(const RunInfo& info) {
  RunId id = 0;
  impl_->queue.run([&](WriterSession& session) { id = session.createRun(info, WriterSession::Listed::Later); }, true, OnFailure::Drop);
  return id;
}

void RunWriter::abandon() {
  impl_->queue.abandon();
}

RunId RunWriter::copyRun(const Connection& from, RunId run, const std::function<void(RunId)>& before) {
  RunId id = 0;
  impl_->queue.run(
      [&](WriterSession& session) {
        id = session.copyRun(from, run);
        if (before) before(id);
      },
      true, OnFailure::Drop);
  return id;
}

void RunWriter::reopenRun(RunId id, std::int64_t step) {
  impl_->queue.run([id, step](WriterSession& session) { session.reopenRun(id, step); }, true, OnFailure::Drop);
}

StoredCounts RunWriter::supersede(RunId id, const std::string& key, std::int64_t step) {
  StoredCounts gone;
  impl_->queue.run([&](WriterSession& session) { gone = session.supersede(id, key, step); }, false, OnFailure::Drop);
  return gone;
}

StoredCounts RunWriter::stored(RunId id) {
  StoredCounts counts;
  impl_->queue.run([&](WriterSession& session) { counts = session.stored(id); }, false, OnFailure::Drop);
  return counts;
}

void RunWriter::append(RunId id, const std::string& key, Point point) {
  impl_->queue.append(id, key, point);
}

void RunWriter::append(RunId id, const std::string& key, std::vector<Point> points) {
  impl_->queue.append(id, key, std::move(points));
}

void RunWriter::appendLast(RunId id, std::vector<std::pair<std::string, std::vector<Point>>> series) {
  impl_->queue.post(
      [id, series = std::move(series)](WriterSession& session) {
        for (const auto& [key, points] : series) session.append(id, key, points, SeriesWriter::End::Last);
      },
      false);
}

void RunWriter::log(RunId id, LogLine line) {
  impl_->queue.post([id, line = std::move(line)](WriterSession& session) { session.log(id, line); }, false);
}

void RunWriter::mark(RunId id, Marker marker) {
  impl_->queue.post([id, marker = std::move(marker)](WriterSession& session) { session.mark(id, marker); }, false);
}

void RunWriter::setArtefact(RunId id, const std::string& name, std::string text) {
  impl_->queue.post([id, name, text = std::move(text)](WriterSession& session) { session.setArtefact(id, name, text); }, false);
}

void RunWriter::setConfiguration(RunId id, std::string text) {
  impl_->queue.post([id, text = std::move(text)](WriterSession& session) { session.setText(id, "configuration", text); }, false);
}

void RunWriter::addHistograms(RunId id, std::vector<HistogramRow> rows) {
  impl_->queue.post([id, rows = std::move(rows)](WriterSession& session) { session.addHistograms(id, rows); }, false);
}

void RunWriter::update(const RunInfo& info) {
  // Progress of a running training is stored like a metric; the end of a run is flushed.
  impl_->queue.post([info](WriterSession& session) { session.update(info); }, info.status != RunStatus::Running);
}

void RunWriter::finish(const RunInfo& info) {
  impl_->queue.run([info](WriterSession& session) { session.finish(info); }, true, OnFailure::Keep);
}

void RunWriter::finishFirst(const RunInfo& info) {
  impl_->queue.runFirst([info](WriterSession& session) { session.update(info); });
}

// Actions of the user are flushed at once.
void RunWriter::rename(RunId id, std::string name) {
  impl_->queue.post([id, name = std::move(name)](WriterSession& session) { session.rename(id, name); }, true);
}
void RunWriter::remove(RunId id) {
  impl_->queue.post([id](WriterSession& session) { session.setTrashed(id, true); }, true);
}
void RunWriter::restore(RunId id) {
  impl_->queue.post([id](WriterSession& session) { session.setTrashed(id, false); }, true);
}
void RunWriter::purge(RunId id) {
  impl_->queue.post([id](WriterSession& session) { session.purge(id); }, true);
}
void RunWriter::setNote(RunId id, std::string note) {
  impl_->queue.post([id, note = std::move(note)](WriterSession& session) { session.setText(id, "note", note); }, true);
}
void RunWriter::setTags(RunId id, std::vector<std::string> tags) {
  impl_->queue.post([id, text = tagsText(std::move(tags))](WriterSession& session) { session.setText(id, "tags", text); }, true);
}
void RunWriter::setGroup(RunId id, std::string group) {
  impl_->queue.post([id, group = std::move(group)](WriterSession& session) { session.setText(id, "run_group", group); }, true);
}
void RunWriter::setStarred(RunId id, bool starred) {
  impl_->queue.post([id, starred](WriterSession& session) { session.setFlag(id, "starred", starred); }, true);
}
void RunWriter::setArchived(RunId id, bool archived) {
  impl_->queue.post([id, archived](WriterSession& session) { session.setFlag(id, "archived", archived); }, true);
}
void RunWriter::setSetting(const std::string& name, std::string text) {
  impl_->queue.post([name, text = std::move(text)](WriterSession& session) { session.setSetting(name, text); }, true);
}

void RunWriter::flush() {
  impl_->queue.flush();
}
std::int64_t RunWriter::lastCommitNs() const {
  return impl_->queue.lastCommitNs();
}
std::optional<std::string> RunWriter::takeError() {
  return impl_->queue.takeError();
}
std::vector<std::string> RunWriter::warnings() const {
  return impl_->warnings;
}

}  // namespace stepscope
