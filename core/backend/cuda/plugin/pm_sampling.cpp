#include "core/backend/cuda/plugin/pm_sampling.h"

#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/backend/cuda/plugin/cupti_errors.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace stepscope::cuda {
namespace {

constexpr std::size_t kHardwareBuffer = std::size_t{64} << 20;
constexpr std::uint32_t kMaxSamples = 1024;

struct Functions {
  SharedLibrary library{"libcupti.so.13"};
#define STEPSCOPE_CUPTI(name) decltype(&cupti##name) name = library.function<decltype(cupti##name)>("cupti" #name)
  STEPSCOPE_CUPTI(DeviceGetChipName);
  STEPSCOPE_CUPTI(GetResultString);
  STEPSCOPE_CUPTI(PmSamplingCounterDataGetSampleInfo);
  STEPSCOPE_CUPTI(PmSamplingCounterDataImageInitialize);
  STEPSCOPE_CUPTI(PmSamplingDecodeData);
  STEPSCOPE_CUPTI(PmSamplingDisable);
  STEPSCOPE_CUPTI(PmSamplingEnable);
  STEPSCOPE_CUPTI(PmSamplingGetCounterAvailability);
  STEPSCOPE_CUPTI(PmSamplingGetCounterDataInfo);
  STEPSCOPE_CUPTI(PmSamplingGetCounterDataSize);
  STEPSCOPE_CUPTI(PmSamplingSetConfig);
  STEPSCOPE_CUPTI(PmSamplingStart);
  STEPSCOPE_CUPTI(PmSamplingStop);
  STEPSCOPE_CUPTI(ProfilerHostConfigAddMetrics);
  STEPSCOPE_CUPTI(ProfilerHostDeinitialize);
  STEPSCOPE_CUPTI(ProfilerHostEvaluateToGpuValues);
  STEPSCOPE_CUPTI(ProfilerHostGetConfigImage);
  STEPSCOPE_CUPTI(ProfilerHostGetConfigImageSize);
  STEPSCOPE_CUPTI(ProfilerHostGetMetricProperties);
  STEPSCOPE_CUPTI(ProfilerHostGetNumOfPasses);
  STEPSCOPE_CUPTI(ProfilerHostInitialize);
  STEPSCOPE_CUPTI(ProfilerInitialize);
#undef STEPSCOPE_CUPTI
};

const Functions& cupti() {
  static const Functions loaded;
  return loaded;
}

void check(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  cupti().GetResultString(result, &text);
  throw cuptiFailure(result, what, text);
}

// The possible metrics of every counter. The first one is used that the chip can sample together with the counters before it.
const std::array<std::vector<const char*>, kCounters>& metricNames() {
  static const std::array<std::vector<const char*>, kCounters> names{{
      {"sm__cycles_active.avg.pct_of_peak_sustained_elapsed"},
      {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed",
       "sm__pipe_shared_cycles_active.avg.pct_of_peak_sustained_elapsed"},
      // Bytes are preferred to throughput, which also counts cycles without data: 5 % more than a copy moves (H200).
      {"dram__bytes.sum.pct_of_peak_sustained_elapsed", "dram__throughput.avg.pct_of_peak_sustained_elapsed",
       "dramc__throughput.avg.pct_of_peak_sustained_elapsed"},
      {"pcie__write_bytes.sum.per_second", "pcie__tx_requests_total_bytes.sum.per_second"},
      {"pcie__read_bytes.sum.per_second", "pcie__rx_requests_total_bytes.sum.per_second"},
  }};
  return names;
}

// CUPTI's host object for a chip, which has the hardware requirements of its metrics. Needs no device.
struct Host {
  CUpti_Profiler_Host_Object* object = nullptr;

