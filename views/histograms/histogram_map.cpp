#include "views/histograms/histogram_map.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

namespace stepscope {
namespace {

constexpr double kTail = 0.001;

std::int64_t finiteCount(const Histogram& histogram) {
  return std::accumulate(histogram.bins.begin(), histogram.bins.end(), std::int64_t{0});
}

}  // namespace

std::vector<double> rebin(const Histogram& histogram, double low, double high, std::size_t bins) {
  std::vector<double> result(bins, 0);
  const double width = (high - low) / static_cast<double>(bins);
  if (!(width > 0)) return result;
  const double sourceWidth = (histogram.most - histogram.least) / static_cast<double>(Histogram::kBins);
  for (std::size_t i = 0; i < Histogram::kBins; ++i) {
    const double count = histogram.bins[i];
    if (count == 0) continue;
    const double from = histogram.least + static_cast<double>(i) * sourceWidth;
    if (!(sourceWidth > 0)) {  // all values are equal
      if (from < low || from > high) continue;
      result[std::min(bins - 1, static_cast<std::size_t>((from - low) / width))] += count;
      continue;
    }
    const double to = from + sourceWidth;
    const double first = std::clamp((from - low) / width, 0.0, static_cast<double>(bins));
    const double last = std::clamp((to - low) / width, 0.0, static_cast<double>(bins));
    for (auto bin = static_cast<std::size_t>(first); bin < bins && static_cast<double>(bin) < last; ++bin) {
      const double begin = std::max(first, static_cast<double>(bin)), end = std::min(last, static_cast<double>(bin + 1));
      result[bin] += count * (end - begin) * width / sourceWidth;
    }
  }
  return result;
}

double quantile(const Histogram& histogram, double share) {
  const std::int64_t count = finiteCount(histogram);
  if (count == 0) return 0;
  const double width = (histogram.most - histogram.least) / static_cast<double>(Histogram::kBins);
  const double wanted = share * static_cast<double>(count);
  double below = 0;
  for (std::size_t i = 0; i < Histogram::kBins; ++i) {
    const double here = histogram.bins[i];
    if (here > 0 && below + here >= wanted) return histogram.least + (static_cast<double>(i) + std::clamp((wanted - below) / here, 0.0, 1.0)) * width;
    below += here;
  }
  return histogram.most;
}

HistogramMap histogramMap(std::vector<HistogramRow> rows) {
  HistogramMap map;
  map.rows = std::move(rows);
  if (map.rows.empty()) return map;
  map.low = map.high = 0;
  for (const HistogramRow& row : map.rows) {
    map.low = std::min(map.low, quantile(row.histogram, kTail));
    map.high = std::max(map.high, quantile(row.histogram, 1 - kTail));
  }
  if (!(map.high > map.low)) {
    map.low -= 1;
    map.high += 1;
  }
  const double pad = (map.high - map.low) * 0.03;
  map.low -= pad;
  map.high += pad;
  map.density.resize(map.rows.size() * HistogramMap::kBins);
  double seen = 0, all = 0;
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const Histogram& histogram = map.rows[i].histogram;
    const std::vector<double> bins = rebin(histogram, map.low, map.high, HistogramMap::kBins);
    const auto count = static_cast<double>(finiteCount(histogram));
    all += count;
    for (std::size_t bin = 0; bin < bins.size() && count > 0; ++bin) {
      seen += bins[bin];
      const auto share = static_cast<float>(bins[bin] / count);
      map.density[i * HistogramMap::kBins + bin] = share;
      map.most = std::max(map.most, share);
    }
  }
  map.left = all > 0 ? std::max(0.0, 1 - seen / all) : 0;
  return map;
}

std::size_t HistogramMap::nearest(double step) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (std::abs(static_cast<double>(rows[i].step) - step) < std::abs(static_cast<double>(rows[best].step) - step)) best = i;
  return best;
}

std::vector<std::size_t> evenly(std::size_t rows, std::size_t count) {
  std::vector<std::size_t> chosen;
  const std::size_t taken = std::min(rows, count);
  for (std::size_t i = 0; i < taken; ++i) chosen.push_back(taken == 1 ? rows - 1 : i * (rows - 1) / (taken - 1));
  return chosen;
}

std::string layerOfParameter(const std::string& parameter) {
  const std::size_t dot = parameter.rfind('.');
  return dot == std::string::npos ? std::string() : parameter.substr(0, dot);
}

bool naturallyBefore(const std::string& a, const std::string& b) {
  const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      std::size_t iEnd = i, jEnd = j;
      while (iEnd < a.size() && isDigit(a[iEnd])) ++iEnd;
      while (jEnd < b.size() && isDigit(b[jEnd])) ++jEnd;
      while (i + 1 < iEnd && a[i] == '0') ++i;
      while (j + 1 < jEnd && b[j] == '0') ++j;
      if (iEnd - i != jEnd - j) return iEnd - i < jEnd - j;
      const int order = a.compare(i, iEnd - i, b, j, jEnd - j);
      if (order != 0) return order < 0;
      i = iEnd;
      j = jEnd;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

}  // namespace stepscope
