// The kinds of data sets: what data.kind may say, how each is opened, and what a new project says of it. A kind is one entry in
// dataset_table.cpp; project files, the dialog for new projects, the command line and the documentation read the table.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

struct DatasetDef {
  enum class Path : std::uint8_t {
    None,    // there is none: samples are made in memory
    Folder,  // must be there
    File,    // must be there
    Made,    // a folder that is written on first use; its place has a default
  };
  enum class Samples : std::uint8_t { Images, Rows, Tokens };
  // What suits these data in a project that is begun with them, for kinds that core/project/starting_point.h has no rule for.
  struct Start {
    std::string_view dataLines;   // of [data], after kind and path; with comments
    std::string_view modelLines;  // of [model]
    double learningRate, weightDecay;
    int epochs, batchSize;
  };

  std::string_view kind;   // "image_folder"
  std::string_view title;  // "Image folder"
  std::string_view help;   // one sentence: what the path names
  Path path;
  Samples samples;
  bool decodes;      // reading a sample takes long enough for a loader worker to pay
  bool forLearning;  // false: for measuring speed; not offered for a new project
  DataSplits (*open)(const DataSpec&);
  std::vector<DataKey> (*keys)();  // of [data], besides those of every kind
  Start start;
};

const std::vector<DatasetDef>& datasetDefs();
// Null for a kind that there is not.
const DatasetDef* findDataset(std::string_view kind);
bool pathMustExist(const DatasetDef& def);

}  // namespace stepscope