  Host(const char* chip, const std::vector<std::uint8_t>& availability) {
    CUpti_Profiler_Host_Initialize_Params p{};
    p.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
    p.profilerType = CUPTI_PROFILER_TYPE_PM_SAMPLING;
    p.pChipName = chip;
    p.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
    check(cupti().ProfilerHostInitialize(&p), "sampling counters");
    object = p.pHostObject;
  }
  ~Host() {
    CUpti_Profiler_Host_Deinitialize_Params p{CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE, nullptr, object};
    cupti().ProfilerHostDeinitialize(&p);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  bool knows(const char* metric) const {
    CUpti_Profiler_Host_GetMetricProperties_Params p{};
    p.structSize = CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE;
    p.pHostObject = object;
    p.pMetricName = metric;
    return cupti().ProfilerHostGetMetricProperties(&p) == CUPTI_SUCCESS;
  }

  // The configuration for these metrics; empty if they do not fit in one hardware pass, the only one that sampling has. All are added in one call,
  // since metrics added one by one take one pass each.
  std::vector<std::uint8_t> configure(std::vector<const char*> metrics) const {
    const Functions& c = cupti();
    CUpti_Profiler_Host_ConfigAddMetrics_Params add{CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE, nullptr, object, metrics.data(),
                                                    metrics.size()};
    CUpti_Profiler_Host_GetConfigImageSize_Params size{CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE, nullptr, object, 0};
    if (c.ProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS || c.ProfilerHostGetConfigImageSize(&size) != CUPTI_SUCCESS) return {};
    std::vector<std::uint8_t> config(size.configImageSize);
    CUpti_Profiler_Host_GetConfigImage_Params image{CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE, nullptr, object, config.size(),
                                                    config.data()};
    CUpti_Profiler_Host_GetNumOfPasses_Params passes{CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE, nullptr, config.size(), config.data(), 0};
    if (c.ProfilerHostGetConfigImage(&image) != CUPTI_SUCCESS || c.ProfilerHostGetNumOfPasses(&passes) != CUPTI_SUCCESS || passes.numOfPasses != 1)
      return {};
    return config;
  }
};

// The metrics that a chip can sample in one pass, and the index of each counter among them; -1: not available.
struct Selection {
  std::vector<const char*> metrics;
  std::array<int, kCounters> place{};
};
Selection select(const char* chip, const std::vector<std::uint8_t>& availability) {
  Selection selected;
  selected.place.fill(-1);
  for (std::size_t counter = 0; counter < kCounters; ++counter) {
    for (const char* name : metricNames()[counter]) {
      // Metrics cannot be removed from a host object, and an unknown one makes it unusable, so every attempt needs a new object.
      const Host host(chip, availability);
      std::vector<const char*> tried = selected.metrics;
      tried.push_back(name);
      if (!host.knows(name) || host.configure(tried).empty()) continue;
      selected.place[counter] = static_cast<int>(selected.metrics.size());
      selected.metrics = std::move(tried);
      break;
    }
  }
  return selected;
}

}  // namespace

struct PmSampling::Impl {
  std::unique_ptr<Host> host;
  CUpti_PmSampling_Object* sampling = nullptr;
  bool started = false;
  Selection selected;
  std::vector<std::uint8_t> config, data;

  ~Impl() {
    if (started) {
      CUpti_PmSampling_Stop_Params stop{CUpti_PmSampling_Stop_Params_STRUCT_SIZE, nullptr, sampling};
      cupti().PmSamplingStop(&stop);
    }
    if (sampling) {
      CUpti_PmSampling_Disable_Params disable{CUpti_PmSampling_Disable_Params_STRUCT_SIZE, nullptr, sampling};
      cupti().PmSamplingDisable(&disable);
    }
  }

