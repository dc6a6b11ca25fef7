// What an ONNX file that this program exported says of itself beside its graph: names of classes, and how pixels are scaled.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope {

struct OnnxNotes {
  std::vector<std::string> classes;
  std::vector<double> mean, std;  // of each channel, of pixels from 0 to 1; none: the file does not say
};

// Empty for a file of another program. What is not as the export writes it counts as not there.
OnnxNotes notesOf(const onnx::OnnxModel& file);

}  // namespace stepscope
