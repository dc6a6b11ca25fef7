#include "views/data/model_asker.h"

#include <atomic>
#include <utility>

#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {

struct ModelAsker::Model {
  AskedRun of;
  std::optional<AskedModel> asked;
  std::unique_ptr<Predictor> predictor;
  std::atomic<bool> cancelled{false};

  const AskedModel& open() {
    if (!asked) asked = openModel({of.project.file, of.run, {}, {}});
    return *asked;
  }
};

ModelAsker::ModelAsker(QObject* parent) : QObject(parent) {
  connect(&job_, &JobSlot::busyChanged, this, [this](bool busy) {
    if (!busy) Q_EMIT ended();
  });
}

ModelAsker::~ModelAsker() {
  blockSignals(true);
  cancel();
}

void ModelAsker::setRun(std::optional<AskedRun> run) {
  const auto same = [&] {
    return run && run_ && run->run == run_->run && run->step == run_->step && run->device == run_->device && run->project.file == run_->project.file;
  };
  if (same()) return;
  cancel();
  run_ = std::move(run);
  model_.reset();
  if (run_) {
    model_ = std::make_shared<Model>();
    model_->of = *run_;
  }
}

void ModelAsker::cancel() {
  turn_.reset();
  if (model_) model_->cancelled = true;
  job_.cancel();
}

void ModelAsker::start(Work work) {
  if (!model_) return;
  turn_ = std::make_shared<int>(0);
  model_->cancelled = true;  // stops the previous job; the new one begins after it has ended
  const Send send = [this, turn = std::weak_ptr<int>(turn_)](std::function<void()> what) {
    QMetaObject::invokeMethod(
        this,
        [turn, what = std::move(what)] {
          if (!turn.expired()) what();
        },
        Qt::QueuedConnection);
  };
  job_.start([this, model = model_, send, work = std::move(work)](const std::atomic<bool>&) -> std::function<void()> {
    model->cancelled = false;
    Message failure;
    try {
      return work(*model, send);
    } catch (const Cancelled&) {
      return {};
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { Q_EMIT failed(failure); };
  });
}

void ModelAsker::describe() {
  start([this](Model& model, const Send&) -> std::function<void()> {
    const AskedModel& asked = model.open();
    AskedForm form;
    form.title = text(asked.title);
    form.step = asked.step;
    if (asked.sample) form.task = asked.sample->task;
    if (asked.project.data.kind == "table") {
      DataSpec spec = asked.project.data;
      spec.cancel = &model.cancelled;
      form.kind = AskedForm::Kind::Row;
      form.columns = TableRowReader(spec).columns();
    } else if (form.task == Task::LanguageModel) {
      form.kind = AskedForm::Kind::Text;
    }
    return [this, form] { Q_EMIT described(form); };
  });
}

void ModelAsker::ask(const QStringList& inputs) {
  std::vector<std::string> samples;
  for (const QString& input : inputs) samples.push_back(input.toStdString());
  start([this, samples](Model& model, const Send& send) -> std::function<void()> {
    if (!model.predictor) {
      PredictorOptions options;
      options.threads = model.of.threads;
      options.cancel = &model.cancelled;
      options.preparing = [this, send](const std::string& what) { send([this, what] { Q_EMIT preparing(asSentence(engineText(what))); }); };
      model.predictor = std::make_unique<Predictor>(model.open(), backendToAsk(model.of.device), options);
    }
    model.predictor->predict(model.predictor->samplesOf(samples), [&](const Prediction& one) { send([this, one] { Q_EMIT answered(one); }); });
    return [this] { Q_EMIT finished(); };
  });
}

void ModelAsker::write(const SamplingOptions& options) {
  start([this, options](Model& model, const Send&) -> std::function<void()> {
    const std::int64_t begun = nowNs();
    auto sample = std::make_shared<TextSample>(
        sampleRun(model.of.project, model.of.run, options, backendToAsk(model.of.device), [&] { return !model.cancelled; }));
    const double seconds = static_cast<double>(nowNs() - begun) * 1e-9;
    return [this, sample, seconds] { Q_EMIT written(*sample, seconds); };
  });
}

}  // namespace stepscope
