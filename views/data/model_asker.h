// Asks the model of a run about single samples, off the GUI thread. The model is opened once, and again after the run was trained further.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/data/table/row_reader.h"
#include "core/infer/predictor.h"
#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/record/text_sampler.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

// What is asked: the best checkpoint of a run, else its last.
struct AskedRun {
  Project project;  // that the run belongs to
  RunId run = 0;
  std::int64_t step = 0;  // that the run had when it was last seen: another one means another model
  std::string device = "cpu";
  int threads = 0;  // 0: all cores this process may use
};

// How a model is asked.
struct AskedForm {
  enum class Kind { Picture, Row, Text } kind = Kind::Picture;
  QString title;          // "run 3, best.000002"
  std::int64_t step = 0;  // of its checkpoint
  Task task = Task::Classification;
  std::vector<TableRowReader::Column> columns{};  // of a row
};

class ModelAsker : public QObject {
  Q_OBJECT
 public:
  explicit ModelAsker(QObject* parent = nullptr);
  ~ModelAsker() override;

  void setRun(std::optional<AskedRun> run);  // none: nothing can be asked
  const std::optional<AskedRun>& run() const { return run_; }

  // Opens the model to know how it is asked; described or failed follows.
  void describe();
  // Pictures and folders of pictures, or rows as CSV lines. answered follows for each, then finished; or failed.
  void ask(const QStringList& inputs);
  // Of a language model; written or failed follows.
  void write(const SamplingOptions& options);
  void cancel();
  bool busy() const { return job_.busy(); }

 Q_SIGNALS:
  void preparing(const QString& what);
  void described(const stepscope::AskedForm& form);
  void answered(const stepscope::Prediction& prediction);
  void finished();
  void written(const stepscope::TextSample& sample, double seconds);
  void failed(const stepscope::Message& message);
  void ended();  // nothing runs any more, for whatever reason

 private:
  struct Model;
  // Sends to the GUI thread while a job runs; dropped when a newer job was begun, or this one cancelled.
  using Send = std::function<void(std::function<void()>)>;
  using Work = std::function<std::function<void()>(Model& model, const Send& send)>;
  void start(Work work);

  std::optional<AskedRun> run_;
  std::shared_ptr<Model> model_;  // used by the job only, but for its flag
  std::shared_ptr<int> turn_;     // exists as long as the newest job is wanted
  JobSlot job_;
};

}  // namespace stepscope
