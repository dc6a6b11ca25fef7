// The metadata of an ONNX file that this program exported: names of classes, and how pixels are scaled.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope {

struct OnnxNotes {
  std::vector<std::string> classes;
  std::vector<double> mean, std;  // of each channel, of pixels from 0 to 1; empty: not in the file
};

// Empty for a file of another program. Entries in another form than the export writes are ignored.
OnnxNotes notesOf(const onnx::OnnxModel& file);

}  // namespace stepscope
