#include "views/rates/range_test.h"

#include <mutex>
#include <new>
#include <utility>

#include "core/base/error.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kTellMs = 50;
}

struct RangeTest::Progress {
  std::mutex mutex;
  std::vector<LrRangePoint> fresh;  // not emitted yet
};

RangeTest::RangeTest(QObject* parent) : QObject(parent) {
  timer_.setInterval(kTellMs);
  connect(&timer_, &QTimer::timeout, this, &RangeTest::tell);
}

RangeTest::~RangeTest() = default;

void RangeTest::start(const Project& project, const LrRangeOptions& options) {
  points_.clear();
  steps_ = options.steps;
  progress_ = std::make_shared<Progress>();
  timer_.start();
  job_.start([this, project, options, progress = progress_](const std::atomic<bool>& cancelFlag) -> std::function<void()> {
    Message failure;
    try {
      LrRangeOptions stoppable = options;
      stoppable.cancel = &cancelFlag;
      const LrRangeResult result = lrRangeTest(project, stoppable, [&progress](const LrRangePoint& point, std::int64_t, std::int64_t) {
        const std::lock_guard lock(progress->mutex);
        progress->fresh.push_back(point);
        return true;
      });
      return [this, result] {
        tell();
        timer_.stop();
        Q_EMIT finished(result);
        Q_EMIT ended();
      };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::bad_alloc&) {
      failure.what = tr("There is not enough memory for the range test");
      failure.cure = tr("Choose a smaller batch size");
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] {
      timer_.stop();
      Q_EMIT failed(failure);
      Q_EMIT ended();
    };
  });
  Q_EMIT began();
  Q_EMIT progressed(0, steps_);
}

void RangeTest::tell() {
  std::vector<LrRangePoint> fresh;
  {
    const std::lock_guard lock(progress_->mutex);
    fresh = std::exchange(progress_->fresh, {});
  }
  if (fresh.empty()) return;
  points_.insert(points_.end(), fresh.begin(), fresh.end());
  Q_EMIT progressed(static_cast<qint64>(points_.size()), steps_);
}

void RangeTest::cancel() {
  if (!busy()) return;
  timer_.stop();
  job_.cancel();
  Q_EMIT cancelled();
  Q_EMIT ended();
}

}  // namespace stepscope
