#include "core/data/kinds/dataset_table.h"

#include <algorithm>

#include "core/data/images/image_folder.h"
#include "core/data/images/pixels.h"
#include "core/data/kinds/cifar10.h"
#include "core/data/kinds/cifar100.h"
#include "core/data/kinds/idx.h"
#include "core/data/kinds/image_list.h"
#include "core/data/kinds/image_names.h"
#include "core/data/kinds/numpy_dataset.h"
#include "core/data/kinds/shapes.h"
#include "core/data/kinds/synthetic.h"
#include "core/data/kinds/text_dataset.h"
#include "core/data/kinds/tfrecord.h"
#include "core/data/kinds/webdataset.h"
#include "core/data/table/table_dataset.h"

namespace stepscope {

const std::vector<DatasetDef>& datasetDefs() {
  using Path = DatasetDef::Path;
  using Samples = DatasetDef::Samples;
  static const std::vector<DatasetDef> defs = {
      {"image_folder",
       "Image folder",
       "A folder with one sub-folder of images (JPEG, PNG, BMP, GIF, TIFF, WebP) for each class, or with train and val folders of them.",
       Path::Folder,
       Samples::Images,
       true,
       true,
       openImageFolder,
       folderKeys,
       {}},
      {"image_list",
       "List of images",
       "A CSV file, a text or JSON lines (train.csv, train.txt, metadata.jsonl) whose rows name an image and its class.",
       Path::File,
       Samples::Images,
       true,
       true,
       openImageList,
       imageListKeys,
       {},
       locateListed},
      {"image_names",
       "Images named by class",
       "A folder of images whose names tell their classes, such as cat.1.jpg and dog.1.jpg.",
       Path::Folder,
       Samples::Images,
       true,
       true,
       openImageNames,
       imageNamesKeys,
       {},
       locateNamed},
      {"tfrecord",
       "TensorFlow records",
       "A TFRecord file, or a folder of shards, compressed with gzip or not: Examples with an encoded image and its class.",
       Path::File,
       Samples::Images,
       true,
       true,
       openTfRecord,
       tfRecordKeys,
       {},
       locateRecords},
      {"webdataset",
       "WebDataset",
       "A tar archive, or a folder of shards, whose members of one name are a sample: 000012.jpg and 000012.cls. Nothing is unpacked.",
       Path::File,
       Samples::Images,
       true,
       true,
       openWebDataset,
       webDatasetKeys,
       {},
       locateMembers},
      {"mnist",
       "MNIST",
       "The four IDX files of MNIST or Fashion-MNIST, compressed or not.",
       Path::Folder,
       Samples::Images,
       false,
       true,
       openMnist,
       memoryPictureKeys,
       {}},
      {"cifar10",
       "CIFAR-10",
       "The binary version: data_batch_1.bin to data_batch_5.bin and test_batch.bin.",
       Path::Folder,
       Samples::Images,
       false,
       true,
       openCifar10,
       memoryPictureKeys,
       {"# The folder with data_batch_1.bin ... data_batch_5.bin and test_batch.bin.\n"
        "flip = true               # mirror at random while training\n"
        "crop_padding = 4          # random crops after padding by 4 pixels\n",
        "name = \"resnet20\"\n", 0.1, 0.0005, 10, 64}},
      {"cifar100",
       "CIFAR-100",
       "The binary version: train.bin and test.bin.",
       Path::Folder,
       Samples::Images,
       false,
       true,
       openCifar100,
       cifar100Keys,
       {"# The folder with train.bin and test.bin.\n"
        "flip = true               # mirror at random while training\n"
        "crop_padding = 4          # random crops after padding by 4 pixels\n",
        "name = \"resnet20\"\n", 0.1, 0.0005, 10, 64}},
      {"numpy",
       "Pictures in NumPy arrays",
       "A .npz file or a folder of .npy files: pictures as (N, H, W), (N, H, W, C) or (N, C, H, W), and their labels.",
       Path::File,
       Samples::Images,
       false,
       true,
       openNumpy,
       numpyPictureKeys,
       {"", "name = \"resnet20\"\n", 0.1, 0.0005, 10, 64}},
      {"numpy_table",
       "Rows in NumPy arrays",
       "A .npz file or a folder of .npy files: rows of numbers as (N, F), and their classes or targets.",
       Path::File,
       Samples::Rows,
       false,
       true,
       openNumpy,
       numpyRowKeys,
       {}},
      {"shapes",
       "Drawn shapes",
       "Images that Stepscope draws itself on first use: needs no download.",
       Path::Made,
       Samples::Images,
       true,
       true,
       openShapes,
       shapesKeys,
       {"# Rendered into the folder on first use: a few thousand JPEG pictures of simple shapes.\n"
        "image_size = 32\n"
        "flip = true               # mirror at random while training\n",
        "name = \"resnet20\"\n", 0.1, 0.0005, 10, 64}},
      {"text",
       "Text",
       "One text file in UTF-8, compressed with gzip or not, for a language model that learns the next character.",
       Path::File,
       Samples::Tokens,
       false,
       true,
       openText,
       textKeys,
       {}},
      {"table",
       "Table",
       "One CSV file, compressed with gzip or not, for classification or regression. The last column is the target; data.target names "
       "another one.",
       Path::File,
       Samples::Rows,
       false,
       true,
       openTable,
       tableKeys,
       {}},
      {"synthetic",
       "Random images",
       "Random images made in memory: for measuring speed, not for learning.",
       Path::None,
       Samples::Images,
       false,
       false,
       openSynthetic,
       syntheticKeys,
       {"# Random pictures made in memory: for measuring speed, not for learning.\n"
        "image_size = 32\n"
        "count = 2048\n"
        "classes = 10\n",
        "name = \"resnet20\"\n", 0.1, 0.0005, 10, 64}},
  };
  return defs;
}

const DatasetDef* findDataset(std::string_view kind) {
  const auto& defs = datasetDefs();
  const auto found = std::find_if(defs.begin(), defs.end(), [&](const DatasetDef& def) { return def.kind == kind; });
  return found == defs.end() ? nullptr : &*found;
}

bool readsPictureFiles(std::string_view kind) {
  const DatasetDef* def = findDataset(kind);
  return kind == "image_folder" || (def && def->locate);
}

bool pathMustExist(const DatasetDef& def) {
  return def.path == DatasetDef::Path::Folder || def.path == DatasetDef::Path::File;
}

}  // namespace stepscope
