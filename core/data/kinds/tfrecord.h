// kind "tfrecord": spec.path is a TFRecord file, or a folder of them (shards), packed with gzip or not, of tf.train.Example with an encoded picture
// and its class (https://www.tensorflow.org/tutorials/load_data/tfrecord).
#pragma once

#include <filesystem>

#include "core/data/images/picture_set.h"

namespace stepscope {

// The picture is the feature whose first value begins as a picture; the class the feature "image/class/label", "label", "class" ..., a whole number
// or a text, and the names of the classes those of "image/class/text", "label_text" ... beside it. Every checksum is compared: a record with a wrong
// one is left out, as is one without a picture. Throws Error (Input) naming the file for records of another kind.
PictureSet locateRecords(const DataSpec& spec);
DataSplits openTfRecord(const DataSpec& spec);
std::vector<DataKey> tfRecordKeys();

// What the first record of a file is; Other: it is no TFRecord file.
enum class RecordContent { Other, Pictures, Boxes, Values, Sequences, Unknown };
RecordContent recordContentOf(const std::string& file);

// "train.tfrecord", "data.tfrec.gz", "train-00000-of-00010"
bool mayBeRecords(const std::filesystem::path& file);

}  // namespace stepscope
