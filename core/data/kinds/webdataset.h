// kind "webdataset": spec.path is a tar archive, or a folder of them (shards), packed with gzip or not, whose members of one name are the fields of a
// sample: 000012.jpg and 000012.cls (https://github.com/webdataset/webdataset). Nothing is unpacked; pictures are read where they are.
#pragma once

#include <filesystem>

#include "core/data/images/picture_set.h"

namespace stepscope {

// The name of a sample is that of its members up to the first dot behind the last slash, what follows is the name of the field. The picture is the
// field with the ending of a picture; the class is the text of "cls", "class" or "label" (also with ".txt"), or "label", "cls", "class" or
// "class_name" of a JSON field. Samples without one of them are left out. Throws Error (Input) naming the file.
PictureSet locateMembers(const DataSpec& spec);
DataSplits openWebDataset(const DataSpec& spec);
std::vector<DataKey> webDatasetKeys();

// Whether one of the first samples of the archive has a picture and a class.
bool isWebDataset(const std::string& file);
// "shard-000001.tar", also with ".gz", and ".tgz"
bool mayBeShard(const std::filesystem::path& file);

}  // namespace stepscope
