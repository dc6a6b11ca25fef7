// A trainer of one small network in double precision, written from the papers and sharing no code with ours: linear without bias (before a
// batch norm its gradient would be rounding alone, which Adam makes as large as any), batch norm (Ioffe and Szegedy 2015), ReLU, linear;
// cross-entropy with label smoothing and class weights as torch.nn.CrossEntropyLoss; gradients clipped by their norm; AdamW (Loshchilov and
// Hutter 2019) without decay of norms and biases; averages of weights as tf.train.ExponentialMovingAverage, the first update copying the
// weights.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace stepscope::test {

using Matrix = std::vector<std::vector<double>>;

struct Rows {
  Matrix x;  // three numbers each, with six decimals
  std::vector<std::size_t> answer;
};

inline Rows drawRows(int count, unsigned seed) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  Rows rows;
  for (int i = 0; i < count; ++i) {
    std::vector<double> row;
    for (int c = 0; c < 3; ++c) row.push_back(std::round((uniform() * 4 - 2) * (c + 1) * 1e6) / 1e6);
    const double score = row[0] - 0.4 * row[1] + 0.3 * row[2] + (uniform() - 0.5) * 1.5;
    rows.answer.push_back(score < -0.6 ? 0 : score < 0.7 ? 1 : 2);
    rows.x.push_back(std::move(row));
  }
  return rows;
}

struct HandStep {
  double loss = 0, accuracy = 0, validationLoss = 0, validationAccuracy = 0;
};

class ByHand {
 public:
  using Weights = std::map<std::string, std::vector<double>>;

  // `first`: the weights before the first step, by their names; decay 0: validation uses the weights themselves.
  ByHand(Rows train, Rows validation, Weights first, double decay, bool warmup)
      : train_(std::move(train)), validation_(std::move(validation)), decay_(decay), warmup_(warmup) {
    for (const char* name : {"l1.weight", "bn.weight", "bn.bias", "l2.weight", "l2.bias"}) {
      weights_[name] = first.at(name);
      m_[name] = v_[name] = std::vector<double>(weights_[name].size());
    }
    std::array<double, 3> mean{}, deviation{};
    const auto n = static_cast<double>(train_.x.size());
    for (std::size_t c = 0; c < 3; ++c) {
      for (const auto& row : train_.x) mean[c] += row[c] / n;
      for (const auto& row : train_.x) deviation[c] += (row[c] - mean[c]) * (row[c] - mean[c]) / n;
      for (Rows* rows : {&train_, &validation_})
        for (auto& row : rows->x) row[c] = (row[c] - mean[c]) / std::sqrt(deviation[c]);
    }
  }

