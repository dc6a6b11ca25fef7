#include "core/backend/cpu/ops/normalization/group_norm.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class GroupNormTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void agreesWithLoops_data() {
    QTest::addColumn<QList<int>>("sizes");  // n c spatial groups
    for (const QList<int>& sizes : {QList<int>{2, 6, 9, 3}, {3, 20, 12, 4}, {1, 32, 49, 32}, {4, 130, 1, 13}, {2, 48, 100, 1}, {5, 17, 3, 17}}) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }

  void agreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const std::int64_t n = sizes[0], c = sizes[1], spatial = sizes[2], groups = sizes[3];
    const auto size = static_cast<std::size_t>(c / groups * spatial);
    // Far from zero, so that squares would cancel.
    const Floats x = randomFloats(n * c * spatial, 1, 99, 101), dy = randomFloats(n * c * spatial, 2), gamma = randomFloats(c, 3, 0.5f, 2.0f),
                 beta = randomFloats(c, 4);
    std::vector<double> y(x.size()), dx(x.size()), dgamma(gamma.size(), 0), dbeta(gamma.size(), 0), mean, inverse;
    for (std::size_t first = 0; first < x.size(); first += size) {
      double m = 0, v = 0, sum = 0, product = 0;
      const auto channel = [&](std::size_t e) { return e / static_cast<std::size_t>(spatial) % static_cast<std::size_t>(c); };
      for (std::size_t e = first; e < first + size; ++e) m += x[e] / static_cast<double>(size);
      for (std::size_t e = first; e < first + size; ++e) v += (x[e] - m) * (x[e] - m) / static_cast<double>(size);
      const double r = 1 / std::sqrt(v + 1e-5);
      mean.push_back(m);
      inverse.push_back(r);
      for (std::size_t e = first; e < first + size; ++e) {
        const double normal = (x[e] - m) * r, g = static_cast<double>(dy[e]) * gamma[channel(e)];
        y[e] = normal * gamma[channel(e)] + beta[channel(e)];
        sum += g;
        product += g * normal;
        dgamma[channel(e)] += dy[e] * normal;
        dbeta[channel(e)] += dy[e];
      }
      for (std::size_t e = first; e < first + size; ++e) {
        const double g = static_cast<double>(dy[e]) * gamma[channel(e)], count = static_cast<double>(size);
        dx[e] = r * (g - sum / count - (x[e] - m) * r * product / count);
      }
    }
    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2}) {
        const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
        const Floats xs = toLayout(x, layout), dys = toLayout(dy, layout);
        Floats ys(xs.size(), 9.0f), means(mean.size()), inverses(mean.size()), dxs = dys, dg(gamma.size()), db(gamma.size());
        const Workspace workspace = workspaceOf(groupNormWorkspaceBytes(layout, threads));
        groupNorm(layout, groups, 1e-5, {xs.data(), gamma.data(), beta.data(), ys.data(), means.data(), inverses.data()}, workspace.data(), threads);
        // 100 * scale - offset rounds to about 1e-5 of the result.
        VERIFY_COMPARISON(compare(toPlain(ys, layout), y, 1e-4), named.name);
        QVERIFY2(paddingIsZero(ys, layout), named.name);
        VERIFY_COMPARISON(compare(means, mean, 1e-6), named.name);
        VERIFY_COMPARISON(compare(inverses, inverse, 1e-5), named.name);
        // In place of dy.
        groupNormGrad(layout, groups, {xs.data(), dxs.data(), gamma.data(), means.data(), inverses.data(), dxs.data(), dg.data(), db.data()},
                      workspace.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(dxs, layout), dx, 1e-4), named.name);
        QVERIFY2(paddingIsZero(dxs, layout), named.name);
        VERIFY_COMPARISON(compare(dg, dgamma, 1e-4), named.name);
        VERIFY_COMPARISON(compare(db, dbeta, 1e-6), named.name);
      }
  }
};

QTEST_GUILESS_MAIN(GroupNormTest)
#include "group_norm_test.moc"
