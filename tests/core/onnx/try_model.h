// What the program does with an ONNX file that somebody brings: read, import, build a step, run it where it is small.
#pragma once

#include <string>

namespace stepscope::testing {

enum class Tried { Refused, Imported, Run };

struct Trial {
  Tried tried = Tried::Refused;
  std::string sentence;   // of a refusal
  std::string complaint;  // empty, or what is wrong with how the file was taken: an exception that is not ours, a sentence without a cure
};
Trial tryModel(const std::string& path);

}  // namespace stepscope::testing
