#include "core/backend/cpu/ops/structure/box_copy.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// A box in a plain tensor of `shape`, permuted, into a plain target of its own; or backwards along a dimension.
struct Case {
  std::vector<std::int64_t> shape;
  std::vector<int> order;     // dimension d of the target is dimension order[d] of the source
  int backwards = -1;         // dimension of the target that is read from its end
  std::int64_t repeated = 0;  // elements of an innermost dimension that repeats one source element
};

}  // namespace

class BoxCopyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void copies_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i) QTest::addRow("%d", static_cast<int>(i)) << static_cast<int>(i);
  }

  void copies() {
    QFETCH(int, index);
    const Case c = cases()[static_cast<std::size_t>(index)];
    std::vector<std::int64_t> strides(c.shape.size(), 1);
    for (std::size_t d = c.shape.size() - 1; d-- > 0;) strides[d] = strides[d + 1] * c.shape[d + 1];
    Box box;
    std::int64_t count = 1;
    for (int d : c.order) count *= c.shape[static_cast<std::size_t>(d)];
    const Floats x = randomFloats(count, 1);
    std::int64_t step = count * std::max<std::int64_t>(c.repeated, 1);
    const std::int64_t total = step;
    for (int d : c.order) {
      const auto s = static_cast<std::size_t>(d);
      step /= c.shape[s];
      const bool back = d == c.backwards;
      box.add(c.shape[s], back ? -strides[s] : strides[s], step);
      if (back) box.fromOffset = (c.shape[s] - 1) * strides[s];
    }
    if (c.repeated > 0) box.add(c.repeated, 0, 1);

    Floats expected(static_cast<std::size_t>(total));
    std::vector<std::int64_t> place(static_cast<std::size_t>(box.rank), 0);
    for (std::size_t e = 0; e < expected.size(); ++e) {
      std::int64_t from = box.fromOffset, to = 0;
      for (int d = 0; d < box.rank; ++d) {
        from += place[static_cast<std::size_t>(d)] * box.from[d];
        to += place[static_cast<std::size_t>(d)] * box.to[d];
      }
      expected[static_cast<std::size_t>(to)] = x[static_cast<std::size_t>(from)];
      for (int d = box.rank - 1; d >= 0 && ++place[static_cast<std::size_t>(d)] == box.extent[d]; --d) place[static_cast<std::size_t>(d)] = 0;
    }
    const Box small = normalized(box);
    QVERIFY(small.rank >= 2 && small.rank <= std::max(2, box.rank));
    for (int threads : {1, 2, 3}) {
      Floats y(expected.size(), 9.0f);
      const float* source = x.data();
      float* target = y.data();
      copyBoxes(std::span(&small, 1), 1, &source, &target, threads);
      QCOMPARE(y, expected);
    }
  }

  // Two boxes and a fill side by side in every row, as concat lays them; guards around them stay.
  void sharedOuter() {
    for (const std::int64_t outer : {1, 5, 64})
      for (int threads : {1, 2}) {
        const Floats a = randomFloats(outer * 33, 1), b = randomFloats(outer * 700, 2);
        Floats y(static_cast<std::size_t>(outer * 750 + 2), 7.0f);
        Box boxes[3];
        const std::int64_t widths[] = {33, 700, 17};
        std::int64_t at = 0;
        for (int i = 0; i < 3; ++i) {
          boxes[i].add(widths[i], 1, 1);
          boxes[i].source = i == 2 ? Box::kFill : i;
          boxes[i].value = -2;
          boxes[i].fromOuter = widths[i];
          boxes[i].toOuter = 750;
          boxes[i].toOffset = at;
          at += widths[i];
          boxes[i] = normalized(boxes[i]);
        }
        const float* sources[] = {a.data(), b.data()};
        float* target = y.data() + 1;
        copyBoxes(boxes, outer, sources, &target, threads);
        QVERIFY(y.front() == 7 && y.back() == 7);
        for (std::int64_t o = 0; o < outer; ++o)
          for (std::int64_t i = 0; i < 750; ++i) {
            const float want = i < 33 ? a[static_cast<std::size_t>(o * 33 + i)] : i < 733 ? b[static_cast<std::size_t>(o * 700 + i - 33)] : -2.0f;
            QCOMPARE(y[static_cast<std::size_t>(1 + o * 750 + i)], want);
          }
      }
  }

  void shuffles() {
    for (const auto& [c, groups] : {std::pair{6, 2}, {44, 2}, {48, 3}, {16, 16}, {30, 5}})
      for (std::int64_t block : {8, 16})
        for (int threads : {1, 2}) {
          const ChannelBlocks layout{3, c, 7, block};
          const Floats x = randomFloats(3 * c * 7, 1);
          Floats want(x.size()), y(static_cast<std::size_t>(layout.elements()), 9.0f);
          for (std::size_t e = 0; e < want.size(); ++e) {
            const auto channel = static_cast<int>(e / 7) % c, n = static_cast<int>(e / 7) / c;
            const int from = channel % groups * (c / groups) + channel / groups;
            want[e] = x[static_cast<std::size_t>((n * c + from) * 7) + e % 7];
          }
          shuffleBlockedChannels(3, c, 7, block, groups, toLayout(x, layout).data(), y.data(), threads);
          QCOMPARE(toPlain(y, layout), want);
          QVERIFY(paddingIsZero(y, layout));
        }
  }

 private:
  static std::vector<Case> cases() {
    return {{{7}, {0}},
            {{1}, {0}},
            {{100000}, {0}},
            {{3, 5}, {1, 0}},
            {{70, 129}, {1, 0}},
            {{2, 3, 4}, {2, 0, 1}},
            {{4, 33, 17}, {0, 2, 1}},
            {{2, 16, 9, 8}, {0, 2, 1, 3}},
            {{2, 3, 2, 3, 5}, {4, 0, 3, 1, 2}},
            {{300, 7, 40}, {1, 2, 0}},
            {{4, 9}, {0, 1}, 1},
            {{6, 20}, {0, 1}, 0},
            {{5, 18, 3}, {2, 1, 0}, 1},
            {{4, 3}, {0, 1}, -1, 6},
            {{5, 21}, {1, 0}, -1, 3}};
  }
};

QTEST_GUILESS_MAIN(BoxCopyTest)
#include "box_copy_test.moc"
