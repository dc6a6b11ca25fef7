// What held for the steps of a captured window besides their spans. Kept with the run as the artefact "capture".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/project/project.h"

namespace stepscope {

struct CaptureFacts {
  std::int64_t firstStep = 0, lastStep = 0;
  Switches switches;  // that they were made with
  int threads = 0;    // that computed; 0: not known
  // The part of the cores' time that other programs took, 0 to 1, since the run began or the window before ended. Nothing: not known.
  std::optional<double> coresTaken;
  std::int64_t stepsPerEpoch = 0;
  std::int64_t samples = 0;  // of the training data
  bool images = true;        // the model works on images
};

// {first_step, last_step, switches: {key: value}, threads, cores_taken, steps_per_epoch, samples, images}; cores_taken null: not known.
std::string captureFactsJson(const CaptureFacts& facts);
// Nothing for a text that is none.
std::optional<CaptureFacts> captureFactsOf(const std::string& json);

}  // namespace stepscope
