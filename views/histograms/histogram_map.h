// The histograms of one tensor over a run on one value axis: a column a step. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct HistogramMap {
  static constexpr std::size_t kBins = 96;

  double low = 0, high = 1;        // of the value axis
  std::vector<HistogramRow> rows;  // by step
  std::vector<float> density;      // rows.size() x kBins: share of the row's values in each bin
  float most = 0;                  // the largest of them
  double left = 0;                 // share of the values of all rows that are beyond the axis

  bool empty() const { return rows.empty(); }
  float at(std::size_t row, std::size_t bin) const { return density[row * kBins + bin]; }
  // The row whose step is nearest.
  std::size_t nearest(double step) const;
};

// The axis holds all but the outermost thousandth of each row's values, and zero. Rows must be sorted by step.
HistogramMap histogramMap(std::vector<HistogramRow> rows);

// Values of `histogram` that fall into each of `bins` equal parts of [low, high], with the values of a bin spread evenly over it.
std::vector<double> rebin(const Histogram& histogram, double low, double high, std::size_t bins);
// The value below which a share of the finite values is.
double quantile(const Histogram& histogram, double share);

// At most `count` rows, evenly over all of them, the first and the last among them.
std::vector<std::size_t> evenly(std::size_t rows, std::size_t count);

// "layer1.0.conv1.weight" -> "layer1.0.conv1".
std::string layerOfParameter(const std::string& parameter);
// Names with numbers in the order of these: block2 before block10.
bool naturallyBefore(const std::string& a, const std::string& b);

}  // namespace stepscope
