#include "tests/core/backend/cuda/emulated_launch.h"

#include <ucontext.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

namespace {

constexpr std::int64_t kMostBlocks = 3;
constexpr int kMostThreads = 64;
constexpr std::size_t kStackBytes = 256 << 10;
constexpr int kRunning = -1, kEnded = -2;  // else the place where a thread waits

class Block final : public HostBlock {
 public:
  explicit Block(const HostLaunch& launch)
      : launch_(launch),
        shared_(static_cast<std::size_t>(launch.sharedBytes) / sizeof(float) + 1),
        threads_(static_cast<std::size_t>(std::min(launch.threads, kMostThreads))) {
    values = all_;
  }

  // Empty, or what went wrong.
  std::string run(std::int64_t block, std::int64_t blocks, bool lastToFirst) {
    // Kept from launch to launch: to take them anew costs more than most kernels.
    static thread_local const std::unique_ptr<std::byte[]> stacks(new std::byte[kMostThreads * kStackBytes]);
    std::fill(shared_.begin(), shared_.end(), std::nanf(""));
    block_ = block;
    blocks_ = blocks;
    for (std::size_t lane = 0; lane < threads_.size(); ++lane) {
      Thread& thread = threads_[lane];
      getcontext(&thread.at);
      thread.at.uc_stack.ss_sp = stacks.get() + lane * kStackBytes;
      thread.at.uc_stack.ss_size = kStackBytes;
      thread.at.uc_link = &main_;
      thread.place = kRunning;
      makecontext(&thread.at, &Block::begin, 0);
    }
    running_ = this;
    while (true) {
      for (int turn = 0; turn < count(); ++turn) {
        current_ = lastToFirst ? count() - 1 - turn : turn;
        swapcontext(&main_, &thread().at);
      }
      const int place = threads_[0].place;
      for (const Thread& thread : threads_) {
        if (thread.place == place) continue;
        return thread.place == kEnded || place == kEnded ? "some threads of a block wait for others that have ended"
                                                         : "the threads of a block wait at different places";
      }
      if (place == kEnded) return {};
    }
  }

  void wait(int place) override {
    thread().place = place;
    swapcontext(&thread().at, &main_);
  }

 private:
  struct Thread {
    ucontext_t at{};
    int place = kRunning;
  };

  int count() const { return static_cast<int>(threads_.size()); }
  Thread& thread() { return threads_[static_cast<std::size_t>(current_)]; }

  static void begin() {
    Block& block = *running_;
    const int lane = block.current_;
    block.launch_.kernel(block.launch_.functor, Team{block.block_, block.blocks_, lane, block.count(), block.shared_.data(), &block});
    block.thread().place = kEnded;
  }

  static thread_local Block* running_;

  const HostLaunch launch_;
  std::int64_t block_ = 0, blocks_ = 1;
  std::vector<float> shared_;
  float all_[kMostThreads + 1] = {};
  std::vector<Thread> threads_;
  ucontext_t main_{};
  int current_ = 0;
};

thread_local Block* Block::running_ = nullptr;

// A block whose threads are the system's: they come to a barrier as on a GPU, and nothing else orders them.
class RealBlock final : public HostBlock {
 public:
  RealBlock(const HostLaunch& launch, int threads)
      : launch_(launch),
        shared_(static_cast<std::size_t>(launch.sharedBytes) / sizeof(float) + 1, std::nanf("")),
        values_(static_cast<std::size_t>(threads) + 1, std::nanf("")),
        barrier_(threads) {
    values = values_.data();
  }
  void run(std::int64_t block, std::int64_t blocks, int lane, int lanes) {
    launch_.kernel(launch_.functor, Team{block, blocks, lane, lanes, shared_.data(), this});
    barrier_.arrive_and_drop();  // who ended is not waited for
  }
  void wait(int) override { barrier_.arrive_and_wait(); }

 private:
  const HostLaunch launch_;
  std::vector<float> shared_, values_;
  std::barrier<> barrier_;
};

// Threads that wait for work from launch to launch: to make them takes longer than most kernels.
class Workers {
 public:
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      quit_ = true;
    }
    changed_.notify_all();
  }
  // work(0) to work(count - 1), each on a thread of its own, all at the same time.
  void run(int count, const std::function<void(int)>& work) {
    std::unique_lock lock(mutex_);
    while (static_cast<int>(threads_.size()) < count) {
      const int number = static_cast<int>(threads_.size());
      threads_.emplace_back([this, number, seen = turn_] { serve(number, seen); });
    }
    // All begin together: one that began when another had ended would be ordered behind it, and no race be seen.
    std::barrier<> begin(count);
    begin_ = &begin;
    work_ = &work;
    count_ = left_ = count;
    ++turn_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  void serve(int number, std::int64_t seen) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return quit_ || turn_ != seen; });
      if (quit_) return;
      seen = turn_;
      if (number >= count_) continue;
      const std::function<void(int)>& work = *work_;
      std::barrier<>& begin = *begin_;
      lock.unlock();
      begin.arrive_and_wait();
      work(number);
      lock.lock();
      if (--left_ == 0) changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(int)>* work_ = nullptr;
  std::barrier<>* begin_ = nullptr;
  int count_ = 0, left_ = 0;
  std::int64_t turn_ = 0;
  bool quit_ = false;
  std::vector<std::jthread> threads_;  // last: they end before what they wait for
};

void runOnRealThreads(const HostLaunch& launch) {
  static Workers workers;
  constexpr std::int64_t kBlocks = 2;  // that run beside each other
  const std::int64_t blocks = std::min(launch.blocks, kBlocks);
  const int lanes = std::min(launch.real, launch.threads);
  std::vector<std::unique_ptr<RealBlock>> running;
  for (std::int64_t block = 0; block < blocks; ++block) running.push_back(std::make_unique<RealBlock>(launch, lanes));
  workers.run(static_cast<int>(blocks) * lanes,
              [&](int number) { running[static_cast<std::size_t>(number / lanes)]->run(number / lanes, blocks, number % lanes, lanes); });
}

}  // namespace

std::string runLaunch(const HostLaunch& launch, BlockThreads threads) {
  if (threads == BlockThreads::One) {
    std::vector<float> shared(static_cast<std::size_t>(launch.sharedBytes) / sizeof(float) + 1);
    for (std::int64_t block = 0; block < launch.blocks - launch.lost; ++block)
      launch.kernel(launch.functor, Team{block, launch.blocks, 0, 1, shared.data()});
    return {};
  }
  if (threads == BlockThreads::Real) {
    runOnRealThreads(launch);
    return {};
  }
  Block block(launch);
  const std::int64_t blocks = std::min(launch.blocks, kMostBlocks);
  for (std::int64_t i = 0; i < blocks; ++i)
    if (std::string broken = block.run(i, blocks, threads == BlockThreads::LastToFirst); !broken.empty()) return broken;
  return {};
}

}  // namespace stepscope::cuda
