#include "core/infer/onnx_notes.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

nlohmann::json listOf(const onnx::OnnxModel& file, const char* key) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) return nlohmann::json::array();
  nlohmann::json list = nlohmann::json::parse(found->second, nullptr, false);
  return list.is_array() ? list : nlohmann::json::array();
}

std::vector<double> numbersOf(const onnx::OnnxModel& file, const char* key) {
  std::vector<double> numbers;
  for (const nlohmann::json& one : listOf(file, key)) {
    if (!one.is_number()) return {};
    numbers.push_back(one.get<double>());
  }
  return numbers;
}

}  // namespace

OnnxNotes notesOf(const onnx::OnnxModel& file) {
  OnnxNotes notes;
  if (file.producer != "Stepscope") return notes;
  for (const nlohmann::json& one : listOf(file, "classes")) notes.classes.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  notes.mean = numbersOf(file, "mean");
  notes.std = numbersOf(file, "std");
  const bool usable = notes.mean.size() == notes.std.size() &&
                      std::all_of(notes.mean.begin(), notes.mean.end(), [](double m) { return std::isfinite(m); }) &&
                      std::all_of(notes.std.begin(), notes.std.end(), [](double s) { return std::isfinite(s) && s > 0; });
  if (!usable) notes.mean.clear(), notes.std.clear();
  return notes;
}

}  // namespace stepscope
