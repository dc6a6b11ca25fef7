// The table of data set kinds: the values of data.kind, how each is opened, and the settings of a new project. A kind is one entry in
// dataset_table.cpp; project files, the dialog for new projects, the command line and the documentation read the table.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/data/data_key.h"
#include "core/data/images/picture_set.h"

namespace stepscope {

struct DatasetDef {
  enum class Path : std::uint8_t {
    None,    // no path: samples are made in memory
    Folder,  // must exist
    File,    // must exist
    Made,    // a folder that is written on first use; its path has a default
  };
  enum class Samples : std::uint8_t { Images, Rows, Tokens };
  // Settings of a new project with these data, for kinds that have no rule in core/project/starting_point.h.
  struct Start {
    std::string_view dataLines;   // of [data], after kind and path; with comments
    std::string_view modelLines;  // of [model]
    double learningRate, weightDecay;
    int epochs, batchSize;
  };

  std::string_view kind;   // "image_folder"
  std::string_view title;  // "Image folder"
  std::string_view help;   // one sentence: the meaning of the path
  Path path;
  Samples samples;
  bool decodes;      // reading a sample is slow enough for a loader worker to pay off
  bool forLearning;  // false: only for measuring speed; not offered for a new project
  DataSplits (*open)(const DataSpec&);
  std::vector<DataKey> (*keys)();  // keys of [data] that this kind adds to the common ones
  Start start;
  // Locates the pictures without opening them (picture_set.h); null for kinds that cannot.
  PictureSet (*locate)(const DataSpec&) = nullptr;
};

const std::vector<DatasetDef>& datasetDefs();
// Null for an unknown kind.
const DatasetDef* findDataset(std::string_view kind);
bool pathMustExist(const DatasetDef& def);
// Whether the samples are encoded pictures of any size, decoded when they are read.
bool readsPictureFiles(std::string_view kind);

}  // namespace stepscope
