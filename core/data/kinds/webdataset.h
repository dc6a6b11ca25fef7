// kind "webdataset": spec.path is a tar archive, or a folder of them (shards), with or without gzip. Members with the same name are the fields of a
// sample: 000012.jpg and 000012.cls (https://github.com/webdataset/webdataset). Nothing is written to disk; pictures are read from the archive.
#pragma once

#include <filesystem>

#include "core/data/images/picture_set.h"

namespace stepscope {

// The name of a member up to the first dot after the last slash is the name of the sample; the rest is the name of the field. The picture is the
// field with the extension of an image; the class is the text of "cls", "class" or "label" (also with ".txt"), or a member of a JSON field: "label",
// "cls", "class", "class_name" ... Samples without a picture or without a class are left out. Throws Error (Input) naming the file.
PictureSet locateMembers(const DataSpec& spec);
DataSplits openWebDataset(const DataSpec& spec);
std::vector<DataKey> webDatasetKeys();

// Whether one of the first samples of the archive has a picture and a class.
bool isWebDataset(const std::string& file);
// "shard-000001.tar", also with ".gz", and ".tgz"
bool mayBeShard(const std::filesystem::path& file);

}  // namespace stepscope
