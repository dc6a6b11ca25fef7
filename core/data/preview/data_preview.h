// Describes a folder or a file as training data, before a project is made of it: its kind, samples, classes or columns, and its problems. Never
// throws for bad data: whatever prevents training is a finding with its cure.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/preview/column_facts.h"

namespace stepscope {

struct DataFinding {
  enum class Weight { Note, Warning, Stop };  // Stop: it cannot be used for training as it is
  Weight weight = Weight::Note;
  std::string what;                   // a sentence without its full stop: "3 of 600 pictures cannot be read"
  std::string cure;                   // the same; may be empty
  std::int64_t count = 0;             // number of files, rows or columns concerned; 0: all of the data
  std::vector<std::string> examples;  // at most kMostExamples of them: "cat/7.jpg: cut off"
  std::string betterPath;             // a folder or file that could be used instead; empty: none is known
  std::string command = {};           // a shell command that does what the cure says; may be empty
};
inline constexpr std::size_t kMostExamples = 5;

// "note", "warning", "stop"
std::string_view nameOf(DataFinding::Weight weight);

struct ClassCount {
  std::string name;
  std::int64_t train = 0, validation = 0, test = 0;
};

struct DataPreview {
  DataSpec asked;         // as passed by the caller; `spec` starts as a copy of it
  DataSpec spec;          // kind, path and, for a table, the target and the columns to leave out; empty kind: not training data
  bool finished = false;  // false: the findings are of the part examined so far
  std::string doing;      // the current work: "counting", "looking for duplicates"; empty when finished
  Task task = Task::Classification;
  std::int64_t train = 0, validation = 0, test = 0;  // samples
  bool ownValidation = false, ownTest = false;       // the data contain such a part
  std::vector<ClassCount> classes;                   // for classification
  std::int64_t width = 0, height = 0;                // images: the median size; 0: not known
  std::int64_t channels = 0;
  std::int64_t decoded = 0;          // number of images that were decoded
  bool pixelsCompared = false;       // all images were compared, decoded at their own size; false: only files with equal bytes were found
  std::vector<ColumnFacts> columns;  // for a table
  std::string targetReason;          // why spec.target was chosen, a clause: "its name says so"
  bool targetSure = true;            // false: it is a guess
  std::int64_t inputs = 0;           // number of inputs that a table row gives
  std::int64_t characters = 0, vocabulary = 0, lines = 0;  // for a text
  std::vector<DataFinding> findings;                       // the most serious first

  bool trainable() const;        // finished or not, nothing prevents training so far
  std::int64_t outputs() const;  // classes, targets or tokens
  std::int64_t samples() const { return train + validation + test; }
};

struct PreviewWatch {
  bool whole = false;                               // decode all images, not only a sample
  std::function<void(const DataPreview&)> partial;  // called at most ten times a second, on the examining thread
  const std::atomic<bool>* cancelled = nullptr;     // the preview ends unfinished soon after it becomes true
};

// Finds the kind of data at the path by names and first bytes. `asked`: what is already known, such as the target of a table and how its columns are
// read; its kind and path are not used.
DataPreview previewData(const std::string& path, const PreviewWatch& watch = {}, const DataSpec& asked = {});
// For data of a known kind, as described by a project file.
DataPreview previewData(const DataSpec& spec, const PreviewWatch& watch = {});

}  // namespace stepscope