  HandStep step(double rate) {
    ++steps_;
    const auto n = static_cast<double>(train_.x.size());
    const std::size_t rows = train_.x.size();
    HandStep told;
    // Forward, with the batch's own statistics.
    const Matrix h = product(train_.x, weights_["l1.weight"], kNoBias, kHidden);
    std::vector<double> mean(kHidden), variance(kHidden);
    for (std::size_t j = 0; j < kHidden; ++j) {
      for (const auto& row : h) mean[j] += row[j] / n;
      for (const auto& row : h) variance[j] += (row[j] - mean[j]) * (row[j] - mean[j]) / n;
      runningMean_[j] = 0.9 * runningMean_[j] + 0.1 * mean[j];
      runningVariance_[j] = 0.9 * runningVariance_[j] + 0.1 * variance[j] * n / (n - 1);
    }
    Matrix xhat = h, z = h, a = h;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < kHidden; ++j) {
        xhat[i][j] = (h[i][j] - mean[j]) / std::sqrt(variance[j] + 1e-5);
        z[i][j] = xhat[i][j] * weights_["bn.weight"][j] + weights_["bn.bias"][j];
        a[i][j] = std::max(0.0, z[i][j]);
      }
    const Matrix logits = logSoftmax(product(a, weights_["l2.weight"], weights_["l2.bias"], 3));
    told.loss = lossOf(logits, train_.answer, kClassWeights, kSmoothing);
    told.accuracy = accuracyOf(logits, train_.answer);
    // Backward.
    double sum = 0;
    for (const std::size_t y : train_.answer) sum += kClassWeights[y];
    Matrix dOut(rows, std::vector<double>(3));
    for (std::size_t i = 0; i < rows; ++i) {
      std::array<double, 3> q{};
      double total = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        q[c] = (c == train_.answer[i] ? (1 - kSmoothing) * kClassWeights[c] : 0) + kSmoothing / 3 * kClassWeights[c];
        total += q[c];
      }
      for (std::size_t c = 0; c < 3; ++c) dOut[i][c] = (std::exp(logits[i][c]) * total - q[c]) / sum;
    }
    Weights g;
    Matrix dx;
    gradients(dOut, a, "l2", 3, g, &dx);
    for (const char* name : {"bn.weight", "bn.bias"}) g[name].assign(kHidden, 0);
    std::vector<double> dMean(kHidden), dScale(kHidden);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < kHidden; ++j) {
        const double dz = z[i][j] > 0 ? dx[i][j] : 0;
        g["bn.weight"][j] += dz * xhat[i][j];
        g["bn.bias"][j] += dz;
        dx[i][j] = dz * weights_["bn.weight"][j];
        dMean[j] += dx[i][j] / n;
        dScale[j] += dx[i][j] * xhat[i][j] / n;
      }
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < kHidden; ++j) dx[i][j] = (dx[i][j] - dMean[j] - xhat[i][j] * dScale[j]) / std::sqrt(variance[j] + 1e-5);
    gradients(dx, train_.x, "l1", kHidden, g, nullptr);
    g.erase("l1.bias");
    // Clip, decay, update.
    double squares = 0;
    for (const auto& [name, values] : g)
      for (const double value : values) squares += value * value;
    const double factor = std::min(1.0, 0.2 / (std::sqrt(squares) + 1e-6));
    const double first = 1 - std::pow(0.9, steps_), second = std::sqrt(1 - std::pow(0.999, steps_));
    for (auto& [name, values] : weights_) {
      const bool decays = name == "l1.weight" || name == "l2.weight";
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double gradient = g[name][i] * factor;
        if (decays) values[i] -= rate * 0.1 * values[i];
        m_[name][i] = 0.9 * m_[name][i] + 0.1 * gradient;
        v_[name][i] = 0.999 * v_[name][i] + 0.001 * gradient * gradient;
        values[i] -= rate / first * m_[name][i] / (std::sqrt(v_[name][i]) / second + 1e-8);
      }
    }
    const double updates = steps_ - 1;  // of the average before this one
    const double kept = steps_ == 1 ? 0 : warmup_ ? std::min(decay_, (1 + updates) / (10 + updates)) : decay_;
    for (const auto& [name, values] : weights_) {
      averages_[name].resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) averages_[name][i] = kept * averages_[name][i] + (1 - kept) * values[i];
    }
    validate(told);
    return told;
  }

  const Weights& weights() const { return weights_; }
  const Weights& averages() const { return averages_; }
  const std::array<std::array<int, 3>, 3>& confusion() const { return confusion_; }  // of the last validation: [truth][answer]

 private:
  static constexpr std::size_t kHidden = 16;
  static constexpr double kSmoothing = 0.1;
  static constexpr std::array<double, 3> kClassWeights{1, 2, 0.5};
  inline static const std::vector<double> kNoBias = std::vector<double>(kHidden);

  // x w^T + b; w: out rows
  static Matrix product(const Matrix& x, const std::vector<double>& w, const std::vector<double>& b, std::size_t out) {
    Matrix y(x.size(), std::vector<double>(out));
    const std::size_t in = x[0].size();
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t o = 0; o < out; ++o) {
        y[i][o] = b[o];
        for (std::size_t c = 0; c < in; ++c) y[i][o] += w[o * in + c] * x[i][c];
      }
    return y;
  }

  void gradients(const Matrix& dy, const Matrix& x, const std::string& layer, std::size_t out, Weights& g, Matrix* dx) {
    const std::size_t in = x[0].size();
    auto& weight = g[layer + ".weight"];
    auto& bias = g[layer + ".bias"];
    weight.assign(out * in, 0);
    bias.assign(out, 0);
    if (dx) dx->assign(x.size(), std::vector<double>(in));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t o = 0; o < out; ++o) {
        bias[o] += dy[i][o];
        for (std::size_t c = 0; c < in; ++c) {
          weight[o * in + c] += dy[i][o] * x[i][c];
          if (dx) (*dx)[i][c] += dy[i][o] * weights_[layer + ".weight"][o * in + c];
        }
      }
  }

  static Matrix logSoftmax(Matrix rows) {
    for (auto& row : rows) {
      const double most = *std::max_element(row.begin(), row.end());
      double sum = 0;
      for (const double value : row) sum += std::exp(value - most);
      for (double& value : row) value -= most + std::log(sum);
    }
    return rows;
  }

  static double lossOf(const Matrix& logits, const std::vector<std::size_t>& answers, const std::array<double, 3>& weights, double smoothing) {
    double sum = 0, plain = 0, smooth = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      sum += weights[answers[i]];
      plain -= weights[answers[i]] * logits[i][answers[i]];
      for (std::size_t c = 0; c < 3; ++c) smooth -= weights[c] * logits[i][c];
    }
    return ((1 - smoothing) * plain + smoothing / 3 * smooth) / sum;
  }

  static std::size_t answerOf(const std::vector<double>& row) {
    return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
  }

  static double accuracyOf(const Matrix& logits, const std::vector<std::size_t>& answers) {
    double right = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) right += answerOf(logits[i]) == answers[i];
    return right / static_cast<double>(answers.size());
  }

  void validate(HandStep& told) {
    const Weights& w = decay_ > 0 ? averages_ : weights_;
    Matrix a = product(validation_.x, w.at("l1.weight"), kNoBias, kHidden);
    for (auto& row : a)
      for (std::size_t j = 0; j < kHidden; ++j)
        row[j] = std::max(0.0, (row[j] - runningMean_[j]) / std::sqrt(runningVariance_[j] + 1e-5) * w.at("bn.weight")[j] + w.at("bn.bias")[j]);
    const Matrix logits = logSoftmax(product(a, w.at("l2.weight"), w.at("l2.bias"), 3));
    told.validationLoss = lossOf(logits, validation_.answer, {1, 1, 1}, 0);
    told.validationAccuracy = accuracyOf(logits, validation_.answer);
    confusion_ = {};
    for (std::size_t i = 0; i < logits.size(); ++i) ++confusion_[validation_.answer[i]][answerOf(logits[i])];
  }

  Rows train_, validation_;
  double decay_;
  bool warmup_;
  int steps_ = 0;
  Weights weights_, averages_, m_, v_;
  std::array<double, kHidden> runningMean_{}, runningVariance_ = [] {
    std::array<double, kHidden> ones{};
    ones.fill(1);
    return ones;
  }();
  std::array<std::array<int, 3>, 3> confusion_{};
};

}  // namespace stepscope::test
