// The decision between two steps, for every value that it can be made of.
#include <QtTest>
#include <set>

#include "core/train/commands/boundary.h"

using namespace stepscope;

namespace {

constexpr int kFlags = 15;

Boundary boundaryOf(Place place, unsigned bits) {
  Boundary b;
  b.place = place;
  bool* flags[kFlags] = {&b.paused, &b.answerable, &b.windowOpen, &b.windowWanted, &b.kernelsDue, &b.workersDue, &b.stop,     &b.pause,
                         &b.keep,   &b.drop,       &b.turn,       &b.tryOut,       &b.save,       &b.capture,    &b.cancelled};
  for (int i = 0; i < kFlags; ++i) *flags[i] = (bits >> i & 1u) != 0;
  return b;
}

// Of those that can be: a cancelled trial is one that was asked for, an answer is one of two, kernels are timed between steps.
template <typename Check>
void every(const Check& check) {
  for (const Place place : {Place::Step, Place::Batch, Place::Validation})
    for (unsigned bits = 0; bits < 1u << kFlags; ++bits) {
      const Boundary b = boundaryOf(place, bits);
      if (b.cancelled && !b.tryOut) continue;
      if (b.keep && b.drop) continue;
      if ((b.kernelsDue || b.workersDue) && (place != Place::Step || b.paused)) continue;
      check(b);
    }
}

// What is left when the decision was carried out.
Boundary after(Boundary b, Decision decision) {
  switch (decision) {
    case Decision::Pause: b.paused = true; break;
    case Decision::Resume: b.paused = false; break;
    case Decision::Leave: b.place = Place::Step; break;
    case Decision::Keep:
    case Decision::RefuseKeep: b.keep = b.answerable = false; break;
    case Decision::Drop: b.drop = b.answerable = false; break;
    case Decision::Turn: b.turn = b.answerable = false; break;
    case Decision::Try:
      b.tryOut = b.windowOpen = false;
      b.answerable = true;
      break;
    case Decision::ForgetTrial: b.tryOut = b.cancelled = false; break;
    case Decision::Save: b.save = false; break;
    case Decision::Capture:
      b.capture = false;
      b.windowWanted = true;
      break;
    case Decision::TimeKernels: b.kernelsDue = false; break;
    case Decision::AdaptWorkers: b.workersDue = false; break;
    default: break;
  }
  return b;
}

bool changesProgram(Decision decision) {
  return decision == Decision::Keep || decision == Decision::Turn || decision == Decision::Try || decision == Decision::TimeKernels ||
         decision == Decision::AdaptWorkers;
}

}  // namespace

class BoundaryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void programsChangeBetweenTwoStepsOnly() {
    int changes = 0;
    every([&](const Boundary& b) {
      const Decision decision = decide(b);
      if (!changesProgram(decision)) return;
      ++changes;
      QVERIFY(b.place == Place::Step);
    });
    QVERIFY(changes > 100);
  }

  void aStopComesBeforeEverything() {
    every([](const Boundary& b) { QCOMPARE(decide(b) == Decision::Stop, b.stop); });
  }

  // Nobody who has paused finds it training, and nobody waits who has not.
  void aPauseHolds() {
    every([](const Boundary& b) {
      const Decision decision = decide(b);
      if (decision == Decision::GoOn) {
        // Only to the end of the step, where somebody tries something in the pause.
        QVERIFY(!b.paused);
        if (b.pause) QVERIFY(b.place == Place::Batch && (b.keep || b.tryOut));
      }
      if (decision == Decision::Wait) QVERIFY(b.paused && b.pause);
      if (decision == Decision::TimeKernels || decision == Decision::AdaptWorkers || decision == Decision::Capture) QVERIFY(!b.pause && !b.paused);
    });
  }

  // Asked again and again the trainer comes to go on, wait or stop, and nothing is left undone there that could be done.
  void everyCommandIsObeyed() {
    std::set<Decision> met;
    every([&](Boundary b) {
      Decision decision = decide(b);
      int asked = 0;
      for (; decision != Decision::GoOn && decision != Decision::Wait && decision != Decision::Stop; decision = decide(b)) {
        met.insert(decision);
        b = after(b, decision);
        QVERIFY2(++asked < 12, "it never ends");
      }
      met.insert(decision);
      if (decision == Decision::Stop) return;
      QVERIFY(!b.drop && !b.save && !b.cancelled && !(b.keep && !b.answerable));
      QVERIFY(!b.kernelsDue || decision == Decision::Wait);
      QVERIFY(!b.workersDue || decision == Decision::Wait || b.windowOpen);  // the window is not cut short
      if (b.place == Place::Step) {
        QVERIFY(!b.keep);
        QVERIFY(!b.tryOut || b.windowOpen);  // the window is not cut short
        if (decision == Decision::Wait) QVERIFY(!b.tryOut);
        else QVERIFY(!b.turn && (!b.capture || b.windowOpen || b.windowWanted));
      } else if (decision == Decision::Wait) {
        QVERIFY(!b.keep && !b.tryOut);
      }
    });
    QCOMPARE(met.size(), std::size_t{16});
  }

  // What is tried is measured against the switches that were turned before, and the answer of the trial before it comes first.
  void oneAfterTheOther() {
    Boundary b;
    b.keep = b.answerable = b.turn = b.tryOut = b.capture = true;
    std::vector<Decision> order;
    for (Decision decision = decide(b); decision != Decision::GoOn; decision = decide(b)) {
      order.push_back(decision);
      b = after(b, decision);
    }
    const std::vector<Decision> wanted{Decision::Keep, Decision::Turn, Decision::Try, Decision::Capture};
    QVERIFY(order == wanted);
  }

  void switchesWaitForTheEndOfAPause() {
    Boundary b;
    b.pause = b.paused = b.turn = true;
    QVERIFY(decide(b) == Decision::Wait);
    b.tryOut = true;
    QVERIFY(decide(b) == Decision::Turn);
    b.tryOut = b.pause = false;
    QVERIFY(decide(b) == Decision::Resume);
    b.paused = false;
    QVERIFY(decide(b) == Decision::Turn);
  }
};

QTEST_APPLESS_MAIN(BoundaryTest)
#include "boundary_test.moc"
