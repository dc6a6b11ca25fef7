#include "core/train/run/events.h"

#include <QtTest>
#include <thread>

using namespace stepscope;

class EventsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keepsTheOrder() {
    EventQueue queue;
    for (int step = 1; step <= 5; ++step) queue.push(StepEvent{.step = step});
    const auto events = queue.drain();
    QCOMPARE(events.size(), std::size_t{5});
    for (int i = 0; i < 5; ++i) QCOMPARE(std::get<StepEvent>(events[static_cast<std::size_t>(i)]).step, i + 1);
    QVERIFY(queue.drain().empty());
  }

  void aFullQueueDropsTheOldestStepAndNothingElse() {
    EventQueue queue(4);
    queue.push(WarningEvent{"first"});
    for (int step = 1; step <= 10; ++step) queue.push(StepEvent{.step = step});
    queue.push(WarningEvent{"last"});
    const auto events = queue.drain();
    QCOMPARE(events.size(), std::size_t{4});
    QCOMPARE(std::get<WarningEvent>(events[0]).text, std::string("first"));
    QCOMPARE(std::get<StepEvent>(events[1]).step, 9);
    QCOMPARE(std::get<StepEvent>(events[2]).step, 10);
    QCOMPARE(std::get<WarningEvent>(events[3]).text, std::string("last"));
  }

  void eventsThatMustNotBeLostGrowTheQueue() {
    EventQueue queue(2);
    for (int i = 0; i < 5; ++i) queue.push(WarningEvent{"w"});
    QCOMPARE(queue.drain().size(), std::size_t{5});
  }

  void waits() {
    EventQueue queue;
    QVERIFY(!queue.wait(1));
    std::thread other([&queue] { queue.push(WarningEvent{"here"}); });
    QVERIFY(queue.wait(10'000));
    other.join();
    QCOMPARE(queue.drain().size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(EventsTest)
#include "events_test.moc"
