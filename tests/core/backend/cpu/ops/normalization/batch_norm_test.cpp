#include "core/backend/cpu/ops/normalization/batch_norm.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

struct Reference {
  std::vector<double> mean, var, y, dx, dgamma, dbeta, dresidual;
};

Reference reference(std::int64_t n, std::int64_t c, std::int64_t spatial, const Floats& x, const Floats& residual, const Floats& gamma,
                    const Floats& beta, const Floats& dy, bool relu, double eps) {
  Reference r;
  const std::size_t count = x.size(), channels = static_cast<std::size_t>(c), pixels = static_cast<std::size_t>(spatial);
  r.mean.assign(channels, 0);
  r.var = r.dgamma = r.dbeta = r.mean;
  r.y.resize(count);
  r.dx = r.dresidual = r.y;
  const double m = static_cast<double>(n * spatial);
  const auto channel = [&](std::size_t i) { return i / pixels % channels; };
  for (std::size_t i = 0; i < count; ++i) r.mean[channel(i)] += x[i] / m;
  for (std::size_t i = 0; i < count; ++i) r.var[channel(i)] += (x[i] - r.mean[channel(i)]) * (x[i] - r.mean[channel(i)]) / m;
  std::vector<double> xhat(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = channel(i);
    xhat[i] = (x[i] - r.mean[k]) / std::sqrt(r.var[k] + eps);
    r.y[i] = xhat[i] * gamma[k] + beta[k] + (residual.empty() ? 0.0 : residual[i]);
    r.dresidual[i] = relu && !(r.y[i] > 0) ? 0.0 : dy[i];
    if (relu) r.y[i] = std::max(0.0, r.y[i]);
    r.dbeta[k] += r.dresidual[i];
    r.dgamma[k] += r.dresidual[i] * xhat[i];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = channel(i);
    r.dx[i] = gamma[k] / std::sqrt(r.var[k] + eps) * (r.dresidual[i] - r.dbeta[k] / m - xhat[i] * r.dgamma[k] / m);
  }
  return r;
}

}  // namespace

class BatchNormTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void everyLayout_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("c");
    QTest::addColumn<int>("spatial");
    QTest::addColumn<bool>("relu");
    QTest::addColumn<bool>("residual");
    const int shapes[][3] = {{6, 1, 1},    {3, 3, 5},    {4, 6, 49},   {2, 16, 64},  {2, 20, 33}, {64, 40, 1},
                             {3, 70, 121}, {8, 130, 16}, {2, 8, 1111}, {17, 64, 64}, {4, 192, 49}};
    for (const auto& s : shapes)
      for (bool relu : {false, true})
        for (bool residual : {false, true})
          QTest::newRow(qPrintable(QString("%1x%2x%3%4%5").arg(s[0]).arg(s[1]).arg(s[2]).arg(relu ? " relu" : "").arg(residual ? " add" : "")))
              << s[0] << s[1] << s[2] << relu << residual;
  }
  void everyLayout() {
    QFETCH(int, n);
    QFETCH(int, c);
    QFETCH(int, spatial);
    QFETCH(bool, relu);
    QFETCH(bool, residual);
    const std::int64_t count = std::int64_t{n} * c * spatial;
    const std::size_t channels = static_cast<std::size_t>(c);
    const Floats x = randomFloats(count, 1, -1, 3), r = residual ? randomFloats(count, 2) : Floats(), dy = randomFloats(count, 3);
    const Floats gamma = randomFloats(c, 4, 0.5f, 2), beta = randomFloats(c, 5), mean0 = randomFloats(c, 6), var0 = randomFloats(c, 7, 0.5f, 2);
    const double eps = 1e-5, momentum = 0.1, m = static_cast<double>(n) * spatial;
    const Reference want = reference(n, c, spatial, x, r, gamma, beta, dy, relu, eps);

    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2, 3})
        for (bool withMask : {true, false}) {
          const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
          const Floats xs = toLayout(x, layout), rs = residual ? toLayout(r, layout) : Floats(), dys = toLayout(dy, layout);
          Floats y(xs.size(), 9.0f), mean(channels), var(channels), runningMean = mean0, runningVar = var0;
          std::vector<std::uint8_t> mask(static_cast<std::size_t>(batchNormMaskBytes(layout)), 0xA5);
          auto workspace = workspaceOf(batchNormWorkspaceBytes(layout, threads));
          batchNormTraining(layout,
                            {xs.data(), residual ? rs.data() : nullptr, gamma.data(), beta.data(), runningMean.data(), runningVar.data(), y.data(),
                             mean.data(), var.data(), relu && withMask ? mask.data() : nullptr, eps, momentum, relu},
                            workspace.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(y, layout), want.y, 2e-6), named.name);
          QVERIFY2(paddingIsZero(y, layout), named.name);
          VERIFY_COMPARISON(compare(mean, want.mean, 1e-6), named.name);
          VERIFY_COMPARISON(compare(var, want.var, 1e-6), named.name);
          std::vector<double> wantMean(channels), wantVar(channels);
          for (std::size_t k = 0; k < channels; ++k) {
            wantMean[k] = (1 - momentum) * mean0[k] + momentum * want.mean[k];
            wantVar[k] = (1 - momentum) * var0[k] + momentum * want.var[k] * m / (m - 1);
          }
          VERIFY_COMPARISON(compare(runningMean, wantMean, 1e-6), named.name);
          VERIFY_COMPARISON(compare(runningVar, wantVar, 1e-6), named.name);

          Floats dx(xs.size(), 9.0f), dgamma(channels), dbeta(channels), dresidual(xs.size(), 9.0f);
          batchNormGrad(layout,
                        {xs.data(), dys.data(), gamma.data(), mean.data(), var.data(), relu && withMask ? mask.data() : nullptr, y.data(), dx.data(),
                         dgamma.data(), dbeta.data(), residual ? dresidual.data() : nullptr, eps, relu},
                        workspace.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(dx, layout), want.dx, 1e-5), named.name);
          QVERIFY2(paddingIsZero(dx, layout), named.name);
          VERIFY_COMPARISON(compare(dgamma, want.dgamma, 1e-5), named.name);
          VERIFY_COMPARISON(compare(dbeta, want.dbeta, 1e-5), named.name);
          if (residual) VERIFY_COMPARISON(compare(toPlain(dresidual, layout), want.dresidual, 1e-7), named.name);

          // In place, as the memory planner may ask: the same bits.
          Floats inPlace = dys, dgammaAgain(channels), dbetaAgain(channels);
          batchNormGrad(
              layout,
              {xs.data(), inPlace.data(), gamma.data(), mean.data(), var.data(), relu && withMask ? mask.data() : nullptr, y.data(),
               residual ? dresidual.data() : inPlace.data(), dgammaAgain.data(), dbetaAgain.data(), residual ? inPlace.data() : nullptr, eps, relu},
              workspace.data(), threads);
          QVERIFY2((residual ? dresidual : inPlace) == dx && dgammaAgain == dgamma && dbetaAgain == dbeta, named.name);

          // dy as the sum of two gradients, both overwritten by what is made of them. Halves add up without rounding.
          if (!residual) continue;
          Floats half = dys, other(dys.size());
          for (std::size_t i = 0; i < dys.size(); ++i) other[i] = half[i] = dys[i] / 2;
          BatchNormGrad sum{xs.data(), half.data(), gamma.data(),       mean.data(),       var.data(),   relu && withMask ? mask.data() : nullptr,
                            y.data(),  half.data(), dgammaAgain.data(), dbetaAgain.data(), other.data(), eps,
                            relu};
          sum.dyOther = other.data();
          batchNormGrad(layout, sum, workspace.data(), threads);
          QVERIFY2(half == dx && other == inPlace && dgammaAgain == dgamma && dbetaAgain == dbeta, named.name);
        }
  }

  void inference() {
    const std::int64_t n = 3, c = 21, spatial = 37;
    const Floats x = randomFloats(n * c * spatial, 1), r = randomFloats(n * c * spatial, 2), gamma = randomFloats(c, 3), beta = randomFloats(c, 4),
                 mean = randomFloats(c, 5), var = randomFloats(c, 6, 0.1f, 2);
    for (const NamedBlock& named : kBlocks) {
      const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
      const Floats xs = toLayout(x, layout), rs = toLayout(r, layout);
      Floats y(xs.size());
      auto workspace = workspaceOf(batchNormWorkspaceBytes(layout, 2));
      batchNormInference(layout, {xs.data(), rs.data(), gamma.data(), beta.data(), mean.data(), var.data(), y.data(), 1e-5, true}, workspace.data(),
                         2);
      std::vector<double> want(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t k = i / static_cast<std::size_t>(spatial) % static_cast<std::size_t>(c);
        want[i] = std::max(0.0, (x[i] - mean[k]) / std::sqrt(var[k] + 1e-5) * gamma[k] + beta[k] + r[i]);
      }
      VERIFY_COMPARISON(compare(toPlain(y, layout), want, 1e-6), named.name);
    }
  }

  // One pass must not lose the variance of data far from zero.
  void largeMean() {
    const std::int64_t n = 16, c = 20, spatial = 3000;
    Floats x = randomFloats(n * c * spatial, 8, -1, 1);
    for (float& value : x) value += 1000.0f;
    const Floats ones(static_cast<std::size_t>(c), 1.0f), zeros(static_cast<std::size_t>(c), 0.0f);
    const Reference want = reference(n, c, spatial, x, {}, ones, zeros, x, false, 1e-5);
    for (const NamedBlock& named : kBlocks) {
      const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
      const Floats xs = toLayout(x, layout);
      Floats y(xs.size()), mean(static_cast<std::size_t>(c)), var(static_cast<std::size_t>(c));
      auto workspace = workspaceOf(batchNormWorkspaceBytes(layout, 2));
      batchNormTraining(layout, {xs.data(), nullptr, ones.data(), zeros.data(), nullptr, nullptr, y.data(), mean.data(), var.data()},
                        workspace.data(), 2);
      VERIFY_COMPARISON(compare(var, want.var, 1e-6), named.name);
      VERIFY_COMPARISON(compare(mean, want.mean, 1e-6), named.name);
    }
  }
};

QTEST_GUILESS_MAIN(BatchNormTest)
#include "batch_norm_test.moc"
