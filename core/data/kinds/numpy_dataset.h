// Arrays of NumPy as training data.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

// spec.path is a .npz file or a folder of arrays (array_parts.h). Kind "numpy_table": inputs of shape (N), (N, F) are rows of a table; each column is
// standardized by the training rows, and NaN takes their mean. Kind "numpy": inputs of shape (N, H, W), (N, H, W, C) and (N, C, H, W) with 1, 3 or 4
// channels are pictures: whole numbers from 0 to 255, and numbers from 0 to 1 that are multiples of 1/255, are kept as bytes, others as floats; both
// are scaled by mean and deviation of the training pictures. Answers of shape (N), (N, 1) are classes if they are texts, or whole numbers of pictures
// or as few as those of a table (table_parts.h), or numbers to predict; of shape (N, K) classes if each row has a single 1, else K numbers.
// spec.tableTask decides. Parts without arrays of their own are drawn, each class alike.
DataSplits openNumpy(const DataSpec& spec);
std::vector<DataKey> numpyPictureKeys();
std::vector<DataKey> numpyRowKeys();

}  // namespace stepscope
