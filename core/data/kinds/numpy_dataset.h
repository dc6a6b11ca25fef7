// NumPy arrays as training data.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

// spec.path is a .npz file or a folder of arrays (array_parts.h). Kind "numpy_table": inputs of shape (N) or (N, F) are rows of a table; each column
// is standardized with the mean and deviation of the training rows, and NaN becomes the mean. Kind "numpy": inputs of shape (N, H, W), (N, H, W, C)
// or (N, C, H, W) with 1, 3 or 4 channels are pictures. Whole numbers from 0 to 255, and numbers from 0 to 1 that are multiples of 1/255, are kept as
// bytes, others as floats; both are scaled by mean and deviation of the training pictures. Answers of shape (N) or (N, 1) are classes if they are
// texts, whole numbers beside pictures, or whole numbers with few different values beside rows (table_parts.h); else they are numbers to predict.
// Answers of shape (N, K) are classes if each row has a single 1, else K numbers to predict. spec.tableTask overrides this. Parts without arrays of
// their own are drawn, in the same proportion from each class.
DataSplits openNumpy(const DataSpec& spec);
std::vector<DataKey> numpyPictureKeys();
std::vector<DataKey> numpyRowKeys();

}  // namespace stepscope