  void clearImage() {
    CUpti_PmSampling_CounterDataImage_Initialize_Params p{CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE, nullptr, sampling,
                                                          data.size(), data.data()};
    check(cupti().PmSamplingCounterDataImageInitialize(&p), "sampling counters");
  }
};

// The order of the calls follows CUPTI's manual, "PM Sampling API".
PmSampling::PmSampling(Context& context, std::int64_t intervalNs) : impl_(std::make_unique<Impl>()) {
  constexpr const char* kWhat = "sampling counters";
  const Functions& c = cupti();
  const auto device = static_cast<std::size_t>(context.device);
  CUpti_Profiler_Initialize_Params initialize{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
  check(c.ProfilerInitialize(&initialize), kWhat);
  CUpti_Device_GetChipName_Params chip{CUpti_Device_GetChipName_Params_STRUCT_SIZE, nullptr, device, nullptr};
  check(c.DeviceGetChipName(&chip), kWhat);
  CUpti_PmSampling_GetCounterAvailability_Params available{CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE, nullptr, device, 0, nullptr};
  check(c.PmSamplingGetCounterAvailability(&available), kWhat);
  std::vector<std::uint8_t> availability(available.counterAvailabilityImageSize);
  available.pCounterAvailabilityImage = availability.data();
  check(c.PmSamplingGetCounterAvailability(&available), kWhat);
  impl_->selected = select(chip.pChipName, availability);
  if (impl_->selected.metrics.empty())
    throw Failure(kUnsupported, std::string(kWhat) + ": " + chip.pChipName + " has none of the counters asked for");
  impl_->host = std::make_unique<Host>(chip.pChipName, availability);
  impl_->config = impl_->host->configure(impl_->selected.metrics);
  if (impl_->config.empty()) throw Failure(kUnsupported, std::string(kWhat) + ": the counters do not fit one pass on " + chip.pChipName);
  CUpti_PmSampling_Enable_Params enable{CUpti_PmSampling_Enable_Params_STRUCT_SIZE, nullptr, device, nullptr};
  check(c.PmSamplingEnable(&enable), kWhat);
  impl_->sampling = enable.pPmSamplingObject;
  CUpti_PmSampling_SetConfig_Params config{};
  config.structSize = CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE;
  config.pPmSamplingObject = impl_->sampling;
  config.configSize = impl_->config.size();
  config.pConfig = impl_->config.data();
  config.hardwareBufferSize = kHardwareBuffer;
  config.samplingInterval = static_cast<std::uint64_t>(intervalNs);
  config.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL;
  config.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_LATEST;
  check(c.PmSamplingSetConfig(&config), kWhat);
  CUpti_PmSampling_GetCounterDataSize_Params counters{CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE,
                                                      nullptr,
                                                      impl_->sampling,
                                                      impl_->selected.metrics.data(),
                                                      impl_->selected.metrics.size(),
                                                      kMaxSamples,
                                                      0};
  check(c.PmSamplingGetCounterDataSize(&counters), kWhat);
  impl_->data.resize(counters.counterDataSize);
  impl_->clearImage();
  CUpti_PmSampling_Start_Params start{CUpti_PmSampling_Start_Params_STRUCT_SIZE, nullptr, impl_->sampling};
  check(c.PmSamplingStart(&start), kWhat);
  impl_->started = true;
}

PmSampling::~PmSampling() = default;

std::int64_t PmSampling::read(void* user, CounterSink sink) {
  constexpr const char* kWhat = "reading sampled counters";
  const Functions& c = cupti();
  std::int64_t overflows = 0;
  for (bool more = true; more;) {
    CUpti_PmSampling_DecodeData_Params decode{};
    decode.structSize = CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE;
    decode.pPmSamplingObject = impl_->sampling;
    decode.pCounterDataImage = impl_->data.data();
    decode.counterDataImageSize = impl_->data.size();
    check(c.PmSamplingDecodeData(&decode), kWhat);
    overflows += decode.overflow != 0;
    more = decode.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL;
    CUpti_PmSampling_GetCounterDataInfo_Params info{};
    info.structSize = CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE;
    info.pCounterDataImage = impl_->data.data();
    info.counterDataImageSize = impl_->data.size();
    check(c.PmSamplingGetCounterDataInfo(&info), kWhat);
    for (std::size_t i = 0; i < info.numCompletedSamples; ++i) {
      CUpti_PmSampling_CounterData_GetSampleInfo_Params at{};
      at.structSize = CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE;
      at.pPmSamplingObject = impl_->sampling;
      at.pCounterDataImage = impl_->data.data();
      at.counterDataImageSize = impl_->data.size();
      at.sampleIndex = i;
      check(c.PmSamplingCounterDataGetSampleInfo(&at), kWhat);
      std::vector<double> values(impl_->selected.metrics.size(), -1.0);
      CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate{CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
                                                              nullptr,
                                                              impl_->host->object,
                                                              impl_->data.data(),
                                                              impl_->data.size(),
                                                              i,
                                                              impl_->selected.metrics.data(),
                                                              impl_->selected.metrics.size(),
                                                              values.data()};
      check(c.ProfilerHostEvaluateToGpuValues(&evaluate), kWhat);
      CounterSample sample;
      sample.start = static_cast<std::int64_t>(at.startTimestamp);
      sample.end = static_cast<std::int64_t>(at.endTimestamp);
      for (std::size_t counter = 0; counter < kCounters; ++counter) {
        const int place = impl_->selected.place[counter];
        sample.values[counter] = place < 0 ? -1.0 : values[static_cast<std::size_t>(place)];
      }
      sink(user, &sample);
    }
    impl_->clearImage();  // so that samples that were read are not read again
  }
  return overflows;
}

void addCounters(DeviceApi& api) {
  api.startCounters = [](Context* context, std::int64_t intervalNs) {
    return guarded([&] {
      context->use();
      context->counters = std::make_shared<PmSampling>(*context, intervalNs);
    });
  };
  api.describeCounters = [](const char* chip, std::int32_t* told) {
    return guarded([&] {
      const Selection selected = select(chip, {});
      for (std::size_t counter = 0; counter < kCounters; ++counter) told[counter] = selected.place[counter] >= 0;
    });
  };
  api.readCounters = [](Context* context, void* user, CounterSink sink, std::int64_t* overflows) {
    return guarded([&] {
      context->use();
      if (!context->counters) throw Failure(kFailed, "counters are not being sampled");
      *overflows += context->counters->read(user, sink);
    });
  };
  api.stopCounters = [](Context* context) {
    return guarded([&] {
      context->use();
      context->counters.reset();
    });
  };
}

}  // namespace stepscope::cuda
