#include "core/backend/cpu/ops/optimizer/optimizer.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope;
using namespace stepscope::kernels;

class OptimizerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void sgdVariants_data() {
    QTest::addColumn<double>("momentum");
    QTest::addColumn<double>("dampening");
    QTest::addColumn<double>("weightDecay");
    QTest::addColumn<bool>("nesterov");
    QTest::newRow("plain") << 0.0 << 0.0 << 0.0 << false;
    QTest::newRow("weight decay") << 0.0 << 0.0 << 1e-2 << false;
    QTest::newRow("momentum") << 0.9 << 0.0 << 0.0 << false;
    QTest::newRow("momentum, weight decay") << 0.9 << 0.0 << 5e-4 << false;
    QTest::newRow("dampening") << 0.9 << 0.3 << 5e-4 << false;
    QTest::newRow("nesterov") << 0.9 << 0.0 << 5e-4 << true;
  }
  void sgdVariants() {
    QFETCH(double, momentum);
    QFETCH(double, dampening);
    QFETCH(double, weightDecay);
    QFETCH(bool, nesterov);
    for (int threads : {1, 2, 3}) {
      // Tensors of awkward sizes, so that the cut among threads falls inside and between them.
      std::vector<Floats> p, m;
      std::vector<std::vector<double>> wantP, wantM;
      for (std::int64_t count : {1, 17, 40000, 3, 25000}) {
        p.push_back(randomFloats(count, 1));
        m.emplace_back(p.back().size(), 0.0f);
        wantP.emplace_back(p.back().begin(), p.back().end());
        wantM.emplace_back(p.back().size(), 0.0);
      }
      for (int step = 1; step <= 5; ++step) {
        std::vector<Floats> g;
        std::vector<UpdateTensor> tensors;
        for (std::size_t t = 0; t < p.size(); ++t)
          g.push_back(randomFloats(static_cast<std::int64_t>(p[t].size()), static_cast<unsigned>(10 * step) + 1));
        for (std::size_t t = 0; t < p.size(); ++t)
          tensors.push_back({{p[t].data(), g[t].data(), momentum > 0 ? m[t].data() : nullptr}, static_cast<std::int64_t>(p[t].size())});
        const UpdateSettings settings{.momentum = momentum, .dampening = dampening, .weightDecay = weightDecay, .nesterov = nesterov};
        update(UpdateRule::Sgd, tensors, {settings, 0.1, static_cast<double>(step)}, {}, threads);
        for (std::size_t t = 0; t < p.size(); ++t)
          for (std::size_t i = 0; i < p[t].size(); ++i) {
            double slope = g[t][i] + weightDecay * wantP[t][i];
            if (momentum > 0) {
              wantM[t][i] = step == 1 ? slope : momentum * wantM[t][i] + (1 - dampening) * slope;
              slope = nesterov ? slope + momentum * wantM[t][i] : wantM[t][i];
            }
            wantP[t][i] -= 0.1 * slope;
          }
      }
      for (std::size_t t = 0; t < p.size(); ++t) {
        VERIFY_COMPARISON(compare(p[t], wantP[t], 1e-6), "");
        VERIFY_COMPARISON(compare(m[t], wantM[t], 1e-6), "");
      }
    }
  }

  void adamVariants_data() {
    QTest::addColumn<double>("weightDecay");
    QTest::addColumn<bool>("decoupled");
    QTest::newRow("adam") << 0.0 << false;
    QTest::newRow("adam, weight decay") << 1e-2 << false;
    QTest::newRow("adamw") << 1e-2 << true;
  }
  void adamVariants() {
    QFETCH(double, weightDecay);
    QFETCH(bool, decoupled);
    const UpdateSettings settings{.momentum = 0.9, .beta2 = 0.999, .eps = 1e-8, .weightDecay = weightDecay};
    for (int threads : {1, 2}) {
      Floats p = randomFloats(50001, 1), m(p.size(), 0.0f), v(p.size(), 0.0f);
      std::vector<double> wantP(p.begin(), p.end()), wantM(p.size(), 0.0), wantV(p.size(), 0.0);
      for (int step = 1; step <= 10; ++step) {
        Floats g = randomFloats(50001, static_cast<unsigned>(step) + 5);
        const UpdateTensor tensor{{p.data(), g.data(), m.data(), v.data()}, 50001};
        update(decoupled ? UpdateRule::AdamW : UpdateRule::Adam, {&tensor, 1}, {settings, 1e-2, static_cast<double>(step)}, {}, threads);
        for (std::size_t i = 0; i < p.size(); ++i) {
          if (decoupled) wantP[i] *= 1 - 1e-2 * weightDecay;
          const double slope = g[i] + (decoupled ? 0.0 : weightDecay * wantP[i]);
          wantM[i] = 0.9 * wantM[i] + 0.1 * slope;
          wantV[i] = 0.999 * wantV[i] + 0.001 * slope * slope;
          wantP[i] -= 1e-2 / (1 - std::pow(0.9, step)) * wantM[i] / (std::sqrt(wantV[i]) / std::sqrt(1 - std::pow(0.999, step)) + 1e-8);
        }
      }
      VERIFY_COMPARISON(compare(p, wantP, 5e-6), "");
      VERIFY_COMPARISON(compare(m, wantM, 1e-6), "");
      VERIFY_COMPARISON(compare(v, wantV, 1e-6), "");
    }
  }

  // The parts of all threads count, whatever tensor they end in.
  void overAllTensors() {
    for (int threads : {1, 2, 3}) {
      std::vector<Floats> x, y;
      std::vector<ConstTensor> tensors;
      std::vector<UpdateTensor> averages;
      std::vector<std::vector<double>> average, accumulated;
      double squares = 0;
      for (std::int64_t count : {1, 17, 40000, 3, 25000}) {
        x.push_back(randomFloats(count, static_cast<unsigned>(count)));
        y.push_back(randomFloats(count, static_cast<unsigned>(count) + 1));
        for (float value : x.back()) squares += static_cast<double>(value) * value;
      }
      for (std::size_t t = 0; t < x.size(); ++t) {
        tensors.push_back({x[t].data(), static_cast<std::int64_t>(x[t].size())});
        averages.push_back({{y[t].data(), x[t].data()}, static_cast<std::int64_t>(x[t].size())});
        for (auto* wanted : {&average, &accumulated}) wanted->emplace_back(x[t].size());
        for (std::size_t i = 0; i < x[t].size(); ++i) {
          average[t][i] = 0.9 * y[t][i] + 0.1 * x[t][i];
          accumulated[t][i] = average[t][i] + 0.25 * (x[t][i] - average[t][i]);
        }
      }
      std::vector<double> workspace(static_cast<std::size_t>(threads), -1.0);
      VERIFY_COMPARISON(test::compareNumbers(globalNorm(tensors, threads, workspace.data()), std::sqrt(squares), {.relative = 1e-7}), "norm");
      update(UpdateRule::WeightAverage, averages, {{}, 0.9}, {}, threads);
      for (std::size_t t = 0; t < x.size(); ++t) VERIFY_COMPARISON(compare(y[t], average[t], 1e-6), "average");
      update(UpdateRule::AccumulateGrad, averages, {{}, 0.25}, {}, threads);
      for (std::size_t t = 0; t < x.size(); ++t) VERIFY_COMPARISON(compare(y[t], accumulated[t], 1e-6), "accumulated");
    }
  }
};

QTEST_GUILESS_MAIN(OptimizerTest)
#include "optimizer_test.moc"
