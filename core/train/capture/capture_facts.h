// Facts about the steps of a captured window that its spans do not contain. Kept with the run as the artefact "capture".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/project/project.h"

namespace stepscope {

struct CaptureFacts {
  std::int64_t firstStep = 0, lastStep = 0;
  Switches switches;  // the switches of these steps
  int threads = 0;    // compute threads; 0: not known
  // The part of the cores' time that other programs used, 0 to 1, since the run began or the previous window ended. Nothing: not known.
  std::optional<double> coresTaken;
  std::int64_t stepsPerEpoch = 0;
  std::int64_t samples = 0;  // number of training samples
  bool images = true;        // the model works on images
};

// {first_step, last_step, switches: {key: value}, threads, cores_taken, steps_per_epoch, samples, images}; cores_taken null: not known.
std::string captureFactsJson(const CaptureFacts& facts);
// Nothing if the text is not such an object.
std::optional<CaptureFacts> captureFactsOf(const std::string& json);

}  // namespace stepscope
