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
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)
    throw Failure(kNotPermitted, std::string(what) + ": no permission for counters; the driver gives them to the administrator only");
  if (result == CUPTI_ERROR_HARDWARE_BUSY)
    throw Failure(kUnsupported, std::string(what) + ": another program holds the counters (DCGM, Nsight)");
  const char* text = nullptr;
  cupti().GetResultString(result, &text);
  throw Failure(kUnsupported,
                std::string(what) + ": CUPTI: " + (text ? text : "error") + " (" + std::to_string(static_cast<int>(result)) + ")");
}

// The names that a counter has had, the newest chips' first: the first that this chip knows is taken.
const std::array<std::vector<const char*>, kCounters>& metricNames() {
  static const std::array<std::vector<const char*>, kCounters> names{{
      {"sm__cycles_active.avg.pct_of_peak_sustained_elapsed"},
      {"sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed", "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
       "sm__pipe_shared_cycles_active.avg.pct_of_peak_sustained_elapsed"},
      {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "dramc__throughput.avg.pct_of_peak_sustained_elapsed"},
      {"pcie__write_bytes.sum.per_second", "pcie__tx_requests_total_bytes.sum.per_second"},
      {"pcie__read_bytes.sum.per_second", "pcie__rx_requests_total_bytes.sum.per_second"},
  }};
  return names;
}

}  // namespace

struct PmSampling::Impl {
  CUpti_Profiler_Host_Object* host = nullptr;
  CUpti_PmSampling_Object* sampling = nullptr;
  bool started = false;
  std::vector<const char*> metrics;
  std::array<int, kCounters> place{};  // of a counter among the metrics; -1: not told
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
    if (host) {
      CUpti_Profiler_Host_Deinitialize_Params end{CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE, nullptr, host};
      cupti().ProfilerHostDeinitialize(&end);
    }
  }

  void clearImage() {
    CUpti_PmSampling_CounterDataImage_Initialize_Params p{CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE, nullptr,
                                                          sampling, data.size(), data.data()};
    check(cupti().PmSamplingCounterDataImageInitialize(&p), "sampling counters");
  }
};

// The order of the calls is that of CUPTI's manual, "PM Sampling API".
PmSampling::PmSampling(Context& context, std::int64_t intervalNs) : impl_(std::make_unique<Impl>()) {
  constexpr const char* kWhat = "sampling counters";
  const Functions& c = cupti();
  const auto device = static_cast<std::size_t>(context.device);
  CUpti_Profiler_Initialize_Params initialize{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
  check(c.ProfilerInitialize(&initialize), kWhat);
  CUpti_Device_GetChipName_Params chip{CUpti_Device_GetChipName_Params_STRUCT_SIZE, nullptr, device, nullptr};
  check(c.DeviceGetChipName(&chip), kWhat);
  CUpti_PmSampling_GetCounterAvailability_Params available{CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE, nullptr, device, 0,
                                                           nullptr};
  check(c.PmSamplingGetCounterAvailability(&available), kWhat);
  std::vector<std::uint8_t> availability(available.counterAvailabilityImageSize);
  available.pCounterAvailabilityImage = availability.data();
  check(c.PmSamplingGetCounterAvailability(&available), kWhat);
  CUpti_Profiler_Host_Initialize_Params host{};
  host.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
  host.profilerType = CUPTI_PROFILER_TYPE_PM_SAMPLING;
  host.pChipName = chip.pChipName;
  host.pCounterAvailabilityImage = availability.data();
  check(c.ProfilerHostInitialize(&host), kWhat);
  impl_->host = host.pHostObject;
  for (int counter = 0; counter < kCounters; ++counter) {
    impl_->place[static_cast<std::size_t>(counter)] = -1;
    for (const char* name : metricNames()[static_cast<std::size_t>(counter)]) {
      CUpti_Profiler_Host_GetMetricProperties_Params known{};
      known.structSize = CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE;
      known.pHostObject = impl_->host;
      known.pMetricName = name;
      if (c.ProfilerHostGetMetricProperties(&known) != CUPTI_SUCCESS) continue;
      CUpti_Profiler_Host_ConfigAddMetrics_Params add{CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE, nullptr, impl_->host, &name,
                                                      1};
      if (c.ProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS) continue;
      impl_->place[static_cast<std::size_t>(counter)] = static_cast<int>(impl_->metrics.size());
      impl_->metrics.push_back(name);
      break;
    }
  }
  if (impl_->metrics.empty())
    throw Failure(kUnsupported, std::string(kWhat) + ": " + chip.pChipName + " has none of the counters asked for");
  CUpti_Profiler_Host_GetConfigImageSize_Params size{CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE, nullptr, impl_->host, 0};
  check(c.ProfilerHostGetConfigImageSize(&size), kWhat);
  impl_->config.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image{CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE, nullptr, impl_->host,
                                                  impl_->config.size(), impl_->config.data()};
  check(c.ProfilerHostGetConfigImage(&image), kWhat);
  CUpti_Profiler_Host_GetNumOfPasses_Params passes{CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE, nullptr, impl_->config.size(),
                                                   impl_->config.data(), 0};
  check(c.ProfilerHostGetNumOfPasses(&passes), kWhat);
  if (passes.numOfPasses != 1) throw Failure(kUnsupported, std::string(kWhat) + ": the counters do not fit one pass on " + chip.pChipName);
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
                                                      impl_->metrics.data(),
                                                      impl_->metrics.size(),
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
      std::vector<double> values(impl_->metrics.size(), -1.0);
      CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate{CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
                                                              nullptr,
                                                              impl_->host,
                                                              impl_->data.data(),
                                                              impl_->data.size(),
                                                              i,
                                                              impl_->metrics.data(),
                                                              impl_->metrics.size(),
                                                              values.data()};
      check(c.ProfilerHostEvaluateToGpuValues(&evaluate), kWhat);
      CounterSample sample;
      sample.start = static_cast<std::int64_t>(at.startTimestamp);
      sample.end = static_cast<std::int64_t>(at.endTimestamp);
      for (std::size_t counter = 0; counter < kCounters; ++counter) {
        const int place = impl_->place[counter];
        sample.values[counter] = place < 0 ? -1.0 : values[static_cast<std::size_t>(place)];
      }
      sink(user, &sample);
    }
    impl_->clearImage();  // samples that were read are not read again
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
