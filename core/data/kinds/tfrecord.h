// kind "tfrecord": spec.path is a TFRecord file, or a folder of them (shards), with or without gzip. Each record is a tf.train.Example with an
// encoded picture and its class (https://www.tensorflow.org/tutorials/load_data/tfrecord).
#pragma once

#include <filesystem>

#include "core/data/images/picture_set.h"

namespace stepscope {

// The picture is the feature whose first value begins as an image file. The class is the feature "image/class/label", "label", "class" ..., a whole
// number or a text; the names of the classes come from "image/class/text", "label_text" ... if there is such a feature. Every checksum is compared. A
// record with a wrong one, or without a picture, is left out. Throws Error (Input) naming the file for records of another kind.
PictureSet locateRecords(const DataSpec& spec);
DataSplits openTfRecord(const DataSpec& spec);
std::vector<DataKey> tfRecordKeys();

// What the first record of a file contains. Other: the file is not a TFRecord file.
enum class RecordContent { Other, Pictures, Boxes, Values, Sequences, Unknown };
RecordContent recordContentOf(const std::string& file);

// "train.tfrecord", "data.tfrec.gz", "train-00000-of-00010"
bool mayBeRecords(const std::filesystem::path& file);

}  // namespace stepscope
