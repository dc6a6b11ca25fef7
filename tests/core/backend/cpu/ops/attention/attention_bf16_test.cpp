#include "core/backend/cpu/ops/attention/attention_bf16.h"

#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

namespace {

Floats widened(const std::vector<std::uint16_t>& halves) {
  Floats values;
  for (const std::uint16_t half : halves) values.push_back(fromBf16(half));
  return values;
}

}  // namespace

class AttentionBf16Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithF32_data() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    QTest::addColumn<QList<int>>("sizes");  // batch, queries, keys, heads, head size
    QTest::addColumn<bool>("packed");
    QTest::addColumn<bool>("causal");
    QTest::addColumn<bool>("mask");
    const QList<int> cases[] = {{1, 1, 1, 1, 16},  {2, 7, 7, 3, 16},  {1, 197, 197, 2, 64}, {2, 64, 64, 2, 96},  {1, 130, 130, 1, 32},
                                {2, 5, 33, 2, 80}, {1, 33, 5, 2, 80}, {1, 500, 500, 1, 16}, {1, 61, 2000, 1, 16}};
    for (const QList<int>& sizes : cases)
      for (const bool causal : {false, true})
        for (const bool mask : {false, true})
          for (const bool packed : {false, true}) {
            if (packed && sizes[1] != sizes[2]) continue;
            QTest::addRow("%d %d %d %d %d%s%s%s", sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], causal ? " causal" : "", mask ? " mask" : "",
                          packed ? " packed" : "")
                << sizes << packed << causal << mask;
          }
  }

  void agreesWithF32() {
    QFETCH(QList<int>, sizes);
    QFETCH(bool, packed);
    QFETCH(bool, causal);
    QFETCH(bool, mask);
    AttentionShape s;
    s.batch = sizes[0];
    s.queries = sizes[1];
    s.keys = sizes[2];
    s.heads = sizes[3];
    s.headSize = sizes[4];
    s.packed = packed;
    s.causal = causal;
    s.scale = 1.0f / std::sqrt(static_cast<float>(s.headSize));
    QVERIFY(attentionBf16Supports(s));
    const std::int64_t queries = s.batch * s.queries * s.width(), keys = s.batch * s.keys * s.width(), rows = s.batch * s.heads * s.queries;
    const auto numbers = [](std::int64_t count, unsigned seed) { return halves(randomFloats(count, seed, -2, 2)); };
    const auto q = numbers(packed ? 3 * queries : queries, 1), k = numbers(packed ? 0 : keys, 2), v = numbers(packed ? 0 : keys, 3);
    const auto dy = numbers(queries, 4);
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(s.batch * s.keys), 1);
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = i % 3 != 1;
    const std::uint8_t* keyMask = mask ? seen.data() : nullptr;

    const Floats fq = widened(q), fk = widened(k), fv = widened(v), fdy = widened(dy);
    const AttentionOperands exact{fq.data(), fk.data(), fv.data(), keyMask, nullptr};
    Floats y(static_cast<std::size_t>(queries)), logSum(static_cast<std::size_t>(rows));
    Floats dq(fq.size()), dk(fk.size()), dv(fv.size());
    {
      const Aligned forward(attentionWorkspaceBytes(s, 2)), backward(attentionGradWorkspaceBytes(s, 2));
      attention(s, exact, y.data(), logSum.data(), forward.data, 2);
      attentionGrad(s, exact, y.data(), logSum.data(), fdy.data(), dq.data(), dk.data(), dv.data(), backward.data, 2);
    }
    const AttentionBf16Operands narrow{q.data(), k.data(), v.data(), keyMask};
    for (const int threads : {1, 2, 3}) {
      const Aligned forward(attentionBf16WorkspaceBytes(s, threads)), backward(attentionGradBf16WorkspaceBytes(s, threads));
      std::vector<std::uint16_t> yBits(y.size(), 0xFFFF), dqBits(q.size(), 0xFFFF), dkBits(k.size(), 0xFFFF), dvBits(v.size(), 0xFFFF);
      Floats sums(logSum.size(), std::nanf(""));
      attentionBf16(s, narrow, yBits.data(), sums.data(), forward.data, threads);
      attentionGradBf16(s, narrow, yBits.data(), sums.data(), dy.data(), dqBits.data(), dkBits.data(), dvBits.data(), backward.data, threads);
      QVERIFY(forward.kept() && backward.kept());
      // A query that sees no key has the logarithm of zero.
      VERIFY_COMPARISON(test::compareElements(sums, logSum, {.absolute = 1e-4, .relative = 1e-4}, test::Infinities::WhereExpected), "sums");
      VERIFY_COMPARISON(test::compareNorms(widened(yBits), y, 1e-2), "y");
      VERIFY_COMPARISON(test::compareNorms(widened(dqBits), dq, 1e-2), "dq");
      if (packed) continue;  // dq has them all
      VERIFY_COMPARISON(test::compareNorms(widened(dkBits), dk, 1e-2), "dk");
      VERIFY_COMPARISON(test::compareNorms(widened(dvBits), dv, 1e-2), "dv");
    }
  }

  // A score that is not a number shows in its query's result and in no other's.
  void notANumberShows() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    AttentionShape s;
    s.batch = s.heads = 1;
    s.queries = s.keys = 5;
    s.headSize = 16;
    std::vector<std::uint16_t> q(80, 0x3F80), y(80, 0);
    const auto k = q, v = q;
    q[2 * 16 + 3] = 0x7FC0;
    Floats logSum(5);
    const Aligned workspace(attentionBf16WorkspaceBytes(s, 1));
    attentionBf16(s, {q.data(), k.data(), v.data(), nullptr}, y.data(), logSum.data(), workspace.data, 1);
    for (std::size_t i = 0; i < 80; ++i) QCOMPARE(std::isnan(fromBf16(y[i])), i / 16 == 2);
  }

  void othersAreLeftToOthers() {
    AttentionShape s;
    s.batch = s.queries = s.keys = s.heads = 1;
    s.headSize = 24;
    QVERIFY(!attentionBf16Supports(s));
    s.headSize = 32;
    s.p = 0.1;
    QVERIFY(!attentionBf16Supports(s));
  }
};

QTEST_GUILESS_MAIN(AttentionBf16Test)
#include "attention_bf16_test.moc"
