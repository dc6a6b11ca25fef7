// How tests wait: for what they expect, with an end that a busy machine does not reach. Nothing here measures time.
#pragma once

#include <QCoreApplication>
#include <QEventLoop>
#include <QTest>
#include <QTimer>

namespace stepscope {

inline constexpr int kPatience = 60'000;  // ms

// Runs what is queued now and what that queues: layouts, and draws that were put off to the next turn of the event loop.
inline void runQueued() {
  constexpr int kTurns = 5;
  for (int turn = 0; turn < kTurns; ++turn) {
    bool reached = false;
    QTimer::singleShot(0, qApp, [&reached] { reached = true; });
    while (!reached) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
}

}  // namespace stepscope
