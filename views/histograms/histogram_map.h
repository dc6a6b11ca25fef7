// The histograms of one tensor over a run on one value axis: one column per step. Pure.
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
  std::vector<float> density;      // rows.size() x kBins: part of the row's finite values in each bin
  float most = 0;                  // the largest of them
  double left = 0;                 // part of the values of all rows that are outside the axis

  bool empty() const { return rows.empty(); }
  float at(std::size_t row, std::size_t bin) const { return density[row * kBins + bin]; }
  // The row with the nearest step.
  std::size_t nearest(double step) const;
};

// The axis contains zero and all values of each row except the outermost thousandth on each side. Rows must be sorted by step.
HistogramMap histogramMap(std::vector<HistogramRow> rows);

// Number of values of `histogram` in each of `bins` equal parts of [low, high], with the values of a bin spread evenly over it.
std::vector<double> rebin(const Histogram& histogram, double low, double high, std::size_t bins);
// The quantile of the finite values at `share`, 0 to 1.
double quantile(const Histogram& histogram, double share);

// At most `count` rows, spread evenly, including the first and the last.
std::vector<std::size_t> evenly(std::size_t rows, std::size_t count);

// "layer1.0.conv1.weight" -> "layer1.0.conv1".
std::string layerOfParameter(const std::string& parameter);
// Compares names with numbers by value: block2 before block10.
bool naturallyBefore(const std::string& a, const std::string& b);

}  // namespace stepscope
