// Asks the model of a run about single samples, off the GUI thread. The model stays open until another run is set, or the run was trained further.
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

// The run whose model is asked: its best checkpoint, or its last one if there is no best one.
struct AskedRun {
  Project project;
  RunId run = 0;
  std::int64_t step = 0;  // the run's last step; another step means another model
  std::string device = "cpu";
  int threads = 0;  // 0: all cores this process may use
};

// The kind of question that a model takes.
struct AskedForm {
  enum class Kind { Picture, Row, Text } kind = Kind::Picture;
  QString title;          // "run 3, best.000002"
  std::int64_t step = 0;  // step of the checkpoint
  Task task = Task::Classification;
  std::vector<TableRowReader::Column> columns{};  // of Kind::Row
};

class ModelAsker : public QObject {
  Q_OBJECT
 public:
  explicit ModelAsker(QObject* parent = nullptr);
  ~ModelAsker() override;

  void setRun(std::optional<AskedRun> run);  // nullopt: nothing can be asked
  const std::optional<AskedRun>& run() const { return run_; }

  // Opens the model to find out what question it takes; described or failed follows.
  void describe();
  // `inputs` are pictures and folders of pictures, or table rows as CSV lines. answered follows for each sample, then finished; or failed.
  void ask(const QStringList& inputs);
  // Writes a text with a language model; written or failed follows.
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
  void ended();  // the job has ended: finished, failed or cancelled

 private:
  struct Model;
  // Runs a function in the GUI thread, later, while the job goes on. The function is dropped if a newer job was begun, or this job was cancelled.
  using Send = std::function<void(std::function<void()>)>;
  using Work = std::function<std::function<void()>(Model& model, const Send& send)>;
  void start(Work work);

  std::optional<AskedRun> run_;
  std::shared_ptr<Model> model_;  // used only by the job, except for its flag `cancelled`
  std::shared_ptr<int> turn_;     // identifies the newest job; null after cancel()
  JobSlot job_;
};

}  // namespace stepscope
