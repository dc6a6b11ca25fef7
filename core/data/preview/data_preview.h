// What a folder or a file would be as data for training, told before a project is made of it: its kind, samples, classes or columns, and
// what is odd about it. Never throws for bad data: what cannot be trained on is a finding with its cure.
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
  enum class Weight { Note, Warning, Stop };  // Stop: it cannot be trained on as it is
  Weight weight = Weight::Note;
  std::string what;                   // a sentence without its full stop: "3 of 600 pictures cannot be read"
  std::string cure;                   // the same; may be empty
  std::int64_t count = 0;             // of files, rows or columns that it is about; 0: of the whole
  std::vector<std::string> examples;  // at most kMostExamples of them: "cat/7.jpg: cut off"
  std::string betterPath;             // a folder or file that could be trained on instead; empty: none is known
  std::string command = {};           // a line for a shell that does what the cure says; may be empty
};
inline constexpr std::size_t kMostExamples = 5;

// "note", "warning", "stop"
std::string_view nameOf(DataFinding::Weight weight);

struct ClassCount {
  std::string name;
  std::int64_t train = 0, validation = 0;
};

struct DataPreview {
  DataSpec asked;         // what was known before it was looked at
  DataSpec spec;          // kind, path and, for a table, the target and the columns to leave out; an empty kind: it is none
  bool finished = false;  // false: what is said is of the part that was looked at so far
  std::string doing;      // what goes on: "counting", "looking for duplicates"; empty when finished
  Task task = Task::Classification;
  std::int64_t train = 0, validation = 0;  // samples
  bool ownValidation = false;              // the data have a part for validation of their own
  std::vector<ClassCount> classes;         // of a classification
  std::int64_t width = 0, height = 0;      // pictures: the median size; 0: not known
  std::int64_t channels = 0;
  std::int64_t decoded = 0;                                // pictures whose bodies were looked at too
  bool pixelsCompared = false;                             // every picture was decoded at its own size, and their pixels compared; else equal files
  std::vector<ColumnFacts> columns;                        // of a table
  std::string targetReason;                                // why spec.target was chosen, a clause: "its name says so"
  bool targetSure = true;                                  // false: it is a guess
  std::int64_t inputs = 0;                                 // numbers that a row of a table becomes
  std::int64_t characters = 0, vocabulary = 0, lines = 0;  // of a text
  std::vector<DataFinding> findings;                       // the gravest first

  bool trainable() const;        // finished or not, nothing stops it so far
  std::int64_t outputs() const;  // classes, targets or tokens
};

struct PreviewWatch {
  bool whole = false;                               // decode every picture, not a sample of them
  std::function<void(const DataPreview&)> partial;  // called now and then from the thread that looks, at most ten times a second
  const std::atomic<bool>* cancelled = nullptr;     // the preview ends unfinished soon after it becomes true
};

// Tells by names and first bytes what kind of data the path holds. asked: what is known of it already, such as the target of a table and
// how its columns are read; kind and path are found.
DataPreview previewData(const std::string& path, const PreviewWatch& watch = {}, const DataSpec& asked = {});
// For data whose kind is known, as a project file describes them.
DataPreview previewData(const DataSpec& spec, const PreviewWatch& watch = {});

}  // namespace stepscope
