// Small traces in Kineto's form, written event by event, for tests that go through the import. Times in microseconds.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "profiler/io/import.h"
#include "profiler/trace/trace.h"

#include <QFile>
#include <QTemporaryDir>

namespace stepscope::test {

class KinetoWriter {
 public:
  explicit KinetoWriter(std::string device = "NVIDIA A100-SXM4-80GB", std::int64_t memory = 85'000'000'000)
      : device_(std::move(device)), memory_(memory) {}

  KinetoWriter& span(const std::string& category, const std::string& name, double ts, double duration, int tid = 100,
                     const std::string& args = "{}") {
    events_ += fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","ts":{:.3f},"dur":{:.3f},"pid":100,"tid":{},"args":{}}},)", category, name, ts,
                           duration, tid, args);
    return *this;
  }
  KinetoWriter& step(int number, double ts, double duration) {
    return span("user_annotation", "ProfilerStep#" + std::to_string(number), ts, duration);
  }
  KinetoWriter& op(const std::string& name, double ts, double duration) { return span("cpu_op", name, ts, duration); }
  // A call of the host, which starts nothing.
  KinetoWriter& call(const std::string& name, double ts, double duration) { return span("cuda_runtime", name, ts, duration); }
  // A call and the work that it starts: "kernel", "gpu_memcpy".
  KinetoWriter& work(const std::string& category, const std::string& call, double callTs, double callDuration, const std::string& name, double ts,
                     double duration, int device = 0, int stream = 7) {
    ++correlation_;
    span("cuda_runtime", call, callTs, callDuration, 100, fmt::format(R"({{"correlation":{}}})", correlation_));
    events_ += fmt::format(
        R"({{"ph":"X","cat":"{}","name":"{}","ts":{:.3f},"dur":{:.3f},"pid":{},"tid":{},"args":{{"device":{},"stream":{},"correlation":{}}}}},)",
        category, name, ts, duration, device, stream, device, stream, correlation_);
    return *this;
  }
  KinetoWriter& kernel(const std::string& name, double callTs, double ts, double duration, int device = 0, int stream = 7) {
    return work("kernel", "cudaLaunchKernel", callTs, 5, name, ts, duration, device, stream);
  }
  KinetoWriter& memory(double ts, int deviceType, int device, std::int64_t allocated, std::int64_t reserved) {
    events_ += fmt::format(
        R"({{"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","ts":{:.3f},"pid":100,"tid":100,"args":{{"Device Type":{},"Device Id":{},"Total Allocated":{},"Total Reserved":{}}}}},)",
        ts, deviceType, device, allocated, reserved);
    return *this;
  }
  std::string json() const {
    return fmt::format(R"({{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"{}","totalGlobalMem":{},"numSms":108}}],"traceEvents":[{}]}})",
                       device_, memory_, events_.empty() ? "" : events_.substr(0, events_.size() - 1));
  }
  std::shared_ptr<const Trace> trace(const ImportOptions& options = {}) const {
    static QTemporaryDir folder;
    static int number = 0;
    QFile file(folder.filePath(QString("made%1.json").arg(number++)));
    if (!file.open(QIODevice::WriteOnly)) return nullptr;
    const std::string text = json();
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    return std::make_shared<const Trace>(*importTrace(file.fileName().toStdString(), options));
  }

 private:
  std::string device_, events_;
  std::int64_t memory_;
  int correlation_ = 0;
};

}  // namespace stepscope::test
