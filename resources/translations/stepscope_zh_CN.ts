<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>stepscope</name>
    <message>
        <source>
It is %1.</source>
        <translation>
它属于 %1。</translation>
    </message>
    <message>
        <source>
Its name says that it uses tensor cores.</source>
        <translation>
从名称看，它使用 Tensor Core。</translation>
    </message>
    <message>
        <source>
momentum %1</source>
        <translation>
动量 %1</translation>
    </message>
    <message>
        <source> &amp;nbsp; in all &lt;b&gt;%1%2 ms&lt;/b&gt;</source>
        <translation> &amp;nbsp; 共 &lt;b&gt;%1%2 ms&lt;/b&gt;</translation>
    </message>
    <message>
        <source> (auto)</source>
        <translation>（自动）</translation>
    </message>
    <message>
        <source> and at %1 more</source>
        <translation>，另有 %1 处</translation>
    </message>
    <message>
        <source> and at %1 more or more</source>
        <translation>，另有至少 %1 处</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation>，在 %1</translation>
    </message>
    <message>
        <source> of arithmetic</source>
        <translation> 运算</translation>
    </message>
    <message>
        <source> of memory</source>
        <translation> 显存带宽</translation>
    </message>
    <message>
        <source> · %1</source>
        <translation> · %1</translation>
    </message>
    <message>
        <source> · %1 beyond the axis</source>
        <translation> · %1 超出坐标轴</translation>
    </message>
    <message>
        <source> · about %1 left of this</source>
        <translation> · 这一项约剩 %1</translation>
    </message>
    <message>
        <source> · baseline</source>
        <translation> · 基准</translation>
    </message>
    <message>
        <source> · best</source>
        <translation> · 最佳</translation>
    </message>
    <message>
        <source> · best %1%2 at epoch %3</source>
        <translation> · 最佳 %1%2，在轮次 %3</translation>
    </message>
    <message>
        <source> · kept</source>
        <translation> · 已保留</translation>
    </message>
    <message>
        <source> · median %1 · p95 %2</source>
        <translation> · 中位数 %1 · p95 %2</translation>
    </message>
    <message>
        <source> · most often %1 is taken for %2: %3</source>
        <translation> · 最常把 %1 当成 %2：%3</translation>
    </message>
    <message>
        <source> · put back</source>
        <translation> · 已恢复原状</translation>
    </message>
    <message>
        <source> · workspace %1</source>
        <translation> · 工作区 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>% of the true class</source>
        <translation>占真实类别的 %</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1
%2: %3
%4: %5</source>
        <translation>%1
%2：%3
%4：%5</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 on the validation data, after %3</source>
        <translation>验证数据上的%1为 %2，用时 %3</translation>
    </message>
    <message>
        <source>%1 (mean of %2)</source>
        <translation>%1（%2 的平均）</translation>
    </message>
    <message>
        <source>%1 (proposed)</source>
        <translation>%1（建议）</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>%1 + %2 + %3</source>
        <translation>%1 + %2 + %3</translation>
    </message>
    <message>
        <source>%1 = %2 is written</source>
        <translation>已写入 %1 = %2</translation>
    </message>
    <message>
        <source>%1 FLOP a byte</source>
        <translation>每字节 %1 FLOP</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 a step in layers that this plan does not have</source>
        <translation>每步 %1 属于此规划中没有的层</translation>
    </message>
    <message>
        <source>%1 a step of %2, median %3</source>
        <translation>%1，每步共 %2，中位数 %3</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>%1 against %2: </source>
        <translation>%1 对比 %2：</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>%1 alive of the step, %2 with what is kept</source>
        <translation>该步存活 %1，连同保留的共 %2</translation>
    </message>
    <message>
        <source>%1 an epoch.</source>
        <translation>每轮 %1。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，学习率 %2</translation>
    </message>
    <message>
        <source>%1 at its highest, at epoch %2; %3 in the last step</source>
        <translation>最高 %1，在轮次 %2；最后一步 %3</translation>
    </message>
    <message>
        <source>%1 at offset %2</source>
        <translation>%1，偏移 %2</translation>
    </message>
    <message>
        <source>%1 begins</source>
        <translation>%1 正在开始</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>%1 characters, %2 of them different: %3 windows</source>
        <translation>%1 个字符，其中不同的 %2 个：%3 个窗口</translation>
    </message>
    <message>
        <source>%1 classes</source>
        <translation>%1 个类别</translation>
    </message>
    <message>
        <source>%1 deleted runs are removed permanently, with their curves and notes. This cannot be undone.</source>
        <translation>%1 次已删除的运行将连同曲线和备注永久消失，无法撤销。</translation>
    </message>
    <message>
        <source>%1 deleted, %2 freed</source>
        <translation>已删除 %1，释放 %2</translation>
    </message>
    <message>
        <source>%1 earlier ones</source>
        <translation>此前还有 %1 个</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 条发现</translation>
    </message>
    <message>
        <source>%1 for the test</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>%1 for training</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>%1 for training, %2 for validation</source>
        <translation>训练 %1，验证 %2</translation>
    </message>
    <message>
        <source>%1 for training, %2 for validation, %3 for the test</source>
        <translation>%1 用于训练，%2 用于验证，%3 用于测试</translation>
    </message>
    <message>
        <source>%1 for validation</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>%1 has finished</source>
        <translation>%1 已完成</translation>
    </message>
    <message>
        <source>%1 has finished, but its end is not saved</source>
        <translation>%1 已完成，但最后的结果没有保存</translation>
    </message>
    <message>
        <source>%1 has no captured steps: train it, or press C while it trains.</source>
        <translation>%1 没有采集的步：训练它，或在训练时按 C。</translation>
    </message>
    <message>
        <source>%1 has no effect here. %2</source>
        <translation>%1 在此无效。%2</translation>
    </message>
    <message>
        <source>%1 has stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>%1 imported</source>
        <translation>已导入 %1</translation>
    </message>
    <message>
        <source>%1 imported, %2 points</source>
        <translation>已导入 %1，%2 个点</translation>
    </message>
    <message>
        <source>%1 in folders of runs that are no longer known are left alone (%2).</source>
        <translation>已不存在的运行的文件夹中有 %1，不作处理（%2）。</translation>
    </message>
    <message>
        <source>%1 in layers that this plan does not have</source>
        <translation>%1 属于此规划中没有的层</translation>
    </message>
    <message>
        <source>%1 in spans</source>
        <translation>片段合计 %1</translation>
    </message>
    <message>
        <source>%1 in steps %2 to %3</source>
        <translation>%1，第 %2 到 %3 步</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 即 %2</translation>
    </message>
    <message>
        <source>%1 is a network. Choose the data to train it on</source>
        <translation>%1 是一个网络。选择用来训练它的数据</translation>
    </message>
    <message>
        <source>%1 is deleted, %2 freed</source>
        <translation>已删除 %1，释放 %2</translation>
    </message>
    <message>
        <source>%1 is in the archive</source>
        <translation>%1 已归档</translation>
    </message>
    <message>
        <source>%1 is in the bin</source>
        <translation>%1 已放入回收站</translation>
    </message>
    <message>
        <source>%1 is not a classifier</source>
        <translation>%1 不是分类器</translation>
    </message>
    <message>
        <source>%1 is not a finite number (%2) at step %3</source>
        <translation>%1 在第 %3 步不是有限的数（%2）</translation>
    </message>
    <message>
        <source>%1 is now only in memory. A new run begins a new store</source>
        <translation>%1 现在只在内存中。新的运行会建立新的存储文件</translation>
    </message>
    <message>
        <source>%1 is still training</source>
        <translation>%1 仍在训练</translation>
    </message>
    <message>
        <source>%1 kept no predictions</source>
        <translation>%1 没有保留预测</translation>
    </message>
    <message>
        <source>%1 kept no samples of the machine</source>
        <translation>%1 没有保存机器的采样</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 left out: %2</source>
        <translation>%1 条略去：%2</translation>
    </message>
    <message>
        <source>%1 less than that</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>%1 loader workers</source>
        <translation>%1 个加载线程</translation>
    </message>
    <message>
        <source>%1 lost between tensors</source>
        <translation>张量间碎片 %1</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>%1 median, %2 p95 over %3 spans</source>
        <translation>中位数 %1，p95 %2，共 %3 个片段</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>%1 more in the same colours</source>
        <translation>另有 %1 个使用相同的颜色</translation>
    </message>
    <message>
        <source>%1 more spans; zoom in to list them
</source>
        <translation>另有 %1 个片段；放大后列出
</translation>
    </message>
    <message>
        <source>%1 more than that</source>
        <translation>多 %1</translation>
    </message>
    <message>
        <source>%1 more values are computed in the same place</source>
        <translation>另有 %1 个值在同一位置计算</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>完成 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 of %2 idle in %3</source>
        <translation>%1 / %2 空闲，共 %3</translation>
    </message>
    <message>
        <source>%1 of %2 in layers</source>
        <translation>%1 / %2 属于各层</translation>
    </message>
    <message>
        <source>%1 of %2 layers of its kind, slowest first</source>
        <translation>同类 %2 层中第 %1，从最慢排起</translation>
    </message>
    <message>
        <source>%1 of %2 right</source>
        <translation>%2 个中 %1 正确</translation>
    </message>
    <message>
        <source>%1 of %2 rules</source>
        <translation>%2 条规则中的 %1 条</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 次运行中的 %1 次</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 tensors · %3</source>
        <translation>%1 个张量，共 %2 个 · %3</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 events</source>
        <translation>%1，共 %2 · %3 个事件</translation>
    </message>
    <message>
        <source>%1 of a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 of it are leftovers of saves that were killed.</source>
        <translation>其中 %1 是被中止的保存的残留。</translation>
    </message>
    <message>
        <source>%1 of memory are left</source>
        <translation>剩余内存 %1</translation>
    </message>
    <message>
        <source>%1 of the selected range of %2 in layers</source>
        <translation>%2 的选定范围中，%1 属于各层</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>占该步的 %1</translation>
    </message>
    <message>
        <source>%1 of the step&apos;s memory while it runs</source>
        <translation>它运行时占该步内存的 %1</translation>
    </message>
    <message>
        <source>%1 on the GPU, %2 together; first %3</source>
        <translation>GPU 上 %1，合计 %2；第一个 %3</translation>
    </message>
    <message>
        <source>%1 on the validation data after the last epoch</source>
        <translation>最后一轮之后验证数据上的%1</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>%1 others are equal</source>
        <translation>另有 %1 项相同</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 pictures of %2 classes%3: %4</source>
        <translation>%1 张图片，%2 个类别%3：%4</translation>
    </message>
    <message>
        <source>%1 planned</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <source>%1 planned, one after the other</source>
        <translation>计划 %1，依次进行</translation>
    </message>
    <message>
        <source>%1 reaches %2 of the speed, so it is set.</source>
        <translation>%1 达到速度的 %2，因此采用。</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>已读 %1</translation>
    </message>
    <message>
        <source>%1 records left out</source>
        <translation>略去 %1 条记录</translation>
    </message>
    <message>
        <source>%1 registers a thread, %2 of shared memory a block</source>
        <translation>每线程 %1 个寄存器，每块 %2 共享内存</translation>
    </message>
    <message>
        <source>%1 remarks</source>
        <translation>%1 条说明</translation>
    </message>
    <message>
        <source>%1 resident</source>
        <translation>驻留 %1</translation>
    </message>
    <message>
        <source>%1 rows of %2 columns: %3</source>
        <translation>%1 行，%2 列：%3</translation>
    </message>
    <message>
        <source>%1 rows of %2 numbers: %3</source>
        <translation>%1 行，每行 %2 个数：%3</translation>
    </message>
    <message>
        <source>%1 rules found nothing, %2 had not enough data</source>
        <translation>%1 条规则没有发现问题，%2 条数据不足</translation>
    </message>
    <message>
        <source>%1 runs are in the archive</source>
        <translation>%1 次运行已归档</translation>
    </message>
    <message>
        <source>%1 runs were deleted, and are left out</source>
        <translation>%1 次运行已被删除，不再列出</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 samples for training</source>
        <translation>%1 个训练样本</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>目前 %1</translation>
    </message>
    <message>
        <source>%1 solid, %2 dashed</source>
        <translation>%1 实线，%2 虚线</translation>
    </message>
    <message>
        <source>%1 spans were lost: the recorder was full</source>
        <translation>丢失了 %1 个片段：记录器已满</translation>
    </message>
    <message>
        <source>%1 steps, %2 epochs in %3</source>
        <translation>%1 步，%2 轮，用时 %3</translation>
    </message>
    <message>
        <source>%1 still trains</source>
        <translation>%1 仍在训练</translation>
    </message>
    <message>
        <source>%1 throughout</source>
        <translation>始终为 %1</translation>
    </message>
    <message>
        <source>%1 times: %2</source>
        <translation>%1 次：%2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 train</source>
        <translation>%1 训练</translation>
    </message>
    <message>
        <source>%1 train, %2 validation</source>
        <translation>训练 %1，验证 %2</translation>
    </message>
    <message>
        <source>%1 values are off the scale, the farthest %2 at %3</source>
        <translation>%1 个值超出刻度，最远为 %2，在 %3</translation>
    </message>
    <message>
        <source>%1 was deleted by another program while it was shown</source>
        <translation>%1 在显示时被另一个程序删除</translation>
    </message>
    <message>
        <source>%1 was removed by another program while it was shown</source>
        <translation>%1 在显示时被另一个程序彻底移除</translation>
    </message>
    <message>
        <source>%1 written in %2</source>
        <translation>用 %2 写出 %1</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · sampled about once a second during the training; the values above are the last sample</source>
        <translation>%1 · 训练期间大约每秒采样一次；上面是最后一次采样的值</translation>
    </message>
    <message>
        <source>%1 · step %2</source>
        <translation>%1 · 第 %2 步</translation>
    </message>
    <message>
        <source>%1 · step %2 · temperature %3</source>
        <translation>%1 · 第 %2 步 · 温度 %3</translation>
    </message>
    <message>
        <source>%1 — Stepscope</source>
        <translation>%1 — Stepscope</translation>
    </message>
    <message>
        <source>%1 → %2 samples/s (%3%4 %, 95 % interval %5 to %6)</source>
        <translation>%1 → %2 samples/s（%3%4 %，95 % 区间 %5 到 %6）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 a step (median)</source>
        <translation>%1，每步 %2（中位数）</translation>
    </message>
    <message>
        <source>%1, %2 of this machine&apos;s peak</source>
        <translation>%1，占本机峰值的 %2</translation>
    </message>
    <message>
        <source>%1, %2 of training</source>
        <translation>%1，训练 %2</translation>
    </message>
    <message>
        <source>%1, %2 points, the last %3</source>
        <translation>%1，%2 个点，最近 %3</translation>
    </message>
    <message>
        <source>%1, %2. Click for peak rates and versions; the arrow chooses what the next run trains on.</source>
        <translation>%1，%2。单击查看峰值速率和版本；箭头选择下一次运行的训练设备。</translation>
    </message>
    <message>
        <source>%1, at its last validation · macro F1 %2</source>
        <translation>%1，最后一次验证 · macro F1 %2</translation>
    </message>
    <message>
        <source>%1, best %2</source>
        <translation>%1，最佳 %2</translation>
    </message>
    <message>
        <source>%1, failed</source>
        <translation>%1，失败</translation>
    </message>
    <message>
        <source>%1, finished</source>
        <translation>%1，已完成</translation>
    </message>
    <message>
        <source>%1, finished, not saved</source>
        <translation>%1，已完成，未保存</translation>
    </message>
    <message>
        <source>%1, forked from %2</source>
        <translation>%1，分叉自 %2</translation>
    </message>
    <message>
        <source>%1, in training</source>
        <translation>%1，正在训练</translation>
    </message>
    <message>
        <source>%1, interrupted</source>
        <translation>%1，已中断</translation>
    </message>
    <message>
        <source>%1, mean of all</source>
        <translation>%1，全部平均</translation>
    </message>
    <message>
        <source>%1, of which %2 are kept for the backward pass</source>
        <translation>%1，其中 %2 为反向保留</translation>
    </message>
    <message>
        <source>%1, rate %2</source>
        <translation>%1，学习率 %2</translation>
    </message>
    <message>
        <source>%1, right</source>
        <translation>%1，正确</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>%1, stopped in epoch %2</source>
        <translation>%1，停止于轮次 %2</translation>
    </message>
    <message>
        <source>%1, taken for %2</source>
        <translation>%1，当成 %2</translation>
    </message>
    <message>
        <source>%1, the highest over the whole run
resident of the step&apos;s memory: %2
planned: %3
of the whole process: %4</source>
        <translation>%1，整个运行的最高值
训练步内存的驻留量：%2
规划：%3
整个进程：%4</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 a step, %3</source>
        <translation>%1：每步 %2，%3</translation>
    </message>
    <message>
        <source>%1: %2 for training, %3 for validation</source>
        <translation>%1：训练 %2，验证 %3</translation>
    </message>
    <message>
        <source>%1: %2 for training, %3 for validation, %4 for the test</source>
        <translation>%1：%2 用于训练，%3 用于验证，%4 用于测试</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>%1: %2 tensors of step %3, %4</source>
        <translation>%1：第 %3 步的 %2 个张量，%4</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: %2, %3 of all</source>
        <translation>%1：%2，占全部的 %3</translation>
    </message>
    <message>
        <source>%1: %2, %3 of all, %4 of its own; calls: %5</source>
        <translation>%1：%2，占全部的 %3，自身 %4；调用：%5</translation>
    </message>
    <message>
        <source>%1: %2, %3 of the step</source>
        <translation>%1：%2，占该步的 %3</translation>
    </message>
    <message>
        <source>%1: captured steps</source>
        <translation>%1：采集的步</translation>
    </message>
    <message>
        <source>%1: mean of %2 captured steps (%3)</source>
        <translation>%1：%2 个采集步的平均（%3）</translation>
    </message>
    <message>
        <source>%1: no steps were captured</source>
        <translation>%1：没有采集任何步</translation>
    </message>
    <message>
        <source>%1: warning</source>
        <translation>%1：警告</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>(no layer)</source>
        <translation>（无层）</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>(of none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>(unnamed)</source>
        <translation>（未命名）</translation>
    </message>
    <message>
        <source>+ Add run</source>
        <translation>+ 添加运行</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>, %1 not finite</source>
        <translation>，%1 个非有限数</translation>
    </message>
    <message>
        <source>, %1 zeros</source>
        <translation>，%1 个零</translation>
    </message>
    <message>
        <source>, about %1 × %2</source>
        <translation>，约 %1 × %2</translation>
    </message>
    <message>
        <source>, best %1</source>
        <translation>，最佳 %1</translation>
    </message>
    <message>
        <source>, largest f32 matmul, all cores</source>
        <translation>，最大的 f32 矩阵乘，所有 CPU 核</translation>
    </message>
    <message>
        <source>, momentum %1</source>
        <translation>，动量 %1</translation>
    </message>
    <message>
        <source>, seed %1</source>
        <translation>，随机种子 %1</translation>
    </message>
    <message>
        <source>, too few steps to tell</source>
        <translation>，步太少，无法判断</translation>
    </message>
    <message>
        <source>, warm-up %1</source>
        <translation>，预热 %1</translation>
    </message>
    <message>
        <source>, while other programs held the cores</source>
        <translation>，期间其他程序占用了 CPU 核</translation>
    </message>
    <message>
        <source>, within the noise</source>
        <translation>，在噪声之内</translation>
    </message>
    <message>
        <source>, ± one standard deviation</source>
        <translation>，± 一个标准差</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>. Cuts depend on %1 and are not drawn.</source>
        <translation>。下降取决于 %1，未画出。</translation>
    </message>
    <message>
        <source>. Usual: %1</source>
        <translation>。通常：%1</translation>
    </message>
    <message>
        <source>1 class</source>
        <translation>1 个类别</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>1 more value is computed in the same place</source>
        <translation>另有 1 个值在同一位置计算</translation>
    </message>
    <message>
        <source>1 op</source>
        <translation>1 个算子</translation>
    </message>
    <message>
        <source>1 other is equal</source>
        <translation>另有 1 项相同</translation>
    </message>
    <message>
        <source>1 record left out</source>
        <translation>略去 1 条记录</translation>
    </message>
    <message>
        <source>1 remark</source>
        <translation>1 条说明</translation>
    </message>
    <message>
        <source>1 span was lost: the recorder was full</source>
        <translation>丢失了 1 个片段：记录器已满</translation>
    </message>
    <message>
        <source>1 value is off the scale: %1 at %2</source>
        <translation>1 个值超出刻度：%1，在 %2</translation>
    </message>
    <message>
        <source>1 – 9, 0</source>
        <translation>1 – 9, 0</translation>
    </message>
    <message>
        <source>32, 64</source>
        <translation>32, 64</translation>
    </message>
    <message>
        <source>: not shown</source>
        <translation>：不显示</translation>
    </message>
    <message>
        <source>: not shown here</source>
        <translation>：此处不显示</translation>
    </message>
    <message>
        <source>; %1 more are in the logs of the runs</source>
        <translation>；另有 %1 条在运行的日志中</translation>
    </message>
    <message>
        <source>; best %1</source>
        <translation>；最佳 %1</translation>
    </message>
    <message>
        <source>; greatest %1</source>
        <translation>；最大 %1</translation>
    </message>
    <message>
        <source>&lt; 1 ms</source>
        <translation>&lt; 1 ms</translation>
    </message>
    <message>
        <source>&lt; 10 ms</source>
        <translation>&lt; 10 ms</translation>
    </message>
    <message>
        <source>&lt; 10 µs</source>
        <translation>&lt; 10 µs</translation>
    </message>
    <message>
        <source>&lt; 100 ms</source>
        <translation>&lt; 100 ms</translation>
    </message>
    <message>
        <source>&lt; 100 µs</source>
        <translation>&lt; 100 µs</translation>
    </message>
    <message>
        <source>&lt; 3 µs</source>
        <translation>&lt; 3 µs</translation>
    </message>
    <message>
        <source>&lt; 30 µs</source>
        <translation>&lt; 30 µs</translation>
    </message>
    <message>
        <source>A D, drag, Shift+wheel</source>
        <translation>A D，拖动，Shift+滚轮</translation>
    </message>
    <message>
        <source>A Folder That TensorBoard Reads (--logdir)</source>
        <translation>TensorBoard 读取的文件夹 (--logdir)</translation>
    </message>
    <message>
        <source>A Folder of Pictures, One Sub-folder a Class</source>
        <translation>图片文件夹，每个类别一个子文件夹</translation>
    </message>
    <message>
        <source>A Folder of TensorBoard Runs</source>
        <translation>TensorBoard 运行的文件夹</translation>
    </message>
    <message>
        <source>A Run File</source>
        <translation>运行文件</translation>
    </message>
    <message>
        <source>A Run Is Training</source>
        <translation>有一次运行正在训练</translation>
    </message>
    <message>
        <source>A Table or a Text</source>
        <translation>表格或文本</translation>
    </message>
    <message>
        <source>A batch of one needs %1, and %2 are free for training.</source>
        <translation>一个样本的批需要 %1，训练可用 %2。</translation>
    </message>
    <message>
        <source>A click closes the group</source>
        <translation>单击折叠分组</translation>
    </message>
    <message>
        <source>A click opens the group</source>
        <translation>单击展开分组</translation>
    </message>
    <message>
        <source>A double click on a layer shows its spans in the timeline.</source>
        <translation>双击一层可在时间线中显示它的片段。</translation>
    </message>
    <message>
        <source>A folder in it is being watched, so its runs would be in the table twice</source>
        <translation>其中一个文件夹正在被监视，导入会使其中的运行出现两次</translation>
    </message>
    <message>
        <source>A folder of pictures, a table, a text, a trace, an ONNX model or a project</source>
        <translation>图片文件夹、表格、文本、跟踪文件、ONNX 模型或项目</translation>
    </message>
    <message>
        <source>A folder with one event file: scalars, histograms and pictures</source>
        <translation>含一个事件文件的文件夹：标量、直方图和图片</translation>
    </message>
    <message>
        <source>A new run that begins with %1 of %2; settings that you do not change are those of that run</source>
        <translation>从 %2 的 %1 开始的新运行；未改的与那次运行相同</translation>
    </message>
    <message>
        <source>A project file says which model to train on what. Open one with Ctrl+O, drop one here, or make one with Ctrl+N.</source>
        <translation>项目文件说明用什么数据训练什么模型。用 Ctrl+O 打开，拖放到这里，或用 Ctrl+N 新建。</translation>
    </message>
    <message>
        <source>A project needs a name.</source>
        <translation>项目需要一个名称。</translation>
    </message>
    <message>
        <source>A run is training</source>
        <translation>有一次运行正在训练</translation>
    </message>
    <message>
        <source>A run is training: the test would slow it down</source>
        <translation>有一次运行正在训练：测试会占用它的处理器</translation>
    </message>
    <message>
        <source>A run trains: a short run can begin when it has ended</source>
        <translation>正在训练：结束后才能开始短的运行</translation>
    </message>
    <message>
        <source>A short new run with: %1</source>
        <translation>用以下设置做一次短的新运行：%1</translation>
    </message>
    <message>
        <source>A short run that goes on from a checkpoint of this one, with: %1</source>
        <translation>从本次运行的检查点继续，用以下设置做一次短的运行：%1</translation>
    </message>
    <message>
        <source>A step holds %1 samples in %2 and %3 in %4: these are times of steps, not of samples.</source>
        <translation>%2 中每步有 %1 个样本，%4 中有 %3 个：这里是步的时间，不是样本的时间。</translation>
    </message>
    <message>
        <source>A sweep is training</source>
        <translation>有超参数扫描正在训练</translation>
    </message>
    <message>
        <source>A sweep trains a project several times, with other switches or settings.</source>
        <translation>超参数扫描用不同的开关或设置多次训练一个项目。</translation>
    </message>
    <message>
        <source>About Stepscope</source>
        <translation>关于 Stepscope</translation>
    </message>
    <message>
        <source>About this trace</source>
        <translation>关于此跟踪</translation>
    </message>
    <message>
        <source>Add a Key</source>
        <translation>添加键</translation>
    </message>
    <message>
        <source>Add a Note Here</source>
        <translation>在此添加备注</translation>
    </message>
    <message>
        <source>Add a switch or a setting with its values; each combination becomes a run of the queue.</source>
        <translation>添加开关或设置及其值；每个组合成为队列中的一次运行。</translation>
    </message>
    <message>
        <source>Adds another run to the comparison</source>
        <translation>把另一次运行加入对比</translation>
    </message>
    <message>
        <source>Adds the run of a .stepscope-run file</source>
        <translation>添加 .stepscope-run 文件中的运行</translation>
    </message>
    <message>
        <source>After %1: %2</source>
        <translation>%1 后：%2</translation>
    </message>
    <message>
        <source>After a training, drop a picture, fill in a row or write a prompt here, and the model answers it.</source>
        <translation>训练之后，在这里拖入图片、填写一行数据或写提示词，模型会作出回答。</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Alive while %1 runs</source>
        <translation>%1 运行时存活</translation>
    </message>
    <message>
        <source>All %1 samples fit: %2 of %3 free.</source>
        <translation>全部 %1 个样本都放得下：%2 空闲，共 %3。</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>所有类别</translation>
    </message>
    <message>
        <source>All curves of these runs, on top of one another</source>
        <translation>这些运行记录的全部内容，叠加显示</translation>
    </message>
    <message>
        <source>All of it is in the project file with comments, and under Settings.</source>
        <translation>全部内容都在项目文件中并带注释，也在“设置”里。</translation>
    </message>
    <message>
        <source>All: %1</source>
        <translation>全部：%1</translation>
    </message>
    <message>
        <source>Another program has changed the project file since then, so the change of settings is not taken back</source>
        <translation>此后另一个程序修改了项目文件，因此不撤销这次设置更改</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Applied at the next step; the run goes on.</source>
        <translation>在下一步应用；运行继续。</translation>
    </message>
    <message>
        <source>Applied to the next run.</source>
        <translation>应用于下一次运行。</translation>
    </message>
    <message>
        <source>Applies the changed switches (Enter in a field)</source>
        <translation>应用更改的开关（在字段中按 Enter）</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Arithmetic of one step: forward, recompute and backward; a multiply-add is two</source>
        <translation>一步的运算量：前向、重计算和反向；一次乘加计为二</translation>
    </message>
    <message>
        <source>As It Comes</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>As it is (%1):</source>
        <translation>目前（%1）：</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Asking the model</source>
        <translation>正在询问模型</translation>
    </message>
    <message>
        <source>Asks the displayed run&apos;s model about a picture, a row or a prompt</source>
        <translation>就一张图片、一行数据或一段提示词询问所显示运行的模型</translation>
    </message>
    <message>
        <source>Asks the model about this row (Enter)</source>
        <translation>就这一行询问模型（回车）</translation>
    </message>
    <message>
        <source>Asks the planner which batches fit the memory that is free, and sets the one from which more samples a step give no more speed; nothing is run</source>
        <translation>让规划器查出哪些批大小放得进空闲内存，并采用再增大也不再提高每秒样本数的那个；不运行任何东西</translation>
    </message>
    <message>
        <source>At character %1: %2.</source>
        <translation>第 %1 个字符：%2。</translation>
    </message>
    <message>
        <source>At least %1 pictures of %2 classes</source>
        <translation>至少 %1 张图片，%2 个类别</translation>
    </message>
    <message>
        <source>B, Shift+B</source>
        <translation>B，Shift+B</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>返回 %1</translation>
    </message>
    <message>
        <source>Back to the latest run</source>
        <translation>返回最近的运行</translation>
    </message>
    <message>
        <source>Back to the previous view and selection (Backspace)</source>
        <translation>返回之前的画面和选择 (Backspace)</translation>
    </message>
    <message>
        <source>Back, nothing is written (Escape)</source>
        <translation>返回，不写入任何内容 (Esc)</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>Backspace, Shift+Backspace</source>
        <translation>Backspace，Shift+Backspace</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>误差带</translation>
    </message>
    <message>
        <source>Bar: the most memory a step held, over all switches of the run; pale if only planned. Tick: planned.</source>
        <translation>条形：运行的所有开关下一步占用的最大内存；只有规划值时为浅色。刻度：规划值。</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基准：%1</translation>
    </message>
    <message>
        <source>Begin the Fork</source>
        <translation>开始分叉</translation>
    </message>
    <message>
        <source>Begins a new run with the selected checkpoint: with another learning rate, more epochs, other switches</source>
        <translation>从选中的检查点开始新的运行：可用别的学习率、更多轮次、其他开关</translation>
    </message>
    <message>
        <source>Below 1 prefers likelier characters; 0 always takes the likeliest</source>
        <translation>小于 1 时更倾向于可能的字符；0 时总取最可能的</translation>
    </message>
    <message>
        <source>Best %1 on the validation data: that of the best checkpoint</source>
        <translation>验证数据上的最佳%1：即最佳检查点的值</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Blocks of a launch for each multiprocessor; below 1 some have nothing to do</source>
        <translation>一次启动中每个多处理器的块数；小于 1 时有的无事可做</translation>
    </message>
    <message>
        <source>Blue is right, orange is wrong; the stronger, the more of the true class.</source>
        <translation>蓝色为正确，橙色为错误；颜色越深，占真实类别越多。</translation>
    </message>
    <message>
        <source>Browse...</source>
        <translation>浏览...</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>Bytes that the ops of one step read and write, the optimizer&apos;s included</source>
        <translation>一步的算子读写的字节，包括优化器</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPU op</source>
        <translation>CPU 算子</translation>
    </message>
    <message>
        <source>CPU · </source>
        <translation>CPU · </translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>CSV...</source>
        <translation>CSV...</translation>
    </message>
    <message>
        <source>CUDA call</source>
        <translation>CUDA 调用</translation>
    </message>
    <message>
        <source>CUDA wait</source>
        <translation>CUDA 等待</translation>
    </message>
    <message>
        <source>Calls of the runtime</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled after %1.</source>
        <translation>在 %1 之后取消。</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Capture 10 steps</source>
        <translation>采集 10 步</translation>
    </message>
    <message>
        <source>Capture 5 steps</source>
        <translation>采集 5 步</translation>
    </message>
    <message>
        <source>Captures the next steps of the run</source>
        <translation>采集运行接下来的几步</translation>
    </message>
    <message>
        <source>Careful: only %1 an epoch.</source>
        <translation>注意：每轮只有 %1。</translation>
    </message>
    <message>
        <source>Cells as they are in the file; first the class.</source>
        <translation>单元格与文件中的一致；第一列是类别。</translation>
    </message>
    <message>
        <source>Cells as they are in the file; first the value to predict.</source>
        <translation>单元格与文件中的一致；第一列是要预测的值。</translation>
    </message>
    <message>
        <source>Change settings</source>
        <translation>更改设置</translation>
    </message>
    <message>
        <source>Change the settings themselves</source>
        <translation>请直接更改这些设置</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>磁盘上有改动</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Characters to write</source>
        <translation>要写的字符数</translation>
    </message>
    <message>
        <source>Check that it can learn</source>
        <translation>检查能否学习</translation>
    </message>
    <message>
        <source>Check that its disk is there and can be written</source>
        <translation>检查它所在的磁盘是否存在、是否可写</translation>
    </message>
    <message>
        <source>Check the store: stepscope-cli store check PROJECT</source>
        <translation>检查运行库：stepscope-cli store check PROJECT</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoints that would be deleted</source>
        <translation>将删除的检查点</translation>
    </message>
    <message>
        <source>Checkpoints...</source>
        <translation>检查点...</translation>
    </message>
    <message>
        <source>Choose Data...</source>
        <translation>选择数据...</translation>
    </message>
    <message>
        <source>Choose Other Data...</source>
        <translation>选择其他数据...</translation>
    </message>
    <message>
        <source>Choose a folder for the project.</source>
        <translation>为项目选择文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder that you may write to</source>
        <translation>选择一个可以写入的文件夹</translation>
    </message>
    <message>
        <source>Choose a smaller batch size</source>
        <translation>选择更小的批大小</translation>
    </message>
    <message>
        <source>Choose the column to predict.</source>
        <translation>选择要预测的列。</translation>
    </message>
    <message>
        <source>Chosen because %1</source>
        <translation>选择的理由：%1</translation>
    </message>
    <message>
        <source>Chrome JSON, which Perfetto opens (*.json.gz *.json);;Stepscope trace (*.sstrace);;Spans as CSV (*.csv)</source>
        <translation>Chrome JSON，可用 Perfetto 打开 (*.json.gz *.json);;Stepscope 跟踪文件 (*.sstrace);;片段 CSV (*.csv)</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Classifiers of up to 200 classes with validation data keep them at their end. Train a new run to get them.</source>
        <translation>最多 200 个类别且有验证数据的分类器在结束时保留预测。训练新的运行即可得到。</translation>
    </message>
    <message>
        <source>Clean Up...</source>
        <translation>清理...</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation>清除范围</translation>
    </message>
    <message>
        <source>Clear the range (Escape)</source>
        <translation>清除范围 (Esc)</translation>
    </message>
    <message>
        <source>Click a picture to ask the model of %1.</source>
        <translation>点击图片可询问 %1 的模型。</translation>
    </message>
    <message>
        <source>Clock of the GPU</source>
        <translation>GPU 时钟频率</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close All</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Close All Groups</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Close other programs, or record fewer steps</source>
        <translation>关闭其他程序，或记录更少的步</translation>
    </message>
    <message>
        <source>Closes Stepscope</source>
        <translation>关闭 Stepscope</translation>
    </message>
    <message>
        <source>Closes the trace and shows the project %1 again</source>
        <translation>关闭该跟踪，重新显示项目 %1</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表格的列</translation>
    </message>
    <message>
        <source>Columns ▾</source>
        <translation>列 ▾</translation>
    </message>
    <message>
        <source>Columns, sorting, groups and filter, kept under a name with the project</source>
        <translation>列、排序、分组和筛选，以一个名称随项目保存</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Command that does it</source>
        <translation>执行它的命令</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Compare %1 runs</source>
        <translation>对比 %1 次运行</translation>
    </message>
    <message>
        <source>Compare %1 with the run before</source>
        <translation>把 %1 与前一次运行对比</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>并排对比</translation>
    </message>
    <message>
        <source>Compare the last two runs</source>
        <translation>对比最近两次运行</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 对比</translation>
    </message>
    <message>
        <source>Compare: what differs between runs, and with what effect. Select runs in Runs and press Enter, or compare a finished run with the one before it in Curves. A click on a run selects it in every view.</source>
        <translation>对比：各次运行有何不同，换来了什么。在“运行记录”中选中几次并按 Enter，或在“曲线”中把结束的运行与前一次对比。单击一次运行会在所有视图中选中它。</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在对比</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Confusion matrix, precision and recall by class, and the samples a classifier was most wrong about appear here.</source>
        <translation>这里显示混淆矩阵、各类别的精确率和召回率，以及分类器错得最多的样本。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continues the newest run that did not finish</source>
        <translation>继续最近一次未完成的运行</translation>
    </message>
    <message>
        <source>Continues the run from its newest checkpoint, with the losses of an unbroken run</source>
        <translation>从最新的检查点继续运行，损失与未中断时相同</translation>
    </message>
    <message>
        <source>Continues the selected run from its last checkpoint with the same losses as an unbroken run</source>
        <translation>从最后的检查点继续选中的运行，损失与未中断时相同</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copies settings and metrics as a table</source>
        <translation>把设置和指标复制为表格</translation>
    </message>
    <message>
        <source>Copies the cure</source>
        <translation>复制对策</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy Its Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy Picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy Range Statistics as Table</source>
        <translation>把范围统计复制为表格</translation>
    </message>
    <message>
        <source>Copy as Table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>Copy as table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>Copy or save this picture, or copy it as a table</source>
        <translation>复制或保存此图片，或复制为表格</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copy the setting</source>
        <translation>复制设置</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>Cores at work</source>
        <translation>工作的 CPU 核</translation>
    </message>
    <message>
        <source>Cores at work, all programs</source>
        <translation>工作的 CPU 核，所有程序</translation>
    </message>
    <message>
        <source>Cores at work, this program</source>
        <translation>工作的 CPU 核，本程序</translation>
    </message>
    <message>
        <source>Cores, memory, disk and GPU over the time of a training appear here, and what other programs take of them.</source>
        <translation>这里显示训练期间的 CPU 核、内存、磁盘和 GPU，以及其他程序占用的部分。</translation>
    </message>
    <message>
        <source>Correct the problems on the left first.</source>
        <translation>先处理左侧列出的问题。</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Create and Train</source>
        <translation>创建并训练</translation>
    </message>
    <message>
        <source>Creates a project from a folder of pictures, a table or a text</source>
        <translation>用图片文件夹、表格或文本创建项目</translation>
    </message>
    <message>
        <source>Creates runs from a folder of TensorBoard event files</source>
        <translation>由 TensorBoard 事件文件夹生成运行</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Critical path of a step</source>
        <translation>一步的关键路径</translation>
    </message>
    <message>
        <source>Ctrl or Shift selects several; Shift and a click on a heading sorts by one more</source>
        <translation>Ctrl 或 Shift 可选多项；按住 Shift 单击列头可再按一列排序</translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation>Ctrl+.</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Ctrl+F</translation>
    </message>
    <message>
        <source>Ctrl+F. Enter goes to the next match, Shift+Enter to the one before.
&quot;layer:&quot; before a layer and &quot;name:&quot; before a name find just that one.</source>
        <translation>Ctrl+F。Enter 转到下一个匹配项，Shift+Enter 转到上一个。
层名前加 &quot;layer:&quot;、名称前加 &quot;name:&quot; 只查找该项。</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation>Ctrl+O</translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+Shift+O</source>
        <translation>Ctrl+O, Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Ctrl+drag</source>
        <translation>Ctrl+拖动</translation>
    </message>
    <message>
        <source>Ctrl+plus, Ctrl+minus, Ctrl+wheel</source>
        <translation>Ctrl+加号，Ctrl+减号，Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Curves of &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 的曲线</translation>
    </message>
    <message>
        <source>Curves: the faint line is the loss of every step, the strong one is smoothed as TensorBoard does, dots are validation after each epoch. Click to select a step.</source>
        <translation>曲线：浅线是每一步的损失，深线按 TensorBoard 的方式平滑，圆点是每轮之后的验证。单击可选中一步。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Dark ground</source>
        <translation>深色背景</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Delete %1? That frees %2 and cannot be undone</source>
        <translation>删除 %1？将释放 %2，且无法撤销</translation>
    </message>
    <message>
        <source>Delete It Anyway</source>
        <translation>仍然删除</translation>
    </message>
    <message>
        <source>Deleting ...</source>
        <translation>正在删除 ...</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Diagnosis: what holds the step back, in one sentence, and what would help. A click on a finding selects where it is seen; Try it measures its cure on the running model.</source>
        <translation>诊断：用一句话说明是什么拖慢了每一步，以及如何改善。单击一条发现会选中它所在的位置；“试一试”在正在运行的模型上实测对策。</translation>
    </message>
    <message>
        <source>Differences between this run and the one before it, and their effect</source>
        <translation>这次运行与前一次有何不同，换来了什么</translation>
    </message>
    <message>
        <source>Different</source>
        <translation>不同值</translation>
    </message>
    <message>
        <source>Disk, MiB a second, of this program</source>
        <translation>本程序的磁盘读写，MiB 每秒</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Does again what was undone</source>
        <translation>再次执行撤销的操作</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Draw Again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Drop a folder of pictures, a table, a text,
a trace, an ONNX model or a project</source>
        <translation>拖放图片文件夹、表格、文本、
跟踪文件、ONNX 模型或项目</translation>
    </message>
    <message>
        <source>Drop a picture, and the model says what it is</source>
        <translation>拖入一张图片，模型会说出它是什么</translation>
    </message>
    <message>
        <source>Drop data here, or choose it</source>
        <translation>把数据拖放到这里，或选择数据</translation>
    </message>
    <message>
        <source>Drop pictures here, or click to open one</source>
        <translation>把图片拖到这里，或点击打开</translation>
    </message>
    <message>
        <source>Each name has a colour; %1 colours are shared</source>
        <translation>每个名称一种颜色；%1 种颜色有共用</translation>
    </message>
    <message>
        <source>Each rule answers found, not found with its figure, or not enough data. The most that a finding can gain is the time that the step saves if the cause is removed from the critical path.</source>
        <translation>每条规则回答：发现、未发现（附数值）或数据不足。一条发现的最多收益，是其原因从关键路径上消失时每步可减少的时间。</translation>
    </message>
    <message>
        <source>Edit Current Note</source>
        <translation>编辑当前备注</translation>
    </message>
    <message>
        <source>Edit the File</source>
        <translation>编辑文件</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>Empty the Bin...</source>
        <translation>清空回收站...</translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>Ends the run before its first step (Ctrl+.)</source>
        <translation>在第一步之前结束运行 (Ctrl+.)</translation>
    </message>
    <message>
        <source>Ends the watch of %1</source>
        <translation>停止监视 %1</translation>
    </message>
    <message>
        <source>Enter or a double click finds the calls of a kernel in the timeline</source>
        <translation>Enter 或双击可在时间线中找到 kernel 的调用</translation>
    </message>
    <message>
        <source>Enter or a double click finds the spans of a row</source>
        <translation>Enter 或双击可查找一行的片段</translation>
    </message>
    <message>
        <source>Enter or a double click shows it in the timeline</source>
        <translation>Enter 或双击可在时间线中显示</translation>
    </message>
    <message>
        <source>Enter, double click</source>
        <translation>Enter，双击</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Epochs in all</source>
        <translation>总轮次</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc 键</translation>
    </message>
    <message>
        <source>Every key of the project file is shown here as a form, with its meaning.</source>
        <translation>项目文件的每个键以表单显示在这里，并附含义。</translation>
    </message>
    <message>
        <source>Every op of some steps of a run appears here: each run captures them once, and C captures more.
A trace of another profiler opens with Ctrl+Shift+O, or is dropped here.</source>
        <translation>这里显示运行中若干步的每个算子：每次运行会采集一次，按 C 可采集更多。
其他性能分析器的跟踪文件用 Ctrl+Shift+O 打开，或拖放到这里。</translation>
    </message>
    <message>
        <source>Every point of every metric as a line of text</source>
        <translation>每个指标的每个点写成一行文本</translation>
    </message>
    <message>
        <source>Every run is kept here with its settings, metrics and duration. Select two or more to compare them.</source>
        <translation>每次运行都保留在这里，包括设置、指标和时长。选中两次或更多即可对比。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Explains the view that has the focus</source>
        <translation>解释有焦点的视图</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Export Run</source>
        <translation>导出运行</translation>
    </message>
    <message>
        <source>Export Weights...</source>
        <translation>导出权重...</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>导出为 %1</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Export the weights of %1</source>
        <translation>导出 %1 的权重</translation>
    </message>
    <message>
        <source>Exporting to %1</source>
        <translation>正在导出到 %1</translation>
    </message>
    <message>
        <source>F, Home, End</source>
        <translation>F，Home，End</translation>
    </message>
    <message>
        <source>F, W S, A D</source>
        <translation>F, W S, A D</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Few values that are far off do not flatten the rest; they are listed above the chart</source>
        <translation>少数离得很远的值不会压平其余部分；它们写在图的上方</translation>
    </message>
    <message>
        <source>Figure at the left</source>
        <translation>纵轴的数值</translation>
    </message>
    <message>
        <source>Figure below</source>
        <translation>横轴的数值</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File and line</source>
        <translation>文件和行</translation>
    </message>
    <message>
        <source>Fill in a row, and ask what the model predicts</source>
        <translation>填写一行，询问模型的预测</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Filter of layers</source>
        <translation>层的筛选</translation>
    </message>
    <message>
        <source>Filter parameters</source>
        <translation>筛选参数</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Filter the settings</source>
        <translation>筛选设置</translation>
    </message>
    <message>
        <source>Filter: rate, batch, epochs</source>
        <translation>筛选：rate、batch、epochs</translation>
    </message>
    <message>
        <source>Filter: val_loss &lt; 0.3 and switches.amp</source>
        <translation>筛选：val_loss &lt; 0.3 and switches.amp</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find Its Others</source>
        <translation>查找其他同类</translation>
    </message>
    <message>
        <source>Find a column</source>
        <translation>查找列</translation>
    </message>
    <message>
        <source>Find a name</source>
        <translation>查找名称</translation>
    </message>
    <message>
        <source>Find in Timeline</source>
        <translation>在时间线中查找</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>在日志中查找</translation>
    </message>
    <message>
        <source>Find its others</source>
        <translation>查找其他片段</translation>
    </message>
    <message>
        <source>Find op or layer</source>
        <translation>查找算子或层</translation>
    </message>
    <message>
        <source>Find op, layer or kernel</source>
        <translation>查找算子、层或 kernel</translation>
    </message>
    <message>
        <source>Find this layer&apos;s others</source>
        <translation>查找该层的其他片段</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Finds layers, ops, runs and commands</source>
        <translation>查找层、算子、运行和命令</translation>
    </message>
    <message>
        <source>First rate</source>
        <translation>起始学习率</translation>
    </message>
    <message>
        <source>Fit Curves</source>
        <translation>适应曲线</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Flame: phases, layers and ops of the captured steps, or the calls of any trace, summed; the wider, the longer. A click looks into one, Escape goes back; a range selected in the timeline is summed alone.</source>
        <translation>火焰图：采集的各步的阶段、层和算子，或任意跟踪文件中的调用，求和显示；越宽越久。单击可深入其中一项，Esc 返回；在时间线中选中的范围会单独求和。</translation>
    </message>
    <message>
        <source>Fold All Groups</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folder of the Project</source>
        <translation>项目的文件夹</translation>
    </message>
    <message>
        <source>Follow the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>For example</source>
        <translation>例如</translation>
    </message>
    <message>
        <source>Fork...</source>
        <translation>分叉...</translation>
    </message>
    <message>
        <source>Forward again (Shift+Backspace)</source>
        <translation>再次前进 (Shift+Backspace)</translation>
    </message>
    <message>
        <source>Found: %1, %2 of all</source>
        <translation>已找到：%1，占全部的 %2</translation>
    </message>
    <message>
        <source>Fraction of the time of all kernels</source>
        <translation>占所有 kernel 的时间</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>From: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>G, [ ]</source>
        <translation>G，[ ]</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU at work, part of the time</source>
        <translation>GPU 工作时间的比例</translation>
    </message>
    <message>
        <source>GPU at work, share of time</source>
        <translation>GPU 工作的时间占比</translation>
    </message>
    <message>
        <source>GPU copy</source>
        <translation>GPU 复制</translation>
    </message>
    <message>
        <source>GPU kernel</source>
        <translation>GPU kernel</translation>
    </message>
    <message>
        <source>GPU memory, GiB</source>
        <translation>GPU 内存，GiB</translation>
    </message>
    <message>
        <source>GPU memset</source>
        <translation>GPU memset</translation>
    </message>
    <message>
        <source>GPU power, W</source>
        <translation>GPU 功率，W</translation>
    </message>
    <message>
        <source>GPU temperature, °C</source>
        <translation>GPU 温度，°C</translation>
    </message>
    <message>
        <source>GPU · </source>
        <translation>GPU · </translation>
    </message>
    <message>
        <source>GPU: how its time went, why it waited, and its kernels. A double click on a kernel finds its calls in the timeline, one on an idle time shows it there.</source>
        <translation>GPU：时间用在哪里、为何等待，以及它的 kernel。双击 kernel 可在时间线中找到它的调用，双击空闲时间可在那里显示。</translation>
    </message>
    <message>
        <source>Go to step</source>
        <translation>转到步</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Graph: the layers of the step and what each of them costs. Click a layer or press Enter to see its spans in the timeline; Ctrl+F filters.</source>
        <translation>计算图：每一步的各层及其开销。单击一层或按 Enter，可在时间线中看到它的片段；Ctrl+F 筛选。</translation>
    </message>
    <message>
        <source>Grid: every combination</source>
        <translation>网格搜索：所有组合</translation>
    </message>
    <message>
        <source>Group by This</source>
        <translation>按此列分组</translation>
    </message>
    <message>
        <source>Group the ops by layer</source>
        <translation>把算子按层分组</translation>
    </message>
    <message>
        <source>Group the statistics</source>
        <translation>统计的分组</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall</source>
        <translation>精确率与召回率的调和平均</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Heat map: steps to the right, values upwards, the mean solid, one deviation dotted. Ridgelines: values to the right, a line for each step, the newest in front.</source>
        <translation>热图：步向右，值向上，平均值为实线，一个标准差为虚线。山脊图：值向右，每步一条线，最新的在前。</translation>
    </message>
    <message>
        <source>Hide Column</source>
        <translation>隐藏列</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Histograms of the gradients over the run</source>
        <translation>梯度在运行中的直方图</translation>
    </message>
    <message>
        <source>Histograms of the weights over the run</source>
        <translation>权重在运行中的直方图</translation>
    </message>
    <message>
        <source>Histograms: the distributions of a layer&apos;s weights and gradients, step by step. Point at a step to read it, or walk with A and D; Ctrl+F filters the parameters.</source>
        <translation>直方图：一层的权重及其梯度逐步的分布。指向一步可读数，也可用 A 和 D 移动；Ctrl+F 筛选参数。</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>How %1 is read</source>
        <translation>%1 的读取方式</translation>
    </message>
    <message>
        <source>How each column is read</source>
        <translation>每列的读取方式</translation>
    </message>
    <message>
        <source>How many samples</source>
        <translation>样本的个数</translation>
    </message>
    <message>
        <source>How often it ran</source>
        <translation>运行的次数</translation>
    </message>
    <message>
        <source>Import Runs</source>
        <translation>导入运行</translation>
    </message>
    <message>
        <source>Importing %1</source>
        <translation>正在导入 %1</translation>
    </message>
    <message>
        <source>In the editor of the desktop. Lists of tables, such as [[model.layers]], are edited there.</source>
        <translation>用桌面的编辑器打开。表的列表，如 [[model.layers]]，在那里编辑。</translation>
    </message>
    <message>
        <source>Inconclusive: the loss fell by %1, no more than it changes anyway. Take more steps, or click the plot.</source>
        <translation>无法定论：损失下降了 %1，不超过它本来的波动。增加步数，或单击图选择。</translation>
    </message>
    <message>
        <source>Inputs as the model is given them: each column has mean 0 and deviation 1 over the training rows. The first %1 are shown.</source>
        <translation>模型得到的输入：每列在训练行上的均值为 0、标准差为 1。显示前 %1 个。</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>It begins with</source>
        <translation>初始设置</translation>
    </message>
    <message>
        <source>It cannot be brought back</source>
        <translation>无法恢复</translation>
    </message>
    <message>
        <source>It cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>It holds %1 steps, counted from 1</source>
        <translation>它包含 %1 步，从 1 数起</translation>
    </message>
    <message>
        <source>It holds steps %1 to %2</source>
        <translation>它包含第 %1 到 %2 步</translation>
    </message>
    <message>
        <source>It is in the bin</source>
        <translation>它在回收站中</translation>
    </message>
    <message>
        <source>Its kernels were never timed here; a measured time is not compared with an estimate.</source>
        <translation>这里从未测量过它的 kernel；实测时间不与估计值比较。</translation>
    </message>
    <message>
        <source>Its kernels were timed while other programs held the cores: no time is claimed.</source>
        <translation>测量 kernel 时其他程序占用了 CPU 核：不对时间作结论。</translation>
    </message>
    <message>
        <source>Its predictions are kept when it ends.</source>
        <translation>结束时保留它的预测。</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep Them Every Epoch</source>
        <translation>每轮保留</translation>
    </message>
    <message>
        <source>Keep Training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Keep the newest</source>
        <translation>保留最新的</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Keys and Views</source>
        <translation>按键与视图</translation>
    </message>
    <message>
        <source>Kind of picture</source>
        <translation>图的种类</translation>
    </message>
    <message>
        <source>Kind of sweep</source>
        <translation>扫描方式</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>LR Range Test...</source>
        <translation>学习率范围测试...</translation>
    </message>
    <message>
        <source>LR range test...</source>
        <translation>学习率范围测试...</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言 (Language)</translation>
    </message>
    <message>
        <source>Largest batch that fits</source>
        <translation>放得下的最大批</translation>
    </message>
    <message>
        <source>Last rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>Layer or op</source>
        <translation>层或算子</translation>
    </message>
    <message>
        <source>Layer, in the order of the step</source>
        <translation>层，按步中的顺序</translation>
    </message>
    <message>
        <source>Layers of the training step</source>
        <translation>训练步的层</translation>
    </message>
    <message>
        <source>Layers whose ops run in the step: an activation that is fused into the op before it is not a layer of its own</source>
        <translation>步中有算子运行的层：融合到前一个算子的激活不单独成层</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Learning one batch by heart...</source>
        <translation>正在记住一个批……</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate over the run</source>
        <translation>运行中的学习率</translation>
    </message>
    <message>
        <source>Learning-Rate Range Test</source>
        <translation>学习率范围测试</translation>
    </message>
    <message>
        <source>Learns the first batch by heart, in 50 steps or some more. Nothing is kept.</source>
        <translation>用 50 步或稍多几步记住第一个批。不保留任何结果。</translation>
    </message>
    <message>
        <source>Learns to classify drawn shapes. It draws its own pictures: nothing is downloaded.</source>
        <translation>学习区分画出的形状。图片由它自己绘制，不下载任何东西。</translation>
    </message>
    <message>
        <source>Leaves %1 out</source>
        <translation>不包括 %1</translation>
    </message>
    <message>
        <source>Left as it is, right as training draws it in epoch %1.</source>
        <translation>左边是原图，右边是训练在第 %1 轮中抽取的样子。</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>略去：%1</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light ground</source>
        <translation>浅色背景</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>按桌面设置使用浅色或深色</translation>
    </message>
    <message>
        <source>List: one run a line</source>
        <translation>列表：每行一次运行</translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation>定位 %1</translation>
    </message>
    <message>
        <source>Locate...</source>
        <translation>定位...</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>运行日志</translation>
    </message>
    <message>
        <source>Log: the messages of the run, line by line. It grows while the run trains.</source>
        <translation>日志：运行的消息，逐行显示。运行训练时会继续增长。</translation>
    </message>
    <message>
        <source>Logarithmic axis at the left</source>
        <translation>纵轴用对数</translation>
    </message>
    <message>
        <source>Logarithmic axis below</source>
        <translation>横轴用对数</translation>
    </message>
    <message>
        <source>Logarithmic value axis</source>
        <translation>数值轴用对数</translation>
    </message>
    <message>
        <source>Logarithmic value axis (L)</source>
        <translation>数值轴用对数 (L)</translation>
    </message>
    <message>
        <source>Longest idle times</source>
        <translation>最长的空闲</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Look Into It</source>
        <translation>深入查看</translation>
    </message>
    <message>
        <source>Looking at the data</source>
        <translation>正在查看数据</translation>
    </message>
    <message>
        <source>Looking through the checkpoints ...</source>
        <translation>正在查看检查点 ...</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss on the validation data after the last epoch</source>
        <translation>最后一轮之后验证数据上的损失</translation>
    </message>
    <message>
        <source>Loss over the learning rate</source>
        <translation>损失随学习率的变化</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Loss, accuracy or error, learning rate and throughput appear here while a run trains, and for every run that is kept.</source>
        <translation>运行训练时，以及对每次保留的运行，这里显示损失、准确率或误差、学习率和吞吐量。</translation>
    </message>
    <message>
        <source>Loss, accuracy, learning rate and throughput appear here while a run trains, and for every run that is kept.</source>
        <translation>运行训练时，以及对每次保留的运行，这里显示损失、准确率、学习率和吞吐量。</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Machine: cores, memory, disk and GPU over the time of the training, sampled about once a second. Ctrl and the wheel zoom, dragging moves.</source>
        <translation>机器：训练期间的 CPU 核、内存、磁盘和 GPU，大约每秒采样一次。Ctrl 加滚轮缩放，拖动可移动。</translation>
    </message>
    <message>
        <source>Makes it the project&apos;s learning rate; a click on the plot chooses another one</source>
        <translation>设为项目的学习率；单击图可选择别的值</translation>
    </message>
    <message>
        <source>Mark This Moment (M)</source>
        <translation>标记此时刻 (M)</translation>
    </message>
    <message>
        <source>Marks every span of the same layer, or of the same name, in the timeline (O)</source>
        <translation>在时间线中标出同一层或同名的每个片段 (O)</translation>
    </message>
    <message>
        <source>Mean of all steps of the run, whatever its switches were; validation and pauses left out</source>
        <translation>运行所有步的平均，无论开关如何；不含验证和暂停</translation>
    </message>
    <message>
        <source>Mean of the captured steps: %1</source>
        <translation>采集步的平均：%1</translation>
    </message>
    <message>
        <source>Mean time of a captured step in the layer&apos;s ops, the optimizer&apos;s included</source>
        <translation>一个采集步中该层算子的平均时间，包括优化器</translation>
    </message>
    <message>
        <source>Measure peak rates</source>
        <translation>测量峰值速率</translation>
    </message>
    <message>
        <source>Measured: %1.</source>
        <translation>实测：%1。</translation>
    </message>
    <message>
        <source>Measures it on the running model, block by block with and without, and puts everything back</source>
        <translation>在正在运行的模型上实测：交替运行有与没有它的若干步，然后全部恢复原状</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory of the GPU in use</source>
        <translation>GPU 已用显存</translation>
    </message>
    <message>
        <source>Memory of the program</source>
        <translation>本程序的内存</translation>
    </message>
    <message>
        <source>Memory of the step</source>
        <translation>每一步的内存</translation>
    </message>
    <message>
        <source>Memory plan over the step</source>
        <translation>一步的内存规划</translation>
    </message>
    <message>
        <source>Memory that is left</source>
        <translation>剩余内存</translation>
    </message>
    <message>
        <source>Memory, GiB</source>
        <translation>内存，GiB</translation>
    </message>
    <message>
        <source>Memory: what the planner placed where, op by op. Click an op to see what is alive while it runs.</source>
        <translation>内存：规划器把什么放在哪里，逐个算子显示。单击一个算子，可看到它运行时哪些张量存活。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Moments that you marked (M marks one)</source>
        <translation>你标记的时刻（按 M 标记）</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>More ▾</source>
        <translation>更多 ▾</translation>
    </message>
    <message>
        <source>Most wrong</source>
        <translation>错得最多</translation>
    </message>
    <message>
        <source>Mouse and keys (?)</source>
        <translation>鼠标与按键 (?)</translation>
    </message>
    <message>
        <source>Mouse and keys of the timeline</source>
        <translation>时间线的鼠标与按键</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>N, P</source>
        <translation>N, P</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation>视图的名称</translation>
    </message>
    <message>
        <source>Neither memory nor time of a step would change.</source>
        <translation>一步的内存和时间都不变。</translation>
    </message>
    <message>
        <source>Nested calls appear here, summed: phases, layers and ops of the captured steps, or the calls of any trace.</source>
        <translation>这里显示什么嵌套在什么之中，并求和：采集的各步的阶段、层和算子，或任意跟踪文件中的调用。</translation>
    </message>
    <message>
        <source>New from %1</source>
        <translation>从 %1 新建</translation>
    </message>
    <message>
        <source>New from Data...</source>
        <translation>从数据新建...</translation>
    </message>
    <message>
        <source>New from a Folder of Pictures...</source>
        <translation>从图片文件夹新建...</translation>
    </message>
    <message>
        <source>New from a Table or a Text...</source>
        <translation>从表格或文本新建...</translation>
    </message>
    <message>
        <source>Next match (N)</source>
        <translation>下一个匹配项 (N)</translation>
    </message>
    <message>
        <source>No Chinese font is installed here: install one such as fonts-noto-cjk first</source>
        <translation>这里没有安装中文字体：先安装一个，如 fonts-noto-cjk</translation>
    </message>
    <message>
        <source>No GPU worked in this trace</source>
        <translation>此跟踪中没有 GPU 工作</translation>
    </message>
    <message>
        <source>No Groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>No curves yet</source>
        <translation>暂无曲线</translation>
    </message>
    <message>
        <source>No diagnosis yet</source>
        <translation>暂无诊断</translation>
    </message>
    <message>
        <source>No graph yet</source>
        <translation>暂无图</translation>
    </message>
    <message>
        <source>No histograms</source>
        <translation>没有直方图</translation>
    </message>
    <message>
        <source>No histograms kept</source>
        <translation>未保留直方图</translation>
    </message>
    <message>
        <source>No histograms of this parameter&apos;s gradient.</source>
        <translation>没有保留此参数的梯度。</translation>
    </message>
    <message>
        <source>No histograms of this parameter.</source>
        <translation>没有保留此参数。</translation>
    </message>
    <message>
        <source>No histograms yet</source>
        <translation>暂无直方图</translation>
    </message>
    <message>
        <source>No kernel was timed here yet, so its time is not known.</source>
        <translation>这里还没有测量过任何 kernel，因此时间未知。</translation>
    </message>
    <message>
        <source>No longer vary this</source>
        <translation>不再改变它</translation>
    </message>
    <message>
        <source>No longer watched; %1 kept</source>
        <translation>不再监视；保留 %1</translation>
    </message>
    <message>
        <source>No memory plan yet</source>
        <translation>暂无内存规划</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>还没有备注</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>暂无规划</translation>
    </message>
    <message>
        <source>No predictions yet</source>
        <translation>暂无预测</translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation>没有打开项目</translation>
    </message>
    <message>
        <source>No projects or traces yet</source>
        <translation>还没有项目或跟踪文件</translation>
    </message>
    <message>
        <source>No rule found anything that holds the step back.</source>
        <translation>没有规则发现拖慢每一步的原因。</translation>
    </message>
    <message>
        <source>No run to resume</source>
        <translation>没有可恢复的运行</translation>
    </message>
    <message>
        <source>No run was made: the event files hold no values</source>
        <translation>没有生成运行：事件文件中没有值</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>No setting is called “%1”.</source>
        <translation>没有名为“%1”的设置。</translation>
    </message>
    <message>
        <source>No steps captured yet</source>
        <translation>尚未采集任何步</translation>
    </message>
    <message>
        <source>No sweep is planned</source>
        <translation>没有计划超参数扫描</translation>
    </message>
    <message>
        <source>No switch is changed.</source>
        <translation>没有更改开关。</translation>
    </message>
    <message>
        <source>No warnings</source>
        <translation>没有警告</translation>
    </message>
    <message>
        <source>Norm of the gradient</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Not enough data</source>
        <translation>数据不足</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未发现</translation>
    </message>
    <message>
        <source>Not measured for this model: Run &gt; LR Range Test suggests a rate.</source>
        <translation>未对此模型实测：运行 &gt; 学习率范围测试可建议学习率。</translation>
    </message>
    <message>
        <source>Not used: %1.</source>
        <translation>未使用：%1。</translation>
    </message>
    <message>
        <source>Not whole: %1</source>
        <translation>不完整：%1</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <source>Note...</source>
        <translation>备注...</translation>
    </message>
    <message>
        <source>Note; Enter keeps it</source>
        <translation>备注；按 Enter 保存</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Nothing captured yet</source>
        <translation>尚未采集</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到任何内容</translation>
    </message>
    <message>
        <source>Nothing found for “%1”. Try one word: a command, a setting, a run, a layer or an op.</source>
        <translation>没有找到“%1”。试一个词：命令、设置、运行、层或算子。</translation>
    </message>
    <message>
        <source>Nothing in it</source>
        <translation>里面没有内容</translation>
    </message>
    <message>
        <source>Nothing is changed. Keys in bold are in the file.</source>
        <translation>没有更改。粗体的在文件里。</translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation>暂无对比</translation>
    </message>
    <message>
        <source>Nothing is recorded yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>Nothing ran in this range.</source>
        <translation>此范围内没有任何运行。</translation>
    </message>
    <message>
        <source>Nothing to delete: the newest %1 and the best %2 of every run stay.</source>
        <translation>没有多余的：每次运行最新的 %1 个和最佳的 %2 个保留。</translation>
    </message>
    <message>
        <source>Nothing to diagnose yet</source>
        <translation>暂无可诊断的内容</translation>
    </message>
    <message>
        <source>Nothing unusual was found.</source>
        <translation>没有发现异常。</translation>
    </message>
    <message>
        <source>O</source>
        <translation>O</translation>
    </message>
    <message>
        <source>Of %1 alone</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>On the validation data; of the last step while there is none yet</source>
        <translation>验证数据上的值；还没有时为最后一步的值</translation>
    </message>
    <message>
        <source>One line for each run, or the mean of runs that differ only in their seed, or of the runs of one group</source>
        <translation>每次运行一条线，或只有随机种子不同的运行的平均，或同一分组的平均</translation>
    </message>
    <message>
        <source>One loader worker</source>
        <translation>一个加载线程</translation>
    </message>
    <message>
        <source>One more switch or setting to vary</source>
        <translation>再添加一个要改变的开关或设置</translation>
    </message>
    <message>
        <source>One over another</source>
        <translation>两两对照</translation>
    </message>
    <message>
        <source>One page for a browser (*.html);;PDF (*.pdf)</source>
        <translation>浏览器单页 (*.html);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Only this run</source>
        <translation>仅此运行</translation>
    </message>
    <message>
        <source>Only warnings and errors</source>
        <translation>只显示警告和错误</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open Again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Open All</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Open All Groups</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Open Pictures</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Open Project...</source>
        <translation>打开项目...</translation>
    </message>
    <message>
        <source>Open Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open Report in Browser</source>
        <translation>在浏览器中打开报告</translation>
    </message>
    <message>
        <source>Open Trace</source>
        <translation>打开跟踪文件</translation>
    </message>
    <message>
        <source>Open Trace...</source>
        <translation>打开跟踪文件...</translation>
    </message>
    <message>
        <source>Open a project, or a trace of PyTorch, JAX or Nsight Systems, to read what holds its step back.</source>
        <translation>打开项目，或 PyTorch、JAX、Nsight Systems 的跟踪文件，查看是什么拖慢了每一步。</translation>
    </message>
    <message>
        <source>Open the File</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Open the example %1</source>
        <translation>打开示例 %1</translation>
    </message>
    <message>
        <source>Open the project again</source>
        <translation>重新打开项目</translation>
    </message>
    <message>
        <source>Open the project of this run to try it</source>
        <translation>打开本次运行的项目后才能试用</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Opening the data</source>
        <translation>正在打开数据</translation>
    </message>
    <message>
        <source>Opens a project file</source>
        <translation>打开项目文件</translation>
    </message>
    <message>
        <source>Opens a trace of PyTorch, JAX, Nsight Systems or another profiler in the timeline</source>
        <translation>在时间线中打开 PyTorch、JAX、Nsight Systems 或其他性能分析器的跟踪文件</translation>
    </message>
    <message>
        <source>Ops of the host</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>Ops of the layer&apos;s forward pass</source>
        <translation>该层前向的算子</translation>
    </message>
    <message>
        <source>Ops that belong to no layer</source>
        <translation>不属于任何层的算子</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Other Samples</source>
        <translation>其他样本</translation>
    </message>
    <message>
        <source>Other keys</source>
        <translation>其他键</translation>
    </message>
    <message>
        <source>Other programs held the cores meanwhile, or this was not measured: no claim</source>
        <translation>期间其他程序占用了 CPU 核，或无人监测：不作结论</translation>
    </message>
    <message>
        <source>Other programs held the cores: no effect of the switch is claimed</source>
        <translation>其他程序占用了 CPU 核：不对开关的效果作结论</translation>
    </message>
    <message>
        <source>Over the epochs of the run</source>
        <translation>按运行的轮次</translation>
    </message>
    <message>
        <source>Over the samples trained so far: fair to runs of other batch sizes</source>
        <translation>按已训练的样本数：对批大小不同的运行公平</translation>
    </message>
    <message>
        <source>Over the steps of the run: updates of the weights</source>
        <translation>按运行的步：权重的更新次数</translation>
    </message>
    <message>
        <source>Over the time of day: when the run was started, plus its time of training</source>
        <translation>按一天中的时刻：运行的开始时刻加上训练时间</translation>
    </message>
    <message>
        <source>Over the time since the run began, pauses left out</source>
        <translation>按运行开始以来的时间，不含暂停</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Overview of the capture</source>
        <translation>采集的概览</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Page Up, Page Down, Alt+wheel</source>
        <translation>Page Up，Page Down，Alt+滚轮</translation>
    </message>
    <message>
        <source>Parameters of the model</source>
        <translation>模型的参数</translation>
    </message>
    <message>
        <source>Part of the data</source>
        <translation>数据的部分</translation>
    </message>
    <message>
        <source>Parts and classes</source>
        <translation>各部分和类别</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause After This Run</source>
        <translation>此运行后暂停</translation>
    </message>
    <message>
        <source>Pauses the run, also during a validation, or continues it</source>
        <translation>暂停运行（验证期间也可以），或继续</translation>
    </message>
    <message>
        <source>Peak %1 planned</source>
        <translation>规划峰值 %1</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Peak rates are not measured yet. Measuring takes about a second and is best done while nothing trains.</source>
        <translation>尚未测量峰值速率。测量约需一秒，最好在没有训练时进行。</translation>
    </message>
    <message>
        <source>Picture menu of %1</source>
        <translation>%1 的图片菜单</translation>
    </message>
    <message>
        <source>Pictures (*.jpg *.jpeg *.png);;All files (*)</source>
        <translation>图片 (*.jpg *.jpeg *.png);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Pin up to Here</source>
        <translation>固定到此列</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Plan the step</source>
        <translation>规划训练步</translation>
    </message>
    <message>
        <source>Planned peak %1: %2 kept from step to step and %3 for the step. %4. Sharing saved %5.</source>
        <translation>规划峰值 %1：跨步保留 %2，步内 %3。%4。共享节省了 %5。</translation>
    </message>
    <message>
        <source>Planned peak memory of one training step, compared with this machine&apos;s memory</source>
        <translation>一个训练步规划的内存峰值，占本机内存</translation>
    </message>
    <message>
        <source>Planned: the step&apos;s tensors, and what stays from step to step, as they are placed. Resident: what the operating system held of that memory when the run ended, counted in pages, or what was taken from the GPU.</source>
        <translation>规划：训练步的张量，以及跨步保留的内容，按其放置位置计算。驻留：运行结束时操作系统为这些内存保留的量，按页计，或从 GPU 取用的量。</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>正在规划</translation>
    </message>
    <message>
        <source>Power of the GPU</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>Precision, recall and F1 by class</source>
        <translation>各类别的精确率、召回率和 F1</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Predicted peak </source>
        <translation>预测峰值 </translation>
    </message>
    <message>
        <source>Predicted peak memory of one training step, compared with this machine&apos;s memory</source>
        <translation>一个训练步的预测内存峰值，占本机内存</translation>
    </message>
    <message>
        <source>Predicted peak: planning</source>
        <translation>预测峰值：正在规划</translation>
    </message>
    <message>
        <source>Predicted step </source>
        <translation>预测步耗时 </translation>
    </message>
    <message>
        <source>Predicted: values of forward ops that stay in memory after the op</source>
        <translation>预测：前向算子产生、且在该算子之后仍存活的值</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predictions are kept for runs that learn classes.</source>
        <translation>只为学习类别的运行保留预测。</translation>
    </message>
    <message>
        <source>Predictions: the confusion matrix of a run, its classes, and the samples it was most wrong about. A click on a cell shows its samples; arrow keys move, Escape deselects.</source>
        <translation>预测：一次运行的混淆矩阵、各类别，以及错得最多的样本。单击单元格显示其样本；方向键移动，Esc 取消。</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>正在准备运行</translation>
    </message>
    <message>
        <source>Preparing the timeline</source>
        <translation>正在准备时间线</translation>
    </message>
    <message>
        <source>Previous match (P)</source>
        <translation>上一个匹配项 (P)</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Progress of the preparation</source>
        <translation>准备的进度</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Projects and traces that you open appear here, with the curve of the last run.</source>
        <translation>打开过的项目和跟踪文件列在这里，并附最近一次运行的曲线。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Proposals for the filter</source>
        <translation>筛选的候选项</translation>
    </message>
    <message>
        <source>Provisional</source>
        <translation>暂定</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>恢复原状</translation>
    </message>
    <message>
        <source>Put it back, or write it again with the settings that were read</source>
        <translation>把它放回去，或用已读取的设置重新写入</translation>
    </message>
    <message>
        <source>Put it back, or write the project&apos;s file again. That does not bring back its runs and checkpoints</source>
        <translation>把它放回去，或重新写入项目文件。这不会恢复其中的运行和检查点</translation>
    </message>
    <message>
        <source>Puts every dock back to its place</source>
        <translation>把每个停靠面板放回原位</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Quick Search</source>
        <translation>快速搜索</translation>
    </message>
    <message>
        <source>Quick search</source>
        <translation>快速搜索</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Random: drawn combinations</source>
        <translation>随机搜索：抽取组合</translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>Read from disks</source>
        <translation>从磁盘读取</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Recent traces</source>
        <translation>最近的跟踪文件</translation>
    </message>
    <message>
        <source>Record again</source>
        <translation>重新记录</translation>
    </message>
    <message>
        <source>Record it again, and let the profiler run for at least one step</source>
        <translation>重新记录，让性能分析器至少运行一步</translation>
    </message>
    <message>
        <source>Records every op of the next five steps</source>
        <translation>记录接下来五步的每个算子</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1 from the file</source>
        <translation>从文件中移除 %1</translation>
    </message>
    <message>
        <source>Remove Current Note (Delete)</source>
        <translation>移除当前备注 (Delete)</translation>
    </message>
    <message>
        <source>Remove from This List</source>
        <translation>从此列表中移除</translation>
    </message>
    <message>
        <source>Remove it from the file: the default value applies then</source>
        <translation>从文件中移除：改用通常的值</translation>
    </message>
    <message>
        <source>Remove star</source>
        <translation>取消星标</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Report of %1</source>
        <translation>%1 的报告</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Resets the fields to the applied values (Escape in a field)</source>
        <translation>把字段恢复为已应用的值（在字段中按 Esc）</translation>
    </message>
    <message>
        <source>Restart Now</source>
        <translation>立即重启</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>还原 %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Resume %1 (%2 at step %3)</source>
        <translation>恢复 %1（%2，第 %3 步）</translation>
    </message>
    <message>
        <source>Resume Run</source>
        <translation>恢复运行</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Reverts the changes that are not applied yet (Escape)</source>
        <translation>收回尚未应用的更改 (Esc)</translation>
    </message>
    <message>
        <source>Ridgelines</source>
        <translation>山脊图</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run %1 of %2 trains: %3</source>
        <translation>第 %1 次运行（共 %2）正在训练：%3</translation>
    </message>
    <message>
        <source>Run %1 was deleted, and is left out</source>
        <translation>运行 %1 已被删除，不再列出</translation>
    </message>
    <message>
        <source>Run File...</source>
        <translation>运行文件...</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>运行文件</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>正在显示的运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs (*%1 *tfevents*)</source>
        <translation>运行 (*%1 *tfevents*)</translation>
    </message>
    <message>
        <source>Runs are kept with a project. Open the one that these belong to</source>
        <translation>运行随项目保存。打开这些运行所属的项目</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>超参数扫描的运行</translation>
    </message>
    <message>
        <source>Runs side by side: settings that differ, their effect, time and memory. Select two in Runs and press Enter.</source>
        <translation>并排的运行：不同的设置、换来了什么、时间和内存。在“运行记录”中选中两次，按 Enter。</translation>
    </message>
    <message>
        <source>Runs that train for more than a second keep them. Train a new run to get them.</source>
        <translation>训练超过一秒的运行会保存它们。请训练一个新的运行。</translation>
    </message>
    <message>
        <source>Runs that were imported may have none.</source>
        <translation>导入的运行可能没有日志。</translation>
    </message>
    <message>
        <source>Runs to draw</source>
        <translation>要抽取的运行数</translation>
    </message>
    <message>
        <source>Runs, one a line</source>
        <translation>运行，每行一次</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>运行记录：%1</translation>
    </message>
    <message>
        <source>Runs: select two or more and press Enter to compare them. Delete can be undone.</source>
        <translation>运行记录：选中两次或更多，按 Enter 对比。删除可以撤销。</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Samples of a batch; several values if the switch was changed</source>
        <translation>一批的样本数；中途改变开关的依次列出</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>各类别的样本数</translation>
    </message>
    <message>
        <source>Samples: pictures, rows or windows of the data with class and file name, and as training draws them. A click on a picture asks the model of the displayed run about it.</source>
        <translation>样本：数据的图片、行或文本窗口，带有类别和文件名，以及训练所抽取的样子。点击图片可询问所显示运行的模型。</translation>
    </message>
    <message>
        <source>Save Checkpoint</source>
        <translation>保存检查点</translation>
    </message>
    <message>
        <source>Save Elsewhere...</source>
        <translation>另存到别处...</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Save Picture as PNG...</source>
        <translation>图片另存为 PNG...</translation>
    </message>
    <message>
        <source>Save Picture as SVG...</source>
        <translation>图片另存为 SVG...</translation>
    </message>
    <message>
        <source>Save Picture of the View...</source>
        <translation>保存视图图片...</translation>
    </message>
    <message>
        <source>Save Range Statistics as CSV...</source>
        <translation>把范围统计另存为 CSV...</translation>
    </message>
    <message>
        <source>Save Table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Save Table as CSV...</source>
        <translation>表格另存为 CSV...</translation>
    </message>
    <message>
        <source>Save This View As...</source>
        <translation>视图另存为...</translation>
    </message>
    <message>
        <source>Save Trace</source>
        <translation>保存跟踪</translation>
    </message>
    <message>
        <source>Save Trace As...</source>
        <translation>跟踪另存为...</translation>
    </message>
    <message>
        <source>Save a Copy of the Project File</source>
        <translation>保存项目文件的副本</translation>
    </message>
    <message>
        <source>Save a Copy of the Project In</source>
        <translation>把项目副本保存到</translation>
    </message>
    <message>
        <source>Save a Copy...</source>
        <translation>保存副本...</translation>
    </message>
    <message>
        <source>Save a copy where you may write</source>
        <translation>在可以写入的位置保存副本</translation>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation>另存为 CSV...</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Saves a checkpoint and ends the run; it can be resumed</source>
        <translation>保存检查点并结束运行；之后可以恢复</translation>
    </message>
    <message>
        <source>Saves a checkpoint and ends the run; the others wait</source>
        <translation>保存检查点并结束运行；其他的等待</translation>
    </message>
    <message>
        <source>Saves a checkpoint of the run as it is now; the run goes on</source>
        <translation>保存运行当前状态的检查点；运行继续</translation>
    </message>
    <message>
        <source>Saves all layers as comma-separated values</source>
        <translation>把所有层保存为逗号分隔值</translation>
    </message>
    <message>
        <source>Saves what the view shows as PNG or SVG</source>
        <translation>把视图内容保存为 PNG 或 SVG</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Search commands, settings, runs, layers and ops</source>
        <translation>搜索命令、设置、运行、层和算子</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>小节</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the draws</source>
        <translation>抽取的随机种子</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Select Its Time</source>
        <translation>选定它的时间</translation>
    </message>
    <message>
        <source>Select an op in the timeline, a tensor in the memory view, or a run: its facts appear here.</source>
        <translation>在时间线中选中一个算子，在内存视图中选中一个张量，或选中一次运行：这里显示它的信息。</translation>
    </message>
    <message>
        <source>Select the op at which the most memory is in use (P)</source>
        <translation>选中内存使用最多的算子 (P)</translation>
    </message>
    <message>
        <source>Selects %1</source>
        <translation>选中 %1</translation>
    </message>
    <message>
        <source>Self time over the self time of all rows: the time of all threads and streams in spans, waits among them, is 100 %</source>
        <translation>自身时间除以所有行的自身时间：所有线程和流在片段中的时间（含等待）为 100 %</translation>
    </message>
    <message>
        <source>Sets the switch for the next runs. While a run trains it can be tried first</source>
        <translation>为以后的运行改变开关。有运行在训练时，可以先试一试</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings and results</source>
        <translation>设置与结果</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Settings that differ, metrics, time and memory of these runs</source>
        <translation>这些运行不同的设置、指标、时间和内存</translation>
    </message>
    <message>
        <source>Settings: every key of the project file. Keys in bold are in the file; Enter or Apply writes it, comments and order stay. Undo takes an applied change back.</source>
        <translation>设置：项目文件的每个键。粗体的在文件里；Enter 或“应用”写入文件，注释和顺序保持不变。撤销可收回已应用的更改。</translation>
    </message>
    <message>
        <source>Shape of what the forward pass makes last</source>
        <translation>前向最后输出的形状</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Shapes</translation>
    </message>
    <message>
        <source>Share of the captured steps</source>
        <translation>占采集的步</translation>
    </message>
    <message>
        <source>Share of the selected range of %1</source>
        <translation>占 %1 的选定范围</translation>
    </message>
    <message>
        <source>Shift+X</source>
        <translation>Shift+X</translation>
    </message>
    <message>
        <source>Shift+drag, drag on the axis</source>
        <translation>Shift+拖动，在时间轴上拖动</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show Archived Runs</source>
        <translation>显示归档的运行</translation>
    </message>
    <message>
        <source>Show Curves</source>
        <translation>显示曲线</translation>
    </message>
    <message>
        <source>Show Everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show curves</source>
        <translation>显示曲线</translation>
    </message>
    <message>
        <source>Show in Runs</source>
        <translation>在“运行记录”中显示</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show in memory</source>
        <translation>在内存中显示</translation>
    </message>
    <message>
        <source>Show on timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show the Setting</source>
        <translation>显示该设置</translation>
    </message>
    <message>
        <source>Show the Settings</source>
        <translation>显示设置</translation>
    </message>
    <message>
        <source>Show the Sweep</source>
        <translation>显示超参数扫描</translation>
    </message>
    <message>
        <source>Show the latest steps of the run in training as they come</source>
        <translation>随训练显示运行的最新几步</translation>
    </message>
    <message>
        <source>Show the step after (])</source>
        <translation>显示后一步 (])</translation>
    </message>
    <message>
        <source>Show the step before ([)</source>
        <translation>显示前一步 ([)</translation>
    </message>
    <message>
        <source>Show the whole capture (F)</source>
        <translation>显示整个采集 (F)</translation>
    </message>
    <message>
        <source>Shows a GPU&apos;s kernels and why it waited</source>
        <translation>显示 GPU 的 kernel，以及它为何等待</translation>
    </message>
    <message>
        <source>Shows all of the run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>Shows cores, memory, disk and GPU while the run trained</source>
        <translation>显示运行训练期间的 CPU 核、内存、磁盘和 GPU</translation>
    </message>
    <message>
        <source>Shows every key of the project file, with its meaning</source>
        <translation>显示项目文件的每个键及其含义</translation>
    </message>
    <message>
        <source>Shows every op of the captured steps</source>
        <translation>显示所采集各步的每个算子</translation>
    </message>
    <message>
        <source>Shows every run of the project</source>
        <translation>显示项目的全部运行</translation>
    </message>
    <message>
        <source>Shows loss, accuracy, learning rate and throughput</source>
        <translation>显示损失、准确率、学习率和吞吐量</translation>
    </message>
    <message>
        <source>Shows nested phases, layers and ops, summed over the captured steps</source>
        <translation>显示什么嵌套在什么之中，对采集的步求和</translation>
    </message>
    <message>
        <source>Shows other samples of the same part and class</source>
        <translation>显示同一部分、同一类别的其他样本</translation>
    </message>
    <message>
        <source>Shows recent projects and traces, and where to drop data</source>
        <translation>显示最近的项目和跟踪文件，以及数据的拖放区</translation>
    </message>
    <message>
        <source>Shows runs side by side: settings, metrics, time, memory</source>
        <translation>并排显示各次运行：设置、指标、时间、内存</translation>
    </message>
    <message>
        <source>Shows samples of the project&apos;s data, their parts, and what is unusual in them</source>
        <translation>显示项目数据的样本、各部分以及异常之处</translation>
    </message>
    <message>
        <source>Shows the curves of %1 again</source>
        <translation>重新显示 %1 的曲线</translation>
    </message>
    <message>
        <source>Shows the curves of the selected run; of two or more, on top of one another (Enter)</source>
        <translation>显示选中运行的曲线；两次或更多时叠加显示 (Enter)</translation>
    </message>
    <message>
        <source>Shows the distributions of weights and gradients over the run</source>
        <translation>显示权重和梯度在运行中的分布</translation>
    </message>
    <message>
        <source>Shows the layers and what each of them costs</source>
        <translation>显示各层及其开销</translation>
    </message>
    <message>
        <source>Shows the layers whose name or ops contain this (Ctrl+F)</source>
        <translation>显示名称或算子中含此文字的层 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Shows the memory plan over the step</source>
        <translation>显示一步之内的内存规划</translation>
    </message>
    <message>
        <source>Shows the messages of the run: epochs, switches, warnings and errors</source>
        <translation>显示运行的消息：各轮、开关、警告和错误</translation>
    </message>
    <message>
        <source>Shows the pictures as training draws them in the next epoch</source>
        <translation>显示训练在下一轮中抽取的图片</translation>
    </message>
    <message>
        <source>Shows the processor, its peak rates and library versions</source>
        <translation>显示处理器、其峰值速率和库的版本</translation>
    </message>
    <message>
        <source>Shows the selected runs, or the whole group, in the table of runs</source>
        <translation>在运行表中显示选中的运行或整个分组</translation>
    </message>
    <message>
        <source>Shows the training of another program while it writes event files</source>
        <translation>随其写入事件文件显示别处的训练</translation>
    </message>
    <message>
        <source>Shows what a classifier answered, class by class</source>
        <translation>逐个类别显示分类器的回答</translation>
    </message>
    <message>
        <source>Shows what holds the step back, and what would help</source>
        <translation>显示是什么拖慢了每一步，以及如何改善</translation>
    </message>
    <message>
        <source>Shows what is in memory while this op runs</source>
        <translation>显示此算子运行时内存中有什么</translation>
    </message>
    <message>
        <source>Shows which checkpoints of the project are too many, and how much they take</source>
        <translation>显示项目中哪些检查点多余，以及它们占用多少</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skips the selected runs, or includes them again</source>
        <translation>不训练选中的运行，或重新加入</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Some records were left out</source>
        <translation>有些记录被略去</translation>
    </message>
    <message>
        <source>Sort Ascending</source>
        <translation>升序排序</translation>
    </message>
    <message>
        <source>Sort Descending</source>
        <translation>降序排序</translation>
    </message>
    <message>
        <source>Sort by This Next</source>
        <translation>再按此列排序</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Spans that run within the range, also those that it cuts</source>
        <translation>在范围内运行的片段，包括被范围切断的</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>加星标</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Start Page</source>
        <translation>开始页</translation>
    </message>
    <message>
        <source>Statistics of the selected range</source>
        <translation>选定范围的统计</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Step %1 of the capture</source>
        <translation>采集的第 %1 步</translation>
    </message>
    <message>
        <source>Step breakdown</source>
        <translation>每步分解</translation>
    </message>
    <message>
        <source>Step time not known: its kernels were timed while other programs held the cores</source>
        <translation>步耗时未知：测量 kernel 时其他程序占用了 CPU 核</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps are captured while a run of a project trains</source>
        <translation>项目的运行训练时才采集步</translation>
    </message>
    <message>
        <source>Stepscope</source>
        <translation>Stepscope</translation>
    </message>
    <message>
        <source>Stepscope projects (*.toml)</source>
        <translation>Stepscope 项目 (*.toml)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop Watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Stop and Save</source>
        <translation>停止并保存</translation>
    </message>
    <message>
        <source>Stop it before you delete it</source>
        <translation>先停止再删除</translation>
    </message>
    <message>
        <source>Stop it before you open another project</source>
        <translation>先停止它，再打开别的项目</translation>
    </message>
    <message>
        <source>Stop its queue first; it can be continued</source>
        <translation>先停止它的队列；之后可以继续</translation>
    </message>
    <message>
        <source>Stop the run and save a checkpoint? It can be resumed later.</source>
        <translation>停止运行并保存检查点？之后可以恢复。</translation>
    </message>
    <message>
        <source>Stop this (Escape)</source>
        <translation>停止（Esc）</translation>
    </message>
    <message>
        <source>Stop watching %1, then import</source>
        <translation>请先停止监视 %1，再导入</translation>
    </message>
    <message>
        <source>Stopped before all of the data were checked</source>
        <translation>在检查完所有数据之前已停止</translation>
    </message>
    <message>
        <source>Suggested rate: %1, where the loss falls most steeply.</source>
        <translation>建议的学习率：%1，损失在此处下降最陡。</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>超参数扫描</translation>
    </message>
    <message>
        <source>Sweeps: what is varied, and the resulting queue of runs. Runs that wait can be moved, skipped and paused; Enter shows a run in Runs.</source>
        <translation>超参数扫描：改变什么，以及由此产生的运行队列。等待的运行可以移动、跳过和暂停；按 Enter 在“运行记录”中显示。</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.csv.gz *.tsv *.data *.txt *.txt.gz *.md);;All files (*)</source>
        <translation>表格和文本 (*.csv *.csv.gz *.tsv *.data *.txt *.txt.gz *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags of %1 runs, separated by commas</source>
        <translation>%1 次运行的标签，用逗号分隔</translation>
    </message>
    <message>
        <source>Tags of %1, separated by commas</source>
        <translation>%1 的标签，用逗号分隔</translation>
    </message>
    <message>
        <source>Tags...</source>
        <translation>标签...</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>Take &quot;%1&quot;</source>
        <translation>采用“%1”</translation>
    </message>
    <message>
        <source>Take Back In</source>
        <translation>重新加入</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>移出归档</translation>
    </message>
    <message>
        <source>Takes back the last change of a run</source>
        <translation>收回对运行的上一次更改</translation>
    </message>
    <message>
        <source>Takes the last zoom back (Backspace)</source>
        <translation>收回上一次缩放（Backspace）</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature of the GPU</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>TensorBoard Runs...</source>
        <translation>TensorBoard 运行...</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>备注的文字</translation>
    </message>
    <message>
        <source>Text that the model wrote</source>
        <translation>模型写出的文本</translation>
    </message>
    <message>
        <source>The %1 cannot be written: %2</source>
        <translation>无法写入%1：%2</translation>
    </message>
    <message>
        <source>The %1 is saved</source>
        <translation>已保存%1</translation>
    </message>
    <message>
        <source>The %1 spans of this trace are being indexed.</source>
        <translation>正在为此跟踪的 %1 个片段建立索引。</translation>
    </message>
    <message>
        <source>The FLOPs of the layers that it runs, over its time</source>
        <translation>它所运行的层的 FLOP 除以它的时间</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The beginning of a text that the model continues</source>
        <translation>文本的开头，由模型续写</translation>
    </message>
    <message>
        <source>The best of the run on its validation data, known at its end</source>
        <translation>运行在验证数据上的最佳值，结束时得知</translation>
    </message>
    <message>
        <source>The bytes of their operands, moved once, over its time</source>
        <translation>其操作数的字节（各搬运一次）除以它的时间</translation>
    </message>
    <message>
        <source>The cause of a slow step is shown here once steps are captured: a run captures some by itself, more with C.</source>
        <translation>采集到步后，这里会说明是什么拖慢了每一步：运行会自动采集一些，按 C 可采集更多。</translation>
    </message>
    <message>
        <source>The cause of a slow step, and what would help, is shown here once steps of a run are captured.</source>
        <translation>采集到运行的若干步后，这里会说明是什么拖慢了每一步，以及如何改善。</translation>
    </message>
    <message>
        <source>The chain of work that decides how long the step takes: each part waits for the one before it. Making other work faster does not make the step faster.</source>
        <translation>决定一步时长的工作链：每一部分都等待前一部分。不在链上的工作即使变快，这一步也不会变快。</translation>
    </message>
    <message>
        <source>The configuration, then every point as a line of JSON</source>
        <translation>先是配置，然后每个点写成一行 JSON</translation>
    </message>
    <message>
        <source>The data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>The data are being looked at.</source>
        <translation>正在查看数据。</translation>
    </message>
    <message>
        <source>The data cannot be read</source>
        <translation>无法读取数据</translation>
    </message>
    <message>
        <source>The data have changed since this run, so its other samples are not shown.</source>
        <translation>这次运行之后数据已改变，因此不显示它的其他样本。</translation>
    </message>
    <message>
        <source>The data is opened, the step is planned and kernels are timed. Curves appear with the first step.</source>
        <translation>正在打开数据、规划训练步并测量 kernel 耗时。曲线从第一步开始出现。</translation>
    </message>
    <message>
        <source>The data of this run cannot be read: %1</source>
        <translation>无法读取这次运行的数据：%1</translation>
    </message>
    <message>
        <source>The effect of each switch</source>
        <translation>每个开关换来了什么</translation>
    </message>
    <message>
        <source>The file cannot be written: %1</source>
        <translation>无法写入文件：%1</translation>
    </message>
    <message>
        <source>The file ends early</source>
        <translation>文件提前结束</translation>
    </message>
    <message>
        <source>The file of this project is gone</source>
        <translation>项目文件不见了</translation>
    </message>
    <message>
        <source>The first sample comes a second after the first step.</source>
        <translation>第一次采样在第一步之后一秒。</translation>
    </message>
    <message>
        <source>The folder of this project is gone</source>
        <translation>项目文件夹不见了</translation>
    </message>
    <message>
        <source>The fraction of the answers with this class that is right</source>
        <translation>回答为该类别的样本中正确的比例</translation>
    </message>
    <message>
        <source>The fraction of the samples of this class that is found</source>
        <translation>该类别的样本中被找出的比例</translation>
    </message>
    <message>
        <source>The kernels of a GPU, how well each uses it, and why it waited. Train on a GPU, or open a trace of one.</source>
        <translation>GPU 的 kernel、各自的利用情况，以及它为何等待。在 GPU 上训练，或打开含 GPU 的跟踪文件。</translation>
    </message>
    <message>
        <source>The language of the window, from its next start on</source>
        <translation>窗口的语言，从下次启动起生效</translation>
    </message>
    <message>
        <source>The layer whose calls of this kernel take the most time</source>
        <translation>调用它耗时最长的层</translation>
    </message>
    <message>
        <source>The layers of the training step appear here, with parameters, arithmetic, memory and, after a capture, time.</source>
        <translation>这里显示训练步的各层，包括参数、运算量、内存，采集后还有时间。</translation>
    </message>
    <message>
        <source>The layers of the training step appear here, with what each of them costs.</source>
        <translation>这里显示训练步的各层及其开销。</translation>
    </message>
    <message>
        <source>The log of %1 is empty</source>
        <translation>%1 的日志为空</translation>
    </message>
    <message>
        <source>The longest of them in full</source>
        <translation>其中最长的全长</translation>
    </message>
    <message>
        <source>The loss grew without bound at a rate of %1. </source>
        <translation>学习率为 %1 时损失无限增大。</translation>
    </message>
    <message>
        <source>The mean step, %1 until its last work ends, replayed without one cause at a time. Upper bounds: they do not add up.</source>
        <translation>每次去掉一个原因，重放平均的一步（到其最后一项工作结束为 %1）。得到的是上限，不能相加。</translation>
    </message>
    <message>
        <source>The meaning of the band around a mean: sample standard deviation, standard error of the mean, or the extremes</source>
        <translation>平均值周围的带：样本标准差、平均值的标准误，或极值</translation>
    </message>
    <message>
        <source>The memory plan of the training step appears here, op by op, with what is alive at each.</source>
        <translation>这里逐个算子显示训练步的内存规划，以及每处存活的张量。</translation>
    </message>
    <message>
        <source>The menu of a heading shows archived runs</source>
        <translation>在列头的菜单中可显示归档的运行</translation>
    </message>
    <message>
        <source>The messages of a run appear here: its start, every epoch, every change of a switch, warnings and errors.</source>
        <translation>这里显示运行的消息：开始、每一轮、每次更改开关、警告和错误。</translation>
    </message>
    <message>
        <source>The model writes</source>
        <translation>模型正在写</translation>
    </message>
    <message>
        <source>The most memory that a step of the run held, as measured, or as planned if it was not measured</source>
        <translation>运行中一步占用的最大内存，为实测值；无人测量时为规划值</translation>
    </message>
    <message>
        <source>The name in the GPU&apos;s profiler</source>
        <translation>GPU 性能分析器所用的名称</translation>
    </message>
    <message>
        <source>The name is that of a folder too: without a slash, and no dot in front.</source>
        <translation>名称也是文件夹名：不含斜杠，不以点开头。</translation>
    </message>
    <message>
        <source>The next run keeps histograms of every epoch</source>
        <translation>下一次运行保留每一轮的直方图</translation>
    </message>
    <message>
        <source>The next run trains at a learning rate of %1</source>
        <translation>下一次运行的学习率为 %1</translation>
    </message>
    <message>
        <source>The next run uses it</source>
        <translation>下一次运行将使用它</translation>
    </message>
    <message>
        <source>The predictions of %1 cannot be read</source>
        <translation>无法读取 %1 的预测</translation>
    </message>
    <message>
        <source>The profiler</source>
        <translation>性能分析器</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>The project file cannot be read: %1</source>
        <translation>无法读取项目文件：%1</translation>
    </message>
    <message>
        <source>The project file cannot be written: %1</source>
        <translation>无法写入项目文件：%1</translation>
    </message>
    <message>
        <source>The project file had changed on disk and was read again</source>
        <translation>项目文件在磁盘上有改动，已重新读取</translation>
    </message>
    <message>
        <source>The project file still has its own value</source>
        <translation>项目文件里仍是原来的值</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>The queue rests: %1 of %2 done</source>
        <translation>队列暂停：完成 %1，共 %2</translation>
    </message>
    <message>
        <source>The recording after its end is missing, and this is not idle time: %1. Copy the file again, or record it again</source>
        <translation>文件结尾之后记录的内容缺失，不是空闲时间：%1。重新复制文件，或重新记录</translation>
    </message>
    <message>
        <source>The report is written</source>
        <translation>报告已写入</translation>
    </message>
    <message>
        <source>The report of a run lists the others</source>
        <translation>其余的在运行的报告中列出</translation>
    </message>
    <message>
        <source>The rows sum to 100 %</source>
        <translation>每行之和为 100 %</translation>
    </message>
    <message>
        <source>The run in training ends as planned; the next one waits for Start</source>
        <translation>正在训练的运行按计划结束；下一个等待“开始”</translation>
    </message>
    <message>
        <source>The run in training keeps its settings; the next one uses those of the file</source>
        <translation>正在训练的运行保持其设置；下一次运行采用文件中的内容</translation>
    </message>
    <message>
        <source>The run is written, %1</source>
        <translation>已写入运行，%1</translation>
    </message>
    <message>
        <source>The run that the others are compared with</source>
        <translation>各项变化以这次运行为准</translation>
    </message>
    <message>
        <source>The run that trains shows whether it learns</source>
        <translation>正在训练的运行会显示它是否在学习</translation>
    </message>
    <message>
        <source>The runs of this project were deleted: their store is gone</source>
        <translation>这个项目的运行已被删除：它们的存储文件不见了</translation>
    </message>
    <message>
        <source>The runs stay as they are; the training elsewhere goes on</source>
        <translation>运行保持原样；别处的训练继续</translation>
    </message>
    <message>
        <source>The samples it was most wrong about</source>
        <translation>错得最多的样本</translation>
    </message>
    <message>
        <source>The samples of its data appear here: with class and file name, and as training draws them.</source>
        <translation>这里显示项目数据的样本：带有类别和文件名，以及训练所抽取的样子。</translation>
    </message>
    <message>
        <source>The schedule appears here once the data of a project are open.</source>
        <translation>项目的数据打开后，这里显示学习率调度。</translation>
    </message>
    <message>
        <source>The setting is copied</source>
        <translation>已复制设置</translation>
    </message>
    <message>
        <source>The shortest of them in full</source>
        <translation>其中最短的全长</translation>
    </message>
    <message>
        <source>The step cannot be built</source>
        <translation>无法构建训练步</translation>
    </message>
    <message>
        <source>The step cannot be planned</source>
        <translation>无法规划训练步</translation>
    </message>
    <message>
        <source>The step has no ops.</source>
        <translation>该步没有算子。</translation>
    </message>
    <message>
        <source>The steps are captured when the run goes on</source>
        <translation>运行继续后才记录这些步</translation>
    </message>
    <message>
        <source>The steps are replayed with the waits and dependencies that were recorded, and with one cause lasting no time. Everything else stays as recorded. One more worker is assumed to load as fast as the recorded ones.</source>
        <translation>按记录的等待和依赖重放各步，并让其中一个原因不花时间。没有记录的保持原样。多出的加载线程与已记录的一样快。</translation>
    </message>
    <message>
        <source>The table cannot be written: %1</source>
        <translation>无法写入表格：%1</translation>
    </message>
    <message>
        <source>The table is saved</source>
        <translation>已保存表格</translation>
    </message>
    <message>
        <source>The time in spans is the self time of all threads and streams together.</source>
        <translation>片段的时间是所有线程和流的自身时间之和。</translation>
    </message>
    <message>
        <source>The time is %1.</source>
        <translation>时间为%1。</translation>
    </message>
    <message>
        <source>The time of all its calls</source>
        <translation>全部调用的时间</translation>
    </message>
    <message>
        <source>The timeline shows every op of a few training steps, the loader workers and the batch queue on one clock.</source>
        <translation>时间线在同一时钟上显示若干训练步的每个算子、加载线程和批队列。</translation>
    </message>
    <message>
        <source>The trace is saved</source>
        <translation>跟踪已保存</translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here with the first histograms that the next run keeps.</source>
        <translation>下一次运行保留第一批直方图后，这里显示各层的权重及其梯度。</translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here, over the steps of a run that keeps histograms.</source>
        <translation>对保留直方图的运行，这里显示各层的权重及其梯度随步的变化。</translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here, over the steps of a run.</source>
        <translation>这里显示各层的权重及其梯度随运行的步的变化。</translation>
    </message>
    <message>
        <source>The whole run with its checkpoints, for another project or machine</source>
        <translation>整个运行及其检查点，用于其他项目或机器</translation>
    </message>
    <message>
        <source>The window uses %1 from its next start on</source>
        <translation>窗口从下次启动起使用 %1</translation>
    </message>
    <message>
        <source>Their time within the range</source>
        <translation>它们在范围内的时间</translation>
    </message>
    <message>
        <source>Their time within the range minus that of the spans nested in them</source>
        <translation>它们在范围内的时间减去其中嵌套片段的时间</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>There are no two runs to compare yet</source>
        <translation>还没有可对比的两次运行</translation>
    </message>
    <message>
        <source>There is a project of this name in the folder. Choose another name.</source>
        <translation>文件夹中已有同名的项目。换一个名称。</translation>
    </message>
    <message>
        <source>There is no diagnosis</source>
        <translation>没有诊断</translation>
    </message>
    <message>
        <source>There is no other run</source>
        <translation>没有其他运行</translation>
    </message>
    <message>
        <source>There is not enough memory for the range test</source>
        <translation>内存不足以进行范围测试</translation>
    </message>
    <message>
        <source>There is not enough memory for this trace</source>
        <translation>内存不足以打开此跟踪文件</translation>
    </message>
    <message>
        <source>These runs have the same settings and results.</source>
        <translation>这些运行的设置和结果相同。</translation>
    </message>
    <message>
        <source>They are the moving averages of the weights, which the run was validated with</source>
        <translation>它们是权重的滑动平均，运行用它们做验证</translation>
    </message>
    <message>
        <source>This cannot be trained on as it is</source>
        <translation>目前的数据无法用于训练</translation>
    </message>
    <message>
        <source>This folder is being imported: watch it afterwards, then its runs are updated</source>
        <translation>该文件夹正在导入：完成后再监视它，其中的运行会继续</translation>
    </message>
    <message>
        <source>This folder is being watched: its runs are in the table, and are updated there</source>
        <translation>该文件夹正在被监视：其中的运行已在表中，并会在那里继续</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>This run kept only its worst answers. A run that is trained now keeps all of them.</source>
        <translation>这次运行只保存了错得最多的回答。现在训练的运行会保存全部回答。</translation>
    </message>
    <message>
        <source>This trace has no such step</source>
        <translation>此跟踪没有这一步</translation>
    </message>
    <message>
        <source>This trace holds no events</source>
        <translation>此跟踪文件没有事件</translation>
    </message>
    <message>
        <source>This view shows how a training step uses memory, op by op, and where the peak is. Opening a project plans it.</source>
        <translation>此视图逐个算子显示训练步的每个字节在哪里，以及峰值在哪里。打开项目即进行规划。</translation>
    </message>
    <message>
        <source>This would delete %1 and free %2. It cannot be undone.</source>
        <translation>将删除 %1，释放 %2。无法撤销。</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time by op</source>
        <translation>按算子的时间</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>步耗时</translation>
    </message>
    <message>
        <source>Time of the GPU</source>
        <translation>GPU 的时间</translation>
    </message>
    <message>
        <source>Time of the host or of the GPU</source>
        <translation>主机或 GPU 的时间</translation>
    </message>
    <message>
        <source>Time of the selected range of %1 in the layer&apos;s ops, the optimizer&apos;s included</source>
        <translation>%1 的选定范围中该层算子的时间，包括优化器</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Times appear once steps are captured: press C while training.</source>
        <translation>采集到步后出现时间：训练时按 C。</translation>
    </message>
    <message>
        <source>Times of %1 with other settings</source>
        <translation>时间来自 %1，设置不同</translation>
    </message>
    <message>
        <source>Times of another run with other settings</source>
        <translation>时间来自另一次运行，设置不同</translation>
    </message>
    <message>
        <source>To predict</source>
        <translation>要预测</translation>
    </message>
    <message>
        <source>To predict: %1.</source>
        <translation>要预测：%1。</translation>
    </message>
    <message>
        <source>To the parent (Escape)</source>
        <translation>返回上一层（Esc）</translation>
    </message>
    <message>
        <source>Total over calls</source>
        <translation>合计除以调用次数</translation>
    </message>
    <message>
        <source>Total over count</source>
        <translation>合计除以次数</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>Traces (%1);;All files (*)</source>
        <translation>跟踪文件 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Train a new run</source>
        <translation>训练新的运行</translation>
    </message>
    <message>
        <source>Train the project again, with another setting</source>
        <translation>换一个设置再训练一次项目</translation>
    </message>
    <message>
        <source>Trained numbers; a weight that layers share is counted where it is read first</source>
        <translation>可训练的数；多层共享的权重计入最先读取它的层</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>训练器</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Training failed</source>
        <translation>训练失败</translation>
    </message>
    <message>
        <source>Training reads the pictures as they are: no transform is switched on.</source>
        <translation>训练直接读取原图：没有打开任何变换。</translation>
    </message>
    <message>
        <source>Trains a run, which captures steps by itself</source>
        <translation>训练一次运行，它会自动采集若干步</translation>
    </message>
    <message>
        <source>Trains networks and shows where every millisecond and megabyte of the step goes.
GPL-3.0-or-later.

%1</source>
        <translation>训练网络，并显示每一步的每一毫秒和每一兆字节用在哪里。
GPL-3.0-or-later.

%1</translation>
    </message>
    <message>
        <source>Trains the project as a new run</source>
        <translation>把项目作为新的运行来训练</translation>
    </message>
    <message>
        <source>Trains the project with several settings, one run after the other</source>
        <translation>用若干种设置依次训练项目</translation>
    </message>
    <message>
        <source>Trains the runs that wait, one after the other</source>
        <translation>依次训练等待的运行</translation>
    </message>
    <message>
        <source>Trains the selected runs earlier</source>
        <translation>更早训练选中的运行</translation>
    </message>
    <message>
        <source>Trains the selected runs later</source>
        <translation>更晚训练选中的运行</translation>
    </message>
    <message>
        <source>Trains while the rate grows: a good one is where the loss falls most steeply (Smith, 2017). Nothing is kept.</source>
        <translation>一边增大学习率一边训练：损失下降最陡处的学习率较好 (Smith, 2017)。不保留任何结果。</translation>
    </message>
    <message>
        <source>Tries growing learning rates for some steps and suggests one</source>
        <translation>用逐步增大的学习率试若干步，并建议一个</translation>
    </message>
    <message>
        <source>Tries growing rates for some steps and suggests one; nothing of the project changes</source>
        <translation>用逐步增大的学习率试若干步，并建议一个；项目不变</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Two at once would slow each other down. Start the sweep when it has ended</source>
        <translation>同时进行会互相占用时间。等它结束后再开始超参数扫描</translation>
    </message>
    <message>
        <source>Type a step and press Enter (G)</source>
        <translation>输入步号并按 Enter (G)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Unfold All Groups</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Up to %1 fit: %2 of %3 free.</source>
        <translation>最多放得下 %1：%2 空闲，共 %3。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Use My Home Folder</source>
        <translation>使用我的主文件夹</translation>
    </message>
    <message>
        <source>Use This Rate</source>
        <translation>使用此学习率</translation>
    </message>
    <message>
        <source>Use in the next run</source>
        <translation>用于下一次运行</translation>
    </message>
    <message>
        <source>Use the Model</source>
        <translation>使用模型</translation>
    </message>
    <message>
        <source>Use the Model: drop a picture or a folder of pictures, fill in a row, or write a prompt. The model of the displayed run answers with class, probability and time, or writes text.</source>
        <translation>使用模型：拖入图片或图片文件夹，填写一行数据，或写提示词。所显示运行的模型会给出类别、概率和用时，或写出文本。</translation>
    </message>
    <message>
        <source>Validated</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Validation samples of this class</source>
        <translation>属于该类别的验证样本</translation>
    </message>
    <message>
        <source>Validation, %1</source>
        <translation>验证，%1</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Values alive at the selected op</source>
        <translation>在选中的算子处存活的值</translation>
    </message>
    <message>
        <source>Values separated by commas; for random sweeps also a range: 0.001..0.1 log</source>
        <translation>值用逗号分隔；随机搜索也可用范围：0.001..0.1 log</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>视图 %1</translation>
    </message>
    <message>
        <source>Views ▾</source>
        <translation>视图 ▾</translation>
    </message>
    <message>
        <source>W S, wheel</source>
        <translation>W S，滚轮</translation>
    </message>
    <message>
        <source>W and S zoom, A and D pan, F shows everything, N and P go through the matches, arrow keys go from span to span. The question mark lists all keys.</source>
        <translation>W 和 S 缩放，A 和 D 平移，F 显示全部，N 和 P 在匹配项间移动，方向键在片段间移动。问号列出全部按键。</translation>
    </message>
    <message>
        <source>Wait for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Warps resident on a multiprocessor over the most that it can hold: estimated from grid, block, registers and shared memory, weighted by time</source>
        <translation>多处理器容纳的线程束占其上限的比例：由网格、块、寄存器和共享内存估计，按时间加权</translation>
    </message>
    <message>
        <source>Watch TensorBoard Folder...</source>
        <translation>监视 TensorBoard 文件夹...</translation>
    </message>
    <message>
        <source>Watching %1</source>
        <translation>正在监视 %1</translation>
    </message>
    <message>
        <source>Weight of the moving average of the batches, debiased as TensorBoard does</source>
        <translation>批的滑动平均的权重，按 TensorBoard 的方式去偏</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>权重 (*.safetensors)</translation>
    </message>
    <message>
        <source>Weights and gradients of each layer appear here, over the steps of a run that keeps them.
The keys every_epochs and every_steps of [train.histograms] ask for it.</source>
        <translation>对保留直方图的运行，这里显示各层的权重和梯度随步的变化。
由 [train.histograms] 的键 every_epochs 和 every_steps 开启。</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化之处</translation>
    </message>
    <message>
        <source>What colours mean</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>What is found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>What is unusual</source>
        <translation>异常之处</translation>
    </message>
    <message>
        <source>What runs in the range</source>
        <translation>范围内运行的内容</translation>
    </message>
    <message>
        <source>What the colours of the spans mean</source>
        <translation>片段颜色的含义</translation>
    </message>
    <message>
        <source>What the slower of arithmetic and memory would take at the GPU&apos;s measured peaks, over its time</source>
        <translation>按 GPU 的实测峰值，运算与显存访问中较慢者所需的时间，除以它的时间</translation>
    </message>
    <message>
        <source>What the step would take at best without each cause</source>
        <translation>去掉每个原因后，一步最快需要多久</translation>
    </message>
    <message>
        <source>What this chart shows</source>
        <translation>此图显示的内容</translation>
    </message>
    <message>
        <source>What this is</source>
        <translation>这是什么</translation>
    </message>
    <message>
        <source>Where %1 Is Now</source>
        <translation>%1 现在的位置</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>每步的时间用在哪里</translation>
    </message>
    <message>
        <source>Where the time of a step goes, by phase and by op. It appears once steps are captured: press C while training.</source>
        <translation>每步的时间用在哪里，按阶段和算子显示。采集到步后出现：训练时按 C。</translation>
    </message>
    <message>
        <source>Where the time of a step goes, each moment counted once: a wait for data first, then what the GPU did, then the host. The parts sum to the step. For runs of Stepscope: by phase.</source>
        <translation>一步的时间用在哪里，每个时刻只计一次：先计等待数据，再计 GPU 的工作，最后计主机。各部分之和即一步。自有运行按阶段计。</translation>
    </message>
    <message>
        <source>Which GPU</source>
        <translation>选择 GPU</translation>
    </message>
    <message>
        <source>Which metrics, settings and figures of the runs are shown</source>
        <translation>显示运行的哪些指标、设置和数值</translation>
    </message>
    <message>
        <source>Why did it change</source>
        <translation>为何变化</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Windows of the text as the model reads them in epoch %1; the answer is the same window, one character later.</source>
        <translation>模型在第 %1 轮中读取的文本窗口；答案是向后移一个字符的同一窗口。</translation>
    </message>
    <message>
        <source>Without sharing, the tensors of a step would take %1; the plan lets tensors that are never alive together take turns and needs %2.</source>
        <translation>若不共享，一步的张量需要 %1；规划让从不同时存活的张量轮流使用，需要 %2。</translation>
    </message>
    <message>
        <source>Words, or conditions with and, or, not, parentheses: val_loss &lt; 0.3 and switches.amp and tag:baseline</source>
        <translation>词，或用 and、or、not、括号组合的条件：val_loss &lt; 0.3 and switches.amp and tag:baseline</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>Write It Again</source>
        <translation>重新写入</translation>
    </message>
    <message>
        <source>Write a prompt, and let the model continue it</source>
        <translation>写一段提示词，让模型续写</translation>
    </message>
    <message>
        <source>Write a rate such as 1e-6 or 0.01</source>
        <translation>写一个学习率，如 1e-6 或 0.01</translation>
    </message>
    <message>
        <source>Write to %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Writes %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Writes the comparison as one page, HTML or PDF, that needs no network</source>
        <translation>把对比写成一页 HTML 或 PDF，不需要网络</translation>
    </message>
    <message>
        <source>Writes the project file (Ctrl+Enter)</source>
        <translation>写入项目文件 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Writes the run as one HTML page and opens it in the browser</source>
        <translation>把运行写成一个 HTML 页面并在浏览器中打开</translation>
    </message>
    <message>
        <source>Writes the weights of the selected checkpoint as one safetensors file, with PyTorch&apos;s names and shapes</source>
        <translation>把选中检查点的权重写成一个 safetensors 文件，使用 PyTorch 的名称和形状</translation>
    </message>
    <message>
        <source>Written to disks</source>
        <translation>写入磁盘</translation>
    </message>
    <message>
        <source>Zoom of the curves</source>
        <translation>曲线的缩放</translation>
    </message>
    <message>
        <source>Zoom to This Span</source>
        <translation>缩放到此片段</translation>
    </message>
    <message>
        <source>Zoom to the Range</source>
        <translation>缩放到范围</translation>
    </message>
    <message>
        <source>a line for each run; results in blue</source>
        <translation>每次运行一条线；结果为蓝色</translation>
    </message>
    <message>
        <source>a new project from data: a folder of pictures, a table or a text; dropping them does it too</source>
        <translation>从数据新建项目：图片文件夹、表格或文本；拖放也可以</translation>
    </message>
    <message>
        <source>a range of time, with its statistics</source>
        <translation>一段时间范围及其统计</translation>
    </message>
    <message>
        <source>a span, its neighbours, other rows</source>
        <translation>片段、相邻片段、其他行</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>acc.</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>after %1 and %2</source>
        <translation>经过 %1，用时 %2</translation>
    </message>
    <message>
        <source>after the first epoch</source>
        <translation>第一轮之后</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>alive while each node runs, as planned</source>
        <translation>每个节点运行时存活的内存，按规划</translation>
    </message>
    <message>
        <source>alive: %1</source>
        <translation>存活：%1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>also timed</source>
        <translation>也计时过</translation>
    </message>
    <message>
        <source>and %1 classes more</source>
        <translation>另有 %1 个类别</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>and of %1 more series</source>
        <translation>，另有 %1 个序列</translation>
    </message>
    <message>
        <source>and the best</source>
        <translation>和最佳的</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>annotation on the GPU</source>
        <translation>GPU 上的标注</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>as it comes</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>as the median of %1 steps</source>
        <translation>与 %1 步的中位数相同</translation>
    </message>
    <message>
        <source>at</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>at best</source>
        <translation>最多节省</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>at most −%1</source>
        <translation>最多 −%1</translation>
    </message>
    <message>
        <source>at ms	idle for ms	main reason	kernel before	kernel after
</source>
        <translation>时刻 ms	空闲 ms	主要原因	之前的 kernel	之后的 kernel
</translation>
    </message>
    <message>
        <source>at the peak:</source>
        <translation>在峰值处：</translation>
    </message>
    <message>
        <source>back and forward through zooms, ranges and notes</source>
        <translation>在缩放、范围和备注间后退和前进</translation>
    </message>
    <message>
        <source>backward op</source>
        <translation>反向算子</translation>
    </message>
    <message>
        <source>backward, with optimizer</source>
        <translation>反向，含优化器</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批 %1</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>batches %1%2 (smoothed)</source>
        <translation>批 %1%2（平滑后）</translation>
    </message>
    <message>
        <source>before %1 begins</source>
        <translation>%1 开始之前</translation>
    </message>
    <message>
        <source>began %1 after it</source>
        <translation>在其后 %1 开始</translation>
    </message>
    <message>
        <source>began %1 before it ended</source>
        <translation>在其结束前 %1 开始</translation>
    </message>
    <message>
        <source>begins at %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>best </source>
        <translation>最佳 </translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>best %1 %2</source>
        <translation>最佳%1 %2</translation>
    </message>
    <message>
        <source>best %1 %2: %3</source>
        <translation>最佳%1 %2：%3</translation>
    </message>
    <message>
        <source>best validation %1</source>
        <translation>最佳验证%1</translation>
    </message>
    <message>
        <source>best validation %1 %2 → %3</source>
        <translation>最佳验证%1 %2 → %3</translation>
    </message>
    <message>
        <source>best: </source>
        <translation>最佳：</translation>
    </message>
    <message>
        <source>between kernels</source>
        <translation>kernel 之间</translation>
    </message>
    <message>
        <source>between ops</source>
        <translation>算子之间</translation>
    </message>
    <message>
        <source>blocks / SM</source>
        <translation>块 / SM</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>按%1</translation>
    </message>
    <message>
        <source>by category</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>按轮次</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>by switches</source>
        <translation>按开关</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运字节</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>calls / step</source>
        <translation>每步调用次数</translation>
    </message>
    <message>
        <source>capture five steps for the timeline</source>
        <translation>为时间线采集五步</translation>
    </message>
    <message>
        <source>captured step</source>
        <translation>个采集步</translation>
    </message>
    <message>
        <source>captured steps</source>
        <translation>个采集步</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>cause removed</source>
        <translation>去掉的原因</translation>
    </message>
    <message>
        <source>cause removed	at best ms	step at best ms
</source>
        <translation>去掉的原因	最快节省 ms	最快步耗时 ms
</translation>
    </message>
    <message>
        <source>change against %1</source>
        <translation>相对 %1 的变化</translation>
    </message>
    <message>
        <source>character</source>
        <translation>个字符</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>个字符</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>chosen %1</source>
        <translation>选定 %1</translation>
    </message>
    <message>
        <source>class</source>
        <translation>个类别</translation>
    </message>
    <message>
        <source>clearing of the range</source>
        <translation>清除范围</translation>
    </message>
    <message>
        <source>click on a name, X</source>
        <translation>单击名称，X</translation>
    </message>
    <message>
        <source>click, arrow keys</source>
        <translation>单击，方向键</translation>
    </message>
    <message>
        <source>clip outliers</source>
        <translation>忽略离群值</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>colour: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>comes from</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>核</translation>
    </message>
    <message>
        <source>cores busy</source>
        <translation>CPU 核被占用</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>cross-entropy %1</source>
        <translation>交叉熵 %1</translation>
    </message>
    <message>
        <source>data wait</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>data wait %1</source>
        <translation>数据等待 %1</translation>
    </message>
    <message>
        <source>data wait none</source>
        <translation>无数据等待</translation>
    </message>
    <message>
        <source>data.numbers, data.dates, data.categories and data.ignore change how a column is read</source>
        <translation>data.numbers、data.dates、data.categories 和 data.ignore 可改变列的读取方式</translation>
    </message>
    <message>
        <source>dates</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>diagnosis, curves, timeline, memory, runs, graph, histograms, GPU, comparison, settings</source>
        <translation>诊断、曲线、时间线、内存、运行记录、计算图、直方图、GPU、对比、设置</translation>
    </message>
    <message>
        <source>difference curves</source>
        <translation>差异 曲线</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>each run</source>
        <translation>每次运行</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epoch %1
rate %2</source>
        <translation>轮次 %1
学习率 %2</translation>
    </message>
    <message>
        <source>epoch %1 / %2 · step %3 / %4</source>
        <translation>轮次 %1 / %2 · 步 %3 / %4</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epochs done</source>
        <translation>完成的轮次</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>error</source>
        <translation>个错误</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>个错误</translation>
    </message>
    <message>
        <source>estimated from this machine&apos;s speed</source>
        <translation>根据本机的速度估计</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>faster than the median by %1</source>
        <translation>比中位数快 %1</translation>
    </message>
    <message>
        <source>file not found</source>
        <translation>文件未找到</translation>
    </message>
    <message>
        <source>fills</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>finished, not saved</source>
        <translation>已完成，未保存</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>fit, zoom, pan the view that has the focus; the wheel and dragging do the same</source>
        <translation>对有焦点的视图：适应、缩放、平移；滚轮和拖动也可以</translation>
    </message>
    <message>
        <source>fold or unfold a group</source>
        <translation>折叠或展开一个分组</translation>
    </message>
    <message>
        <source>fold or unfold all groups</source>
        <translation>折叠或展开所有分组</translation>
    </message>
    <message>
        <source>follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>forward op</source>
        <translation>前向算子</translation>
    </message>
    <message>
        <source>from kernels timed here</source>
        <translation>根据在此测量的 kernel 耗时</translation>
    </message>
    <message>
        <source>from op %1 (%2) to op %3 (%4)</source>
        <translation>从算子 %1（%2）到算子 %3（%4）</translation>
    </message>
    <message>
        <source>from step to step</source>
        <translation>跨步保留</translation>
    </message>
    <message>
        <source>from step to step, beside the memory of a step</source>
        <translation>跨步保留，不在一步的内存之内</translation>
    </message>
    <message>
        <source>frozen parameters</source>
        <translation>冻结的参数</translation>
    </message>
    <message>
        <source>gain not known</source>
        <translation>收益未知</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>个间隙</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>个间隙</translation>
    </message>
    <message>
        <source>given by data.mean and data.std</source>
        <translation>由 data.mean 和 data.std 给出</translation>
    </message>
    <message>
        <source>go to a step, to the one before or after</source>
        <translation>转到某一步、前一步或后一步</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>group &quot;%1&quot;</source>
        <translation>分组 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>higher or lower rows</source>
        <translation>增高或降低各行</translation>
    </message>
    <message>
        <source>host ops</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>idle for</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>in</source>
        <translation>共</translation>
    </message>
    <message>
        <source>in range</source>
        <translation>范围内</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>its time is not known before it runs</source>
        <translation>运行之前时间未知</translation>
    </message>
    <message>
        <source>kept from step to step: %1</source>
        <translation>跨步保留：%1</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>kernel after</source>
        <translation>之后的 kernel</translation>
    </message>
    <message>
        <source>kernel before</source>
        <translation>之前的 kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>最后%1</translation>
    </message>
    <message>
        <source>last read by %1</source>
        <translation>最后由 %1 读取</translation>
    </message>
    <message>
        <source>last validation %1</source>
        <translation>最后验证%1</translation>
    </message>
    <message>
        <source>last: resumes here</source>
        <translation>最新：从这里恢复</translation>
    </message>
    <message>
        <source>launch of %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layer	ops	output	parameters	forward FLOP	recompute FLOP	backward FLOP	bytes moved	memory bytes	kept for backward bytes</source>
        <translation>层	算子	输出	参数	前向 FLOP	重计算 FLOP	反向 FLOP	搬运字节	内存字节	为反向保留的字节</translation>
    </message>
    <message>
        <source>layer that costs most</source>
        <translation>开销最大的层</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>leads to</source>
        <translation>指向</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>learning rate	loss	smoothed loss
</source>
        <translation>学习率	损失	平滑后的损失
</translation>
    </message>
    <message>
        <source>left on the machine</source>
        <translation>机器剩余</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>lives</source>
        <translation>存活期</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>x 对数</translation>
    </message>
    <message>
        <source>logarithmic loss axis</source>
        <translation>损失使用对数轴</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>更长</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>made by %1</source>
        <translation>由 %1 产生</translation>
    </message>
    <message>
        <source>main reason</source>
        <translation>主要原因</translation>
    </message>
    <message>
        <source>many</source>
        <translation>很多</translation>
    </message>
    <message>
        <source>mark this moment and write a note</source>
        <translation>标记此时刻并写备注</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>mean %1, deviation %2 of each channel, pixels from 0 to 1 (%3)</source>
        <translation>各通道的均值 %1、标准差 %2，像素为 0 到 1（%3）</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>%1 的平均</translation>
    </message>
    <message>
        <source>mean of groups</source>
        <translation>分组平均</translation>
    </message>
    <message>
        <source>mean over seeds</source>
        <translation>随机种子平均</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>memory over the nodes of a step</source>
        <translation>一步中各节点的内存</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>min–max</source>
        <translation>最小–最大</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>momentum dashed, right axis</source>
        <translation>虚线为动量，右轴</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>每步 ms</translation>
    </message>
    <message>
        <source>ms in range</source>
        <translation>区间内 ms</translation>
    </message>
    <message>
        <source>ms per %1 samples</source>
        <translation>每 %1 个样本 ms</translation>
    </message>
    <message>
        <source>ms per step</source>
        <translation>每步 ms</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必需</translation>
    </message>
    <message>
        <source>next and previous match</source>
        <translation>下一个和上一个匹配项</translation>
    </message>
    <message>
        <source>next and previous match in the timeline; ? there lists all its keys</source>
        <translation>时间线中的下一个和上一个匹配项；在那里按“?”列出全部按键</translation>
    </message>
    <message>
        <source>next and previous note</source>
        <translation>下一条和上一条备注</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>无误差带</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>no gain: the step waits for something else</source>
        <translation>没有收益：这一步在等待别的工作</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>no process</source>
        <translation>无进程</translation>
    </message>
    <message>
        <source>no project open</source>
        <translation>没有打开项目</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>no steps were captured</source>
        <translation>没有采集任何步</translation>
    </message>
    <message>
        <source>no value: %1</source>
        <translation>无值：%1</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none for validation</source>
        <translation>没有验证数据</translation>
    </message>
    <message>
        <source>none: all %1 are equal</source>
        <translation>无：全部 %1 项相同</translation>
    </message>
    <message>
        <source>none: nothing was saved, or all of them were deleted</source>
        <translation>无：没有保存，或已全部删除</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>not whole</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>note about the data</source>
        <translation>条数据说明</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>notes about the data</source>
        <translation>条数据说明</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>nothing is known of this time</source>
        <translation>这段时间的情况未知</translation>
    </message>
    <message>
        <source>now %1%2</source>
        <translation>当前 %1%2</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>of a step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>of a step, no claim</source>
        <translation>每步，不作断言</translation>
    </message>
    <message>
        <source>of the selected range, %1</source>
        <translation>所选范围，%1</translation>
    </message>
    <message>
        <source>of the training pictures</source>
        <translation>由训练图片测得</translation>
    </message>
    <message>
        <source>of the whole trace, %1</source>
        <translation>整个跟踪文件，%1</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>op	category	calls per step	ms per step	share	GFLOP/s	GB/s	layer that costs most
</source>
        <translation>算子	类别	每步调用次数	每步 ms	占比	GFLOP/s	GB/s	开销最大的层
</translation>
    </message>
    <message>
        <source>op %1</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>op %1 only</source>
        <translation>仅算子 %1</translation>
    </message>
    <message>
        <source>open a project, open a trace; both can be dragged onto the window</source>
        <translation>打开项目，打开跟踪文件；两者都可以拖到窗口上</translation>
    </message>
    <message>
        <source>opening the data</source>
        <translation>正在打开数据</translation>
    </message>
    <message>
        <source>opening the data, choosing kernels</source>
        <translation>正在打开数据、选择 kernel</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>ops %1 to %2</source>
        <translation>算子 %1 到 %2</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>or click to choose.
Stepscope looks at it and proposes a model.
Nothing is copied, nothing leaves this machine.</source>
        <translation>或单击选择。
Stepscope 查看内容并建议模型。
不复制任何内容，不离开本机。</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>other programs held the cores meanwhile: the machine may do more</source>
        <translation>期间其他程序占用了 CPU 核：本机可能更快</translation>
    </message>
    <message>
        <source>other switches were turned since</source>
        <translation>此后又改动了其他开关</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>over</source>
        <translation>按</translation>
    </message>
    <message>
        <source>pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>part of the step</source>
        <translation>一步的部分</translation>
    </message>
    <message>
        <source>partly timed, partly estimated</source>
        <translation>部分计时，部分估计</translation>
    </message>
    <message>
        <source>pause and continue</source>
        <translation>暂停与继续</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>pauses after this run</source>
        <translation>此运行后暂停</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>peak %1 in %2, %3 of %4 tensors alive</source>
        <translation>峰值 %1，在 %2，%4 个张量中 %3 个存活</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>peak memory %1</source>
        <translation>内存峰值 %1</translation>
    </message>
    <message>
        <source>peak memory %1 → %2</source>
        <translation>内存峰值 %1 → %2</translation>
    </message>
    <message>
        <source>per %1 samples</source>
        <translation>每 %1 个样本</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>pictures of %1 × %1</source>
        <translation>%1 × %1 的图片</translation>
    </message>
    <message>
        <source>place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>planning</source>
        <translation>正在规划</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>profiler</source>
        <translation>性能分析器</translation>
    </message>
    <message>
        <source>project %1</source>
        <translation>项目 %1</translation>
    </message>
    <message>
        <source>range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>rate %1
loss %2
smoothed %3</source>
        <translation>学习率 %1
损失 %2
平滑后 %3</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>read in %1, computed in %2</source>
        <translation>读取 %1，计算 %2</translation>
    </message>
    <message>
        <source>reading the captures</source>
        <translation>正在读取采集数据</translation>
    </message>
    <message>
        <source>reads %1 · writes %2</source>
        <translation>读 %1 · 写 %2</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>reason unknown</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>removal of a note</source>
        <translation>移除备注</translation>
    </message>
    <message>
        <source>remove the current note</source>
        <translation>移除当前备注</translation>
    </message>
    <message>
        <source>reorders, casts</source>
        <translation>重排、类型转换</translation>
    </message>
    <message>
        <source>return of %1</source>
        <translation>%1 的返回</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>roofline</source>
        <translation>roofline</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rule	outcome	figure	unit	sentence	cure	at most, ms a step
</source>
        <translation>规则	结果	数值	单位	说明	对策	最多，每步 ms
</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>run	resident peak, bytes	planned peak, bytes
</source>
        <translation>运行	驻留峰值（字节）	计划峰值（字节）
</translation>
    </message>
    <message>
        <source>run	settings	state	steps	seconds	validation loss	best</source>
        <translation>运行	设置	状态	步	秒	验证损失	最佳</translation>
    </message>
    <message>
        <source>run is</source>
        <translation>次运行</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>次运行</translation>
    </message>
    <message>
        <source>runs are</source>
        <translation>次运行</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>sample	file	true	predicted	cross-entropy</source>
        <translation>样本	文件	真实	预测	交叉熵</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>samples/s</translation>
    </message>
    <message>
        <source>save export page</source>
        <translation>保存 导出 页面</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>%1保存</translation>
    </message>
    <message>
        <source>saving a checkpoint</source>
        <translation>正在保存检查点</translation>
    </message>
    <message>
        <source>scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>schedule ahead dashed</source>
        <translation>虚线为后续的调度</translation>
    </message>
    <message>
        <source>scroll the rows</source>
        <translation>滚动各行</translation>
    </message>
    <message>
        <source>search commands, settings, runs, layers and ops</source>
        <translation>搜索命令、设置、运行、层和算子</translation>
    </message>
    <message>
        <source>search names, ops, layers and kernels</source>
        <translation>搜索名称、算子、层和 kernel</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>select a run first</source>
        <translation>请先选择运行</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>share of self</source>
        <translation>占自身时间</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>共用</translation>
    </message>
    <message>
        <source>sharing saved %1 of %2</source>
        <translation>共享节省 %1，共 %2</translation>
    </message>
    <message>
        <source>shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>show everything, the beginning, the end</source>
        <translation>显示全部、开头、结尾</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>slower than the median by %1</source>
        <translation>比中位数慢 %1</translation>
    </message>
    <message>
        <source>slowest of %1 layers of its kind</source>
        <translation>同类 %1 层中最慢</translation>
    </message>
    <message>
        <source>smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>span</source>
        <translation>个片段</translation>
    </message>
    <message>
        <source>spans</source>
        <translation>个片段</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step	epoch	learning rate	momentum
</source>
        <translation>步	轮次	学习率	动量
</translation>
    </message>
    <message>
        <source>step	epoch	learning rate
</source>
        <translation>步	轮次	学习率
</translation>
    </message>
    <message>
        <source>step	mean	deviation	least	most	zeros	not finite	values
</source>
        <translation>步	平均	标准差	最小	最大	零值	非有限值	值的个数
</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>步 %1 / %2</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>step %1, the median one, %2</source>
        <translation>第 %1 步（中位数），%2</translation>
    </message>
    <message>
        <source>step %1: mean %2, deviation %3, %4 to %5</source>
        <translation>第 %1 步：平均 %2，标准差 %3，%4 到 %5</translation>
    </message>
    <message>
        <source>step about %1</source>
        <translation>步耗时约 %1</translation>
    </message>
    <message>
        <source>step at best</source>
        <translation>最快步耗时</translation>
    </message>
    <message>
        <source>step · %1</source>
        <translation>步 · %1</translation>
    </message>
    <message>
        <source>step ▶</source>
        <translation>步 ▶</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>stop and save a checkpoint</source>
        <translation>停止并保存检查点</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>suggested %1</source>
        <translation>建议 %1</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>switch	change	of	ms before	ms after	samples/s before	samples/s after	peak bytes before	peak bytes after	metric before	metric after
</source>
        <translation>开关	变化	对象	之前 ms	之后 ms	之前 samples/s	之后 samples/s	之前峰值字节	之后峰值字节	之前指标	之后指标
</translation>
    </message>
    <message>
        <source>switches turned</source>
        <translation>改动过的开关</translation>
    </message>
    <message>
        <source>switches.batch_size = 128; train.optimizer.weight_decay = 0.01</source>
        <translation>switches.batch_size = 128; train.optimizer.weight_decay = 0.01</translation>
    </message>
    <message>
        <source>switches.batch_size=32, train.optimizer.learning_rate=0.1</source>
        <translation>switches.batch_size=32, train.optimizer.learning_rate=0.1</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>target</source>
        <translation>个目标</translation>
    </message>
    <message>
        <source>targets</source>
        <translation>个目标</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>text of a note</source>
        <translation>备注文字</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the file cannot be made</source>
        <translation>无法创建文件</translation>
    </message>
    <message>
        <source>the file cannot be removed</source>
        <translation>无法移除文件</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>the median step, %1</source>
        <translation>中位数的步，%1</translation>
    </message>
    <message>
        <source>the model reads %1 numbers of each</source>
        <translation>模型从每张读取 %1 个数</translation>
    </message>
    <message>
        <source>the others of the selected layer or name</source>
        <translation>选中层或名称的其他片段</translation>
    </message>
    <message>
        <source>the plan has other settings than this capture: not shown here</source>
        <translation>规划的设置与此次采集不同：此处不显示</translation>
    </message>
    <message>
        <source>the run ended without an answer</source>
        <translation>运行已结束，未作取舍</translation>
    </message>
    <message>
        <source>the selected range of %1</source>
        <translation>%1 中选定的范围</translation>
    </message>
    <message>
        <source>the storage of %1</source>
        <translation>%1 的存储</translation>
    </message>
    <message>
        <source>the time of the selected span, else of the visible part</source>
        <translation>选中片段的时间，否则为所见的时间</translation>
    </message>
    <message>
        <source>the usual values</source>
        <translation>常用值</translation>
    </message>
    <message>
        <source>the whole step</source>
        <translation>整个步</translation>
    </message>
    <message>
        <source>this program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>this program uses %1 of the cores, other programs %2</source>
        <translation>本程序使用 %1 的 CPU 核，其他程序 %2</translation>
    </message>
    <message>
        <source>this span</source>
        <translation>此片段</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>throughput %1 → %2</source>
        <translation>吞吐量 %1 → %2</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time %1 → %2</source>
        <translation>时间 %1 → %2</translation>
    </message>
    <message>
        <source>time / step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>time a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>time not known</source>
        <translation>时间未知</translation>
    </message>
    <message>
        <source>time of a step</source>
        <translation>步耗时</translation>
    </message>
    <message>
        <source>timed while other programs held the cores</source>
        <translation>测量时其他程序占用了 CPU 核</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>to predict: %1</source>
        <translation>预测目标：%1</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>track	span	layer	step	begin ms	duration ms
</source>
        <translation>轨道	片段	层	步	开始 ms	时长 ms
</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>train %1 (smoothed %2)</source>
        <translation>训练 %1（平滑后 %2）</translation>
    </message>
    <message>
        <source>train %1%2</source>
        <translation>训练 %1%2</translation>
    </message>
    <message>
        <source>train %1, validation %2</source>
        <translation>训练 %1，验证 %2</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>已试</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>true %1, predicted %2: %3 of %4 (%5)</source>
        <translation>真实 %1，预测 %2：%3，共 %4（%5）</translation>
    </message>
    <message>
        <source>true \ predicted</source>
        <translation>真实 \ 预测</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>低于 1 %</translation>
    </message>
    <message>
        <source>undo zoom</source>
        <translation>撤销缩放</translation>
    </message>
    <message>
        <source>unknown peak</source>
        <translation>峰值未知</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>usual: %1</source>
        <translation>通常：%1</translation>
    </message>
    <message>
        <source>val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>validation %1%2</source>
        <translation>验证 %1%2</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>validation sample</source>
        <translation>个验证样本</translation>
    </message>
    <message>
        <source>validation samples</source>
        <translation>个验证样本</translation>
    </message>
    <message>
        <source>validation; train faint, %1</source>
        <translation>验证；浅色为训练，%1</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>value	role	shape	type	bytes	offset	first op	last op	made by
</source>
        <translation>值	角色	形状	类型	字节	偏移	首个算子	末个算子	产生者
</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>vocabulary of %1</source>
        <translation>词表大小 %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>waiting for a copy</source>
        <translation>等待复制</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>waiting for the end of the step</source>
        <translation>正在等待这一步结束</translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation>等待主机</translation>
    </message>
    <message>
        <source>waiting for the profiler</source>
        <translation>等待性能分析器</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits for the first event file</source>
        <translation>等待第一个事件文件</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>个警告</translation>
    </message>
    <message>
        <source>what</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>windows of %1 characters</source>
        <translation>%1 个字符的窗口</translation>
    </message>
    <message>
        <source>windows of %1 characters, a vocabulary of %2</source>
        <translation>%1 个字符的窗口，词汇表 %2 个</translation>
    </message>
    <message>
        <source>work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>worst first, %1 kept</source>
        <translation>最差的在前，保留 %1</translation>
    </message>
    <message>
        <source>worst first, by what they can gain</source>
        <translation>按可能的收益排序，最严重的在前</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>zoom about the mouse</source>
        <translation>以鼠标为中心缩放</translation>
    </message>
    <message>
        <source>zoom to a box</source>
        <translation>缩放到框选区域</translation>
    </message>
    <message>
        <source>zoom to the selected span, else to the range</source>
        <translation>缩放到选中的片段，否则到范围</translation>
    </message>
    <message>
        <source>± std</source>
        <translation>± 标准差</translation>
    </message>
    <message>
        <source>± stderr</source>
        <translation>± 标准误</translation>
    </message>
    <message>
        <source>× not a number</source>
        <translation>× 非数值</translation>
    </message>
    <message>
        <source>▲ infinite</source>
        <translation>▲ 无穷大</translation>
    </message>
    <message>
        <source>▼ minus infinite</source>
        <translation>▼ 负无穷大</translation>
    </message>
    <message>
        <source>◀ step</source>
        <translation>◀ 步</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>&quot;trace flame&quot; tells the names</source>
        <translation>&quot;trace flame&quot; 会列出名称</translation>
    </message>
    <message>
        <source>&quot;trace ops&quot; and &quot;trace path&quot; list the names</source>
        <translation>&quot;trace ops&quot; 和 &quot;trace path&quot; 会列出名称</translation>
    </message>
    <message>
        <source>&quot;{}&quot; ({}, {} bytes)</source>
        <translation>&quot;{}&quot;（{}，{} 字节）</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has more than {} different values, too many for classes</source>
        <translation>&quot;{}&quot; 的不同值超过 {} 个，作为类别太多</translation>
    </message>
    <message>
        <source>&quot;{}&quot; holds {} sets of IDX files, such as those of &quot;{}&quot; and &quot;{}&quot;</source>
        <translation>&quot;{}&quot; 含有 {} 套 IDX 文件，例如 &quot;{}&quot; 和 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>&quot;{}&quot; in the column &quot;{}&quot; is read as a number, and may be a code; data.categories decides</source>
        <translation>列“{1}”中的“{0}”按数字读取，但可能是代码；由 data.categories 决定</translation>
    </message>
    <message>
        <source>&quot;{}&quot; in the column &quot;{}&quot; is read as hours and minutes; write &quot;0:{}&quot; in the file if it is minutes and seconds</source>
        <translation>列“{1}”中的“{0}”按小时和分钟读取；若是分钟和秒，请在文件中写成“0:{2}”</translation>
    </message>
    <message>
        <source>&quot;{}&quot; in the column &quot;{}&quot;{} is read as no value; data.missing decides</source>
        <translation>列“{1}”中的“{0}”{2}按无值读取；由 data.missing 决定</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is named in data.target too</source>
        <translation>&quot;{}&quot; 也写在 data.target 中</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is named in {} too</source>
        <translation>“{}”在 {} 中也出现了</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no range</source>
        <translation>&quot;{}&quot; 不是范围</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a model for these data</source>
        <translation>&quot;{}&quot; 不是适用于这些数据的模型</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number, which the target &quot;{}&quot; of a regression must be</source>
        <translation>&quot;{}&quot; 不是数字，而回归的目标 &quot;{}&quot; 必须是数字</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number. Texts are compared with = != and :</source>
        <translation>&quot;{}&quot; 不是数字。比较文本用 = != 和 :</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a percentage</source>
        <translation>&quot;{}&quot; 不是百分比</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a text</source>
        <translation>&quot;{}&quot; 不是文本</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a {}, while every value of the column &quot;{}&quot; in the training rows is</source>
        <translation>“{0}”不是{1}，而列“{2}”在训练行中的每个值都是</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a {}, while {} of the {} values of the {} &quot;{}&quot; are</source>
        <translation>“{0}”不是{1}，而{4} “{5}”的 {3} 个值中有 {2} 个是</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not one of its values</source>
        <translation>&quot;{}&quot; 不是它的值</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is read as {}, which has no columns</source>
        <translation>&quot;{}&quot; 被读作{}，没有列</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is read with the {} first; data.date_order decides</source>
        <translation>“{}”按{}在前读取；由 data.date_order 决定</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is the version of CIFAR for Python, which is not read because it is pickled code</source>
        <translation>&quot;{}&quot; 是 CIFAR 的 Python 版本；它是 pickle 代码，因此不读取</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is too far from the other values of the column &quot;{}&quot;</source>
        <translation>&quot;{}&quot; 离列 &quot;{}&quot; 的其他值太远</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is too far from the other values of the target &quot;{}&quot;</source>
        <translation>&quot;{}&quot; 离目标 &quot;{}&quot; 的其他值太远</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is unknown</source>
        <translation>&quot;{}&quot; 未知</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is {}, and &quot;{}&quot; is {}: each sample needs one answer</source>
        <translation>“{}”是 {}，“{}”是 {}：每个样本需要一个答案</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is {}: neither its second nor its last dimension is 1, 3 or 4 channels</source>
        <translation>“{}”是 {}：第二维和最后一维都不是 1、3 或 4 个通道</translation>
    </message>
    <message>
        <source>&quot;{}&quot; lists the pictures of &quot;{}&quot;, by its columns {} and {}</source>
        <translation>&quot;{0}&quot; 以列 {2} 和 {3} 列出了 &quot;{1}&quot; 中的图片</translation>
    </message>
    <message>
        <source>&quot;{}&quot; sets no key</source>
        <translation>&quot;{}&quot; 没有设置任何键</translation>
    </message>
    <message>
        <source>&quot;{}&quot; was guessed as the column to predict: {}</source>
        <translation>预测“{}”只是猜测：{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a {}</source>
        <translation>&apos;{}&apos; 不是{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a {}; there are none here</source>
        <translation>&apos;{}&apos; 不是{}；这里没有</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is the name of another layer or of the data</source>
        <translation>&apos;{}&apos; 是另一层或数据的名称</translation>
    </message>
    <message>
        <source>(NVIDIA&apos;s GPUs have them since Volta)</source>
        <translation>（NVIDIA GPU 自 Volta 起具备）</translation>
    </message>
    <message>
        <source>(anonymous namespace)::</source>
        <translation>(anonymous namespace)::</translation>
    </message>
    <message>
        <source>(mean of {} GPUs)</source>
        <translation>（{} 个 GPU 的平均）</translation>
    </message>
    <message>
        <source>(name not kept)</source>
        <translation>（名称未保留）</translation>
    </message>
    <message>
        <source>(name {})</source>
        <translation>（名称 {}）</translation>
    </message>
    <message>
        <source>+ bias gradient</source>
        <translation>+ 偏置梯度</translation>
    </message>
    <message>
        <source>, a change below 1 %</source>
        <translation>，变化低于 1 %</translation>
    </message>
    <message>
        <source>, and products reach {} of the machine&apos;s peak</source>
        <translation>，矩阵乘达到本机峰值的 {}</translation>
    </message>
    <message>
        <source>, and the allocator had reserved {}</source>
        <translation>，分配器已保留 {}</translation>
    </message>
    <message>
        <source>, and they are all pictures of a class in its part</source>
        <translation>，而它们是某个类别在该部分的全部图片</translation>
    </message>
    <message>
        <source>, clipping by norm, or a warm-up</source>
        <translation>，按范数裁剪，或预热</translation>
    </message>
    <message>
        <source>, each as soon as its gradient is there</source>
        <translation>，各自在其梯度就绪时立即更新</translation>
    </message>
    <message>
        <source>, far from its other values,</source>
        <translation>（远离该列其他值）</translation>
    </message>
    <message>
        <source>, first in its samples {} to {}</source>
        <translation>，最先出现在其样本 {} 到 {} 中</translation>
    </message>
    <message>
        <source>, its noise is unknown (on each side all steps take the same time)</source>
        <translation>，噪声未知（两侧各自的所有步用时相同）</translation>
    </message>
    <message>
        <source>, its noise is unknown ({} and {} steps are too few to tell)</source>
        <translation>，噪声未知（{} 和 {} 步太少，无法判断）</translation>
    </message>
    <message>
        <source>, launches {} -&gt; {}</source>
        <translation>，启动 {} -&gt; {} 次</translation>
    </message>
    <message>
        <source>, mean of {} GPUs</source>
        <translation>，{} 个 GPU 的平均</translation>
    </message>
    <message>
        <source>, mean {}</source>
        <translation>，均值 {}</translation>
    </message>
    <message>
        <source>, more than the {} % that training accepts</source>
        <translation>，超过训练能容忍的 {} %</translation>
    </message>
    <message>
        <source>, most of it from {} ({} a step)</source>
        <translation>，大部分来自 {}（每步 {}）</translation>
    </message>
    <message>
        <source>, no change beyond the noise of {} ms</source>
        <translation>，变化不超过 {} ms 的噪声</translation>
    </message>
    <message>
        <source>, or {}</source>
        <translation>，或{}</translation>
    </message>
    <message>
        <source>, other programs took {} of the cores</source>
        <translation>，其他程序占用了 {} 的 CPU 核</translation>
    </message>
    <message>
        <source>, row {} zero</source>
        <translation>，第 {} 行为零</translation>
    </message>
    <message>
        <source>, the {} of step {}</source>
        <translation>，第 {1} 步的{0}</translation>
    </message>
    <message>
        <source>, whether it was changed since is unknown</source>
        <translation>，此后是否改动未知</translation>
    </message>
    <message>
        <source>, while other programs held the cores: the machine may do more. Ask again when it is idle</source>
        <translation>，期间其他程序占用了 CPU 核：本机可能更快。空闲时再测</translation>
    </message>
    <message>
        <source>, with changes that are not committed</source>
        <translation>，有未提交的改动</translation>
    </message>
    <message>
        <source>, with the same settings</source>
        <translation>，设置相同</translation>
    </message>
    <message>
        <source>, with {} samples each</source>
        <translation>，各有 {} 个样本</translation>
    </message>
    <message>
        <source>, with {} to {} samples</source>
        <translation>，各有 {} 到 {} 个样本</translation>
    </message>
    <message>
        <source>, {} more</source>
        <translation>，另有 {} 个</translation>
    </message>
    <message>
        <source>, {} of them provisional: they are timed again when the cores are free</source>
        <translation>，其中 {} 项为暂定：核空闲时重新计时</translation>
    </message>
    <message>
        <source>--filter, at character {}</source>
        <translation>--filter，第 {} 个字符</translation>
    </message>
    <message>
        <source>-1 or a step</source>
        <translation>-1 或步号</translation>
    </message>
    <message>
        <source>-1000 to 1000</source>
        <translation>-1000 到 1000</translation>
    </message>
    <message>
        <source>-1000000 to 1000000</source>
        <translation>-1000000 到 1000000</translation>
    </message>
    <message>
        <source>. Choose one from the list</source>
        <translation>。从列表中选择</translation>
    </message>
    <message>
        <source>. Did you mean {}?</source>
        <translation>。是否指 {}？</translation>
    </message>
    <message>
        <source>. Settings: {}{}</source>
        <translation>。设置：{}{}</translation>
    </message>
    <message>
        <source>. The file has no header, so its columns are numbered from 1</source>
        <translation>。文件没有列名，因此各列从 1 起编号</translation>
    </message>
    <message>
        <source>. The settings are the same</source>
        <translation>。设置相同</translation>
    </message>
    <message>
        <source>... and {} more like these.</source>
        <translation>... 另有 {} 个类似的。</translation>
    </message>
    <message>
        <source>... of {}</source>
        <translation>……共 {} 个</translation>
    </message>
    <message>
        <source>0 or 1</source>
        <translation>0 或 1</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 或更大</translation>
    </message>
    <message>
        <source>0 to 0.5</source>
        <translation>0 至 0.5</translation>
    </message>
    <message>
        <source>0 to 0.9</source>
        <translation>0 到 0.9</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>0 to 10</source>
        <translation>0 至 10</translation>
    </message>
    <message>
        <source>0 to 100</source>
        <translation>0 到 100</translation>
    </message>
    <message>
        <source>0 to 1000</source>
        <translation>0 到 1000</translation>
    </message>
    <message>
        <source>0 to 100000</source>
        <translation>0 到 100000</translation>
    </message>
    <message>
        <source>0 to 1000000</source>
        <translation>0 到 1000000</translation>
    </message>
    <message>
        <source>0 to 100000000</source>
        <translation>0 到 100000000</translation>
    </message>
    <message>
        <source>0 to 1000000000</source>
        <translation>0 到 1000000000</translation>
    </message>
    <message>
        <source>0 to 1024</source>
        <translation>0 到 1024</translation>
    </message>
    <message>
        <source>0 to 180</source>
        <translation>0 至 180</translation>
    </message>
    <message>
        <source>0 to 200</source>
        <translation>0 到 200</translation>
    </message>
    <message>
        <source>0 to 256</source>
        <translation>0 到 256</translation>
    </message>
    <message>
        <source>0 to 4096</source>
        <translation>0 到 4096</translation>
    </message>
    <message>
        <source>0 to 60</source>
        <translation>0 至 60</translation>
    </message>
    <message>
        <source>0 to 64, or `auto`</source>
        <translation>0 至 64，或 `auto`</translation>
    </message>
    <message>
        <source>0 to `train.epochs`</source>
        <translation>0 到 `train.epochs`</translation>
    </message>
    <message>
        <source>0.05 to 10</source>
        <translation>0.05 到 10</translation>
    </message>
    <message>
        <source>0.1; `rmsprop`, `adagrad`: 0.01; the others: 0.001</source>
        <translation>0.1；`rmsprop`、`adagrad`：0.01；其他：0.001</translation>
    </message>
    <message>
        <source>0: 4000 for `shapes`, 1024 for `synthetic`</source>
        <translation>0：`shapes` 为 4000，`synthetic` 为 1024</translation>
    </message>
    <message>
        <source>0: all</source>
        <translation>0：全部</translation>
    </message>
    <message>
        <source>0: never</source>
        <translation>0：从不</translation>
    </message>
    <message>
        <source>0: off</source>
        <translation>0：关闭</translation>
    </message>
    <message>
        <source>0: the cores less the loader&apos;s workers</source>
        <translation>0：核数减去加载线程数</translation>
    </message>
    <message>
        <source>0: the kind&apos;s own</source>
        <translation>0：该种类自己的值</translation>
    </message>
    <message>
        <source>1 line is damaged.</source>
        <translation>有 1 行损坏。</translation>
    </message>
    <message>
        <source>1 record left out</source>
        <translation>1 条记录被略去</translation>
    </message>
    <message>
        <source>1 record left out ({})</source>
        <translation>1 条记录被略去（{}）</translation>
    </message>
    <message>
        <source>1 step of {} is left out, since it holds a validation</source>
        <translation>略去 1 步（{}），因为其中有验证</translation>
    </message>
    <message>
        <source>1 to 100</source>
        <translation>1 到 100</translation>
    </message>
    <message>
        <source>1 to 1000</source>
        <translation>1 到 1000</translation>
    </message>
    <message>
        <source>1 to 10000</source>
        <translation>1 到 10000</translation>
    </message>
    <message>
        <source>1 to 100000</source>
        <translation>1 到 100000</translation>
    </message>
    <message>
        <source>1 to 1000000</source>
        <translation>1 到 1000000</translation>
    </message>
    <message>
        <source>1 to 1000000000</source>
        <translation>1 到 1000000000</translation>
    </message>
    <message>
        <source>1 to 1024</source>
        <translation>1 到 1024</translation>
    </message>
    <message>
        <source>1 to 1024 (`lstm`, `gru`: 256)</source>
        <translation>1 到 1024（`lstm`、`gru`：256）</translation>
    </message>
    <message>
        <source>1 to 1048576, or an amount of memory</source>
        <translation>1 到 1048576，或内存量</translation>
    </message>
    <message>
        <source>1 to 262144</source>
        <translation>1 到 262144</translation>
    </message>
    <message>
        <source>1 to 4096</source>
        <translation>1 到 4096</translation>
    </message>
    <message>
        <source>1 to 65536</source>
        <translation>1 到 65536</translation>
    </message>
    <message>
        <source>16-bit matrix products with a size that is not a multiple of {} take {} of the kernels&apos; time.</source>
        <translation>有一个尺寸不是 {} 的倍数的 16 位矩阵乘占 kernel 时间的 {}。</translation>
    </message>
    <message>
        <source>16-bit matrix products with a size that is not a multiple of {} take {}; the longest is {} of {}.</source>
        <translation>有一个尺寸不是 {0} 的倍数的 16 位矩阵乘占{1}；最久的是 {3} 的 {2}。</translation>
    </message>
    <message>
        <source>95 % interval {} to {}</source>
        <translation>95 % 区间 {} 到 {}</translation>
    </message>
    <message>
        <source>: left out are {}</source>
        <translation>：已略去 {}</translation>
    </message>
    <message>
        <source>; first, {}</source>
        <translation>；首先，{}</translation>
    </message>
    <message>
        <source>; for the test there are{}</source>
        <translation>；用于测试的有{}</translation>
    </message>
    <message>
        <source>; for the test:{}</source>
        <translation>；用于测试：{}</translation>
    </message>
    <message>
        <source>; for validation there are{}</source>
        <translation>；用于验证的有{}</translation>
    </message>
    <message>
        <source>; in the later epochs {} of the answers are right, and always naming the most frequent class has {}</source>
        <translation>；后期轮次中 {} 的答案正确，而总是答最常见的类别有 {}</translation>
    </message>
    <message>
        <source>; it is clipped</source>
        <translation>；它被裁剪</translation>
    </message>
    <message>
        <source>; it waits most for {}</source>
        <translation>；主要在等待{}</translation>
    </message>
    <message>
        <source>; its accuracy is {}, and always naming the most frequent class has {}</source>
        <translation>；其准确率为 {}，而总是回答最常见的类别也有 {}</translation>
    </message>
    <message>
        <source>; leaky_relu or gelu instead of relu; Kaiming&apos;s initial weights</source>
        <translation>；用 leaky_relu 或 gelu 代替 relu；采用 Kaiming 初始权重</translation>
    </message>
    <message>
        <source>; leaky_relu or gelu instead of relu; initial weights for relu (model.init.linear = &quot;kaiming_normal&quot;)</source>
        <translation>；用 leaky_relu 或 gelu 代替 relu；采用适合 relu 的初始权重（model.init.linear = &quot;kaiming_normal&quot;）</translation>
    </message>
    <message>
        <source>; of another size are{}</source>
        <translation>；大小不同的有{}</translation>
    </message>
    <message>
        <source>; or a schedule that lowers it</source>
        <translation>；或使用会降低它的调度</translation>
    </message>
    <message>
        <source>; or a warm-up</source>
        <translation>；或预热</translation>
    </message>
    <message>
        <source>; or train.schedule.name = &quot;cosine&quot;</source>
        <translation>；或 train.schedule.name = &quot;cosine&quot;</translation>
    </message>
    <message>
        <source>; or train.schedule.warmup_epochs = 1. The learning-rate range test suggests one: stepscope-cli lrtest PROJECT</source>
        <translation>；或 train.schedule.warmup_epochs = 1。学习率范围测试会给出建议：stepscope-cli lrtest PROJECT</translation>
    </message>
    <message>
        <source>; stepscope-cli data check --whole decodes every picture and counts them</source>
        <translation>；stepscope-cli data check --whole 会解码每张图片并计数</translation>
    </message>
    <message>
        <source>; switches that were turned together are not told apart: a run with one of them alone would tell.</source>
        <translation>；同时改变的开关无法区分：只改变其中一个的运行才能说明。</translation>
    </message>
    <message>
        <source>; the learning-rate range test suggests one: stepscope-cli lrtest PROJECT</source>
        <translation>；学习率范围测试会给出建议：stepscope-cli lrtest PROJECT</translation>
    </message>
    <message>
        <source>; the rate was lowered meanwhile.</source>
        <translation>；期间学习率被降低。</translation>
    </message>
    <message>
        <source>; the rest run on kernels of our own, which multiply in f32</source>
        <translation>；其余由自有 kernel 执行，以 f32 相乘</translation>
    </message>
    <message>
        <source>; the run in training goes on as it is</source>
        <translation>；正在训练的运行照旧继续</translation>
    </message>
    <message>
        <source>; the same in 1 other layer</source>
        <translation>；另有 1 个层也不用它</translation>
    </message>
    <message>
        <source>; the same in {} other layers</source>
        <translation>；另有 {} 个层也不用它</translation>
    </message>
    <message>
        <source>; train.clip.norm = 1 and train.schedule.warmup_epochs = 1 help, too</source>
        <translation>；train.clip.norm = 1 和 train.schedule.warmup_epochs = 1 也有帮助</translation>
    </message>
    <message>
        <source>; {} is added to the names</source>
        <translation>；文件名后加上 {}</translation>
    </message>
    <message>
        <source>; {} leaves out {}</source>
        <translation>；{} 会剩下 {}</translation>
    </message>
    <message>
        <source>; {} says the part of each</source>
        <translation>；{} 说明每张图片所属的部分</translation>
    </message>
    <message>
        <source>A .npz file or a folder of .npy files: pictures as (N, H, W), (N, H, W, C) or (N, C, H, W), and their labels.</source>
        <translation>一个 .npz 文件，或放有 .npy 文件的文件夹：形状为 (N, H, W)、(N, H, W, C) 或 (N, C, H, W) 的图片及其标签。</translation>
    </message>
    <message>
        <source>A .npz file or a folder of .npy files: rows of numbers as (N, F), and their classes or targets.</source>
        <translation>一个 .npz 文件，或放有 .npy 文件的文件夹：形状为 (N, F) 的数的行，及其类别或目标。</translation>
    </message>
    <message>
        <source>A CSV file, a text or JSON lines (train.csv, train.txt, metadata.jsonl) whose rows name an image and its class.</source>
        <translation>每行写出一张图片及其类别的 CSV 文件、文本或 JSON 行文件（train.csv、train.txt、metadata.jsonl）。</translation>
    </message>
    <message>
        <source>A TFRecord file, or a folder of shards, compressed with gzip or not: Examples with an encoded image and its class.</source>
        <translation>TFRecord 文件，或分片的文件夹，可用 gzip 压缩：含编码图片及其类别的 Example。</translation>
    </message>
    <message>
        <source>A batch of {} is no multiple of {}: {} of the work is padding or waiting.</source>
        <translation>批大小 {} 不是 {} 的倍数：{} 的工作是填充或等待。</translation>
    </message>
    <message>
        <source>A batch of {} on {} threads leaves {} of their time unused.</source>
        <translation>批大小 {} 用 {} 个线程计算，线程时间的 {} 闲置。</translation>
    </message>
    <message>
        <source>A batch of {}; tensor cores need multiples of {}.</source>
        <translation>批大小为 {}；Tensor Core 需要 {} 的倍数。</translation>
    </message>
    <message>
        <source>A batch takes {}; the step waits for data {} of the time.</source>
        <translation>一个批需要 {}；每步等待数据占时间的 {}。</translation>
    </message>
    <message>
        <source>A comparison begins with the name of a column, such as val_loss {} 0.3</source>
        <translation>比较以列名开头，如 val_loss {} 0.3</translation>
    </message>
    <message>
        <source>A compiler can join {} of these kernels a step, which follow each other directly: beyond the longest of each group they take {} a step.</source>
        <translation>编译器可以合并每步中直接相连的 {} 个此类 kernel：除每组中最长的之外，它们每步共占 {}。</translation>
    </message>
    <message>
        <source>A convolution takes images (batch, channels, height, width); put it before flatten, or use data of images</source>
        <translation>卷积接收图片（批、通道、高、宽）；放在 flatten 之前，或使用图片数据</translation>
    </message>
    <message>
        <source>A folder of images whose names tell their classes, such as cat.1.jpg and dog.1.jpg.</source>
        <translation>文件名说明类别的图片文件夹，例如 cat.1.jpg 和 dog.1.jpg。</translation>
    </message>
    <message>
        <source>A folder with one sub-folder of images (JPEG, PNG, BMP, GIF, TIFF, WebP) for each class, or with train and val folders of them.</source>
        <translation>每个类别一个图片子文件夹（JPEG、PNG、BMP、GIF、TIFF、WebP）的文件夹，或其中有这样的 train 和 val 文件夹。</translation>
    </message>
    <message>
        <source>A key has letters, digits, _ and -, with points between its parts</source>
        <translation>键由字母、数字、_ 和 - 组成，各部分之间用点分隔</translation>
    </message>
    <message>
        <source>A larger batch (decoding: more requests at once), or weights in fewer bits</source>
        <translation>更大的批（解码时：同时处理更多请求），或更低位宽的权重</translation>
    </message>
    <message>
        <source>A larger batch, or jax.jit over the whole train step</source>
        <translation>更大的批，或对整个训练步使用 jax.jit</translation>
    </message>
    <message>
        <source>A larger batch, or model.compile(..., steps_per_execution=16)</source>
        <translation>增大批大小，或使用 model.compile(..., steps_per_execution=16)</translation>
    </message>
    <message>
        <source>A larger batch, or torch.compile(model, mode=&quot;reduce-overhead&quot;)</source>
        <translation>更大的批，或 torch.compile(model, mode=&quot;reduce-overhead&quot;)</translation>
    </message>
    <message>
        <source>A larger batch, or weights in fewer bits</source>
        <translation>更大的批，或更低位宽的权重</translation>
    </message>
    <message>
        <source>A larger batch; jax.jit joins small kernels</source>
        <translation>更大的批；jax.jit 合并小 kernel</translation>
    </message>
    <message>
        <source>A larger batch; torch.compile(model) joins small kernels</source>
        <translation>更大的批；torch.compile(model) 合并小 kernel</translation>
    </message>
    <message>
        <source>A loader worker is</source>
        <translation>一个加载线程</translation>
    </message>
    <message>
        <source>A loss is a scalar f32 that the model computes; use a reduction such as mean</source>
        <translation>损失是模型计算的 f32 标量；使用 mean 之类的归约</translation>
    </message>
    <message>
        <source>A model is a graph without cycles; export it again</source>
        <translation>模型是无环图；重新导出它</translation>
    </message>
    <message>
        <source>A model learns the order of the rows from it: name it in data.ignore</source>
        <translation>模型会从中学到行的顺序：请把它写进 data.ignore</translation>
    </message>
    <message>
        <source>A model learns to distinguish classes: put the pictures of each class into a sub-folder of its own, at least two</source>
        <translation>模型学习区分类别：把每个类别的图片放入各自的子文件夹，至少两个</translation>
    </message>
    <message>
        <source>A model learns to distinguish classes: there must be pictures of at least two</source>
        <translation>模型学习区分类别：至少要有两个类别的图片</translation>
    </message>
    <message>
        <source>A model memorises such rows: name it in data.ignore</source>
        <translation>模型会死记这样的行：请把它写进 data.ignore</translation>
    </message>
    <message>
        <source>A network of pictures can learn from pictures of sounds: this command writes a spectrogram next to it</source>
        <translation>图片网络可以从声音的图片中学习：这一行命令在旁边写出频谱图</translation>
    </message>
    <message>
        <source>A network: export it with torch.onnx.export, and set model.onnx. A list or dictionary of tensors: this command writes them as CSV next to it, the labels as the last column</source>
        <translation>网络：用 torch.onnx.export 导出，并设置 model.onnx。张量的列表或字典：这一行命令在旁边把它们写成 CSV，标签作为最后一列</translation>
    </message>
    <message>
        <source>A pickle runs code when it is opened, so open only one that you trust. If it is a table of pandas, this command writes it as CSV next to it</source>
        <translation>pickle 打开时会运行代码，只打开您信任的文件。如果它是 pandas 表格，这一行命令在旁边把它写成 CSV</translation>
    </message>
    <message>
        <source>A sample needs at least one value</source>
        <translation>样本至少需要一个值</translation>
    </message>
    <message>
        <source>A scale is a positive number</source>
        <translation>缩放是正数</translation>
    </message>
    <message>
        <source>A smaller batch, or weights in a narrower type</source>
        <translation>更小的批，或更窄类型的权重</translation>
    </message>
    <message>
        <source>A softmax between two batched matrix products, each in its own kernel.</source>
        <translation>位于两个批量矩阵乘之间的 softmax，三者各用一个 kernel。</translation>
    </message>
    <message>
        <source>A step has only {}: {}. Learning rate and schedule depend on the batch.</source>
        <translation>一步只有 {}：{}。学习率和调度要随批改变。</translation>
    </message>
    <message>
        <source>A step has {}: {}.</source>
        <translation>一步有 {}：{}。</translation>
    </message>
    <message>
        <source>A subcommand is required</source>
        <translation>需要一个子命令</translation>
    </message>
    <message>
        <source>A tar archive, or a folder of shards, whose members of one name are a sample: 000012.jpg and 000012.cls. Nothing is unpacked.</source>
        <translation>tar 归档或分片的文件夹，同名成员构成一个样本：000012.jpg 和 000012.cls。不会解压任何内容。</translation>
    </message>
    <message>
        <source>A worker is busy {} and takes no core from computing.</source>
        <translation>一个加载线程忙碌占{}，没有占用计算所需的 CPU 核。</translation>
    </message>
    <message>
        <source>A worker is busy {}: its work is worth its core.</source>
        <translation>一个加载线程忙碌占{}：它对训练步的贡献值得占用一个 CPU 核。</translation>
    </message>
    <message>
        <source>A zero point of {} is from {} to {}</source>
        <translation>{} 的零点在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>AMD TraceLens, categories of its GPU-only report; ours</source>
        <translation>AMD TraceLens，其 GPU-only 报告的类别；自定</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Activations are computed again for {}, {}, though memory is to spare: {}.</source>
        <translation>激活重计算占{}，即 {}，而内存有余：{}。</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>Add a column with the class of each</source>
        <translation>添加一列，写出每张图片的类别</translation>
    </message>
    <message>
        <source>Add images of it</source>
        <translation>添加该类别的图片</translation>
    </message>
    <message>
        <source>Add pictures of it for training, or remove the others</source>
        <translation>为训练添加该类别的图片，或移除其他的</translation>
    </message>
    <message>
        <source>Add pictures of the small classes, or weigh them with train.loss.class_weights</source>
        <translation>为小类别增加图片，或用 train.loss.class_weights 加权</translation>
    </message>
    <message>
        <source>Add rows of the small classes, or weigh them with train.loss.class_weights</source>
        <translation>为小类别添加行，或用 train.loss.class_weights 加权</translation>
    </message>
    <message>
        <source>Add the marks of missing values to data.missing, or write all cells as numbers of one form</source>
        <translation>请将表示无值的内容加入 data.missing，或将所有单元格写成同一形式的数字</translation>
    </message>
    <message>
        <source>Add type = &quot;...&quot;</source>
        <translation>添加 type = &quot;...&quot;</translation>
    </message>
    <message>
        <source>Add {} = {}</source>
        <translation>添加 {} = {}</translation>
    </message>
    <message>
        <source>After the first epoch the validation error is {} of the targets&apos; variance. Data are seldom so easy: something that the model reads may tell the answer.</source>
        <translation>第一个轮次之后，验证误差只有目标方差的 {}。数据很少这么容易：模型读到的某个输入可能就透露了答案。</translation>
    </message>
    <message>
        <source>After the first epoch {} of the validation answers are right. Data are seldom so easy: something that the model reads may tell the answer, or the same samples are on both sides.</source>
        <translation>第一个轮次之后，验证的回答有 {} 正确。数据很少这么容易：模型读到的某些内容可能透露了答案，或者训练集与验证集有相同的样本。</translation>
    </message>
    <message>
        <source>After waits of the host for the GPU the GPU has nothing to do {} {}.</source>
        <translation>主机等待 GPU 之后，GPU 无事可做的时间占{1} {0}。</translation>
    </message>
    <message>
        <source>After waits of the host for the GPU{} the GPU has nothing to do {}: {} of {} {}.</source>
        <translation>主机等待 GPU 之后{0}，GPU 无事可做的时间占{1}：{2}，共 {3} {4}。</translation>
    </message>
    <message>
        <source>An argument of a layer is a number, a list of whole numbers, true or false, or a text in quotes</source>
        <translation>层的参数是数、整数列表、true 或 false，或加引号的文本</translation>
    </message>
    <message>
        <source>An argument of a model is a number, a list of whole numbers or a text in quotes</source>
        <translation>模型的参数是数、整数列表或加引号的文本</translation>
    </message>
    <message>
        <source>And {} more</source>
        <translation>另有 {} 个</translation>
    </message>
    <message>
        <source>Apply the change instead of trying it: the step before it frees its memory then</source>
        <translation>直接应用更改而不试验：届时之前的步会交还内存</translation>
    </message>
    <message>
        <source>Ask for fewer</source>
        <translation>请减少数量</translation>
    </message>
    <message>
        <source>Ask for the GPU: --of gpu</source>
        <translation>改看 GPU：--of gpu</translation>
    </message>
    <message>
        <source>Ask for the host: --of host</source>
        <translation>改看主机：--of host</translation>
    </message>
    <message>
        <source>Async XLA Ops</source>
        <translation>Async XLA Ops</translation>
    </message>
    <message>
        <source>At least the last one, and not the batch</source>
        <translation>至少最后一维，且不含批</translation>
    </message>
    <message>
        <source>At most {} are read</source>
        <translation>最多读取 {} 层</translation>
    </message>
    <message>
        <source>At most {} of the units of a layer got no gradient.</source>
        <translation>一层中最多有 {} 的单元没有得到梯度。</translation>
    </message>
    <message>
        <source>At step {} an update went from {} to {} samples</source>
        <translation>在第 {} 步，一次更新的样本数从 {} 变为 {}</translation>
    </message>
    <message>
        <source>At the end {} of {} reserved are not allocated; the largest free block has {}.</source>
        <translation>结束时，已保留的 {1} 中有 {0} 未分配；最大的空闲块为 {2}。</translation>
    </message>
    <message>
        <source>Attention in several kernels takes {} of the kernels&apos; time.</source>
        <translation>分成多个 kernel 的注意力占 kernel 时间的 {}。</translation>
    </message>
    <message>
        <source>Attention is computed in several kernels (product, softmax, product), {} times{}: {}. One fused kernel keeps the scores on the chip.</source>
        <translation>注意力由多个 kernel 计算（矩阵乘、softmax、矩阵乘），{0} 次{1}，占{2}。融合成一个 kernel 可把注意力分数留在片上。</translation>
    </message>
    <message>
        <source>Attention is not one kernel</source>
        <translation>注意力没有融合为一个 kernel</translation>
    </message>
    <message>
        <source>Autotune</source>
        <translation>自动调优</translation>
    </message>
    <message>
        <source>Autotune is off, and layers that have several kernels take {}, {}: which one is the fastest was not measured.</source>
        <translation>自动调优已关闭，有多种 kernel 可选的层占{0}，即 {1}：没有人测量过哪种最快。</translation>
    </message>
    <message>
        <source>Axes count from 0; -1 is one scale for the whole tensor</source>
        <translation>轴从 0 数起；-1 表示整个张量用一个缩放</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Batches are uneven: {}, and the step waits for the slow ones.</source>
        <translation>批不均匀：{}，每步等待其中慢的。</translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged before one update of the weights: the update of a batch this many times as large, in the memory of one. A step is then an update, and the last one of an epoch averages what is left.</source>
        <translation>更新一次权重之前，对若干批的梯度取平均：相当于更大的批的更新，而只用一个批的内存。这时一步即一次更新，每轮的最后一次更新对剩余的批取平均。</translation>
    </message>
    <message>
        <source>Begin a new run with an earlier checkpoint, and a lower learning rate: stepscope-cli train {} --fork {} --checkpoint {} --set train.optimizer.learning_rate=...</source>
        <translation>请用较早的检查点和较低的学习率开始新的运行：stepscope-cli train {} --fork {} --checkpoint {} --set train.optimizer.learning_rate=...</translation>
    </message>
    <message>
        <source>Blocks of kernels compared with the multiprocessors that they could fill.</source>
        <translation>kernel 的线程块数与可填满的 SM 数之比。</translation>
    </message>
    <message>
        <source>Bool</source>
        <translation>Bool</translation>
    </message>
    <message>
        <source>Both must have the same shape; a 1x1 conv2d with input = &quot;...&quot; gives a shortcut another shape</source>
        <translation>两者的形状必须相同；用 input = &quot;...&quot; 的 1x1 conv2d 可做出另一形状的捷径</translation>
    </message>
    <message>
        <source>Bottou et al. 2018, Optimization Methods, 4.2: at a constant rate the loss settles at a level that the rate decides</source>
        <translation>Bottou 等 2018，Optimization Methods，4.2：学习率不变时，损失停在由学习率决定的水平</translation>
    </message>
    <message>
        <source>Byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>CP1250 (Central European)</source>
        <translation>CP1250（中欧）</translation>
    </message>
    <message>
        <source>CP1252 (Western European)</source>
        <translation>CP1252（西欧）</translation>
    </message>
    <message>
        <source>CP850 (DOS, Western European)</source>
        <translation>CP850（DOS，西欧）</translation>
    </message>
    <message>
        <source>CP852 (DOS, Central European)</source>
        <translation>CP852（DOS，中欧）</translation>
    </message>
    <message>
        <source>CS231n, Neural Networks 1: commonly used activation functions</source>
        <translation>CS231n，Neural Networks 1：常用激活函数</translation>
    </message>
    <message>
        <source>CUDA event {}</source>
        <translation>CUDA 事件 {}</translation>
    </message>
    <message>
        <source>CUDA graph {}</source>
        <translation>CUDA 图 {}</translation>
    </message>
    <message>
        <source>CUDA graphs start the kernels: {} {}, in {}. Between them the GPU waits {} of the time.</source>
        <translation>kernel 由 CUDA 图启动：{1} {0}，共 {2}。其间 GPU 等待占时间的 {3}。</translation>
    </message>
    <message>
        <source>CUDA graphs take {} of the kernels&apos; time, and which kernels ran in them was not recorded (nsys profile --cuda-graph-trace=node).</source>
        <translation>CUDA 图占 kernel 时间的 {}，没有记录其中运行了哪些 kernel（nsys profile --cuda-graph-trace=node）。</translation>
    </message>
    <message>
        <source>CUDA_MODULE_LOADING=EAGER, or some steps before the recording begins</source>
        <translation>CUDA_MODULE_LOADING=EAGER，或在开始记录之前先运行若干步</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>Call stack</translation>
    </message>
    <message>
        <source>Calls that allocate or free memory leave the GPU idle {} of the steps ({} a step).</source>
        <translation>分配或释放显存的调用使 GPU 空闲，占各步的 {}（每步 {}）。</translation>
    </message>
    <message>
        <source>Capture the steps again</source>
        <translation>重新采集各步</translation>
    </message>
    <message>
        <source>Change only settings that keep the shapes of weights and optimizer state: learning rate, schedule, epochs, batch size, other switches</source>
        <translation>只设置不改变权重和优化器形状的内容：学习率、调度、轮次、批大小、其他开关</translation>
    </message>
    <message>
        <source>Change the operator where the model was made and export it again, or train the part of the model before it</source>
        <translation>在生成模型的地方更换该算子并重新导出，或只训练它之前的部分</translation>
    </message>
    <message>
        <source>Changing the layout of images between NCHW and NHWC takes {}, {} a step ({}).</source>
        <translation>在 NCHW 与 NHWC 之间改变图片布局占{}，每步 {}（{}）。</translation>
    </message>
    <message>
        <source>Channels last</source>
        <translation>channels_last（NHWC 布局）</translation>
    </message>
    <message>
        <source>Char</source>
        <translation>Char</translation>
    </message>
    <message>
        <source>Check its permissions</source>
        <translation>检查其权限</translation>
    </message>
    <message>
        <source>Check its permissions and the disk</source>
        <translation>检查其权限和磁盘</translation>
    </message>
    <message>
        <source>Check that images and labels are not exchanged, or save it in that shape</source>
        <translation>请检查图像与标签是否互换，或按该形状保存</translation>
    </message>
    <message>
        <source>Check that it is still there and that you may read it</source>
        <translation>检查它是否还在，以及是否有读取权限</translation>
    </message>
    <message>
        <source>Check that it is the right file</source>
        <translation>检查是否为正确的文件</translation>
    </message>
    <message>
        <source>Check that it is the right file, or download it again</source>
        <translation>请检查文件是否正确，或重新下载</translation>
    </message>
    <message>
        <source>Check that it is there and its permissions</source>
        <translation>检查它是否存在及其权限</translation>
    </message>
    <message>
        <source>Check that it is there and may be read</source>
        <translation>检查它是否存在，以及是否可读</translation>
    </message>
    <message>
        <source>Check that the disk is there</source>
        <translation>检查磁盘是否存在</translation>
    </message>
    <message>
        <source>Check that the file is there</source>
        <translation>检查文件是否存在</translation>
    </message>
    <message>
        <source>Check that the file is there and may be read</source>
        <translation>检查文件是否存在且可读取</translation>
    </message>
    <message>
        <source>Check that the folder exists and that you may write to it</source>
        <translation>检查文件夹是否存在，以及是否可写</translation>
    </message>
    <message>
        <source>Check that the folder may be written and the disk has room</source>
        <translation>检查文件夹是否可写、磁盘是否有空间</translation>
    </message>
    <message>
        <source>Check that you may read it</source>
        <translation>检查是否有读取权限</translation>
    </message>
    <message>
        <source>Check the delimiter (data.delimiter), or use another file</source>
        <translation>检查分隔符（data.delimiter），或使用其他文件</translation>
    </message>
    <message>
        <source>Check the disk</source>
        <translation>检查磁盘</translation>
    </message>
    <message>
        <source>Check the disk and its free space</source>
        <translation>请检查磁盘及其可用空间</translation>
    </message>
    <message>
        <source>Check the disk and the folder&apos;s permissions</source>
        <translation>检查磁盘和文件夹的权限</translation>
    </message>
    <message>
        <source>Check the disk, or copy the file again</source>
        <translation>检查磁盘，或重新复制文件</translation>
    </message>
    <message>
        <source>Check the disk, or unpack the archive again</source>
        <translation>检查磁盘，或重新解压归档</translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation>检查路径</translation>
    </message>
    <message>
        <source>Check the path and its permissions</source>
        <translation>检查路径及其权限</translation>
    </message>
    <message>
        <source>Check the path and that you may read it</source>
        <translation>检查路径，以及是否有读取权限</translation>
    </message>
    <message>
        <source>Check the path given with --data</source>
        <translation>检查 --data 给出的路径</translation>
    </message>
    <message>
        <source>Check the path of the ONNX file</source>
        <translation>检查 ONNX 文件的路径</translation>
    </message>
    <message>
        <source>Check the path, or make a project: File &gt; New from Data, stepscope-cli new</source>
        <translation>检查路径，或新建项目：文件 &gt; 从数据新建，stepscope-cli new</translation>
    </message>
    <message>
        <source>Check the permissions of the file</source>
        <translation>检查文件的权限</translation>
    </message>
    <message>
        <source>Check the source of the weights: a file of a network may contain such values</source>
        <translation>请查看权重的来源：网络文件中可能含有这样的值</translation>
    </message>
    <message>
        <source>Check them: a copy that was saved again or resized does not show the quality on new pictures</source>
        <translation>查看它们：重新保存或缩放过的图片说明不了新图片的情况</translation>
    </message>
    <message>
        <source>Check them: if one is a copy that was saved again, one of the two labels is wrong</source>
        <translation>查看它们：如果其中一张是重新保存的，则两个标签之一是错的</translation>
    </message>
    <message>
        <source>Checkpoint budget</source>
        <translation>梯度检查点的内存预算</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>梯度检查点（激活重计算）</translation>
    </message>
    <message>
        <source>Checkpointing is off.</source>
        <translation>梯度检查点（激活重计算）已关闭。</translation>
    </message>
    <message>
        <source>Checkpointing saves memory that is not needed</source>
        <translation>梯度检查点（激活重计算）节省的内存并不需要</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoints hold the training up</source>
        <translation>检查点拖慢训练</translation>
    </message>
    <message>
        <source>Chen et al. 2016: the whole forward pass is 25 %</source>
        <translation>Chen et al. 2016：整个前向为 25 %</translation>
    </message>
    <message>
        <source>Choose &quot;ones&quot;, or a model with residual blocks such as resnet18</source>
        <translation>选择 &quot;ones&quot;，或带残差块的模型，如 resnet18</translation>
    </message>
    <message>
        <source>Choose 0 or more</source>
        <translation>选择 0 或更大</translation>
    </message>
    <message>
        <source>Choose 20 to 1000000</source>
        <translation>选择 20 到 1000000</translation>
    </message>
    <message>
        <source>Choose a .safetensors file</source>
        <translation>选择 .safetensors 文件</translation>
    </message>
    <message>
        <source>Choose a CSV file</source>
        <translation>选择 CSV 文件</translation>
    </message>
    <message>
        <source>Choose a CSV file, a text in UTF-8 or a folder of pictures</source>
        <translation>选择 CSV 文件、UTF-8 文本或图片文件夹</translation>
    </message>
    <message>
        <source>Choose a Stepscope project file (TOML)</source>
        <translation>选择 Stepscope 项目文件（TOML）</translation>
    </message>
    <message>
        <source>Choose a file that ends in .sstrace</source>
        <translation>选择以 .sstrace 结尾的文件</translation>
    </message>
    <message>
        <source>Choose a folder that exists, may be written and has free space</source>
        <translation>选择存在、可写且有空间的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder that may be written</source>
        <translation>选择可以写入的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder that you may write to</source>
        <translation>选择一个可以写入的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder with *.tfrecord files</source>
        <translation>选择含 *.tfrecord 文件的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder with a sub-folder of pictures for each class, a CSV file or a text file</source>
        <translation>选择每个类别有一个图片子文件夹的文件夹、CSV 文件或文本文件</translation>
    </message>
    <message>
        <source>Choose a folder with the shards of the set</source>
        <translation>选择含数据集分片的文件夹</translation>
    </message>
    <message>
        <source>Choose a least rate above 0 and a most rate above that, such as 1e-6 and 1</source>
        <translation>选择大于 0 的最小学习率和更大的最大学习率，如 1e-6 和 1</translation>
    </message>
    <message>
        <source>Choose a name from examples/README.md</source>
        <translation>选择 examples/README.md 中的名称</translation>
    </message>
    <message>
        <source>Choose a name that ends in .html or .pdf</source>
        <translation>请选择以 .html 或 .pdf 结尾的名称</translation>
    </message>
    <message>
        <source>Choose a number of groups that divides the channels</source>
        <translation>选择能整除通道数的组数</translation>
    </message>
    <message>
        <source>Choose a number of heads that divides the width, or change the width</source>
        <translation>选择能整除宽度的头数，或改变宽度</translation>
    </message>
    <message>
        <source>Choose a patch size that divides height and width</source>
        <translation>选择能整除高和宽的图块大小</translation>
    </message>
    <message>
        <source>Choose a run that was trained on data of the kind text</source>
        <translation>指定用文本数据训练的运行</translation>
    </message>
    <message>
        <source>Choose a smaller batch, or close programs that hold memory</source>
        <translation>选择更小的批，或关闭占用内存的程序</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close programs that hold memory</source>
        <translation>选择更小的模型，或关闭占用内存的程序</translation>
    </message>
    <message>
        <source>Choose a smoothing from 0 and below 1, and a divergence above 1</source>
        <translation>选择从 0 到小于 1 的平滑，和大于 1 的发散</translation>
    </message>
    <message>
        <source>Choose a trace file</source>
        <translation>选择跟踪文件</translation>
    </message>
    <message>
        <source>Choose a whole number from {} to {}</source>
        <translation>选择从 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>Choose another column if it is not what you want (--target, data.target)</source>
        <translation>若不是您要的，请另选一列（--target、data.target）</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>选择其他文件</translation>
    </message>
    <message>
        <source>Choose another file or folder</source>
        <translation>选择另一个文件或文件夹</translation>
    </message>
    <message>
        <source>Choose another file, or record the trace again</source>
        <translation>选择其他文件，或重新记录跟踪</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>选择其他文件夹</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>选择其他名称</translation>
    </message>
    <message>
        <source>Choose another name, or open that one</source>
        <translation>选择其他名称，或打开那个项目</translation>
    </message>
    <message>
        <source>Choose another name, or remove it</source>
        <translation>选择其他名称，或移除它</translation>
    </message>
    <message>
        <source>Choose another name, or replace it with --force</source>
        <translation>请换个名字，或用 --force 替换它</translation>
    </message>
    <message>
        <source>Choose another one in Runs</source>
        <translation>在“运行记录”中选择另一次</translation>
    </message>
    <message>
        <source>Choose another place</source>
        <translation>选择其他位置</translation>
    </message>
    <message>
        <source>Choose another place, or free some disk space</source>
        <translation>选择其他位置，或腾出磁盘空间</translation>
    </message>
    <message>
        <source>Choose another run</source>
        <translation>选择其他运行</translation>
    </message>
    <message>
        <source>Choose another run; this one was deleted from the database</source>
        <translation>选择其他运行；此运行已从数据库删除</translation>
    </message>
    <message>
        <source>Choose another scale_factor</source>
        <translation>选择别的 scale_factor</translation>
    </message>
    <message>
        <source>Choose another value</source>
        <translation>选择其他值</translation>
    </message>
    <message>
        <source>Choose another; dimension 1 is the first of a sample</source>
        <translation>选择别的；维度 1 是样本的第一维</translation>
    </message>
    <message>
        <source>Choose at least 1</source>
        <translation>至少选择 1</translation>
    </message>
    <message>
        <source>Choose at most {}</source>
        <translation>最多选择 {}</translation>
    </message>
    <message>
        <source>Choose auto, val_loss or {}</source>
        <translation>选择 auto、val_loss 或 {}</translation>
    </message>
    <message>
        <source>Choose cpu or cuda</source>
        <translation>选择 cpu 或 cuda</translation>
    </message>
    <message>
        <source>Choose cpu, or another GPU that stepscope-cli doctor names</source>
        <translation>选择 cpu，或 stepscope-cli doctor 列出的其他 GPU</translation>
    </message>
    <message>
        <source>Choose cpu, or run stepscope-cli doctor to see what was found</source>
        <translation>选择 cpu，或运行 stepscope-cli doctor 查看检测结果</translation>
    </message>
    <message>
        <source>Choose normal or constant for it</source>
        <translation>为它选择 normal 或 constant</translation>
    </message>
    <message>
        <source>Choose one .npz file with both, or name the files X.npy and y.npy, or x_train.npy, y_train.npy, x_test.npy and y_test.npy</source>
        <translation>选择一个两者都有的 .npz 文件，或把文件命名为 X.npy 和 y.npy，或 x_train.npy、y_train.npy、x_test.npy 和 y_test.npy</translation>
    </message>
    <message>
        <source>Choose one from {} to {}</source>
        <translation>从 {} 到 {} 中选择</translation>
    </message>
    <message>
        <source>Choose one of them, such as &quot;{}&quot;</source>
        <translation>选择其中之一，例如 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>Choose pictures with one class each</source>
        <translation>选择每张只有一个类别的图片</translation>
    </message>
    <message>
        <source>Choose sizes whose product is that</source>
        <translation>选择乘积等于它的大小</translation>
    </message>
    <message>
        <source>Choose the data to train it on, and set model.onnx in the project&apos;s settings</source>
        <translation>选择用来训练它的数据，并在项目设置中设置 model.onnx</translation>
    </message>
    <message>
        <source>Choose the folder that has a sub-folder of pictures for each class</source>
        <translation>选择每个类别有一个图片子文件夹的文件夹</translation>
    </message>
    <message>
        <source>Choose the folder that holds a part for training too, or name the one to train on with data.train_path</source>
        <translation>选择也含训练部分的文件夹，或用 data.train_path 指定用于训练的文件夹</translation>
    </message>
    <message>
        <source>Choose val_loss or {}</source>
        <translation>选择 val_loss 或 {}</translation>
    </message>
    <message>
        <source>Choose {}</source>
        <translation>选择{}</translation>
    </message>
    <message>
        <source>Classes are never predicted</source>
        <translation>有类别从未被预测</translation>
    </message>
    <message>
        <source>Clocks and their reasons (NVML) are not recorded in this trace.</source>
        <translation>此跟踪没有记录时钟频率及其原因（NVML）。</translation>
    </message>
    <message>
        <source>Close it, or double a quote inside a cell</source>
        <translation>闭合它，或把单元格内的引号写两遍</translation>
    </message>
    <message>
        <source>Close other programs</source>
        <translation>关闭其他程序</translation>
    </message>
    <message>
        <source>Close other programs, or write an HTML page and print that with a browser</source>
        <translation>请关闭其他程序，或写出 HTML 页面并用浏览器打印</translation>
    </message>
    <message>
        <source>Close them with the same mark</source>
        <translation>请用打开时的引号关闭</translation>
    </message>
    <message>
        <source>Code is compiled or loaded in {} of {} steps only: a cost of the beginning.</source>
        <translation>只在 {1} 步中的 {0} 步编译或加载代码：这是启动阶段的一次性开销。</translation>
    </message>
    <message>
        <source>Code is compiled or loaded within the steps</source>
        <translation>步内有代码的编译或加载</translation>
    </message>
    <message>
        <source>Collective name</source>
        <translation>Collective name</translation>
    </message>
    <message>
        <source>Collective operations that no kernel hides.</source>
        <translation>未被 kernel 掩盖的集合操作。</translation>
    </message>
    <message>
        <source>Communication between GPUs takes {}, {} of {} {}: {}.</source>
        <translation>GPU 间的通信占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Communication takes {}; {} are not hidden by other kernels{}.</source>
        <translation>通信占{0}，其中没有被其他 kernel 掩盖的占 {1}{2}。</translation>
    </message>
    <message>
        <source>Compile once</source>
        <translation>只编译一次</translation>
    </message>
    <message>
        <source>Compiling and loading code takes {} of the steps.</source>
        <translation>编译和加载代码占各步的 {}。</translation>
    </message>
    <message>
        <source>Compiling code within the steps</source>
        <translation>步内编译代码</translation>
    </message>
    <message>
        <source>Compiling takes {} in {}; the other steps take {} each. It is paid once, but is part of every mean over the steps.</source>
        <translation>编译占{1}的 {0}；其余各步每步 {2}。这只发生一次，却计入各步的所有平均值。</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>计算线程</translation>
    </message>
    <message>
        <source>Computing activations again takes {} of the step, and the memory does not require it.</source>
        <translation>激活重计算占一步的 {}，而内存足够，无需重计算。</translation>
    </message>
    <message>
        <source>Computing activations again takes {} of the step.</source>
        <translation>激活重计算占一步的 {}。</translation>
    </message>
    <message>
        <source>Computing activations again takes {}.</source>
        <translation>激活重计算占{}。</translation>
    </message>
    <message>
        <source>Computing activations again takes {}; {}.</source>
        <translation>激活重计算占{}；{}。</translation>
    </message>
    <message>
        <source>Concrete Inputs</source>
        <translation>Concrete Inputs</translation>
    </message>
    <message>
        <source>Convert it in Python with safetensors.torch.save_file</source>
        <translation>在 Python 中用 safetensors.torch.save_file 转换</translation>
    </message>
    <message>
        <source>Convert it to F32, BF16, F16, I64, I32 or U8</source>
        <translation>转换为 F32、BF16、F16、I64、I32 或 U8</translation>
    </message>
    <message>
        <source>Convert it to WAV: then choose the WAV file for the next step</source>
        <translation>把它转换为 WAV：之后的做法见 WAV</translation>
    </message>
    <message>
        <source>Convert it with: traceconv json FILE out.json (get.perfetto.dev/traceconv)</source>
        <translation>转换它：traceconv json FILE out.json（get.perfetto.dev/traceconv）</translation>
    </message>
    <message>
        <source>Convert it: model.export(&quot;model.onnx&quot;, format=&quot;onnx&quot;)</source>
        <translation>转换它：model.export(&quot;model.onnx&quot;, format=&quot;onnx&quot;)</translation>
    </message>
    <message>
        <source>Convert it: python -m tf2onnx.convert --keras model.h5 --output model.onnx</source>
        <translation>转换它：python -m tf2onnx.convert --keras model.h5 --output model.onnx</translation>
    </message>
    <message>
        <source>Convert it: python -m tf2onnx.convert --tflite model.tflite --output model.onnx</source>
        <translation>转换它：python -m tf2onnx.convert --tflite model.tflite --output model.onnx</translation>
    </message>
    <message>
        <source>Convert its folder: python -m tf2onnx.convert --saved-model FOLDER --output model.onnx</source>
        <translation>转换它的文件夹：python -m tf2onnx.convert --saved-model FOLDER --output model.onnx</translation>
    </message>
    <message>
        <source>Convert the file to UTF-8, for example with iconv</source>
        <translation>把文件转换为 UTF-8，例如用 iconv</translation>
    </message>
    <message>
        <source>Convert the file, or remove it from the folder</source>
        <translation>转换文件，或把它移出文件夹</translation>
    </message>
    <message>
        <source>Convert the model to a newer opset</source>
        <translation>把模型转换为较新的 opset</translation>
    </message>
    <message>
        <source>Convolutions and matrix products that do not use the {} take {}, those that use them {}.</source>
        <translation>不在 {} 上运行的卷积和矩阵乘占{}，在其上运行的占 {}。</translation>
    </message>
    <message>
        <source>Copies beside kernels</source>
        <translation>复制与 kernel 并行</translation>
    </message>
    <message>
        <source>Copies between host and GPU are not hidden</source>
        <translation>主机与 GPU 之间的复制没有被掩盖</translation>
    </message>
    <message>
        <source>Copies between layouts of images take {}, {}: kernels need another layout than the one that is set.</source>
        <translation>图片布局之间的复制占{}，{}：kernel 需要的布局与要求的不同。</translation>
    </message>
    <message>
        <source>Copies between layouts take {}.</source>
        <translation>布局之间的复制占{}。</translation>
    </message>
    <message>
        <source>Copies between layouts take {}; the layouts were chosen by time, copies included.</source>
        <translation>布局之间的复制占{}；布局按时间选择，已计入复制。</translation>
    </message>
    <message>
        <source>Copies by direction during which no kernel runs on their device.</source>
        <translation>按方向统计：复制期间所在设备上没有 kernel 运行。</translation>
    </message>
    <message>
        <source>Copies from one layout of images to another.</source>
        <translation>从一种图片布局到另一种的复制。</translation>
    </message>
    <message>
        <source>Copies from or to pageable memory take {} {}.</source>
        <translation>往返可分页内存的复制占{1} {0}。</translation>
    </message>
    <message>
        <source>Copies from or to pageable memory take {}, and the host waits for each ({}).</source>
        <translation>往返可分页内存的复制占{}，每次主机都要等待（{}）。</translation>
    </message>
    <message>
        <source>Copies start from pageable memory</source>
        <translation>复制使用了可分页（未锁页）内存</translation>
    </message>
    <message>
        <source>Copies that the host must wait for.</source>
        <translation>主机必须等待的复制。</translation>
    </message>
    <message>
        <source>Copies to, from or within the GPU take {}, {} of {} {}: {}.</source>
        <translation>GPU 的拷贝占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Copies {} that no kernel hides take {} {}.</source>
        <translation>未被 kernel 掩盖的复制（{0}）占{2} {1}。</translation>
    </message>
    <message>
        <source>Copies {} that no kernel hides take {}: {} of {} {}{} ({}).</source>
        <translation>未被 kernel 掩盖的复制（{0}）占{1}：{2}（共 {3} {4}{5}），{6}。</translation>
    </message>
    <message>
        <source>Copy it again, or freeze the model again: stepscope-cli freeze MODEL OUT.ssmodel</source>
        <translation>请重新复制它，或重新冻结模型：stepscope-cli freeze MODEL OUT.ssmodel</translation>
    </message>
    <message>
        <source>Copy or download it again</source>
        <translation>重新复制或下载</translation>
    </message>
    <message>
        <source>Copy or download the file again: it may have been cut off</source>
        <translation>请重新复制或下载该文件：它可能被截断了</translation>
    </message>
    <message>
        <source>Copy the file again, or choose {}</source>
        <translation>重新复制文件，或选择{}</translation>
    </message>
    <message>
        <source>Copy the file again, or record the trace again</source>
        <translation>重新复制文件，或重新记录跟踪</translation>
    </message>
    <message>
        <source>Copy the project to a local disk</source>
        <translation>把项目复制到本地磁盘</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>Cores lie idle</source>
        <translation>有 CPU 核闲置</translation>
    </message>
    <message>
        <source>Cores that the run could use for computing but does not.</source>
        <translation>运行可用来计算而没有使用的 CPU 核。</translation>
    </message>
    <message>
        <source>Correct it, or set data.encoding to the encoding of the file</source>
        <translation>请修正它，或把 data.encoding 设为文件的编码</translation>
    </message>
    <message>
        <source>Correct it, or set data.encoding to the encoding of the file, perhaps one of {}</source>
        <translation>请修正，或将 data.encoding 设为文件所用的编码，可能是下列之一：{}</translation>
    </message>
    <message>
        <source>Correct its cells if they are numbers, name another data.target, or set data.task = &quot;classification&quot; if each is a class</source>
        <translation>若是数字请修正单元格，或另选 data.target；若每个值确是一个类别，请设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>Correct the cell, leave it empty to leave the row out, name another data.target, or set data.task = &quot;classification&quot;</source>
        <translation>修正单元格、留空以略去该行、指定其他 data.target，或设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>Correct the cell, leave it empty, add it to data.missing, or name the column in data.ignore</source>
        <translation>请修正该单元格，或留空，或加进 data.missing，或把该列写进 data.ignore</translation>
    </message>
    <message>
        <source>Correct the cell, leave it empty, add it to data.missing, or set data.task = &quot;classification&quot;</source>
        <translation>请修正该单元格，或留空，或加进 data.missing，或设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>Correct the cell, or leave it empty</source>
        <translation>修正单元格，或留空</translation>
    </message>
    <message>
        <source>Correct the cell, or leave it empty to leave the row out</source>
        <translation>修正单元格，或留空以略去该行</translation>
    </message>
    <message>
        <source>Correct the cells, or name another data.target</source>
        <translation>修正单元格，或指定其他 data.target</translation>
    </message>
    <message>
        <source>Correct the cells, or name the column in data.ignore</source>
        <translation>修正单元格，或在 data.ignore 中写上该列</translation>
    </message>
    <message>
        <source>Correct the row; put a cell that contains the delimiter in quotes</source>
        <translation>修正此行；含分隔符的单元格要加引号</translation>
    </message>
    <message>
        <source>Could not convert: {} = {}</source>
        <translation>无法转换：{} = {}</translation>
    </message>
    <message>
        <source>Create it and put the four files there, or set data.path to where they are</source>
        <translation>创建它并放入四个文件，或把 data.path 设为它们的位置</translation>
    </message>
    <message>
        <source>Create it with a sub-folder of images for each class, or set data.path to where it is</source>
        <translation>创建它，每个类别一个图片子文件夹；或把 data.path 设为它的位置</translation>
    </message>
    <message>
        <source>Dao et al. 2022 (FlashAttention) on its memory traffic; the number is ours</source>
        <translation>Dao et al. 2022（FlashAttention）关于其访存量；数值为自定</translation>
    </message>
    <message>
        <source>DataLoader(...) with more num_workers than now, up to the number of cores, persistent_workers=True, prefetch_factor=4; or cheaper transforms: smaller or already decoded samples</source>
        <translation>DataLoader(...) 使用比现在更大的 num_workers（不超过 CPU 核数）、persistent_workers=True、prefetch_factor=4；或使用开销更小的预处理：更小的或已解码的样本</translation>
    </message>
    <message>
        <source>DataLoader(...) with more num_workers, persistent_workers=True, prefetch_factor=4</source>
        <translation>DataLoader(...) 使用更大的 num_workers、persistent_workers=True、prefetch_factor=4</translation>
    </message>
    <message>
        <source>DataLoader(..., pin_memory=True) and x.to(device, non_blocking=True) of the next batch on a second stream; weights that are offloaded to the host: keep them on the GPU, or prefetch the next layer&apos;s</source>
        <translation>DataLoader(..., pin_memory=True)，并在第二个流上对下一批使用 x.to(device, non_blocking=True)；被卸载到主机的权重：保留在 GPU 上，或预取下一层的权重</translation>
    </message>
    <message>
        <source>Delete it first; what is in the bin can be restored</source>
        <translation>先删除它；回收站中的内容可以还原</translation>
    </message>
    <message>
        <source>Delete it on purpose with --force</source>
        <translation>用 --force 强制删除</translation>
    </message>
    <message>
        <source>DenseNet-121 (Huang et al. 2017), torchvision&apos;s variant</source>
        <translation>DenseNet-121 (Huang et al. 2017)，torchvision 的变体</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Deterministic excludes it: kernels that are chosen by timing may differ in the next run, so the direct ones are taken.</source>
        <translation>确定性不允许它：按实测耗时选择的 kernel 在下一次运行中可能不同，因此使用直接的 kernel。</translation>
    </message>
    <message>
        <source>Device Id</source>
        <translation>Device Id</translation>
    </message>
    <message>
        <source>Device Type</source>
        <translation>Device Type</translation>
    </message>
    <message>
        <source>Did you mean &apos;{}&apos;?</source>
        <translation>是否指“{}”？</translation>
    </message>
    <message>
        <source>DistributedDataParallel(..., gradient_as_bucket_view=True, bucket_cap_mb=50), gradient accumulation with no_sync()</source>
        <translation>DistributedDataParallel(..., gradient_as_bucket_view=True, bucket_cap_mb=50)，并用 no_sync() 做梯度累积</translation>
    </message>
    <message>
        <source>Do not trust this file; ask its maker for another</source>
        <translation>不要信任此文件；向制作者另要一份</translation>
    </message>
    <message>
        <source>Do not use it frozen, and please report this with the model</source>
        <translation>请不要冻结使用它，并请连同模型报告此问题</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>Double</translation>
    </message>
    <message>
        <source>Double a quote inside a cell</source>
        <translation>单元格内的引号要写两次</translation>
    </message>
    <message>
        <source>Double a quote inside a cell, or remove the text</source>
        <translation>把单元格内的引号写两遍，或删去这些文字</translation>
    </message>
    <message>
        <source>Download the binary version. Or this command, with NumPy, writes the arrays into cifar.npz in the folder, which is read</source>
        <translation>下载二进制版本。或者用这一行（需要 NumPy）把数组写入该文件夹的 cifar.npz，它可以读取</translation>
    </message>
    <message>
        <source>Download the file again</source>
        <translation>重新下载文件</translation>
    </message>
    <message>
        <source>Drawn shapes</source>
        <translation>绘制的形状</translation>
    </message>
    <message>
        <source>Dropout, augmentation, smoothing or averaged weights make training harder than validation, so the two are not compared.</source>
        <translation>dropout、数据增强、标签平滑或权重平均使训练比验证更难，因此不比较两者。</translation>
    </message>
    <message>
        <source>Drops activations after the forward pass and computes them again in the backward pass: memory for time, with the same results. Blocks keeps the input of every block, sqrt about the square root of all layers, budget as much as the checkpoint budget allows. If that would save no memory, nothing is computed again.</source>
        <translation>前向之后丢弃激活，在反向中重新计算：以时间换内存，结果相同。blocks 保留每个块的输入，sqrt 保留约为层数平方根个，budget 在梯度检查点的内存预算之内尽量多保留。若不能节省内存，则不重计算。</translation>
    </message>
    <message>
        <source>Early stopping did not end the run.</source>
        <translation>运行不是被早停结束的。</translation>
    </message>
    <message>
        <source>Early stopping ended the run after {}, but it had not converged: through the ups and downs the validation loss still falls by {} an epoch.</source>
        <translation>早停在 {} 后结束了运行，但它还没有收敛：验证损失虽有起伏，每个轮次仍下降 {}。</translation>
    </message>
    <message>
        <source>EfficientNet-B0 (Tan and Le 2019), torchvision&apos;s variant</source>
        <translation>EfficientNet-B0 (Tan and Le 2019)，torchvision 的变体</translation>
    </message>
    <message>
        <source>Embedding and GRU layers, 2 x 256 by default</source>
        <translation>嵌入层和 GRU 层，默认 2 x 256</translation>
    </message>
    <message>
        <source>Embedding and LSTM layers, 2 x 256 by default</source>
        <translation>嵌入层和 LSTM 层，默认 2 x 256</translation>
    </message>
    <message>
        <source>End the model with a linear layer of {} output features, one for each token of the vocabulary</source>
        <translation>以输出特征数为 {} 的线性层结束模型，词表中每个词元一个</translation>
    </message>
    <message>
        <source>End the model with a linear layer of {} output features, one for each {}</source>
        <translation>以输出特征数为 {0} 的线性层结束模型，每个{1}一个</translation>
    </message>
    <message>
        <source>Equal batches on every rank (DistributedSampler with drop_last=True); look at the slow rank&apos;s loader and clocks</source>
        <translation>每个 rank 的批相等（DistributedSampler，drop_last=True）；检查慢 rank 的加载器和时钟</translation>
    </message>
    <message>
        <source>Equal shards on every device</source>
        <translation>每个设备上的分片相等</translation>
    </message>
    <message>
        <source>Evaluate it on data: stepscope-cli evaluate MODEL --data PATH</source>
        <translation>在数据上评估它：stepscope-cli evaluate MODEL --data PATH</translation>
    </message>
    <message>
        <source>Even work</source>
        <translation>均匀的工作</translation>
    </message>
    <message>
        <source>Every class with {} samples or more is predicted.</source>
        <translation>样本数不少于 {} 的每个类别都被预测过。</translation>
    </message>
    <message>
        <source>Expect a model that repeats the text; a hundred thousand characters or more do better</source>
        <translation>预计模型只会重复这段文本；十万字符或更多会更好</translation>
    </message>
    <message>
        <source>Export a model of floating point numbers</source>
        <translation>请导出浮点数模型</translation>
    </message>
    <message>
        <source>Export a report with: nsys export --type sqlite</source>
        <translation>导出报告：nsys export --type sqlite</translation>
    </message>
    <message>
        <source>Export an earlier checkpoint, from before the training broke: --checkpoint NAME</source>
        <translation>请导出训练出错之前的检查点：--checkpoint NAME</translation>
    </message>
    <message>
        <source>Export it for one batch size, --batch N, and report this</source>
        <translation>请用固定的批大小导出（--batch N），并报告此问题</translation>
    </message>
    <message>
        <source>Export it for one batch size: --batch N</source>
        <translation>请用固定的批大小导出：--batch N</translation>
    </message>
    <message>
        <source>Export it for the batch size that its file was made for: --batch N</source>
        <translation>请按其文件所用的批大小导出：--batch N</translation>
    </message>
    <message>
        <source>Export it with an open batch (torch.onnx.export: dynamic_axes or dynamic_shapes), or set batch_size = {} under [switches]</source>
        <translation>请以不固定的批次导出（torch.onnx.export 的 dynamic_axes 或 dynamic_shapes），或在 [switches] 下设置 batch_size = {}</translation>
    </message>
    <message>
        <source>Export it with one input and an output</source>
        <translation>导出为一个输入和一个输出</translation>
    </message>
    <message>
        <source>Export it with: nsys export --type sqlite FILE</source>
        <translation>导出它：nsys export --type sqlite FILE</translation>
    </message>
    <message>
        <source>Export it: torch.onnx.export(model, example, &quot;model.onnx&quot;, dynamic_axes={&quot;input&quot;: {0: &quot;batch&quot;}}, ...)</source>
        <translation>导出它：torch.onnx.export(model, example, &quot;model.onnx&quot;, dynamic_axes={&quot;input&quot;: {0: &quot;batch&quot;}}, ...)</translation>
    </message>
    <message>
        <source>Export the model again</source>
        <translation>重新导出模型</translation>
    </message>
    <message>
        <source>Export the model again, for example with torch.onnx.export</source>
        <translation>重新导出模型，例如用 torch.onnx.export</translation>
    </message>
    <message>
        <source>Export the model as it was built</source>
        <translation>请按构建时的样子导出模型</translation>
    </message>
    <message>
        <source>Export the model with an output of {} numbers a sample</source>
        <translation>请导出每个样本输出 {} 个数的模型</translation>
    </message>
    <message>
        <source>Export the model with constant shapes</source>
        <translation>用常量形状导出模型</translation>
    </message>
    <message>
        <source>Export the model with elements of the type float</source>
        <translation>用 float 元素导出模型</translation>
    </message>
    <message>
        <source>Export the model with external data</source>
        <translation>用外部数据导出模型</translation>
    </message>
    <message>
        <source>Export the model with fixed shapes</source>
        <translation>用固定的形状导出模型</translation>
    </message>
    <message>
        <source>Export the model with float inputs</source>
        <translation>导出输入为 float 的模型</translation>
    </message>
    <message>
        <source>Export the model with its weights inside</source>
        <translation>导出内含权重的模型</translation>
    </message>
    <message>
        <source>Export the model with one input</source>
        <translation>导出只有一个输入的模型</translation>
    </message>
    <message>
        <source>Export the model with opset {} or older</source>
        <translation>用 opset {} 或更旧的导出模型</translation>
    </message>
    <message>
        <source>Export the model with pads and output_padding, which say where the rest of the padding goes</source>
        <translation>请用 pads 和 output_padding 导出模型，它们说明其余部分的位置</translation>
    </message>
    <message>
        <source>Export the model with pads in place of auto_pad, which say what is read</source>
        <translation>请用 pads 代替 auto_pad 导出模型，由 pads 说明读取哪些元素</translation>
    </message>
    <message>
        <source>Export the model with pads, which say what is read</source>
        <translation>请用 pads 导出模型，它说明读取的内容</translation>
    </message>
    <message>
        <source>Export the model with the shapes of its inputs</source>
        <translation>导出时写明输入的形状</translation>
    </message>
    <message>
        <source>Export the model with the type float</source>
        <translation>用 float 类型导出模型</translation>
    </message>
    <message>
        <source>Export the model without it, or train the part of the model before it</source>
        <translation>导出不含它的模型，或只训练它之前的部分</translation>
    </message>
    <message>
        <source>Export the report again with: nsys export --type sqlite</source>
        <translation>重新导出报告：nsys export --type sqlite</translation>
    </message>
    <message>
        <source>Export the trace again, or remove that member to open it as any other trace</source>
        <translation>重新导出跟踪，或移除该成员，作为普通跟踪打开</translation>
    </message>
    <message>
        <source>Export the weights: stepscope-cli checkpoints export</source>
        <translation>请导出权重：stepscope-cli checkpoints export</translation>
    </message>
    <message>
        <source>External id</source>
        <translation>External id</translation>
    </message>
    <message>
        <source>Fetch the file: git lfs pull, in the folder of the repository</source>
        <translation>请取回该文件：在仓库文件夹中运行 git lfs pull</translation>
    </message>
    <message>
        <source>Fetch the files of Git LFS with this command, in the folder of the repository</source>
        <translation>请取回 Git LFS 未下载的文件：在仓库文件夹中运行这一行</translation>
    </message>
    <message>
        <source>Fewer bytes of tables</source>
        <translation>减少查表的字节数</translation>
    </message>
    <message>
        <source>Fewer copies between GPUs</source>
        <translation>减少 GPU 之间的复制</translation>
    </message>
    <message>
        <source>Fewer, larger launches</source>
        <translation>更少、更大的启动</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>Float</translation>
    </message>
    <message>
        <source>Free disk space or give write permission, and train again</source>
        <translation>请腾出空间或授予写权限，然后重新训练</translation>
    </message>
    <message>
        <source>Free disk space or give write permission; then resume the run from there (--resume {})</source>
        <translation>请腾出空间或授予写权限；然后从那里继续该运行（--resume {}）</translation>
    </message>
    <message>
        <source>Free some disk space</source>
        <translation>请腾出磁盘空间</translation>
    </message>
    <message>
        <source>Free some disk space and check the disk</source>
        <translation>腾出磁盘空间并检查磁盘</translation>
    </message>
    <message>
        <source>Free some disk space, and give yourself write permission for the folder</source>
        <translation>腾出磁盘空间，并给自己该文件夹的写权限</translation>
    </message>
    <message>
        <source>Free some disk space, or check the folder&apos;s permissions</source>
        <translation>腾出磁盘空间，或检查文件夹的权限</translation>
    </message>
    <message>
        <source>Free some disk space, or check the folder&apos;s permissions, then import the file again</source>
        <translation>请腾出磁盘空间或检查文件夹的权限，然后重新导入该文件</translation>
    </message>
    <message>
        <source>Free some disk space, or choose another folder</source>
        <translation>腾出一些磁盘空间，或选择其他文件夹</translation>
    </message>
    <message>
        <source>Free some disk space, or choose another place</source>
        <translation>请腾出磁盘空间，或选择其他位置</translation>
    </message>
    <message>
        <source>Free some space or choose another folder</source>
        <translation>腾出空间或选择其他文件夹</translation>
    </message>
    <message>
        <source>Free some space or make the folder writable, then make it again</source>
        <translation>请腾出空间或使文件夹可写，然后重新生成</translation>
    </message>
    <message>
        <source>Free some space, or set TMPDIR to a folder that has it</source>
        <translation>腾出空间，或把 TMPDIR 设为有空间的文件夹</translation>
    </message>
    <message>
        <source>Free some space, or set TMPDIR to a folder that is writable</source>
        <translation>腾出空间，或把 TMPDIR 设为可写的文件夹</translation>
    </message>
    <message>
        <source>Freeze an earlier checkpoint, or train it again</source>
        <translation>请冻结较早的检查点，或重新训练</translation>
    </message>
    <message>
        <source>Freeze the model again: stepscope-cli freeze MODEL OUT.ssmodel</source>
        <translation>请重新冻结模型：stepscope-cli freeze MODEL OUT.ssmodel</translation>
    </message>
    <message>
        <source>From epoch {} on the model overfits: the validation loss rose from {} to {}, while the training loss fell from {} to {}.</source>
        <translation>从第 {} 个轮次起模型过拟合：验证损失从 {} 升到 {}，而训练损失从 {} 降到 {}。</translation>
    </message>
    <message>
        <source>Fully connected layers with batch norm for tables, two of 64 by default</source>
        <translation>用于表格的带批归一化的全连接层，默认两层各 64</translation>
    </message>
    <message>
        <source>Fully connected layers with relu, 256 and 128 wide by default</source>
        <translation>带 relu 的全连接层，默认宽 256 和 128</translation>
    </message>
    <message>
        <source>Fused attention</source>
        <translation>融合注意力</translation>
    </message>
    <message>
        <source>Fused optimizer</source>
        <translation>融合优化器</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Fwd thread id</source>
        <translation>Fwd thread id</translation>
    </message>
    <message>
        <source>GPU metrics beyond the first 8 million samples are not shown</source>
        <translation>超过前 800 万个采样的 GPU 指标不显示</translation>
    </message>
    <message>
        <source>GPU slowdown, reasons</source>
        <translation>GPU 降速，原因</translation>
    </message>
    <message>
        <source>GPUs communicate through the host</source>
        <translation>GPU 之间经由主机通信</translation>
    </message>
    <message>
        <source>Give 0 to {}</source>
        <translation>取 0 到 {}</translation>
    </message>
    <message>
        <source>Give 1 or more</source>
        <translation>取 1 或更大</translation>
    </message>
    <message>
        <source>Give 1 to 4096</source>
        <translation>取 1 到 4096</translation>
    </message>
    <message>
        <source>Give 1 to {}</source>
        <translation>取 1 到 {}</translation>
    </message>
    <message>
        <source>Give 2 or more</source>
        <translation>取 2 或更大</translation>
    </message>
    <message>
        <source>Give a budget of at least {} MiB or choose a smaller batch size</source>
        <translation>预算至少给 {} MiB，或选择更小的批大小</translation>
    </message>
    <message>
        <source>Give a budget of at least {} MiB or choose a smaller model</source>
        <translation>预算至少给 {} MiB，或选择更小的模型</translation>
    </message>
    <message>
        <source>Give a file name, for example weights.safetensors</source>
        <translation>指定一个文件，例如 weights.safetensors</translation>
    </message>
    <message>
        <source>Give a file with one name a line, in the order of the model&apos;s outputs</source>
        <translation>给出一个文件，每行一个名称，按模型输出的顺序</translation>
    </message>
    <message>
        <source>Give a fraction of the image&apos;s area, above 0 and at most 1</source>
        <translation>取图片面积的比例，大于 0 且最多为 1</translation>
    </message>
    <message>
        <source>Give a fraction of the samples, from 0 to 1</source>
        <translation>给出样本的比例，从 0 到 1</translation>
    </message>
    <message>
        <source>Give a fraction of the samples, from 0 to below 1</source>
        <translation>给出样本的比例，从 0 到小于 1</translation>
    </message>
    <message>
        <source>Give a higher rate, or a longer time</source>
        <translation>给出更高的速率，或更长的时间</translation>
    </message>
    <message>
        <source>Give a larger budget, or turn on checkpointing or amp</source>
        <translation>给出更大的预算，或打开 checkpointing 或 amp</translation>
    </message>
    <message>
        <source>Give a percentage, as --fail-over 3%</source>
        <translation>给出百分比，例如 --fail-over 3%</translation>
    </message>
    <message>
        <source>Give a project file (TOML)</source>
        <translation>指定项目文件（TOML）</translation>
    </message>
    <message>
        <source>Give a project file (TOML), or create a project: File &gt; New from Data, stepscope-cli new</source>
        <translation>指定项目文件（TOML），或新建：文件 &gt; 从数据新建，stepscope-cli new</translation>
    </message>
    <message>
        <source>Give a range with a whole number in it, such as 16 to 256</source>
        <translation>给出含整数的范围，例如 16 到 256</translation>
    </message>
    <message>
        <source>Give at least one character</source>
        <translation>至少给出一个字符</translation>
    </message>
    <message>
        <source>Give at least one class a weight above 0</source>
        <translation>至少给一个类别大于 0 的权重</translation>
    </message>
    <message>
        <source>Give at most {} images, and at least one of each of the {} classes for training and validation</source>
        <translation>最多 {} 张图片，且 {} 个类别在训练和验证中各至少一张</translation>
    </message>
    <message>
        <source>Give both, or --set switches.checkpoint_budget for checkpointing</source>
        <translation>同时给出两者，或用 --set switches.checkpoint_budget 设置激活检查点</translation>
    </message>
    <message>
        <source>Give data like those that the model was trained with</source>
        <translation>请给出与训练时同样的数据</translation>
    </message>
    <message>
        <source>Give data of the same kind</source>
        <translation>给出同一种类的数据</translation>
    </message>
    <message>
        <source>Give data with the classes that the model was trained with</source>
        <translation>请给出与训练时类别相同的数据</translation>
    </message>
    <message>
        <source>Give each column a name; put numbers with a decimal comma in quotes if commas separate the cells</source>
        <translation>请给每列一个名称；以逗号分隔单元格时，带小数逗号的数字要加引号</translation>
    </message>
    <message>
        <source>Give every layer a name of its own</source>
        <translation>给每个层各自的名称</translation>
    </message>
    <message>
        <source>Give every value of the model a name of its own</source>
        <translation>给模型的每个值各自的名称</translation>
    </message>
    <message>
        <source>Give it a type = &quot;...&quot;</source>
        <translation>给它 type = &quot;...&quot;</translation>
    </message>
    <message>
        <source>Give it at least one number</source>
        <translation>至少给出一个数</translation>
    </message>
    <message>
        <source>Give it num_embeddings = {}</source>
        <translation>设 num_embeddings = {}</translation>
    </message>
    <message>
        <source>Give it: --set data.image_size=224</source>
        <translation>给出它：--set data.image_size=224</translation>
    </message>
    <message>
        <source>Give keys of [data], such as data.decimal=comma</source>
        <translation>请给出 [data] 的键，例如 data.decimal=comma</translation>
    </message>
    <message>
        <source>Give mean and deviation of every channel, of pixels from 0 to 1, for example of most networks of torchvision: --set data.mean=[0.485,0.456,0.406] --set data.std=[0.229,0.224,0.225]</source>
        <translation>给出每个通道的均值和标准差（像素为 0 到 1），例如 torchvision 的多数网络：--set data.mean=[0.485,0.456,0.406] --set data.std=[0.229,0.224,0.225]</translation>
    </message>
    <message>
        <source>Give means of pixels in [0, 1]</source>
        <translation>给出 [0, 1] 内的像素平均值</translation>
    </message>
    <message>
        <source>Give one of each for every channel: --set data.mean=[...] --set data.std=[...]</source>
        <translation>为每个通道各给一个：--set data.mean=[...] --set data.std=[...]</translation>
    </message>
    <message>
        <source>Give one of each for the whole tensor, or one for every index of the axis</source>
        <translation>整个张量各给一个，或为该轴的每个下标各给一个</translation>
    </message>
    <message>
        <source>Give one of them, such as scale_factor = 2</source>
        <translation>给出其中之一，例如 scale_factor = 2</translation>
    </message>
    <message>
        <source>Give one of these with --batch, or freeze it with --batch {}</source>
        <translation>请用 --batch 指定其中之一，或用 --batch {} 冻结它</translation>
    </message>
    <message>
        <source>Give one size</source>
        <translation>给出一个大小</translation>
    </message>
    <message>
        <source>Give one weight for each class, in their order</source>
        <translation>按类别的顺序，每个类别给一个权重</translation>
    </message>
    <message>
        <source>Give samples of that shape</source>
        <translation>给出该形状的样本</translation>
    </message>
    <message>
        <source>Give standard deviations of pixels in [0, 1]</source>
        <translation>给出 [0, 1] 内的像素标准差</translation>
    </message>
    <message>
        <source>Give the data a target</source>
        <translation>给数据一个目标</translation>
    </message>
    <message>
        <source>Give the data at least two classes</source>
        <translation>给数据至少两个类别</translation>
    </message>
    <message>
        <source>Give the fork more epochs: --set train.epochs={}</source>
        <translation>给分叉更多轮次：--set train.epochs={}</translation>
    </message>
    <message>
        <source>Give the input columns in this order, separated by commas: {}</source>
        <translation>按此顺序给出输入列，用逗号分隔：{}</translation>
    </message>
    <message>
        <source>Give the layer another name in the model file</source>
        <translation>请在模型文件中给该层另起一个名称</translation>
    </message>
    <message>
        <source>Give the layer weights of its own</source>
        <translation>请让该层有自己的权重</translation>
    </message>
    <message>
        <source>Give the run a name that is not</source>
        <translation>给运行一个名称，它不是</translation>
    </message>
    <message>
        <source>Give the trace that it was made from</source>
        <translation>请给出转换前的追踪文件</translation>
    </message>
    <message>
        <source>Give the traces of one training, one per rank</source>
        <translation>指定同一次训练的跟踪文件，每个 rank 一个</translation>
    </message>
    <message>
        <source>Give this layer a tensor of f32</source>
        <translation>请给该层 f32 张量</translation>
    </message>
    <message>
        <source>Give yourself write permission for the folder</source>
        <translation>给自己该文件夹的写权限</translation>
    </message>
    <message>
        <source>Give yourself write permission for the folder and runs.db, or copy the project to a folder that you may write to</source>
        <translation>获取文件夹和 runs.db 的写入权限，或把项目复制到可以写入的文件夹</translation>
    </message>
    <message>
        <source>Give yourself write permission for the folder, or copy the project to a folder that you may write to</source>
        <translation>获取文件夹的写入权限，或把项目复制到可以写入的文件夹</translation>
    </message>
    <message>
        <source>Give yourself write permission for the project folder, or copy the project to a folder that you may write to</source>
        <translation>获取项目文件夹的写入权限，或把项目复制到可以写入的文件夹</translation>
    </message>
    <message>
        <source>Give yourself write permission, or copy the project to a folder that you may write to</source>
        <translation>获取写入权限，或把项目复制到可以写入的文件夹</translation>
    </message>
    <message>
        <source>Give {} or less</source>
        <translation>取 {} 或更小</translation>
    </message>
    <message>
        <source>Give {} values, or leave the key out to have it measured</source>
        <translation>给出 {} 个值，或不写该键而由程序测量</translation>
    </message>
    <message>
        <source>Give, for example, --qps 50</source>
        <translation>例如给出 --qps 50</translation>
    </message>
    <message>
        <source>Glorot and Bengio 2010, Understanding the difficulty of training deep feedforward networks, 4.2</source>
        <translation>Glorot 与 Bengio 2010，Understanding the difficulty of training deep feedforward networks，4.2</translation>
    </message>
    <message>
        <source>Glorot and Bengio 2010: gradients of a well initialised network are of the size of its loss</source>
        <translation>Glorot 与 Bengio 2010：初始化良好的网络，梯度与损失大小相当</translation>
    </message>
    <message>
        <source>Goodfellow et al. 2016, Deep Learning, 11.4.1</source>
        <translation>Goodfellow 等 2016，Deep Learning，11.4.1</translation>
    </message>
    <message>
        <source>Goodfellow et al. 2016, Deep Learning, 8.3 and 11.4</source>
        <translation>Goodfellow 等 2016，Deep Learning，8.3 与 11.4</translation>
    </message>
    <message>
        <source>Goyal et al. 2017, Accurate, Large Minibatch SGD, 2.1: the linear scaling rule</source>
        <translation>Goyal 等 2017，Accurate, Large Minibatch SGD，2.1：线性缩放规则</translation>
    </message>
    <message>
        <source>Gradients by layer are not among the series.</source>
        <translation>这些序列中没有各层的梯度。</translation>
    </message>
    <message>
        <source>Gradients of single units are not among the series.</source>
        <translation>这些序列中没有单个单元的梯度。</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>Group size</translation>
    </message>
    <message>
        <source>Half</source>
        <translation>Half</translation>
    </message>
    <message>
        <source>How evenly batches are loaded.</source>
        <translation>加载批的均匀程度。</translation>
    </message>
    <message>
        <source>How images lie in memory between layers. On: NHWC everywhere, off: NCHW everywhere, with the copies that kernels need which want them otherwise. Auto: blocks of channels, NHWC or NCHW, whichever the layers and the copies between layouts took the least time in together, measured when the plan is first built (the report tells the times). On a GPU NHWC for mixed precision, as its tensor cores want it, and NCHW for f32.</source>
        <translation>图片在层之间的内存布局。on：全部 NHWC；off：全部 NCHW，并为需要其他布局的 kernel 复制。auto：通道分块、NHWC 或 NCHW 中，各层与布局之间的复制合计用时最少者，在首次构建规划时实测（报告给出时间）。在 GPU 上，混合精度用 NHWC（Tensor Core 所需），f32 用 NCHW。</translation>
    </message>
    <message>
        <source>How large the gradients of the early layers are compared with the largest one.</source>
        <translation>前面各层的梯度与最大梯度相比有多大。</translation>
    </message>
    <message>
        <source>How long the run&apos;s checkpoints took is not kept with it.</source>
        <translation>没有随运行保留检查点花了多久。</translation>
    </message>
    <message>
        <source>How many cores the machine has and how many the run used is not kept with the run.</source>
        <translation>没有随运行保留本机有多少 CPU 核、运行用了多少。</translation>
    </message>
    <message>
        <source>How many units of a layer got no gradient at all in the last steps.</source>
        <translation>最近几步中一层里有多少单元完全没有得到梯度。</translation>
    </message>
    <message>
        <source>How much memory the step needs is not known.</source>
        <translation>不知道一步需要多少内存。</translation>
    </message>
    <message>
        <source>How much memory the step would need without checkpointing is not recorded.</source>
        <translation>没有记录不用梯度检查点（激活重计算）时一步需要多少内存。</translation>
    </message>
    <message>
        <source>How much memory there is, and how much the step needs, is not known.</source>
        <translation>不知道有多少内存，以及一步需要多少。</translation>
    </message>
    <message>
        <source>How unevenly ranks wait in collective operations.</source>
        <translation>各 rank 在集合操作中等待的不均匀程度。</translation>
    </message>
    <message>
        <source>Idle time of the GPU after calls that wait for it: .item(), synchronous copies, synchronize().</source>
        <translation>等待 GPU 的调用（.item()、同步复制、synchronize()）之后 GPU 的空闲时间。</translation>
    </message>
    <message>
        <source>Idle time of the GPU during cudaMalloc, cudaFree and similar calls within steps.</source>
        <translation>各步中 GPU 在 cudaMalloc、cudaFree 等调用期间的空闲时间。</translation>
    </message>
    <message>
        <source>Idle time of the GPU in pauses of 1 ms and more, in which the host neither loads data nor waits.</source>
        <translation>GPU 在不少于 1 ms 的停顿中的空闲时间，其间主机既不加载数据也不等待。</translation>
    </message>
    <message>
        <source>If &quot;{}&quot; is a class, set data.missing = &quot;!{}&quot;</source>
        <translation>若“{}”是一个类别，请设置 data.missing = &quot;!{}&quot;</translation>
    </message>
    <message>
        <source>If CUDA graphs started the kernels: {} at best instead of {} a step.</source>
        <translation>若由 CUDA 图启动 kernel：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If communication were hidden behind kernels: {} at best instead of {} a step.</source>
        <translation>若通信被 kernel 完全掩盖：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If inputs were copied to the GPU a step ahead, from pinned memory: {} at best instead of {} a step.</source>
        <translation>若输入从锁页内存提前一步复制到 GPU：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If one worker loaded the data beside the step: {} at best instead of {} a step.</source>
        <translation>若一个 worker 在步骤之外加载数据：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If the next batch were always ready: {} at best instead of {} a step.</source>
        <translation>若下一个批总是就绪：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If the update by {} were one fused kernel: {} at best instead of {} a step.</source>
        <translation>若 {} 的更新是一个融合 kernel：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>If they are the same, put their pictures into one folder</source>
        <translation>若它们是同一类，请把图片放入同一个文件夹</translation>
    </message>
    <message>
        <source>If you trust the file, save it as plain numbers, in Python: a = numpy.load(&quot;old.npy&quot;, allow_pickle=True); numpy.save(&quot;new.npy&quot;, numpy.array(a.tolist(), dtype=numpy.float32))</source>
        <translation>若信任该文件，保存为普通的数，在 Python 中：a = numpy.load(&quot;old.npy&quot;, allow_pickle=True); numpy.save(&quot;new.npy&quot;, numpy.array(a.tolist(), dtype=numpy.float32))</translation>
    </message>
    <message>
        <source>If {} workers loaded the data beside the step: {} at best instead of {} a step.</source>
        <translation>若 {} 个 worker 在步骤之外加载数据：每步最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>Image folder</source>
        <translation>图片文件夹</translation>
    </message>
    <message>
        <source>Images are copied between layouts</source>
        <translation>图片在布局之间复制</translation>
    </message>
    <message>
        <source>Images named by class</source>
        <translation>以类别命名的图片</translation>
    </message>
    <message>
        <source>Images that Stepscope draws itself on first use: needs no download.</source>
        <translation>Stepscope 首次使用时自行绘制的图片：无需下载。</translation>
    </message>
    <message>
        <source>Import the folder again when a training has written to it</source>
        <translation>待训练写入该文件夹后再导入</translation>
    </message>
    <message>
        <source>Imported series do not show whether early stopping ended the run.</source>
        <translation>这些序列没有说明运行是否被早停结束。</translation>
    </message>
    <message>
        <source>Imported series do not show which numbers the model reads.</source>
        <translation>导入的序列没有说明模型读取的数值。</translation>
    </message>
    <message>
        <source>In double quotes a backslash begins an escape, such as \n or \t: write the path in single quotes, or use / instead</source>
        <translation>双引号中的反斜杠开始一个转义，例如 \n 或 \t：把路径写在单引号中，或改用 /</translation>
    </message>
    <message>
        <source>In its first steps the loss rose to {} times what it began with at most.</source>
        <translation>在最初几步中，损失最多升到开始时的 {} 倍。</translation>
    </message>
    <message>
        <source>In its first steps the loss rose to {} times what it began with: {} is too high.</source>
        <translation>在最初几步中，损失升到开始时的 {} 倍：{}太高。</translation>
    </message>
    <message>
        <source>In msg nelems</source>
        <translation>In msg nelems</translation>
    </message>
    <message>
        <source>In the last {} the training loss changed by {}</source>
        <translation>在最后 {} 中训练损失变化了 {}</translation>
    </message>
    <message>
        <source>In {} the loss fell by {}</source>
        <translation>在 {} 中损失下降了 {}</translation>
    </message>
    <message>
        <source>In {} the loss rose by {}</source>
        <translation>在 {} 中损失上升了 {}</translation>
    </message>
    <message>
        <source>Infinity Fabric of an MI300X</source>
        <translation>MI300X 的 Infinity Fabric</translation>
    </message>
    <message>
        <source>Infinity Fabric of an MI325X</source>
        <translation>MI325X 的 Infinity Fabric</translation>
    </message>
    <message>
        <source>Inline the functions, for example with onnx.inliner</source>
        <translation>内联这些函数，例如用 onnx.inliner</translation>
    </message>
    <message>
        <source>Input Dims</source>
        <translation>Input Dims</translation>
    </message>
    <message>
        <source>Input dims</source>
        <translation>Input dims</translation>
    </message>
    <message>
        <source>Input type</source>
        <translation>Input type</translation>
    </message>
    <message>
        <source>Install the desktop program, or write an HTML page and print that with a browser</source>
        <translation>安装桌面程序，或写出 HTML 页面并用浏览器打印</translation>
    </message>
    <message>
        <source>Instructions used</source>
        <translation>使用的指令集</translation>
    </message>
    <message>
        <source>Int</source>
        <translation>Int</translation>
    </message>
    <message>
        <source>It can learn: {}.</source>
        <translation>它能学习：{}。</translation>
    </message>
    <message>
        <source>It cannot learn: on one batch the loss is {} in step {}, at a learning rate of {}.</source>
        <translation>它不能学习：在一个批次上，损失为 {}（第 {} 步），学习率为 {}。</translation>
    </message>
    <message>
        <source>It does not learn: {}, at a learning rate of {}. It must fall by {} at least.</source>
        <translation>它没有学习：{}，学习率为 {}。损失至少要下降 {}。</translation>
    </message>
    <message>
        <source>It has no attributes</source>
        <translation>它没有属性</translation>
    </message>
    <message>
        <source>It has none at all</source>
        <translation>它一个也没有</translation>
    </message>
    <message>
        <source>It has only learned how often each answer occurs: {}, and the best answer that is the same for every sample has a loss of {}.</source>
        <translation>它只学到了每种答案出现的频率：{}，而对所有样本都相同的最佳答案为 {}。</translation>
    </message>
    <message>
        <source>It has {}</source>
        <translation>它有 {}</translation>
    </message>
    <message>
        <source>It is not data: choose the data that it reads</source>
        <translation>它不是数据：请选择它读取的数据</translation>
    </message>
    <message>
        <source>It is not data: choose the data to train on</source>
        <translation>它不是数据：请选择用于训练的数据</translation>
    </message>
    <message>
        <source>It is not known whether dropout or augmentation make training harder than validation.</source>
        <translation>不知道 dropout 或数据增强是否使训练比验证更难。</translation>
    </message>
    <message>
        <source>It must be at least 0 and less than 1</source>
        <translation>它必须至少为 0 且小于 1</translation>
    </message>
    <message>
        <source>It must be at least 1</source>
        <translation>它必须至少为 1</translation>
    </message>
    <message>
        <source>It must be at least {} and less than {}</source>
        <translation>它必须至少为 {} 且小于 {}</translation>
    </message>
    <message>
        <source>It must be between 1 and 16777216</source>
        <translation>它必须在 1 与 16777216 之间</translation>
    </message>
    <message>
        <source>It must be between {} and {}</source>
        <translation>它必须在 {} 与 {} 之间</translation>
    </message>
    <message>
        <source>It must be the last dimensions of the input; left out, it is the last one</source>
        <translation>它必须是输入的最后几维；省略时为最后一维</translation>
    </message>
    <message>
        <source>It must be {}</source>
        <translation>它必须是{}</translation>
    </message>
    <message>
        <source>It stopped after {}; three are needed to see a trend.</source>
        <translation>它在 {} 后停止；看出趋势需要三个轮次。</translation>
    </message>
    <message>
        <source>It takes a number, a list of whole numbers, true or false</source>
        <translation>应为数、整数列表、true 或 false</translation>
    </message>
    <message>
        <source>It takes a text in quotes</source>
        <translation>应为加引号的文本</translation>
    </message>
    <message>
        <source>It takes images (batch, channels, height, width); put it before flatten</source>
        <translation>它接收图片（批、通道、高、宽）；放在 flatten 之前</translation>
    </message>
    <message>
        <source>It takes none; remove it</source>
        <translation>它没有参数；移除它</translation>
    </message>
    <message>
        <source>It takes {}</source>
        <translation>应为{}</translation>
    </message>
    <message>
        <source>It was stopped before it had converged</source>
        <translation>在收敛之前就停止了</translation>
    </message>
    <message>
        <source>Its attributes are {}</source>
        <translation>它的属性是 {}</translation>
    </message>
    <message>
        <source>Its curves show nothing that keeps it from learning.</source>
        <translation>曲线没有显示任何妨碍学习的问题。</translation>
    </message>
    <message>
        <source>Its kernels were chosen on {} ({}, {}); they are chosen again on this machine</source>
        <translation>它的内核是在 {}（{}，{}）上选择的；在本机上将重新选择</translation>
    </message>
    <message>
        <source>Its process ended without finishing the run; resume it from its last checkpoint.</source>
        <translation>它的进程在运行完成之前结束；从最后的检查点恢复。</translation>
    </message>
    <message>
        <source>JSON for Modern C++</source>
        <translation>JSON for Modern C++</translation>
    </message>
    <message>
        <source>Join the kernels</source>
        <translation>融合 kernel</translation>
    </message>
    <message>
        <source>Karpathy, A Recipe for Training Neural Networks: verify the loss at its start</source>
        <translation>Karpathy，A Recipe for Training Neural Networks：检查初始损失</translation>
    </message>
    <message>
        <source>Kaufman et al. 2012, Leakage in Data Mining: results that are too good</source>
        <translation>Kaufman 等 2012，Leakage in Data Mining：好得不真实的结果</translation>
    </message>
    <message>
        <source>Keep model.name, [[model.layers]] or model.onnx</source>
        <translation>保留 model.name、[[model.layers]] 或 model.onnx 之一</translation>
    </message>
    <message>
        <source>Keep one of them</source>
        <translation>保留其中之一</translation>
    </message>
    <message>
        <source>Keep the decision on the GPU, or copy with non_blocking=True to pinned memory and read it a step later</source>
        <translation>把判断留在 GPU 上，或用 non_blocking=True 复制到锁页内存，晚一步再读取</translation>
    </message>
    <message>
        <source>Keep the memory</source>
        <translation>保留已分配的显存</translation>
    </message>
    <message>
        <source>Keep the project on a faster disk</source>
        <translation>把项目放在更快的磁盘上</translation>
    </message>
    <message>
        <source>Keep this file beside {}</source>
        <translation>把此文件放在 {} 旁边</translation>
    </message>
    <message>
        <source>Keep train.clip.norm or train.clip.value</source>
        <translation>保留 train.clip.norm 或 train.clip.value</translation>
    </message>
    <message>
        <source>Keep train.optimizer.name = &quot;{}&quot;; its learning rate and other settings can be changed</source>
        <translation>保留 train.optimizer.name = &quot;{}&quot;；可以改变它的学习率和其他设置</translation>
    </message>
    <message>
        <source>Kernel choices</source>
        <translation>Kernel 选择</translation>
    </message>
    <message>
        <source>Kernels are not chosen by timing</source>
        <translation>kernel 未按实测耗时选择</translation>
    </message>
    <message>
        <source>Kernels are too small for the GPU</source>
        <translation>kernel 对 GPU 来说太小</translation>
    </message>
    <message>
        <source>Kernels of the GPU take {}, {} of {} {}: {}.</source>
        <translation>GPU kernel 占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Kernels on {} take {} of the kernels&apos; time, others that could run there {}.</source>
        <translation>{} 上的 kernel 占 kernel 时间的 {}，其他可在其上运行的占 {}。</translation>
    </message>
    <message>
        <source>Kernels that change the layout of images take {} of the steps.</source>
        <translation>改变图片布局的 kernel 占各步的 {}。</translation>
    </message>
    <message>
        <source>Kernels that leave multiprocessors without a block take {}: they are too small for this GPU.</source>
        <translation>线程块数少于 SM 数的 kernel 占{}：它们对此 GPU 来说太小。</translation>
    </message>
    <message>
        <source>Kernels with less than one block per multiprocessor take {} of the kernels&apos; time.</source>
        <translation>线程块数少于 SM 数的 kernel 占 kernel 时间的 {}。</translation>
    </message>
    <message>
        <source>Keys have at most four parts, such as train.optimizer.name</source>
        <translation>键最多有四段，如 train.optimizer.name</translation>
    </message>
    <message>
        <source>Latin-1 (Western European)</source>
        <translation>Latin-1（西欧）</translation>
    </message>
    <message>
        <source>Latin-2 (Central European)</source>
        <translation>Latin-2（中欧）</translation>
    </message>
    <message>
        <source>Latin-5 (Turkish)</source>
        <translation>Latin-5（土耳其语）</translation>
    </message>
    <message>
        <source>Latin-9 (Western European)</source>
        <translation>Latin-9（西欧）</translation>
    </message>
    <message>
        <source>Layers with a choice of kernels take only {} of the step.</source>
        <translation>有多种 kernel 可选的层只占一步的 {}。</translation>
    </message>
    <message>
        <source>LeCun et al. 1998, Efficient BackProp, 4.3</source>
        <translation>LeCun 等 1998，Efficient BackProp，4.3</translation>
    </message>
    <message>
        <source>LeNet-5 (LeCun et al. 1998) with relu and max pooling</source>
        <translation>LeNet-5 (LeCun et al. 1998)，使用 relu 和最大池化</translation>
    </message>
    <message>
        <source>Leave --checkpoint out</source>
        <translation>去掉 --checkpoint</translation>
    </message>
    <message>
        <source>Leave --image out</source>
        <translation>不要使用 --image</translation>
    </message>
    <message>
        <source>Leave --image out, or change data.image_size</source>
        <translation>不要使用 --image，或修改 data.image_size</translation>
    </message>
    <message>
        <source>Leave --run out</source>
        <translation>去掉 --run</translation>
    </message>
    <message>
        <source>Leave --streams out, or measure single or offline</source>
        <translation>请去掉 --streams，或测量 single 或 offline</translation>
    </message>
    <message>
        <source>Leave --target out, or give a table</source>
        <translation>不要使用 --target，或给出一个表格</translation>
    </message>
    <message>
        <source>Leave --with-preprocessing out</source>
        <translation>去掉 --with-preprocessing</translation>
    </message>
    <message>
        <source>Leave at least one parameter that is not frozen</source>
        <translation>至少留一个不冻结的参数</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>不要使用它</translation>
    </message>
    <message>
        <source>Leave it out with --inference</source>
        <translation>使用 --inference 时去掉它</translation>
    </message>
    <message>
        <source>Leave it out: data.ignore = [&quot;{}&quot;]</source>
        <translation>不使用它：data.ignore = [&quot;{}&quot;]</translation>
    </message>
    <message>
        <source>Leave results on the GPU, or copy them with non_blocking=True to pinned memory on a second stream and read them a step later</source>
        <translation>把结果留在 GPU 上，或在第二个流上用 non_blocking=True 复制到锁页内存，晚一步再读取</translation>
    </message>
    <message>
        <source>Leave some values out, or draw them with kind = &quot;random&quot;</source>
        <translation>去掉一些值，或用 kind = &quot;random&quot; 抽取</translation>
    </message>
    <message>
        <source>Less at a time</source>
        <translation>一次少算一些</translation>
    </message>
    <message>
        <source>Limit of the peak memory in MiB for checkpointing = budget.</source>
        <translation>checkpointing = budget 遵守的内存峰值，单位 MiB。</translation>
    </message>
    <message>
        <source>List of images</source>
        <translation>图片列表</translation>
    </message>
    <message>
        <source>List the runs with: stepscope-cli runs list</source>
        <translation>列出运行：stepscope-cli runs list</translation>
    </message>
    <message>
        <source>List the runs with: stepscope-cli runs list PROJECT</source>
        <translation>列出运行：stepscope-cli runs list PROJECT</translation>
    </message>
    <message>
        <source>List the runs with: stepscope-cli runs list {}</source>
        <translation>列出运行：stepscope-cli runs list {}</translation>
    </message>
    <message>
        <source>List them with: stepscope-cli runs</source>
        <translation>列出运行：stepscope-cli runs</translation>
    </message>
    <message>
        <source>List what used the memory with: stepscope-cli trace memory FILE; or open it at pytorch.org/memory_viz</source>
        <translation>查看内存由什么占用：stepscope-cli trace memory FILE；或在 pytorch.org/memory_viz 打开它</translation>
    </message>
    <message>
        <source>Load before</source>
        <translation>提前加载</translation>
    </message>
    <message>
        <source>Loader worker</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Loader worker {}</source>
        <translation>加载线程 {}</translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Loading code of kernels takes {} in {}; the other steps take {} each. It is paid once, but is part of every mean over the steps.</source>
        <translation>加载 kernel 的代码占{1}的 {0}；其余各步每步 {2}。这只发生一次，却计入各步的所有平均值。</translation>
    </message>
    <message>
        <source>Loading code of kernels within the steps</source>
        <translation>步内加载 kernel 的代码</translation>
    </message>
    <message>
        <source>Long</source>
        <translation>Long</translation>
    </message>
    <message>
        <source>Look for values that are missing or not finite in the data</source>
        <translation>检查数据中是否有缺失或非有限的值</translation>
    </message>
    <message>
        <source>Look with: stepscope-cli data check {}</source>
        <translation>查看：stepscope-cli data check {}</translation>
    </message>
    <message>
        <source>Lower it</source>
        <translation>减小它</translation>
    </message>
    <message>
        <source>Lower one of them</source>
        <translation>减小其中之一</translation>
    </message>
    <message>
        <source>Lower switches.batch_size or switches.num_workers</source>
        <translation>减小 switches.batch_size 或 switches.num_workers</translation>
    </message>
    <message>
        <source>MI250 (one of two dies)</source>
        <translation>MI250（两个芯片之一）</translation>
    </message>
    <message>
        <source>MI250X (one of two dies)</source>
        <translation>MI250X（两个芯片之一）</translation>
    </message>
    <message>
        <source>Mac Roman (Western European)</source>
        <translation>Mac Roman（西欧）</translation>
    </message>
    <message>
        <source>Make a sub-folder of images for each class, at least two</source>
        <translation>为每个类别建一个图片子文件夹，至少两个</translation>
    </message>
    <message>
        <source>Make one with: stepscope-cli runs export PROJECT RUN --to file OUT.stepscope-run</source>
        <translation>用 stepscope-cli runs export PROJECT RUN --to file OUT.stepscope-run 生成</translation>
    </message>
    <message>
        <source>Make the folder first, or choose another place</source>
        <translation>请先创建该文件夹，或选择其他位置</translation>
    </message>
    <message>
        <source>Make the folder writable, or copy the trace to one that is; until then the notes last as long as the window</source>
        <translation>使文件夹可写，或把跟踪复制到可写的文件夹；在此之前备注只保留到窗口关闭</translation>
    </message>
    <message>
        <source>Matrix products have sizes that slow down tensor cores</source>
        <translation>矩阵乘的尺寸不适合 Tensor Core</translation>
    </message>
    <message>
        <source>Matrix products in f32 near the machine&apos;s peak take {}, and this CPU multiplies bf16 {} times as fast.</source>
        <translation>接近本机峰值的 f32 矩阵乘占{}，而此 CPU 的 bf16 乘法为其 {} 倍。</translation>
    </message>
    <message>
        <source>Matrix products near the f32 peak take {} of the step: faster ones in bf16 would gain little.</source>
        <translation>接近 f32 峰值的矩阵乘占一步的 {}：用更快的 bf16 几乎感觉不到。</translation>
    </message>
    <message>
        <source>Matrix products that a compiler made take {} of the kernels&apos; time, and their names do not show whether they use tensor cores.</source>
        <translation>编译器生成的矩阵乘占 kernel 时间的 {}，其名称看不出是否使用 tensor core。</translation>
    </message>
    <message>
        <source>Matrix products that are limited by memory take {} of the kernels&apos; time.</source>
        <translation>受显存带宽限制的矩阵乘占 kernel 时间的 {}。</translation>
    </message>
    <message>
        <source>Matrix products that could run on tensor cores, AMX or bf16 instructions.</source>
        <translation>可在 Tensor Core、AMX 或 bf16 指令上运行的矩阵乘。</translation>
    </message>
    <message>
        <source>Matrix products wait for the GPU&apos;s memory</source>
        <translation>矩阵乘在等待显存</translation>
    </message>
    <message>
        <source>Matrix products with few operations per byte take {} of the kernels&apos; time, but move data at {} of the memory&apos;s rate: memory does not limit them.</source>
        <translation>每字节运算很少的矩阵乘占 kernel 时间的 {0}，但读写速率只有显存带宽的 {1}：限制它们的不是显存。</translation>
    </message>
    <message>
        <source>Matrix products with little arithmetic take {}: {} operations per byte, where the {} could do {}. The longest is {} of {}. They move data at {} of the memory&apos;s rate.</source>
        <translation>对所读数据计算过少的矩阵乘占{0}：每字节 {1} 次运算，而 {2} 可达 {3} 次。最久的是 {5} 的 {4}。它们搬运数据的速率为显存带宽的 {6}。</translation>
    </message>
    <message>
        <source>Matrix units lie idle</source>
        <translation>矩阵单元闲置</translation>
    </message>
    <message>
        <source>Mean and deviation of the numbers that the model reads.</source>
        <translation>模型读到的数的均值和标准差。</translation>
    </message>
    <message>
        <source>Mean times of whole runs, one after the other</source>
        <translation>依次进行的整个运行的平均时间</translation>
    </message>
    <message>
        <source>Meanwhile the host runs {}.</source>
        <translation>其间主机在运行：{}。</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量于</translation>
    </message>
    <message>
        <source>Measured copy rate</source>
        <translation>实测复制速率</translation>
    </message>
    <message>
        <source>Measured peak (bf16)</source>
        <translation>实测峰值 (bf16)</translation>
    </message>
    <message>
        <source>Measured peak (f32)</source>
        <translation>实测峰值 (f32)</translation>
    </message>
    <message>
        <source>Measured peak (int8)</source>
        <translation>实测峰值 (int8)</translation>
    </message>
    <message>
        <source>Memcpy {} ({} -&gt; {})</source>
        <translation>Memcpy {} ({} -&gt; {})</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory grows by {} in every step</source>
        <translation>占用的内存每步增长 {}</translation>
    </message>
    <message>
        <source>Memory is allocated and freed in every step</source>
        <translation>每一步都在分配和释放显存</translation>
    </message>
    <message>
        <source>Memory is allocated or freed in {} of {} steps only: a cost of the beginning.</source>
        <translation>只在 {1} 步中的 {0} 步申请或释放内存：这是开头的开销。</translation>
    </message>
    <message>
        <source>Memory is free while the GPU is idle</source>
        <translation>GPU 空闲，显存也闲置</translation>
    </message>
    <message>
        <source>Memory is nearly full</source>
        <translation>内存快满了</translation>
    </message>
    <message>
        <source>Memset ({})</source>
        <translation>Memset ({})</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Missing</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>Mixed precision is off.</source>
        <translation>混合精度已关闭。</translation>
    </message>
    <message>
        <source>Mixed precision is on; this CPU multiplies bf16 {} times as fast as f32.</source>
        <translation>混合精度已开启；此 CPU 的 bf16 乘法为 f32 的 {} 倍。</translation>
    </message>
    <message>
        <source>MobileNet V2 (Sandler et al. 2018), torchvision&apos;s variant</source>
        <translation>MobileNet V2 (Sandler et al. 2018)，torchvision 的变体</translation>
    </message>
    <message>
        <source>MobileNet V3 small (Howard et al. 2019), torchvision&apos;s variant</source>
        <translation>MobileNet V3 small (Howard et al. 2019)，torchvision 的变体</translation>
    </message>
    <message>
        <source>More rows per product</source>
        <translation>增加每次矩阵乘的行数</translation>
    </message>
    <message>
        <source>More samples are unreadable; they are counted, and listed with the run.</source>
        <translation>还有样本无法读取；它们被计数，并随运行列出。</translation>
    </message>
    <message>
        <source>More work per kernel</source>
        <translation>让每个 kernel 做更多工作</translation>
    </message>
    <message>
        <source>More work per launch</source>
        <translation>每次启动更多工作</translation>
    </message>
    <message>
        <source>Move each into the folder of its class</source>
        <translation>请把每张移入其类别的文件夹</translation>
    </message>
    <message>
        <source>Move it away and reopen</source>
        <translation>把它移开后重新打开</translation>
    </message>
    <message>
        <source>Move it away; new notes make a new one</source>
        <translation>把它移开；新的备注会生成新文件</translation>
    </message>
    <message>
        <source>Move it away; the store of the project&apos;s runs belongs here</source>
        <translation>把它移开；这里应放项目的运行库</translation>
    </message>
    <message>
        <source>Move that work out of the step, or to another thread</source>
        <translation>把那里运行的内容移出训练步，或交给另一个线程</translation>
    </message>
    <message>
        <source>Much is computed twice</source>
        <translation>大量内容被重复计算</translation>
    </message>
    <message>
        <source>NVIDIA driver for CUDA {}, {} GPU{}; train on it with --device cuda.</source>
        <translation>NVIDIA 驱动支持 CUDA {0}，{1} 个 GPU；用 --device cuda 在其上训练。</translation>
    </message>
    <message>
        <source>NVIDIA, Matrix Multiplication Background</source>
        <translation>NVIDIA, Matrix Multiplication Background</translation>
    </message>
    <message>
        <source>NVIDIA, Matrix Multiplication Background User&apos;s Guide, table 1</source>
        <translation>NVIDIA, Matrix Multiplication Background User&apos;s Guide, table 1</translation>
    </message>
    <message>
        <source>NVLink 3 of an A100 SXM</source>
        <translation>A100 SXM 的 NVLink 3</translation>
    </message>
    <message>
        <source>NVLink 3 of an A800 SXM</source>
        <translation>A800 SXM 的 NVLink 3</translation>
    </message>
    <message>
        <source>NVLink 4 of an H100 SXM</source>
        <translation>H100 SXM 的 NVLink 4</translation>
    </message>
    <message>
        <source>NVLink 4 of an H200</source>
        <translation>H200 的 NVLink 4</translation>
    </message>
    <message>
        <source>NVLink 4 of an H800</source>
        <translation>H800 的 NVLink 4</translation>
    </message>
    <message>
        <source>NVTX records that are neither a range nor a mark</source>
        <translation>既不是范围也不是标记的 NVTX 记录</translation>
    </message>
    <message>
        <source>NVTX start and end ranges</source>
        <translation>NVTX 的开始和结束范围</translation>
    </message>
    <message>
        <source>Name &quot;{}&quot; in {}, or use a table with more columns</source>
        <translation>请将“{}”写入 {}，或使用列更多的表格</translation>
    </message>
    <message>
        <source>Name a checkpoint or a run, which has the model too, or export the model to ONNX</source>
        <translation>指定检查点或运行（其中也有模型），或把模型导出为 ONNX</translation>
    </message>
    <message>
        <source>Name a file that was written by: stepscope-cli freeze MODEL OUT.ssmodel</source>
        <translation>请指定由以下命令写出的文件：stepscope-cli freeze MODEL OUT.ssmodel</translation>
    </message>
    <message>
        <source>Name a file, for example model.onnx</source>
        <translation>请写一个文件名，例如 model.onnx</translation>
    </message>
    <message>
        <source>Name a file, for example model.ssmodel</source>
        <translation>请指定文件，例如 model.ssmodel</translation>
    </message>
    <message>
        <source>Name a folder with pictures</source>
        <translation>指定一个含图片的文件夹</translation>
    </message>
    <message>
        <source>Name a project and two runs: trace diff PROJECT 3 4</source>
        <translation>给出一个项目和两个运行：trace diff PROJECT 3 4</translation>
    </message>
    <message>
        <source>Name a project, the folder of a run or of a checkpoint</source>
        <translation>请指定项目、运行的文件夹或检查点的文件夹</translation>
    </message>
    <message>
        <source>Name a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model</source>
        <translation>请指定项目、运行或检查点的文件夹、ONNX 文件，或冻结的模型</translation>
    </message>
    <message>
        <source>Name another column, or remove data.group</source>
        <translation>换一列，或去掉 data.group</translation>
    </message>
    <message>
        <source>Name another data.target</source>
        <translation>指定其他 data.target</translation>
    </message>
    <message>
        <source>Name fewer columns in data.target</source>
        <translation>请在 data.target 中少写几列</translation>
    </message>
    <message>
        <source>Name in data.ignore the columns that are not known before the answer</source>
        <translation>把在答案之前并不知道的列写进 data.ignore</translation>
    </message>
    <message>
        <source>Name it in data.categories or data.numbers too to use it as an input</source>
        <translation>要把它也用作输入，在 data.categories 或 data.numbers 中也写上它</translation>
    </message>
    <message>
        <source>Name it in data.numbers if it holds amounts, or in data.categories</source>
        <translation>若是数量，请写入 data.numbers，否则写入 data.categories</translation>
    </message>
    <message>
        <source>Name it in one of {} to use it anyway</source>
        <translation>若仍要使用，请将其写入下列之一：{}</translation>
    </message>
    <message>
        <source>Name it in {} to use it anyway</source>
        <translation>若仍要使用，请将其写入 {}</translation>
    </message>
    <message>
        <source>Name it, for example, model.ssmodel</source>
        <translation>请这样命名，例如 model.ssmodel</translation>
    </message>
    <message>
        <source>Name one column</source>
        <translation>写一列</translation>
    </message>
    <message>
        <source>Name the ONNX file that it was made from</source>
        <translation>指定生成它的 ONNX 文件</translation>
    </message>
    <message>
        <source>Name the arrays x and y, images and labels, data and labels, or x_train, y_train, x_test and y_test</source>
        <translation>把数组命名为 x 和 y、images 和 labels、data 和 labels，或 x_train、y_train、x_test 和 y_test</translation>
    </message>
    <message>
        <source>Name the arrays x_train, y_train, x_test, y_test, or x and y</source>
        <translation>把数组命名为 x_train、y_train、x_test、y_test，或 x 和 y</translation>
    </message>
    <message>
        <source>Name the file of a trace, or a project with --run</source>
        <translation>给出跟踪文件，或项目并加 --run</translation>
    </message>
    <message>
        <source>Name the folder that TensorBoard is started with (--logdir)</source>
        <translation>指定启动 TensorBoard 时所用的文件夹（--logdir）</translation>
    </message>
    <message>
        <source>Name the project&apos;s folder</source>
        <translation>给出项目的文件夹</translation>
    </message>
    <message>
        <source>Name the project, or the traces of several ranks</source>
        <translation>给出项目，或多个 rank 的跟踪</translation>
    </message>
    <message>
        <source>Name the run or the ONNX file that it was made from</source>
        <translation>请指定它所来自的运行或 ONNX 文件</translation>
    </message>
    <message>
        <source>Name the run that it was trained in</source>
        <translation>请指定训练它的运行</translation>
    </message>
    <message>
        <source>Name them: --data PATH</source>
        <translation>指定数据：--data PATH</translation>
    </message>
    <message>
        <source>Neighbouring ops run as one kernel: activations and additions inside the layer before them, chains of elementwise ops in parts that stay in cache. Saves passes over memory, and the memory of intermediate results.</source>
        <translation>相邻的算子作为一个 kernel 运行：激活和加法并入前一层，逐元素算子链按能留在缓存中的份量分段执行。减少对内存的遍历，也节省中间结果的内存。</translation>
    </message>
    <message>
        <source>Nesterov momentum needs a momentum and no dampening</source>
        <translation>Nesterov 动量需要动量，且不能有阻尼</translation>
    </message>
    <message>
        <source>No GPU worked in this trace.</source>
        <translation>此跟踪中没有 GPU 工作。</translation>
    </message>
    <message>
        <source>No batch is small enough, choose a smaller model</source>
        <translation>没有足够小的批，选择更小的模型</translation>
    </message>
    <message>
        <source>No collective operation is in the trace: nothing is communicated.</source>
        <translation>跟踪中没有集合操作：没有通信。</translation>
    </message>
    <message>
        <source>No collective operation ran on a GPU: the ranks communicate by gloo, through the host.</source>
        <translation>没有在 GPU 上运行的集合操作：各 rank 用 gloo 经由主机通信。</translation>
    </message>
    <message>
        <source>No copy is recorded between host and GPU.</source>
        <translation>没有记录主机与 GPU 之间的复制。</translation>
    </message>
    <message>
        <source>No file was written; report this as a bug, please</source>
        <translation>没有写出文件；请将此作为缺陷报告</translation>
    </message>
    <message>
        <source>No gradient of the early layers is above 0 and finite.</source>
        <translation>前面各层没有大于 0 且有限的梯度。</translation>
    </message>
    <message>
        <source>No kernel ran on the GPU.</source>
        <translation>GPU 上没有运行 kernel。</translation>
    </message>
    <message>
        <source>No kernel ran: only copies are in the trace.</source>
        <translation>没有 kernel 运行：跟踪中只有复制。</translation>
    </message>
    <message>
        <source>No kernel uses the {}, and convolutions and matrix products take {}{}.</source>
        <translation>没有 kernel 使用 {}，而卷积和矩阵乘占{}{}。</translation>
    </message>
    <message>
        <source>No model can predict all of them correctly: check how they were labelled</source>
        <translation>没有模型能全部答对：请查看它们是如何标注的</translation>
    </message>
    <message>
        <source>No saved checkpoint is recorded in this trace.</source>
        <translation>此跟踪中没有记录保存检查点。</translation>
    </message>
    <message>
        <source>No softmax runs between two batched matrix products.</source>
        <translation>没有位于两个批量矩阵乘之间的 softmax。</translation>
    </message>
    <message>
        <source>No step changed a weight: the gradients of all {} overflowed in fp16, and the loss scale is {} now.</source>
        <translation>没有一步改变权重：全部 {} 步的梯度在 fp16 中溢出，现在的损失缩放为 {}。</translation>
    </message>
    <message>
        <source>No step is recorded yet: there is nothing to report.</source>
        <translation>没有记录任何步：还没有可说明的内容。</translation>
    </message>
    <message>
        <source>No switch was tried yet: `stepscope-cli try PROJECT SWITCH=VALUE --run RUN` or Try it in the window keeps a record.</source>
        <translation>还没有试过任何开关：`stepscope-cli try PROJECT SWITCH=VALUE --run RUN` 或窗口中的“试用”会留下记录。</translation>
    </message>
    <message>
        <source>No synchronisation</source>
        <translation>不做同步</translation>
    </message>
    <message>
        <source>No training loss is recorded, so nothing is known about its learning.</source>
        <translation>没有记录训练损失：无法判断学习情况。</translation>
    </message>
    <message>
        <source>No training loss is recorded.</source>
        <translation>没有记录训练损失。</translation>
    </message>
    <message>
        <source>No unit gets a gradient, not even in the last layer: the loss cannot fall further.</source>
        <translation>没有单元得到梯度，输出层也没有：损失已无可下降。</translation>
    </message>
    <message>
        <source>No validation is recorded, and how long those of the run took is not kept with it.</source>
        <translation>没有记录验证，也没有随运行保留验证花了多久。</translation>
    </message>
    <message>
        <source>No validation loss is recorded.</source>
        <translation>没有记录验证损失。</translation>
    </message>
    <message>
        <source>No wait for a data loader is recorded: the trace does not say when the step waited for data.</source>
        <translation>没有记录对数据加载器的等待：跟踪没有说明每步何时等待数据。</translation>
    </message>
    <message>
        <source>Not even one sample fits with the current switches: it needs {}</source>
        <translation>按目前的开关，一个样本也放不下：需要 {}</translation>
    </message>
    <message>
        <source>Nothing changes</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>Nothing is compiled or loaded in this trace.</source>
        <translation>此跟踪中没有编译或加载代码。</translation>
    </message>
    <message>
        <source>Nothing of it was imported. Copy the file again from where it came, or export the run there again</source>
        <translation>没有导入其中任何内容。请从来源处重新复制该文件，或在那里重新导出该运行</translation>
    </message>
    <message>
        <source>Nothing of it was imported. Copy the file again from where it came, or export the run there again; where the checkpoint is damaged there, too, with --without-checkpoints</source>
        <translation>没有导入其中任何内容。请从来源处重新复制该文件，或在那里重新导出该运行；如果那里的检查点也已损坏，请加上 --without-checkpoints</translation>
    </message>
    <message>
        <source>Nsight Systems: {}</source>
        <translation>Nsight Systems：{}</translation>
    </message>
    <message>
        <source>Null</source>
        <translation>Null</translation>
    </message>
    <message>
        <source>On a plateau the rate is multiplied by it: choose a number below 1, such as 0.1</source>
        <translation>停滞时学习率乘以它：选择小于 1 的数，如 0.1</translation>
    </message>
    <message>
        <source>On average a rank waits for {} of its {} there.</source>
        <translation>平均每个 rank 在其中的 {1} 里有 {0} 是在等待。</translation>
    </message>
    <message>
        <source>One CSV file, compressed with gzip or not, for classification or regression. The last column is the target; data.target names another one.</source>
        <translation>一个 CSV 文件，可用 gzip 压缩，用于分类或回归。最后一列是目标；data.target 可指定其他列。</translation>
    </message>
    <message>
        <source>One GPU works in this trace.</source>
        <translation>此跟踪中只有一个 GPU 在工作。</translation>
    </message>
    <message>
        <source>One kernel for many tensors</source>
        <translation>一个 kernel 处理多个张量</translation>
    </message>
    <message>
        <source>One of the two labels is wrong: remove the wrong copy</source>
        <translation>两个标签之一有误：移除错误的副本</translation>
    </message>
    <message>
        <source>One process per GPU</source>
        <translation>每个 GPU 一个进程</translation>
    </message>
    <message>
        <source>One process per GPU (DistributedDataParallel) instead of moving tensors between GPUs</source>
        <translation>每个 GPU 一个进程（DistributedDataParallel），而不是在 GPU 之间搬运张量</translation>
    </message>
    <message>
        <source>One run alone bought nothing: add another.</source>
        <translation>只有一次运行无从比较：再添加一次。</translation>
    </message>
    <message>
        <source>One shard per device (jax.sharding)</source>
        <translation>每个设备一个分片（jax.sharding）</translation>
    </message>
    <message>
        <source>One text file in UTF-8, compressed with gzip or not, for a language model that learns the next character.</source>
        <translation>一个 UTF-8 文本文件，可用 gzip 压缩，用于学习下一个字符的语言模型。</translation>
    </message>
    <message>
        <source>Only checkpointing = budget uses it.</source>
        <translation>只有 checkpointing = budget 遵守它。</translation>
    </message>
    <message>
        <source>Only one class for each picture is learnt</source>
        <translation>每张图片只学习一个类别</translation>
    </message>
    <message>
        <source>Only one class for each picture is learnt: remove one of the rows</source>
        <translation>每张图片只学习一个类别：删除其中一行</translation>
    </message>
    <message>
        <source>Only one class for each picture is learnt: write it into the feature image/class/label</source>
        <translation>每张图片只学习一个类别：把它写入特征 image/class/label</translation>
    </message>
    <message>
        <source>Only operators of the default ONNX domain can be imported</source>
        <translation>只能导入默认 ONNX 域的算子</translation>
    </message>
    <message>
        <source>Only {} of the training loss so far; 20 steps or an epoch are needed.</source>
        <translation>目前训练损失只有 {}；需要 20 步或一个轮次。</translation>
    </message>
    <message>
        <source>Only {} of the validation accuracy so far; four are needed.</source>
        <translation>目前验证准确率只有 {}；需要四次。</translation>
    </message>
    <message>
        <source>Only {} of the validation loss so far; four are needed to see it turn.</source>
        <translation>目前验证损失只有 {}；看出转折需要四次。</translation>
    </message>
    <message>
        <source>Only {} of the validation loss so far; four are needed.</source>
        <translation>目前验证损失只有 {}；需要四次。</translation>
    </message>
    <message>
        <source>Only {} ran; ten are needed.</source>
        <translation>只运行了 {}；需要十步。</translation>
    </message>
    <message>
        <source>Only {} so far; fifty steps are needed to judge the rate.</source>
        <translation>目前只有 {}；判断学习率需要五十步。</translation>
    </message>
    <message>
        <source>Only {} so far; five epochs are needed to tell a slow fall from a beginning.</source>
        <translation>目前只有 {}；区分缓慢下降与刚刚开始需要五个轮次。</translation>
    </message>
    <message>
        <source>Only {} so far; three epochs are needed, since a model learns some classes later than others.</source>
        <translation>目前只有 {}；需要三个轮次，因为模型对有些类别学得较晚。</translation>
    </message>
    <message>
        <source>Only {} so far; two epochs, or fifty steps, are needed.</source>
        <translation>目前只有 {}；需要两个轮次或五十步。</translation>
    </message>
    <message>
        <source>Only {} so far; {} are needed to find outliers.</source>
        <translation>目前只有 {}；{} 步才能判断是否有离群值。</translation>
    </message>
    <message>
        <source>Only {} so far; {} are needed to find some that take longer than the others.</source>
        <translation>目前只有 {}；{} 个才能判断是否有的更久。</translation>
    </message>
    <message>
        <source>Only {} with a training loss so far; nine epochs are needed to see a plateau.</source>
        <translation>目前有训练损失的只有 {}；看出平台期需要九个轮次。</translation>
    </message>
    <message>
        <source>Only {}: too few to tell chance from learning.</source>
        <translation>只有 {}：太少，无法区分偶然与学习。</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>重新打开它</translation>
    </message>
    <message>
        <source>Open it in Python with joblib.load, and save a table with to_csv</source>
        <translation>在 Python 中用 joblib.load 打开，并用 to_csv 保存表格</translation>
    </message>
    <message>
        <source>Open it with File &gt; Open Project</source>
        <translation>用“文件 &gt; 打开项目”打开它</translation>
    </message>
    <message>
        <source>Open it with that version</source>
        <translation>用该版本打开它</translation>
    </message>
    <message>
        <source>Open the trace again</source>
        <translation>重新打开跟踪</translation>
    </message>
    <message>
        <source>Open what prof.export_chrome_trace wrote</source>
        <translation>打开 prof.export_chrome_trace 写出的文件</translation>
    </message>
    <message>
        <source>Open what prof.export_chrome_trace wrote, with profile_memory=True; it holds the memory curve too</source>
        <translation>打开 prof.export_chrome_trace 写出的文件（profile_memory=True）；它也含有内存曲线</translation>
    </message>
    <message>
        <source>Operations of gloo take {} {}.</source>
        <translation>gloo 的操作占{1} {0}。</translation>
    </message>
    <message>
        <source>Operations per byte of matrix products, by their shapes, compared with what the GPU can do.</source>
        <translation>按形状计算的矩阵乘每字节运算数，与 GPU 的能力相比。</translation>
    </message>
    <message>
        <source>Other programs held the cores meanwhile, or nobody watched: these are no claims.</source>
        <translation>期间其他程序占用了 CPU 核，或无人监测：这些不是结论。</translation>
    </message>
    <message>
        <source>Other programs held the cores: single slow batches say nothing about the loader.</source>
        <translation>其他程序占用了 CPU 核：个别的慢批说明不了加载器的问题。</translation>
    </message>
    <message>
        <source>Other programs held the cores: slow steps may be theirs.</source>
        <translation>其他程序占用了 CPU 核：慢的步可能由此引起。</translation>
    </message>
    <message>
        <source>Other work takes {}, {} of {} {}: {}.</source>
        <translation>其他工作占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Out msg nelems</source>
        <translation>Out msg nelems</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Pad the size</source>
        <translation>补齐尺寸</translation>
    </message>
    <message>
        <source>Parameters are named like {}; * stands for any text</source>
        <translation>参数的名称如 {}；* 代表任意文本</translation>
    </message>
    <message>
        <source>Pascanu et al. 2013, On the difficulty of training recurrent neural networks, 3.2</source>
        <translation>Pascanu 等 2013，On the difficulty of training recurrent neural networks，3.2</translation>
    </message>
    <message>
        <source>Pauses of the host of 1 ms and more leave the GPU idle {} {}.</source>
        <translation>主机不少于 1 ms 的停顿使 GPU 空闲，占{1} {0}。</translation>
    </message>
    <message>
        <source>Perfetto, waves below 1 are too small</source>
        <translation>Perfetto，小于 1 的波次太小</translation>
    </message>
    <message>
        <source>Pictures in NumPy arrays</source>
        <translation>NumPy 数组中的图片</translation>
    </message>
    <message>
        <source>Pictures with their classes are read. Records of values: this command writes those of one value as CSV next to it</source>
        <translation>带类别的图片可以读取。数值记录：这一行把只有一个值的特征写成旁边的 CSV</translation>
    </message>
    <message>
        <source>Pinned memory</source>
        <translation>锁页内存</translation>
    </message>
    <message>
        <source>Power and cooling</source>
        <translation>供电与散热</translation>
    </message>
    <message>
        <source>Prechelt 1998, Early Stopping - But When?</source>
        <translation>Prechelt 1998，Early Stopping - But When?</translation>
    </message>
    <message>
        <source>Prechelt 1998, Early Stopping - But When?: a curve has more than one minimum</source>
        <translation>Prechelt 1998，Early Stopping - But When?：曲线有不止一个最小值</translation>
    </message>
    <message>
        <source>Process Group Name</source>
        <translation>Process Group Name</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Products and convolutions of f32 numbers on the tensor cores of an NVIDIA GPU, several times faster: the factors are rounded to 10 bits of the fraction, sums stay f32. PyTorch&apos;s torch.backends.cuda.matmul.allow_tf32.</source>
        <translation>在 NVIDIA GPU 的 Tensor Core 上计算 f32 的矩阵乘和卷积，快数倍：因数的小数部分舍入为 10 位，求和仍为 f32。即 PyTorch 的 torch.backends.cuda.matmul.allow_tf32。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Put a flatten layer before it</source>
        <translation>在它前面放一个 flatten 层</translation>
    </message>
    <message>
        <source>Put all its values into one list</source>
        <translation>把它的所有值放入一个列表</translation>
    </message>
    <message>
        <source>Put an embedding before it, or reshape the samples</source>
        <translation>在它前面放一个嵌入，或改变样本的形状</translation>
    </message>
    <message>
        <source>Put back a backup of the file; other runs can still be read</source>
        <translation>放回文件的备份；其他运行仍可读取</translation>
    </message>
    <message>
        <source>Put back a backup of the store</source>
        <translation>放回运行库的备份</translation>
    </message>
    <message>
        <source>Put images into it, or remove it</source>
        <translation>放入图片，或移除它</translation>
    </message>
    <message>
        <source>Put it back, or train again</source>
        <translation>把它放回原处，或重新训练</translation>
    </message>
    <message>
        <source>Put it into a folder as X.npy with the answers as y.npy, or save both in one file with numpy.savez(&quot;data.npz&quot;, x=..., y=...)</source>
        <translation>把它作为 X.npy 与答案 y.npy 放入一个文件夹，或用 numpy.savez(&quot;data.npz&quot;, x=..., y=...) 存入一个文件</translation>
    </message>
    <message>
        <source>Put it into the layer that it belongs to</source>
        <translation>把它放入所属的层</translation>
    </message>
    <message>
        <source>Put it there, or set data.path to where it is</source>
        <translation>把文件放在那里，或把 data.path 设为它的位置</translation>
    </message>
    <message>
        <source>Put pictures into a sub-folder for each class. This command writes it as PNG next to it</source>
        <translation>把图片放入每个类别的子文件夹。这一行在它旁边写出 PNG</translation>
    </message>
    <message>
        <source>Put pictures into it, or remove the folder</source>
        <translation>放入图片，或移除该文件夹</translation>
    </message>
    <message>
        <source>Put pictures into them, or remove the folders</source>
        <translation>请放入图片，或删除这些文件夹</translation>
    </message>
    <message>
        <source>Put the data there or change {}; it is relative to the project file</source>
        <translation>把数据放在那里或更改 {}；它相对于项目文件</translation>
    </message>
    <message>
        <source>Put the four MNIST files (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz, t10k-labels-idx1-ubyte.gz) into that folder, or set data.path to where they are</source>
        <translation>把 MNIST 的四个文件（train-images-idx3-ubyte.gz、train-labels-idx1-ubyte.gz、t10k-images-idx3-ubyte.gz、t10k-labels-idx1-ubyte.gz）放入该文件夹，或把 data.path 设为它们的位置</translation>
    </message>
    <message>
        <source>Put the four files of one set into a folder of their own</source>
        <translation>请把同一套的四个文件放入单独的文件夹</translation>
    </message>
    <message>
        <source>Put the four files of one set into a folder of their own. This command copies the first; then use {}</source>
        <translation>请把同一套的四个文件放入单独的文件夹。这一行复制第一套；然后选择 {}</translation>
    </message>
    <message>
        <source>Put the pictures beside the list, or write their paths relative to it</source>
        <translation>把图片放在列表旁，或写出相对于列表的路径</translation>
    </message>
    <message>
        <source>Put the pictures of each class into a folder of its own</source>
        <translation>把每个类别的图片放入各自的文件夹</translation>
    </message>
    <message>
        <source>Put the pictures of each class into a sub-folder of its own</source>
        <translation>把每个类别的图片放入各自的子文件夹</translation>
    </message>
    <message>
        <source>Put the table of the training back, or train again</source>
        <translation>把训练用的表放回去，或重新训练</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>PyTorch&apos;s ReduceLROnPlateau, over more epochs</source>
        <translation>PyTorch 的 ReduceLROnPlateau，取更多轮次</translation>
    </message>
    <message>
        <source>Python or other code without a span</source>
        <translation>Python 或其他没有片段的代码</translation>
    </message>
    <message>
        <source>Quantized tensors are i8, u8 or i32</source>
        <translation>量化的张量是 i8、u8 或 i32</translation>
    </message>
    <message>
        <source>Random images</source>
        <translation>随机图片</translation>
    </message>
    <message>
        <source>Random images made in memory: for measuring speed, not for learning.</source>
        <translation>在内存中生成的随机图片：用于测量速度，不用于学习。</translation>
    </message>
    <message>
        <source>Ranks with GPUs communicate by gloo, through the host: {}, {} {}.</source>
        <translation>带 GPU 的 rank 用 gloo 经由主机通信：占{0}，{1} {2}。</translation>
    </message>
    <message>
        <source>Read it into a project first: stepscope-cli runs import PROJECT FILE</source>
        <translation>先把它读入一个项目：stepscope-cli runs import PROJECT FILE</translation>
    </message>
    <message>
        <source>Read results later</source>
        <translation>晚些读取结果</translation>
    </message>
    <message>
        <source>Read the loss less often</source>
        <translation>减少读取损失的次数</translation>
    </message>
    <message>
        <source>Record fewer steps</source>
        <translation>记录更少的步</translation>
    </message>
    <message>
        <source>Record fewer things: without stacks and shapes the profiler takes less time</source>
        <translation>少记录一些内容：不记录调用栈和形状，性能分析器的开销更小</translation>
    </message>
    <message>
        <source>Record later steps</source>
        <translation>记录后面的步骤</translation>
    </message>
    <message>
        <source>Record the steps with PyTorch&apos;s profiler, JAX&apos;s, or nsys profile</source>
        <translation>用 PyTorch 或 JAX 的性能分析器，或 nsys profile 记录各步</translation>
    </message>
    <message>
        <source>Record the trace again, from before the work begins until after it is done</source>
        <translation>重新记录跟踪，从工作开始之前到完成之后</translation>
    </message>
    <message>
        <source>Record with PyTorch&apos;s profiler, or convert: rocpd convert -i FILE -f pftrace, then traceconv json FILE out.json</source>
        <translation>用 PyTorch 的性能分析器记录，或转换：rocpd convert -i FILE -f pftrace，然后 traceconv json FILE out.json</translation>
    </message>
    <message>
        <source>Record with PyTorch&apos;s profiler, or convert: rocprofv3 --output-format pftrace, then traceconv json FILE out.json</source>
        <translation>用 PyTorch 的性能分析器记录，或转换：rocprofv3 --output-format pftrace，然后 traceconv json FILE out.json</translation>
    </message>
    <message>
        <source>Record with a profiler that marks steps (torch.profiler: prof.step())</source>
        <translation>用会标记步的性能分析器记录（torch.profiler：prof.step()）</translation>
    </message>
    <message>
        <source>Record with torch.profiler.profile(profile_memory=True), or save a snapshot: json.dump(torch.cuda.memory._snapshot(), open(FILE, &quot;w&quot;))</source>
        <translation>请用 torch.profiler.profile(profile_memory=True) 记录，或保存快照：json.dump(torch.cuda.memory._snapshot(), open(FILE, &quot;w&quot;))</translation>
    </message>
    <message>
        <source>Record with torch.profiler.profile(with_stack=True) and move that work out of the step</source>
        <translation>用 torch.profiler.profile(with_stack=True) 记录，再把在那里运行的工作移出训练步</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>移除它</translation>
    </message>
    <message>
        <source>Remove it by hand</source>
        <translation>手工去掉它</translation>
    </message>
    <message>
        <source>Remove it from the archive</source>
        <translation>把它从归档中移除</translation>
    </message>
    <message>
        <source>Remove it, or choose adam or adamw</source>
        <translation>移除它，或选择 adam 或 adamw</translation>
    </message>
    <message>
        <source>Remove the 0, or write a text in quotes</source>
        <translation>请去掉 0，或将文字加上引号</translation>
    </message>
    <message>
        <source>Remove the copies from the file, name a file of other rows in data.test_path, or name the column that ties rows together in data.group</source>
        <translation>从文件中删除重复的行，在 data.test_path 中指定另有数据的文件，或在 data.group 中写上把行联系在一起的列</translation>
    </message>
    <message>
        <source>Remove the copies from the file, or name a file of other rows in data.validation_path</source>
        <translation>请从文件中删去重复行，或在 data.validation_path 中给出含其他行的文件</translation>
    </message>
    <message>
        <source>Remove the sample, or add the class to the samples for training</source>
        <translation>删除该样本，或把该类别加入训练样本</translation>
    </message>
    <message>
        <source>Remove the sample, or give it a class</source>
        <translation>删除该样本，或给它一个类别</translation>
    </message>
    <message>
        <source>Remove the sample, or give it an answer</source>
        <translation>删除该样本，或给它一个答案</translation>
    </message>
    <message>
        <source>Remove the sample, or replace the number</source>
        <translation>删除该样本，或替换该数</translation>
    </message>
    <message>
        <source>Remove them, or add the class to the pictures for training</source>
        <translation>请删除它们，或把该类别加入训练图片</translation>
    </message>
    <message>
        <source>Rename its folders</source>
        <translation>重命名其文件夹</translation>
    </message>
    <message>
        <source>Rename one of them in the file</source>
        <translation>请在文件中重命名其中之一</translation>
    </message>
    <message>
        <source>Rename one of them, or set data.header = &quot;no&quot; if the first row is no header</source>
        <translation>重命名其中之一；若第一行不是列名，设 data.header = &quot;no&quot;</translation>
    </message>
    <message>
        <source>Rename the folder to &quot;{}&quot;, which is its name in the part for training</source>
        <translation>请把文件夹改名为 &quot;{}&quot;，即训练部分中的名称</translation>
    </message>
    <message>
        <source>Rename the folder, or add the class to the pictures for training</source>
        <translation>重命名文件夹，或把该类别加入训练图片</translation>
    </message>
    <message>
        <source>Rename the folder, or add the class to the training images</source>
        <translation>重命名文件夹，或把该类别加入训练图片</translation>
    </message>
    <message>
        <source>Rendered by Stepscope; may be deleted, and is rendered again when needed.
version 1
images {}
validation {}</source>
        <translation>由 Stepscope 绘制；可以删除，需要时会重新绘制。
版本 1
图片 {}
验证 {}</translation>
    </message>
    <message>
        <source>Repair it first: stepscope-cli store repair</source>
        <translation>先修复它：stepscope-cli store repair</translation>
    </message>
    <message>
        <source>Repair or remove them</source>
        <translation>修复或移除它们</translation>
    </message>
    <message>
        <source>Repair or remove them, or raise data.max_bad_share{}</source>
        <translation>修复或移除它们，或提高 data.max_bad_share{}</translation>
    </message>
    <message>
        <source>Repair or remove them; training uses other pictures of the class instead{}</source>
        <translation>修复或移除它们；训练会用该类别的其他图片代替{}</translation>
    </message>
    <message>
        <source>Repair or replace them{}</source>
        <translation>修复或替换它们{}</translation>
    </message>
    <message>
        <source>Repair the images: {}</source>
        <translation>修复图片：{}</translation>
    </message>
    <message>
        <source>Replace the file, or remove it from the folder</source>
        <translation>替换文件，或把它移出文件夹</translation>
    </message>
    <message>
        <source>Replace these files or remove them, or raise data.max_bad_share</source>
        <translation>替换或移除这些文件，或提高 data.max_bad_share</translation>
    </message>
    <message>
        <source>Report the model as a bug, please</source>
        <translation>请将此模型作为缺陷报告</translation>
    </message>
    <message>
        <source>ResNet-101 v1.5 (He et al. 2015), torchvision&apos;s variant</source>
        <translation>ResNet-101 v1.5 (He et al. 2015)，torchvision 的变体</translation>
    </message>
    <message>
        <source>ResNet-18 (He et al. 2015), torchvision&apos;s variant</source>
        <translation>ResNet-18 (He et al. 2015)，torchvision 的变体</translation>
    </message>
    <message>
        <source>ResNet-20 for CIFAR-10 (He et al. 2015, section 4.2)</source>
        <translation>用于 CIFAR-10 的 ResNet-20 (He et al. 2015, section 4.2)</translation>
    </message>
    <message>
        <source>ResNet-34 (He et al. 2015), torchvision&apos;s variant</source>
        <translation>ResNet-34 (He et al. 2015)，torchvision 的变体</translation>
    </message>
    <message>
        <source>ResNet-50 v1.5 (He et al. 2015), torchvision&apos;s variant</source>
        <translation>ResNet-50 v1.5 (He et al. 2015)，torchvision 的变体</translation>
    </message>
    <message>
        <source>ResNet-56 for CIFAR-10 (He et al. 2015, section 4.2)</source>
        <translation>用于 CIFAR-10 的 ResNet-56 (He et al. 2015, section 4.2)</translation>
    </message>
    <message>
        <source>Restore it first: stepscope-cli runs restore {} {}</source>
        <translation>先恢复它：stepscope-cli runs restore {} {}</translation>
    </message>
    <message>
        <source>Results to pinned memory</source>
        <translation>结果复制到锁页内存</translation>
    </message>
    <message>
        <source>Resume from another checkpoint, or start the run anew</source>
        <translation>从其他检查点恢复，或重新开始运行</translation>
    </message>
    <message>
        <source>Rows in NumPy arrays</source>
        <translation>NumPy 数组中的行</translation>
    </message>
    <message>
        <source>Run &gt; LR Range Test suggests one for another model</source>
        <translation>换了模型时，运行 &gt; 学习率范围测试可建议一个</translation>
    </message>
    <message>
        <source>Run stepscope-cli doctor to list the GPUs</source>
        <translation>运行 stepscope-cli doctor 查看有哪些</translation>
    </message>
    <message>
        <source>Run {} has no checkpoint yet, so it begins again from its first step.</source>
        <translation>运行 {} 还没有检查点，因此从第一步重新开始。</translation>
    </message>
    <message>
        <source>Run {} has no checkpoint yet, so it begins again from {}.</source>
        <translation>运行 {} 还没有检查点，因此从 {} 重新开始。</translation>
    </message>
    <message>
        <source>Run {} has no last checkpoint.</source>
        <translation>运行 {} 没有最后的检查点。</translation>
    </message>
    <message>
        <source>SGLang: without --disable-cuda-graph, and --cuda-graph-max-bs at least the batch of decoding</source>
        <translation>SGLang：不用 --disable-cuda-graph，且 --cuda-graph-max-bs 不小于解码的批大小</translation>
    </message>
    <message>
        <source>SQLite keeps {} at {} instead of {}</source>
        <translation>SQLite 使 {} 保持为 {}，而不是 {}</translation>
    </message>
    <message>
        <source>Samples ahead</source>
        <translation>提前的样本</translation>
    </message>
    <message>
        <source>Samples are computed {} at once: the model was frozen for batches of {}</source>
        <translation>每次计算 {} 个样本：模型是为批大小 {} 冻结的</translation>
    </message>
    <message>
        <source>Samples in one training step; memory grows with it, and so does the work that a step shares among the cores.</source>
        <translation>一个训练步中的样本数；内存随之增加，各核在一步中分担的工作也随之增加。</translation>
    </message>
    <message>
        <source>Samples in which power or temperature lowered the clock.</source>
        <translation>因功耗或温度而降频的采样。</translation>
    </message>
    <message>
        <source>Samples of equal size, decoded beforehand</source>
        <translation>大小相同、事先解码的样本</translation>
    </message>
    <message>
        <source>Save an array with data in it</source>
        <translation>保存有数据的数组</translation>
    </message>
    <message>
        <source>Save arrays with the same first dimension, which is not 0</source>
        <translation>保存第一维相同且不为 0 的数组</translation>
    </message>
    <message>
        <source>Save both in one form</source>
        <translation>两者用同一种形式保存</translation>
    </message>
    <message>
        <source>Save each field as an array of its own: array[&quot;name&quot;]</source>
        <translation>把每个字段存为单独的数组：array[&quot;name&quot;]</translation>
    </message>
    <message>
        <source>Save it as CSV</source>
        <translation>保存为 CSV</translation>
    </message>
    <message>
        <source>Save it as CSV in R: write.csv(readRDS(&quot;file&quot;), &quot;file.csv&quot;, row.names = FALSE)</source>
        <translation>在 R 中存为 CSV：write.csv(readRDS(&quot;file&quot;), &quot;file.csv&quot;, row.names = FALSE)</translation>
    </message>
    <message>
        <source>Save it as CSV with one column for each place</source>
        <translation>请另存为 CSV，每个位置一列</translation>
    </message>
    <message>
        <source>Save it as CSV, in Python with pandas.read_fwf(...).to_csv(..., index=False)</source>
        <translation>请另存为 CSV，在 Python 中可用 pandas.read_fwf(...).to_csv(..., index=False)</translation>
    </message>
    <message>
        <source>Save it as CSV, in Python with pandas.read_json(...).to_csv(..., index=False)</source>
        <translation>请另存为 CSV，在 Python 中可用 pandas.read_json(...).to_csv(..., index=False)</translation>
    </message>
    <message>
        <source>Save it as CSV, or unpack it</source>
        <translation>请另存为 CSV，或解包</translation>
    </message>
    <message>
        <source>Save it as CSV: its lines below @data with the names of its attributes above them</source>
        <translation>请另存为 CSV：@data 以下各行，上面加一行属性名</translation>
    </message>
    <message>
        <source>Save it as JPEG with your camera&apos;s program</source>
        <translation>用相机的软件把它存为 JPEG</translation>
    </message>
    <message>
        <source>Save it as JSON: json.dump(torch.cuda.memory._snapshot(), open(FILE, &quot;w&quot;)), then: stepscope-cli trace memory FILE; or open it at pytorch.org/memory_viz</source>
        <translation>请保存为 JSON：json.dump(torch.cuda.memory._snapshot(), open(FILE, &quot;w&quot;))，然后运行 stepscope-cli trace memory FILE；或在 pytorch.org/memory_viz 打开</translation>
    </message>
    <message>
        <source>Save it as PNG</source>
        <translation>把它存为 PNG</translation>
    </message>
    <message>
        <source>Save it as PNG, with dcm2pnm or pydicom, in a sub-folder for each class</source>
        <translation>用 dcm2pnm 或 pydicom 存为 PNG，每个类别一个子文件夹</translation>
    </message>
    <message>
        <source>Save it as UTF-8: in an editor by Save As with the encoding UTF-8, or by: iconv -f ENCODING -t UTF-8 FILE &gt; NEW (ENCODING is UTF-16 or CP1252)</source>
        <translation>请另存为 UTF-8：在编辑器中用“另存为”并选择编码 UTF-8，或运行：iconv -f ENCODING -t UTF-8 FILE &gt; NEW（ENCODING 为 UTF-16 或 CP1252）</translation>
    </message>
    <message>
        <source>Save it as a text file in UTF-8: File &gt; Save As</source>
        <translation>存为 UTF-8 文本文件：文件 &gt; 另存为</translation>
    </message>
    <message>
        <source>Save it as plain numbers, in Python: numpy.save(&quot;new.npy&quot;, numpy.array(array.tolist(), dtype=numpy.float32))</source>
        <translation>保存为普通的数，在 Python 中：numpy.save(&quot;new.npy&quot;, numpy.array(array.tolist(), dtype=numpy.float32))</translation>
    </message>
    <message>
        <source>Save it as unsigned bytes, the least value as 0 and the largest as 255</source>
        <translation>请保存为无符号字节，最小值为 0，最大值为 255</translation>
    </message>
    <message>
        <source>Save it with 8 or 16 bits a channel, as grey or RGB, or remove it from the folder</source>
        <translation>以每通道 8 或 16 位的灰度或 RGB 保存，或把它移出文件夹</translation>
    </message>
    <message>
        <source>Save it with numpy.save</source>
        <translation>用 numpy.save 保存</translation>
    </message>
    <message>
        <source>Save it with numpy.savez or numpy.savez_compressed</source>
        <translation>用 numpy.savez 或 numpy.savez_compressed 保存</translation>
    </message>
    <message>
        <source>Save it without a password</source>
        <translation>不用密码保存</translation>
    </message>
    <message>
        <source>Save its frames as pictures, in a sub-folder for each class</source>
        <translation>把其帧存为图片，每个类别一个子文件夹</translation>
    </message>
    <message>
        <source>Save its slices as PNG pictures, in a sub-folder for each class</source>
        <translation>把其切片存为 PNG 图片，每个类别一个子文件夹</translation>
    </message>
    <message>
        <source>Save its table as CSV, or its pictures as PNG, with astropy</source>
        <translation>用 astropy 把其中的表格存为 CSV，或把图片存为 PNG</translation>
    </message>
    <message>
        <source>Save its text as a text file in UTF-8</source>
        <translation>把其中的文字存为 UTF-8 文本文件</translation>
    </message>
    <message>
        <source>Save numbers, or use a table (CSV)</source>
        <translation>保存为数，或使用表格（CSV）</translation>
    </message>
    <message>
        <source>Save one label for each sample</source>
        <translation>每个样本保存一个标签</translation>
    </message>
    <message>
        <source>Save pictures as (N, H, W), (N, H, W, C) or (N, C, H, W)</source>
        <translation>把图片保存为 (N, H, W)、(N, H, W, C) 或 (N, C, H, W)</translation>
    </message>
    <message>
        <source>Save rows as (N, F), pictures as (N, H, W), (N, H, W, C) or (N, C, H, W)</source>
        <translation>把行保存为 (N, F)，图片保存为 (N, H, W)、(N, H, W, C) 或 (N, C, H, W)</translation>
    </message>
    <message>
        <source>Save samples of one shape</source>
        <translation>保存形状相同的样本</translation>
    </message>
    <message>
        <source>Save the arrays with numpy.savez</source>
        <translation>用 numpy.savez 保存数组</translation>
    </message>
    <message>
        <source>Save the file as UTF-8</source>
        <translation>请将文件另存为 UTF-8</translation>
    </message>
    <message>
        <source>Save the real and the imaginary part as two columns</source>
        <translation>把实部和虚部存为两列</translation>
    </message>
    <message>
        <source>Save the sheet as CSV: File &gt; Save As</source>
        <translation>把工作表存为 CSV：文件 &gt; 另存为</translation>
    </message>
    <message>
        <source>Save the sheet as CSV: File &gt; Save As. Or use this command, with pandas</source>
        <translation>把工作表存为 CSV：文件 &gt; 另存为。或者用 pandas，执行这一行命令</translation>
    </message>
    <message>
        <source>Save them as numbers: array.astype(&quot;int64&quot;)</source>
        <translation>保存为数：array.astype(&quot;int64&quot;)</translation>
    </message>
    <message>
        <source>Saving checkpoints takes {}.</source>
        <translation>保存检查点占 {}。</translation>
    </message>
    <message>
        <source>Scale it down, or remove it from the folder</source>
        <translation>缩小它，或把它移出文件夹</translation>
    </message>
    <message>
        <source>Sections are {}</source>
        <translation>节有 {}</translation>
    </message>
    <message>
        <source>Selective checkpointing</source>
        <translation>选择性激活重计算</translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation>Sequence number</translation>
    </message>
    <message>
        <source>Set a lower train.optimizer.learning_rate or a train.clip.norm and resume the run from its last checkpoint (--resume {}), or start it again</source>
        <translation>请设置较小的 train.optimizer.learning_rate 或设置 train.clip.norm，并从最后的检查点继续运行（--resume {}），或重新开始</translation>
    </message>
    <message>
        <source>Set a lower train.optimizer.learning_rate or a train.clip.norm and start the run again</source>
        <translation>请设置较小的 train.optimizer.learning_rate 或设置 train.clip.norm，并重新开始运行</translation>
    </message>
    <message>
        <source>Set a lower train.optimizer.learning_rate or a train.clip.norm and start the run again. The last checkpoint, of step {}, is no help: the loss was {} there already, and {} before</source>
        <translation>请设置较小的 train.optimizer.learning_rate 或设置 train.clip.norm，并重新开始运行。第 {} 步的最后检查点没有用：那里的损失已是 {}，之前是 {}</translation>
    </message>
    <message>
        <source>Set data.encoding to another one if letters look wrong</source>
        <translation>若文字显示不对，请把 data.encoding 设为其他编码</translation>
    </message>
    <message>
        <source>Set data.encoding to the encoding of the file, or save it as UTF-8</source>
        <translation>请把 data.encoding 设为文件的编码，或另存为 UTF-8</translation>
    </message>
    <message>
        <source>Set data.kind = &quot;{}&quot;</source>
        <translation>设 data.kind = &quot;{}&quot;</translation>
    </message>
    <message>
        <source>Set data.path to a folder that may be written, on a disk with room</source>
        <translation>把 data.path 设为磁盘有空间的可写文件夹</translation>
    </message>
    <message>
        <source>Set data.path to a new folder, or data.kind to image_folder to train on these files</source>
        <translation>把 data.path 设为新文件夹，或把 data.kind 设为 image_folder 以用这些文件训练</translation>
    </message>
    <message>
        <source>Set data.path to the file itself</source>
        <translation>把 data.path 设为文件本身</translation>
    </message>
    <message>
        <source>Set data.target to one of {}</source>
        <translation>把 data.target 设为其中之一：{}</translation>
    </message>
    <message>
        <source>Set data.task = &quot;classification&quot;</source>
        <translation>设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>Set data.task = &quot;regression&quot; if they are amounts; otherwise add rows, or leave the class out</source>
        <translation>如果它们是数量，请设置 data.task = &quot;regression&quot;；否则请增加行，或去掉该类别</translation>
    </message>
    <message>
        <source>Set data.task = &quot;regression&quot;, or name another data.target</source>
        <translation>设 data.task = &quot;regression&quot;，或指定其他 data.target</translation>
    </message>
    <message>
        <source>Set data.task = &quot;regression&quot;, or use other answers</source>
        <translation>设 data.task = &quot;regression&quot;，或使用其他答案</translation>
    </message>
    <message>
        <source>Set data.test_as = &quot;test&quot; to keep them for the test, or &quot;validation&quot; if this is wanted</source>
        <translation>设 data.test_as = &quot;test&quot; 把它们留给测试；若本意如此，设为 &quot;validation&quot;</translation>
    </message>
    <message>
        <source>Set data.train_path to the part for training, such as {}, and data.validation_path to that for validation, such as {}; if they are classes, set data.train_path to {}</source>
        <translation>把 data.train_path 设为用于训练的部分，例如 {}，把 data.validation_path 设为用于验证的部分，例如 {}；若它们是类别，把 data.train_path 设为 {}</translation>
    </message>
    <message>
        <source>Set data.validation_split above 0, or evaluate on the training samples: --split train</source>
        <translation>把 data.validation_split 设为大于 0，或在训练样本上评估：--split train</translation>
    </message>
    <message>
        <source>Set first_classes = 1 under [model] where the classes of the data are the first ones of the model, or export it for {} classes</source>
        <translation>若数据的类别是模型的前几个类别，请在 [model] 下设置 first_classes = 1；或按 {} 个类别导出模型</translation>
    </message>
    <message>
        <source>Set it by hand to {}</source>
        <translation>手工设为 {}</translation>
    </message>
    <message>
        <source>Set model.name, for example &quot;resnet20&quot;, or model.onnx, or add [[model.layers]]</source>
        <translation>设置 model.name，例如 &quot;resnet20&quot;，或 model.onnx，或添加 [[model.layers]]</translation>
    </message>
    <message>
        <source>Set output = &quot;{}&quot; under [model]</source>
        <translation>请在 [model] 下设置 output = &quot;{}&quot;</translation>
    </message>
    <message>
        <source>Set output = &quot;{}&quot; under [model] to train without it, or output = &quot;{}&quot; where the model is meant to be trained so</source>
        <translation>请在 [model] 下设置 output = &quot;{}&quot; 以不带它训练；若模型就是要这样训练，请设置 output = &quot;{}&quot;</translation>
    </message>
    <message>
        <source>Set reshape = 1 under [model] if the model takes the elements in the order in which the data have them, as of pictures that were flattened</source>
        <translation>若模型按数据中的顺序接收元素（例如展平的图片），请在 [model] 下设置 reshape = 1</translation>
    </message>
    <message>
        <source>Set round = 1 under [model], which rounds the data to {}, and mean = [{}] and std = [{}] under [data], so that pixels come as 0 to 255</source>
        <translation>请在 [model] 下设置 round = 1（数据会取整为 {}），并在 [data] 下设置 mean = [{}] 和 std = [{}]，使像素为 0 到 255</translation>
    </message>
    <message>
        <source>Set round = 1 under [model], which rounds the data to {}, where they are whole numbers and not standardised; or export the model with a float input</source>
        <translation>若数据是整数且未标准化，请在 [model] 下设置 round = 1，数据会取整为 {}；或导出输入为浮点数的模型</translation>
    </message>
    <message>
        <source>Set them to 0 (auto_augment to &quot;off&quot;), or save pictures as bytes</source>
        <translation>请把它们设为 0（auto_augment 设为 &quot;off&quot;），或把图片保存为字节</translation>
    </message>
    <message>
        <source>Set train.checkpoints.metric = &quot;auto&quot;, or restore_best = false</source>
        <translation>请设置 train.checkpoints.metric = &quot;auto&quot;，或 restore_best = false</translation>
    </message>
    <message>
        <source>Set train.loss.name = &quot;{}&quot;, or remove it</source>
        <translation>设 train.loss.name = &quot;{}&quot;，或移除它</translation>
    </message>
    <message>
        <source>Set train.loss.name to {}, or data.task = &quot;classification&quot;</source>
        <translation>把 train.loss.name 设为 {}，或设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>Set train.optimizer.momentum, such as 0.9, and leave dampening at 0</source>
        <translation>设置 train.optimizer.momentum，如 0.9，并让 dampening 为 0</translation>
    </message>
    <message>
        <source>Set train.schedule.cycle_momentum = false, or choose another optimizer</source>
        <translation>设 train.schedule.cycle_momentum = false，或选择其他优化器</translation>
    </message>
    <message>
        <source>Set transpose = [{}] under [model], which reorders the dimensions of the data</source>
        <translation>请在 [model] 下设置 transpose = [{}]，数据会按此顺序转置</translation>
    </message>
    <message>
        <source>Shapes that the host knows</source>
        <translation>主机已知的形状</translation>
    </message>
    <message>
        <source>Shift JIS (Japanese)</source>
        <translation>Shift JIS（日文）</translation>
    </message>
    <message>
        <source>Short</source>
        <translation>Short</translation>
    </message>
    <message>
        <source>Shorten the warm-up or raise train.epochs</source>
        <translation>缩短预热或增大 train.epochs</translation>
    </message>
    <message>
        <source>ShuffleNet V2 1.0x (Ma et al. 2018), torchvision&apos;s variant</source>
        <translation>ShuffleNet V2 1.0x (Ma et al. 2018)，torchvision 的变体</translation>
    </message>
    <message>
        <source>Single steps take much longer</source>
        <translation>个别的步要久得多</translation>
    </message>
    <message>
        <source>Sizes of 16-bit matrix products, which should be multiples of 8.</source>
        <translation>16 位矩阵乘的尺寸，应为 8 的倍数。</translation>
    </message>
    <message>
        <source>Smith 2017, Cyclical Learning Rates, 3.3</source>
        <translation>Smith 2017，Cyclical Learning Rates，3.3</translation>
    </message>
    <message>
        <source>Smith 2018, A disciplined approach to neural network hyper-parameters, 3</source>
        <translation>Smith 2018，A disciplined approach to neural network hyper-parameters，3</translation>
    </message>
    <message>
        <source>Some batches take much longer</source>
        <translation>有些批要久得多</translation>
    </message>
    <message>
        <source>Something is missing at the end. Add the name of a column, or remove the last word</source>
        <translation>结尾缺少内容。写一列，或移除最后一个词</translation>
    </message>
    <message>
        <source>Something is missing before &quot;)&quot;</source>
        <translation>&quot;)&quot; 之前缺少内容</translation>
    </message>
    <message>
        <source>Something is missing before &quot;{}&quot;</source>
        <translation>&quot;{}&quot; 之前缺少内容</translation>
    </message>
    <message>
        <source>Start a new run instead of resuming this one</source>
        <translation>开始新的运行，而不是恢复此运行</translation>
    </message>
    <message>
        <source>Start it without taskset, or with all cores in its list</source>
        <translation>不用 taskset 启动它，或在其列表中写上所有核</translation>
    </message>
    <message>
        <source>Start the run anew, or choose another run</source>
        <translation>重新开始运行，或选择其他运行</translation>
    </message>
    <message>
        <source>Step {}</source>
        <translation>第 {} 步</translation>
    </message>
    <message>
        <source>Steps could not be recorded, so training continues without the recording: {}</source>
        <translation>无法记录步，训练继续但不记录：{}</translation>
    </message>
    <message>
        <source>Steps far above the median, and what they cost.</source>
        <translation>远高于中位数的步，及其代价。</translation>
    </message>
    <message>
        <source>Stepscope learns to classify whole pictures: put the pictures of each class into a sub-folder of its own; if these folders are classes, set data.train_path to the folder that contains them</source>
        <translation>Stepscope 学习区分整张图片的类别：把每个类别的图片放入各自的子文件夹；如果这些文件夹确实是类别，把 data.train_path 设为它们所在的文件夹</translation>
    </message>
    <message>
        <source>Stop it before you delete it</source>
        <translation>先停止再删除</translation>
    </message>
    <message>
        <source>Stop it first</source>
        <translation>先停止它</translation>
    </message>
    <message>
        <source>Stop it or wait until it has ended</source>
        <translation>停止它，或等它结束</translation>
    </message>
    <message>
        <source>Stop it there first, or start a new run</source>
        <translation>先在那里停止它，或开始新的运行</translation>
    </message>
    <message>
        <source>Stopped before there was a result.</source>
        <translation>在得出结论之前停止了。</translation>
    </message>
    <message>
        <source>TF32 is a type of the tensor cores of NVIDIA GPUs, and this run is on the CPU.</source>
        <translation>TF32 是 NVIDIA GPU 的 Tensor Core 的类型，而此运行在 CPU 上。</translation>
    </message>
    <message>
        <source>TGI: --cuda-graphs with the batch sizes of decoding</source>
        <translation>TGI：--cuda-graphs 设为解码的批大小</translation>
    </message>
    <message>
        <source>TORCH_LOGS=recompiles names the reason; torch.compile(model, dynamic=True), or batches of one shape</source>
        <translation>TORCH_LOGS=recompiles 会给出原因；使用 torch.compile(model, dynamic=True)，或让各批形状一致</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Tables of embeddings in 16 bits, one look-up for several tables (torch.nn.EmbeddingBag, FBGEMM), sparse=True</source>
        <translation>嵌入表用 16 位存储，多个表合并为一次查找（torch.nn.EmbeddingBag、FBGEMM），sparse=True</translation>
    </message>
    <message>
        <source>Tables of embeddings in bfloat16, one look-up for several tables</source>
        <translation>嵌入表用 bfloat16 存储，多个表合并为一次查找</translation>
    </message>
    <message>
        <source>Take &quot;{}&quot; out of data.ignore, or use a table with more columns</source>
        <translation>请将“{}”从 data.ignore 中删去，或使用列更多的表格</translation>
    </message>
    <message>
        <source>Take it out of data.ignore to use it</source>
        <translation>若要使用，请将其从 data.ignore 中删去</translation>
    </message>
    <message>
        <source>Take it out of one of them</source>
        <translation>从其中之一去掉它</translation>
    </message>
    <message>
        <source>Take torch.cuda.synchronize() out of the loop</source>
        <translation>从循环中移除 torch.cuda.synchronize()</translation>
    </message>
    <message>
        <source>Task Environment</source>
        <translation>Task Environment</translation>
    </message>
    <message>
        <source>Tensor Active</source>
        <translation>Tensor Active</translation>
    </message>
    <message>
        <source>TensorBoard(profile_batch=(10, 20)), or some steps before tf.profiler.experimental.start</source>
        <translation>TensorBoard(profile_batch=(10, 20))，或在 tf.profiler.experimental.start 之前先运行几步</translation>
    </message>
    <message>
        <source>TensorFlow records, with pictures in &quot;{}&quot; and their classes in &quot;{}&quot;</source>
        <translation>TensorFlow 记录，图片在 &quot;{}&quot; 中，类别在 &quot;{}&quot; 中</translation>
    </message>
    <message>
        <source>TensorRT-LLM: cuda_graph_config with the batch sizes of decoding</source>
        <translation>TensorRT-LLM：cuda_graph_config 设为解码的批大小</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>That is more than the memory can do: a part of the weights stays in the cache.</source>
        <translation>这超过了显存带宽：部分权重留在缓存中。</translation>
    </message>
    <message>
        <source>The GPU has nothing to do {} while the host works: {} of {} {}.</source>
        <translation>主机工作时 GPU 无事可做，占{0}：{2} {3} 中的 {1}。</translation>
    </message>
    <message>
        <source>The GPU has nothing to do {} {} during calls that copy.</source>
        <translation>在执行复制的调用期间，GPU 无事可做的时间为 {0} {1}。</translation>
    </message>
    <message>
        <source>The GPU is busy only {}</source>
        <translation>GPU 忙碌的时间只占{}</translation>
    </message>
    <message>
        <source>The GPU is busy {} of the time; most of this work is in {}.</source>
        <translation>GPU 有 {0} 的时间在忙；这类工作大多在 {1} 中。</translation>
    </message>
    <message>
        <source>The GPU is busy {}.</source>
        <translation>GPU 忙碌的时间占{}。</translation>
    </message>
    <message>
        <source>The GPU is mostly idle</source>
        <translation>GPU 大部分时间空闲</translation>
    </message>
    <message>
        <source>The GPU lowers its clock</source>
        <translation>GPU 降频</translation>
    </message>
    <message>
        <source>The GPU moves data more than it computes</source>
        <translation>GPU 搬运数据多于计算</translation>
    </message>
    <message>
        <source>The GPU only communicates for {}: {} {} are not hidden behind kernels{}.</source>
        <translation>GPU 仅做通信的时间占{0}：未被 kernel 掩盖的为 {1} {2}{3}。</translation>
    </message>
    <message>
        <source>The GPU runs out of work while the host waits for it</source>
        <translation>主机等待 GPU，使 GPU 随后无事可做</translation>
    </message>
    <message>
        <source>The GPU waits for launches</source>
        <translation>GPU 等待启动</translation>
    </message>
    <message>
        <source>The GPU waits for launches {} ({}).</source>
        <translation>GPU 等待启动的时间占{}（{}）。</translation>
    </message>
    <message>
        <source>The GPU waits for launches {}: {} of {}. It is {} launch-bound ({}).</source>
        <translation>GPU 等待启动占{0}：{2} 中的 {1}。{3}受启动限制（{4}）。</translation>
    </message>
    <message>
        <source>The GPU waits for work of the host</source>
        <translation>GPU 在等待主机的工作</translation>
    </message>
    <message>
        <source>The GPU waits while memory is allocated and freed {}: {} of {} a step, in {} ({}).</source>
        <translation>GPU 等待显存的分配和释放，占{0}：每步 {2} 中的 {1}，共 {3}（{4}）。</translation>
    </message>
    <message>
        <source>The GPU&apos;s clock was lowered in {} of the samples.</source>
        <translation>GPU 在 {} 的采样中降频。</translation>
    </message>
    <message>
        <source>The GPU&apos;s clock was lowered in {}{}{}.</source>
        <translation>GPU 降频，占{}{}{}。</translation>
    </message>
    <message>
        <source>The GPUs are busy only {}</source>
        <translation>各 GPU 忙碌的时间只占{}</translation>
    </message>
    <message>
        <source>The GPUs are busy {}.</source>
        <translation>各 GPU 忙碌的时间占{}。</translation>
    </message>
    <message>
        <source>The GPUs take turns: {}.</source>
        <translation>各 GPU 轮流工作：{}。</translation>
    </message>
    <message>
        <source>The GPUs work one after the other</source>
        <translation>各 GPU 依次工作</translation>
    </message>
    <message>
        <source>The allocator ran out of memory once.</source>
        <translation>分配器耗尽显存 1 次。</translation>
    </message>
    <message>
        <source>The allocator ran out of memory {} times.</source>
        <translation>分配器 {} 次耗尽显存。</translation>
    </message>
    <message>
        <source>The answers of a language model depend on each other, so that an interval is not known.</source>
        <translation>语言模型的答案互相依赖，因此区间未知。</translation>
    </message>
    <message>
        <source>The baseline and {} have the same switches.</source>
        <translation>基准与 {} 的开关相同。</translation>
    </message>
    <message>
        <source>The batch does not fit the hardware</source>
        <translation>批与硬件不匹配</translation>
    </message>
    <message>
        <source>The batch is tiny</source>
        <translation>批非常小</translation>
    </message>
    <message>
        <source>The batch size changed without the learning rate</source>
        <translation>批大小变了而学习率没变</translation>
    </message>
    <message>
        <source>The batch size is not among the series.</source>
        <translation>这些序列中没有批大小。</translation>
    </message>
    <message>
        <source>The batch size is not recorded.</source>
        <translation>没有记录批大小。</translation>
    </message>
    <message>
        <source>The batch size stayed as it was.</source>
        <translation>批大小没有变化。</translation>
    </message>
    <message>
        <source>The best checkpoint, of step {}, is not on disk; the last one is, of step {}. {}</source>
        <translation>第 {} 步的最佳检查点不在磁盘上；第 {} 步的最后一个检查点在磁盘上。{}</translation>
    </message>
    <message>
        <source>The bias of {} has no effect: the batch norm after it subtracts the mean, and {} adds a shift of its own.</source>
        <translation>{} 的偏置不起作用：其后的批归一化会减去均值，而 {} 自带偏移。</translation>
    </message>
    <message>
        <source>The binary version: data_batch_1.bin to data_batch_5.bin and test_batch.bin.</source>
        <translation>二进制版本：data_batch_1.bin 到 data_batch_5.bin 和 test_batch.bin。</translation>
    </message>
    <message>
        <source>The binary version: train.bin and test.bin.</source>
        <translation>二进制版本：train.bin 和 test.bin。</translation>
    </message>
    <message>
        <source>The checkpoint could be written again.</source>
        <translation>检查点又可以写入了。</translation>
    </message>
    <message>
        <source>The checkpoint is of another model</source>
        <translation>该检查点属于另一个模型</translation>
    </message>
    <message>
        <source>The cores available to the loader are in use: smaller or already decoded samples would help.</source>
        <translation>加载器可用的 CPU 核都在使用：更小或已解码的样本会有帮助。</translation>
    </message>
    <message>
        <source>The cost of computing activations again, and whether the memory requires it.</source>
        <translation>激活重计算的开销，以及内存是否需要它。</translation>
    </message>
    <message>
        <source>The damaged file is left as it is. Free some disk space, then repair it again</source>
        <translation>损坏的文件保持原样。腾出磁盘空间，然后再次修复</translation>
    </message>
    <message>
        <source>The file is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>The file is damaged or cut off</source>
        <translation>文件已损坏或被截断</translation>
    </message>
    <message>
        <source>The file is damaged or not a safetensors file; copy it again or choose another</source>
        <translation>文件已损坏或不是 safetensors 文件；重新复制或选择其他文件</translation>
    </message>
    <message>
        <source>The file is damaged; export the run again</source>
        <translation>文件已损坏；重新导出运行</translation>
    </message>
    <message>
        <source>The file is left as it is. The newest backup is {}; replace the store with it</source>
        <translation>该文件保持原样。最新的备份是 {}；用它替换运行库</translation>
    </message>
    <message>
        <source>The file is left as it is; move it away to start a new one, or put back a backup of it (runs.backup-1.db next to it)</source>
        <translation>文件保持原样；把它移开以重新开始，或放回它的备份（旁边的 runs.backup-1.db）</translation>
    </message>
    <message>
        <source>The file is left as it is; please report this</source>
        <translation>文件保持原样；请报告此问题</translation>
    </message>
    <message>
        <source>The file is left as it is; put back a backup of it</source>
        <translation>文件保持原样；放回它的备份</translation>
    </message>
    <message>
        <source>The file is left as it is; put back a backup of it (runs.backup-1.db next to it), or save what can be read with: stepscope-cli store repair PROJECT</source>
        <translation>文件保持原样；放回它的备份（旁边的 runs.backup-1.db），或用 stepscope-cli store repair PROJECT 保存可读取的内容</translation>
    </message>
    <message>
        <source>The file is truncated or something else; unpack the archive again</source>
        <translation>文件被截断或是别的文件；重新解压归档</translation>
    </message>
    <message>
        <source>The filter is too long. Shorten it</source>
        <translation>筛选太长。缩短它</translation>
    </message>
    <message>
        <source>The first that was left out: {}</source>
        <translation>第一个被略去的：{}</translation>
    </message>
    <message>
        <source>The following argument was not expected: {}</source>
        <translation>未预期的参数：{}</translation>
    </message>
    <message>
        <source>The following arguments were not expected: {}</source>
        <translation>未预期的参数：{}</translation>
    </message>
    <message>
        <source>The four IDX files of MNIST or Fashion-MNIST, compressed or not.</source>
        <translation>MNIST 或 Fashion-MNIST 的四个 IDX 文件，可压缩。</translation>
    </message>
    <message>
        <source>The gradients by layer were not recorded: the run is of an older version, or on a GPU.</source>
        <translation>没有记录各层的梯度：该运行来自旧版本，或在 GPU 上。</translation>
    </message>
    <message>
        <source>The gradients explode</source>
        <translation>梯度爆炸</translation>
    </message>
    <message>
        <source>The gradients explode from the first step on: their norm is {}, and the loss {} times that of guessing. The initial weights are too large.</source>
        <translation>梯度从第一步起就爆炸：其范数为 {}，损失是随机猜测的 {} 倍。初始权重太大。</translation>
    </message>
    <message>
        <source>The gradients explode: in {} their norm rose to {} times or more of what was usual before, {} times in step {}.</source>
        <translation>梯度爆炸：有 {0}的梯度范数升到此前通常水平的 {1} 倍或更高，在第 {3} 步达到 {2} 倍。</translation>
    </message>
    <message>
        <source>The gradients of the early layers are {} of the largest one.</source>
        <translation>前面各层的梯度是最大梯度的 {}。</translation>
    </message>
    <message>
        <source>The gradients vanish</source>
        <translation>梯度消失</translation>
    </message>
    <message>
        <source>The gradients vanish: of {} the early layers get {} of the largest gradient, {} the least.</source>
        <translation>梯度消失：{0}中，前面的层只得到最大梯度的 {1}，其中 {2} 最小。</translation>
    </message>
    <message>
        <source>The host waits for data {} of the time, while the GPU works: without these waits the step would be {} shorter at most.</source>
        <translation>主机等待数据占时间的 {}，而 GPU 同时在工作：没有这些等待，每步最多缩短 {}。</translation>
    </message>
    <message>
        <source>The inputs are near 0 and spread like 1: {}.</source>
        <translation>输入接近 0，分散程度接近 1：{}。</translation>
    </message>
    <message>
        <source>The inputs are not normalised</source>
        <translation>输入没有归一化</translation>
    </message>
    <message>
        <source>The inputs are not normalised: {}. Weights start as if inputs had mean 0 and deviation 1; with such numbers the first layer {}.</source>
        <translation>输入没有归一化：{}。初始权重假定输入的均值为 0、标准差为 1；用这样的数，第一层{}。</translation>
    </message>
    <message>
        <source>The inputs of the model were not measured: they are tokens, or the run was recorded by an older version.</source>
        <translation>没有测量模型的输入：它们是词元，或者该运行由旧版本记录。</translation>
    </message>
    <message>
        <source>The interval can only be computed for an accuracy, but the task is a regression.</source>
        <translation>区间只能对准确率计算，而该任务是回归。</translation>
    </message>
    <message>
        <source>The interval of the validation accuracy compared with its changes from epoch to epoch.</source>
        <translation>验证准确率的区间与它在轮次之间的变化。</translation>
    </message>
    <message>
        <source>The kernels of the layers were chosen by timing.</source>
        <translation>各层的 kernel 是按实测耗时选择的。</translation>
    </message>
    <message>
        <source>The kernels that the optimizer&apos;s step starts, and their time.</source>
        <translation>优化器的 step 所启动的 kernel 及其耗时。</translation>
    </message>
    <message>
        <source>The launch details of kernels are read from the trace&apos;s file: {}</source>
        <translation>kernel 如何启动从跟踪文件读取：{}</translation>
    </message>
    <message>
        <source>The learning rate around the change of the batch size is not recorded.</source>
        <translation>批大小变化前后的学习率没有记录。</translation>
    </message>
    <message>
        <source>The learning rate is not recorded for every epoch.</source>
        <translation>没有记录每个轮次的学习率。</translation>
    </message>
    <message>
        <source>The learning rate is too high</source>
        <translation>学习率太高</translation>
    </message>
    <message>
        <source>The learning rate is too low</source>
        <translation>学习率太低</translation>
    </message>
    <message>
        <source>The loader cannot keep up</source>
        <translation>加载器跟不上</translation>
    </message>
    <message>
        <source>The loader&apos;s workers are processes of their own, which this trace does not hold.</source>
        <translation>加载器的工作进程是独立的进程，不在此跟踪中。</translation>
    </message>
    <message>
        <source>The loss does not depend on the parameter {}: it is never trained.</source>
        <translation>损失不依赖参数 {}：它永远不会被训练。</translation>
    </message>
    <message>
        <source>The loss does not depend on {} parameters, {} the first: they are never trained.</source>
        <translation>损失不依赖 {} 个参数，第一个是 {}：它们永远不会被训练。</translation>
    </message>
    <message>
        <source>The loss ends at {}, {} times the {} that it began with: training diverges{}.</source>
        <translation>损失最后为 {0}，是开始时 {2} 的 {1} 倍：训练发散{3}。</translation>
    </message>
    <message>
        <source>The loss ends at {}, {} times what it began with.</source>
        <translation>损失最后为 {}，是开始时的 {} 倍。</translation>
    </message>
    <message>
        <source>The loss falls, but slowly: by {} in {}.</source>
        <translation>损失在下降，只是缓慢：在 {1}内下降了 {0}。</translation>
    </message>
    <message>
        <source>The loss is not above 0 at the beginning, so its rise cannot be given as a ratio.</source>
        <translation>损失开始时不大于 0，因此无法用比例说明上升。</translation>
    </message>
    <message>
        <source>The loss is on a plateau</source>
        <translation>损失进入平台期</translation>
    </message>
    <message>
        <source>The loss is {} from step {} on{}: the weights have run away.</source>
        <translation>损失从第 {1} 步起为{0}{2}：权重已失控。</translation>
    </message>
    <message>
        <source>The loss of guessing is not known here, and there are fewer than five epochs.</source>
        <translation>这里不知道随机猜测的损失，而且少于五个轮次。</translation>
    </message>
    <message>
        <source>The loss of guessing is not known here.</source>
        <translation>此处不知道猜测的损失。</translation>
    </message>
    <message>
        <source>The loss of single steps is not recorded; from whole epochs alone a rate that is too high cannot be recognised.</source>
        <translation>没有记录单步的损失；只凭整个轮次无法判断学习率是否太高。</translation>
    </message>
    <message>
        <source>The loss rose to {} times what it began with and ends at {}, above the {} of guessing: {} is too high.</source>
        <translation>损失升到开始时的 {0} 倍，最终为 {1}，高于猜测的 {2}：{3}过高。</translation>
    </message>
    <message>
        <source>The memory plan of the run and the memory of its device are not known.</source>
        <translation>运行的内存规划及其设备的内存或显存大小未知。</translation>
    </message>
    <message>
        <source>The memory that the step needs and that the device has is not known.</source>
        <translation>一步所需的内存以及设备的内存或显存大小未知。</translation>
    </message>
    <message>
        <source>The model does not learn</source>
        <translation>模型没有学习</translation>
    </message>
    <message>
        <source>The model does not learn: after {} the training loss is {}, and guessing comes to {}</source>
        <translation>模型没有学习：在 {} 之后训练损失为 {}，而随机猜测为 {}</translation>
    </message>
    <message>
        <source>The model does not learn: in {} the training loss went from {} to {}.</source>
        <translation>模型没有学习：在 {} 中训练损失从 {} 变为 {}。</translation>
    </message>
    <message>
        <source>The model has fewer than three layers with weights.</source>
        <translation>模型带权重的层少于三个。</translation>
    </message>
    <message>
        <source>The model has no images, so there is no layout of images to choose.</source>
        <translation>模型没有图片，因此没有可选的图片布局。</translation>
    </message>
    <message>
        <source>The model is not better than guessing yet, so the classes that it does not predict say nothing.</source>
        <translation>模型没有学到比猜测更多的东西，因此从未预测的类别不说明问题。</translation>
    </message>
    <message>
        <source>The model normalises its inputs itself: {}.</source>
        <translation>模型自己对输入做归一化：{}。</translation>
    </message>
    <message>
        <source>The model overfits</source>
        <translation>模型过拟合</translation>
    </message>
    <message>
        <source>The momentum goes from the larger one to the smaller one and back</source>
        <translation>动量从较大的值变到较小的值再变回来</translation>
    </message>
    <message>
        <source>The nearest section is [{}]</source>
        <translation>最接近的节为 [{}]</translation>
    </message>
    <message>
        <source>The nearest valid name is &quot;{}&quot;</source>
        <translation>最接近的有效名称为 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>The nearest valid name is &quot;{}&quot;. {}</source>
        <translation>最接近的有效名称为 &quot;{}&quot;。{}</translation>
    </message>
    <message>
        <source>The norm of the gradients is not recorded for five steps.</source>
        <translation>没有记录五步的梯度范数。</translation>
    </message>
    <message>
        <source>The norm of the gradients rose to {} times what was usual before{}.</source>
        <translation>梯度范数升到此前通常水平的 {} 倍{}。</translation>
    </message>
    <message>
        <source>The norm over all gradients at the start, and how far it jumps above what is usual.</source>
        <translation>开始时所有梯度的范数，以及它跳到通常水平之上多远。</translation>
    </message>
    <message>
        <source>The number of validation samples is not known.</source>
        <translation>不知道验证样本的数量。</translation>
    </message>
    <message>
        <source>The optimizer is not fused</source>
        <translation>优化器未融合</translation>
    </message>
    <message>
        <source>The part of the run that is validation.</source>
        <translation>运行中用于验证的部分。</translation>
    </message>
    <message>
        <source>The part of the run that waits for checkpoints.</source>
        <translation>运行中等待检查点的部分。</translation>
    </message>
    <message>
        <source>The part of the step that computes activations again.</source>
        <translation>一步中用于激活重计算的部分。</translation>
    </message>
    <message>
        <source>The part of the steps in which a kernel, a copy or a memset ran.</source>
        <translation>各步中有 kernel、复制或 memset 运行的部分。</translation>
    </message>
    <message>
        <source>The peak memory of the step compared with the memory of the device.</source>
        <translation>一步的峰值与设备的内存或显存之比。</translation>
    </message>
    <message>
        <source>The peak rates of this GPU are not known.</source>
        <translation>不知道此 GPU 的峰值性能。</translation>
    </message>
    <message>
        <source>The peak rates of this machine were measured while other programs held the cores: `stepscope-cli doctor --again` on quiet ones.</source>
        <translation>测量本机峰值速率时其他程序占用了 CPU 核：核空闲时运行 `stepscope-cli doctor --again`。</translation>
    </message>
    <message>
        <source>The peak rates of this machine were never measured: `stepscope-cli doctor` measures them.</source>
        <translation>从未测量本机的峰值速率：`stepscope-cli doctor` 可测量。</translation>
    </message>
    <message>
        <source>The plan of a batch of {} is {} for parameters and optimizer and {} for the step, and {} is available</source>
        <translation>批大小 {} 的规划为参数和优化器 {}、步内 {}，而可用的为 {}</translation>
    </message>
    <message>
        <source>The predictions for the validation data are not stored.</source>
        <translation>没有保存对验证数据的预测。</translation>
    </message>
    <message>
        <source>The profiler itself takes {}, {} of {} {}: {}.</source>
        <translation>分析器本身占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>The project has layers 0 to {}</source>
        <translation>项目有层 0 到 {}</translation>
    </message>
    <message>
        <source>The project has no [[model.layers]]</source>
        <translation>项目没有 [[model.layers]]</translation>
    </message>
    <message>
        <source>The quality of the model on it will not be known: add some</source>
        <translation>将无从得知模型对该类别的表现：请添加一些</translation>
    </message>
    <message>
        <source>The quality of the model on them will not be known: add some</source>
        <translation>将无从得知模型对这些类别的表现：请添加一些</translation>
    </message>
    <message>
        <source>The rank that arrives last spends {} {} in them: the rest is waiting for it.</source>
        <translation>最后到达的 rank 在其中花费 {} {}：其余是在等待它。</translation>
    </message>
    <message>
        <source>The ranks wait for one of them</source>
        <translation>各 rank 在等待其中一个</translation>
    </message>
    <message>
        <source>The recorded series do not have the expected form.</source>
        <translation>记录的序列不符合预期的形式。</translation>
    </message>
    <message>
        <source>The recording has no addresses, so the tensors alive at the peak are not known; the largest allocations are shown.</source>
        <translation>记录中没有地址，因此无法判断峰值时有哪些存活；改为列出分配最多的位置。</translation>
    </message>
    <message>
        <source>The recordings of the ranks have no step in common.</source>
        <translation>各 rank 的记录没有共同的步。</translation>
    </message>
    <message>
        <source>The rule failed: {}</source>
        <translation>该规则出错：{}</translation>
    </message>
    <message>
        <source>The run is deterministic, which excludes kernels chosen by timing.</source>
        <translation>此运行是确定性的，不允许按实测耗时选择 kernel。</translation>
    </message>
    <message>
        <source>The run trained {}: too short to tell whether checkpoints come too often.</source>
        <translation>运行训练了 {}：太短，无法判断检查点是否过于频繁。</translation>
    </message>
    <message>
        <source>The run uses {} of {} cores.</source>
        <translation>运行使用了 {1} 个 CPU 核中的 {0} 个。</translation>
    </message>
    <message>
        <source>The run uses {}: its process is bound to {} (taskset, OMP or the job&apos;s settings).</source>
        <translation>运行使用了 {}：其进程绑定在 {} 上（taskset、OMP 或作业的设置）。</translation>
    </message>
    <message>
        <source>The run uses {}: train.threads = {}.</source>
        <translation>运行使用了 {}：train.threads = {}。</translation>
    </message>
    <message>
        <source>The run was deleted from the database; start a new one</source>
        <translation>该运行已从数据库删除；开始新的运行</translation>
    </message>
    <message>
        <source>The run was stopped after {} batches of a step and now updates after every batch: their gradients are dropped, and training goes on with the next batch.</source>
        <translation>运行在一步的 {} 个批之后停止，而现在每批都更新：这些批的梯度丢弃，训练从下一批继续。</translation>
    </message>
    <message>
        <source>The run&apos;s record is damaged; start from the project file</source>
        <translation>运行的记录已损坏；从项目文件开始</translation>
    </message>
    <message>
        <source>The same bits in every run on one kind of machine: kernels are not chosen by timing. Results never depend on the loader&apos;s workers, with or without it.</source>
        <translation>在同一种机器上每次运行的结果逐位相同：不按实测耗时选择 kernel。无论是否开启，结果都不依赖于加载线程。</translation>
    </message>
    <message>
        <source>The step computes: {} takes {}, {} of {}.</source>
        <translation>每步在计算：{0}占{1}，{3} 中的 {2}。</translation>
    </message>
    <message>
        <source>The step is bound by communication</source>
        <translation>每步受通信限制</translation>
    </message>
    <message>
        <source>The step needs {} at its peak, {}.</source>
        <translation>一步的峰值需要 {}，{}。</translation>
    </message>
    <message>
        <source>The step needs {} of the memory at its peak ({}): fragments or a longer sample can end the run.</source>
        <translation>一步的峰值需要内存的 {}（{}）：碎片或更长的样本可能使运行中止。</translation>
    </message>
    <message>
        <source>The step needs {}, and the GPU is busy {} of the step.</source>
        <translation>一步需要 {}，GPU 在其中 {} 的时间忙碌。</translation>
    </message>
    <message>
        <source>The step needs {}; on a CPU other programs can use the rest.</source>
        <translation>一步需要 {}；在 CPU 上其余内存可供其他程序使用。</translation>
    </message>
    <message>
        <source>The step of {} starts {}, one tensor after the other: the host spends {} of the step on it ({}), for {} of work on the GPU.</source>
        <translation>优化器 {} {}，逐个张量启动：主机为此花费每步的 {}（{}），而 GPU 上的工作只有 {}。</translation>
    </message>
    <message>
        <source>The step uses {} of the GPU&apos;s memory ({}) and keeps it busy only {}: a larger batch fits.</source>
        <translation>一步使用显存的 {}（{}），而 GPU 忙碌的时间只占 {}：放得下更大的批。</translation>
    </message>
    <message>
        <source>The step waits for data {} of the time, while other programs held {} of the cores: the loader may only have waited for a core.</source>
        <translation>每步等待数据占时间的 {}，而其他程序占用了 {} 的 CPU 核：加载器可能只是在等待 CPU 核。</translation>
    </message>
    <message>
        <source>The step waits for data {} of the time, {} of {}.</source>
        <translation>每步等待数据占时间的 {0}，{2} 中的 {1}。</translation>
    </message>
    <message>
        <source>The step waits for data {}: {} of {}. It is {} input-bound.</source>
        <translation>每步等待数据占{0}：{2} 中的 {1}。{3}受数据输入限制。</translation>
    </message>
    <message>
        <source>The steps that were asked for are not captured: the run ended before they began. Ask for them earlier in the next run.</source>
        <translation>要求记录的步没有记录：运行在它们开始之前就结束了。下次运行请早些要求。</translation>
    </message>
    <message>
        <source>The switch was not turned, training goes on as before.</source>
        <translation>开关没有改变，训练照旧继续。</translation>
    </message>
    <message>
        <source>The switches of the run are not known: a trace alone does not hold them.</source>
        <translation>不知道运行的开关：单独的跟踪不含它们。</translation>
    </message>
    <message>
        <source>The task is a language model, whose labels are the text itself.</source>
        <translation>该任务是语言模型，其标签就是文本本身。</translation>
    </message>
    <message>
        <source>The task is not a classification.</source>
        <translation>该任务不是分类。</translation>
    </message>
    <message>
        <source>The tensor cores are active {} of the time in which the GPU works.</source>
        <translation>GPU 工作的时间中，Tensor Core 活动 {}。</translation>
    </message>
    <message>
        <source>The test looks better than the model is: remove one of the copies</source>
        <translation>测试结果会好于模型的实际水平：删除其中一份</translation>
    </message>
    <message>
        <source>The text in quotes does not end. Close it with {}</source>
        <translation>引号中的文字没有结束。用 {} 闭合</translation>
    </message>
    <message>
        <source>The time that a step waits for its batch.</source>
        <translation>每步等待批数据的时间。</translation>
    </message>
    <message>
        <source>The trace does not contain how many blocks the kernels had on a multiprocessor.</source>
        <translation>跟踪没有说明 kernel 在每个 SM 上有多少线程块。</translation>
    </message>
    <message>
        <source>The trace does not join kernels with the calls that started them.</source>
        <translation>跟踪没有把 kernel 与启动它们的调用关联起来。</translation>
    </message>
    <message>
        <source>The trace does not tell pageable copies from pinned ones.</source>
        <translation>跟踪没有区分可分页内存与锁页内存的复制。</translation>
    </message>
    <message>
        <source>The trace has no memory curve, or not the size of the device&apos;s memory (profile_memory=True records the curve).</source>
        <translation>跟踪中没有含设备容量的显存曲线（profile_memory=True 会记录）。</translation>
    </message>
    <message>
        <source>The trace has no steps and no GPU: what holds a step back is not known.</source>
        <translation>跟踪中没有步，也没有 GPU：无法判断是什么拖慢了每一步。</translation>
    </message>
    <message>
        <source>The trace has no steps: shares of a step are not known.</source>
        <translation>跟踪中没有步：无法判断占一步的比例。</translation>
    </message>
    <message>
        <source>The trace holds no calls of the GPU&apos;s runtime.</source>
        <translation>跟踪中没有 GPU 运行时的调用。</translation>
    </message>
    <message>
        <source>The trace holds no shapes of products (PyTorch: record_shapes=True).</source>
        <translation>跟踪中没有矩阵乘的形状（PyTorch：record_shapes=True）。</translation>
    </message>
    <message>
        <source>The trace is of one rank: open the traces of several ranks together.</source>
        <translation>此跟踪只有一个 rank：把若干 rank 的跟踪一起打开。</translation>
    </message>
    <message>
        <source>The trace lacks the shapes of most matrix products (PyTorch: record_shapes=True).</source>
        <translation>跟踪中没有大多数矩阵乘的形状（PyTorch：record_shapes=True）。</translation>
    </message>
    <message>
        <source>The trace marks no step of an optimizer (PyTorch writes Optimizer.step#Adam.step).</source>
        <translation>跟踪没有标记优化器的 step（PyTorch 会写出 Optimizer.step#Adam.step）。</translation>
    </message>
    <message>
        <source>The traces hold no collective operation of several ranks.</source>
        <translation>跟踪中没有多个 rank 的集合操作。</translation>
    </message>
    <message>
        <source>The training data are learned by heart (their loss fell to {} of that of guessing), and the validation stays at chance: {}. The labels have nothing to do with the inputs, or the labels of the two sets do not agree.</source>
        <translation>训练数据被死记下来（其损失降到猜测的 {}），而验证停留在随机水平：{}。标签与输入无关，或两个数据集的标签不一致。</translation>
    </message>
    <message>
        <source>The training diverges</source>
        <translation>训练发散</translation>
    </message>
    <message>
        <source>The training loss at the end is not a finite number.</source>
        <translation>最后的训练损失不是有限数。</translation>
    </message>
    <message>
        <source>The training loss ends at {} of the loss of guessing ({}).</source>
        <translation>训练损失最后是随机猜测的 {}（{}）。</translation>
    </message>
    <message>
        <source>The training loss fell by {}.</source>
        <translation>训练损失下降了 {}。</translation>
    </message>
    <message>
        <source>The training step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>The tried switches are not kept: no trial of these switches is at hand. Try it again.</source>
        <translation>试过的内容未保留：手头没有这些开关的试验。再试一次。</translation>
    </message>
    <message>
        <source>The tried switches are not kept: the run ended first. Turn the switch for the next run.</source>
        <translation>试过的内容未保留：运行先结束了。请为下次运行改动该开关。</translation>
    </message>
    <message>
        <source>The update by {} takes {} of the step; for single tensors it starts {}.</source>
        <translation>{0} 的更新占每步的 {1}；各只更新一个张量的有{2}。</translation>
    </message>
    <message>
        <source>The update by {} takes {} on the GPU, {}: {} a step, and each reads and writes what it updates again. A fused one does so once.</source>
        <translation>{} 的更新在 GPU 上占{}，{}：每步 {}，每个都重新读写所更新的内容。融合的只读写一次。</translation>
    </message>
    <message>
        <source>The validation looks better than the model is: remove one of the copies</source>
        <translation>验证结果会好于模型的实际水平：移除其中一份</translation>
    </message>
    <message>
        <source>The validation loss fell to {} of that of guessing, the training loss to {}.</source>
        <translation>验证损失降到猜测的 {}，训练损失降到 {}。</translation>
    </message>
    <message>
        <source>The validation loss is {} times the training loss of the epoch after it.</source>
        <translation>验证损失是其后一个轮次训练损失的 {} 倍。</translation>
    </message>
    <message>
        <source>The validation loss jumps by {} of the loss of guessing from epoch to epoch and does not settle: {} is too high.</source>
        <translation>验证损失在轮次之间的跳动达到随机猜测损失的 {}，没有稳定下来：{}太高。</translation>
    </message>
    <message>
        <source>The validation loss was least after epoch {}, with {}, and ends {} above it</source>
        <translation>验证损失在第 {} 个轮次之后最小，为 {}，最后比它高 {}</translation>
    </message>
    <message>
        <source>The validation loss was measured once; two epochs are needed.</source>
        <translation>验证损失只测量了一次；需要两个轮次。</translation>
    </message>
    <message>
        <source>The validation set is too small</source>
        <translation>验证集太小</translation>
    </message>
    <message>
        <source>The validation stays at chance</source>
        <translation>验证停留在随机水平</translation>
    </message>
    <message>
        <source>The weights of step {} are not on disk; {}. {} {}.</source>
        <translation>第 {} 步的权重不在磁盘上；{}。{} {}。</translation>
    </message>
    <message>
        <source>The weights were broken when the model was exported: export it again with weights that are finite</source>
        <translation>模型导出时权重已损坏：请用有限的权重重新导出</translation>
    </message>
    <message>
        <source>Their classes cannot be distinguished: check how the files were made</source>
        <translation>没有任何内容能区分它们的类别：请查看这些文件是如何生成的</translation>
    </message>
    <message>
        <source>Their names contain &quot;tfevents&quot;; name the folder that TensorBoard is started with (--logdir)</source>
        <translation>其文件名含 &quot;tfevents&quot;；指定启动 TensorBoard 时所用的文件夹（--logdir）</translation>
    </message>
    <message>
        <source>There are fewer than three epochs in which the model had learned something, and not all, to compare the validation with.</source>
        <translation>模型学到一些而未学完的轮次少于三个，无法与验证比较。</translation>
    </message>
    <message>
        <source>There is no &quot;(&quot; for this. Remove it</source>
        <translation>没有与之对应的 &quot;(&quot;。移除它</translation>
    </message>
    <message>
        <source>There is no backup next to it; the file is left as it is</source>
        <translation>旁边没有备份；该文件保持原样</translation>
    </message>
    <message>
        <source>There is no column &quot;{}&quot;{}</source>
        <translation>没有列 &quot;{}&quot;{}</translation>
    </message>
    <message>
        <source>There is no comparison {}. Use &lt; &lt;= &gt; &gt;= = != or :</source>
        <translation>没有比较 {}。使用 &lt; &lt;= &gt; &gt;= = != 或 :</translation>
    </message>
    <message>
        <source>There is no validation data: train.monitor = &quot;{}&quot; watches {} in its place.</source>
        <translation>没有验证数据：train.monitor = &quot;{}&quot; 改为观察 {}。</translation>
    </message>
    <message>
        <source>There is no value to compare with. Write one after {}</source>
        <translation>没有用来比较的值。在 {} 之后写一个</translation>
    </message>
    <message>
        <source>There is no worker: the trainer&apos;s own thread reads the batches.</source>
        <translation>没有加载线程：训练器自己的线程读取批。</translation>
    </message>
    <message>
        <source>There is not enough data yet to judge its learning.</source>
        <translation>数据还不足以判断学习情况。</translation>
    </message>
    <message>
        <source>There is not enough memory for it.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>There is not enough memory to go on. Choose a smaller switches.batch_size.</source>
        <translation>内存不足以继续。选择更小的 switches.batch_size。</translation>
    </message>
    <message>
        <source>There is not enough memory to try it.</source>
        <translation>内存不足以试验它。</translation>
    </message>
    <message>
        <source>There is nothing left to do: {} has trained {} of {} epochs. Give it more: {}train.epochs={}</source>
        <translation>没有剩余的工作：{} 已训练 {} 轮，共 {} 轮。可以给它更多：{}train.epochs={}</translation>
    </message>
    <message>
        <source>There is nothing left to do: {} stopped early after epoch {}, {} had not improved within a patience of {}. Let it wait longer: {}train.early_stopping.patience={}, or 0 for all its epochs</source>
        <translation>没有剩余的工作：{} 在第 {} 轮之后早停，{} 在耐心值 {} 轮内没有改善。可以让它等待更久：{}train.early_stopping.patience={}，或用 0 训练全部轮次</translation>
    </message>
    <message>
        <source>There is nothing to repair</source>
        <translation>没有需要修复的内容</translation>
    </message>
    <message>
        <source>They are cut and resized like the others; check whether they belong there</source>
        <translation>它们与其他图片一样被裁剪和缩放；检查它们是否属于这里</translation>
    </message>
    <message>
        <source>This &quot;(&quot; is not closed. Add &quot;)&quot;</source>
        <translation>这个 &quot;(&quot; 没有闭合。添加 &quot;)&quot;</translation>
    </message>
    <message>
        <source>This CPU has no fast matrix products of a narrow type.</source>
        <translation>此 CPU 没有窄类型的快速乘法。</translation>
    </message>
    <message>
        <source>This CPU multiplies bf16 {} times as fast as f32: there is nothing to gain.</source>
        <translation>此 CPU 的 bf16 乘法为 f32 的 {} 倍：没有可利用的。</translation>
    </message>
    <message>
        <source>This GPU has no tensor cores.</source>
        <translation>此 GPU 没有 Tensor Core。</translation>
    </message>
    <message>
        <source>This command copies them into a folder for each class; then set data.train_path = &quot;{}&quot; and data.validation_path = &quot;{}&quot;</source>
        <translation>这一行把它们复制到每个类别各自的文件夹；然后设置 data.train_path = &quot;{}&quot; 和 data.validation_path = &quot;{}&quot;</translation>
    </message>
    <message>
        <source>This command copies them into a folder for each class; then use {}</source>
        <translation>这一行命令把它们复制到每个类别各自的文件夹；然后采用 {}</translation>
    </message>
    <message>
        <source>This command shows its keys and the sizes of what they name; write the pictures into a sub-folder for each class</source>
        <translation>这一行命令显示其键和对应内容的大小；把图片写入每个类别各自的子文件夹</translation>
    </message>
    <message>
        <source>This command writes a PNG next to each that Pillow can open; convert others to PNG</source>
        <translation>这一行在 Pillow 能打开的每个文件旁写出 PNG；其他的请转换为 PNG</translation>
    </message>
    <message>
        <source>This command writes a PNG next to each, with Pillow</source>
        <translation>这一行命令用 Pillow 在每个文件旁写出 PNG</translation>
    </message>
    <message>
        <source>This command writes it as CSV next to it</source>
        <translation>这一行命令在旁边把它写成 CSV</translation>
    </message>
    <message>
        <source>This command writes its first table as CSV next to it</source>
        <translation>这一行命令在旁边把其第一个表写成 CSV</translation>
    </message>
    <message>
        <source>This command writes its largest array as CSV next to it, with the array of labels as the last column</source>
        <translation>这一行命令在旁边把其中最大的数组写成 CSV，标签数组作为最后一列</translation>
    </message>
    <message>
        <source>This command writes the set as bytes, from the least value of its pictures to the largest; then use {}</source>
        <translation>这一行把数据集按图片的最小值到最大值写成字节；然后选择 {}</translation>
    </message>
    <message>
        <source>This command writes those of one value in each record as CSV next to it</source>
        <translation>这一行把每条记录中只有一个值的特征写成旁边的 CSV</translation>
    </message>
    <message>
        <source>This is a bug; please report it</source>
        <translation>这是程序的错误；请报告</translation>
    </message>
    <message>
        <source>This is a bug; please report it with the project file</source>
        <translation>这是程序的错误；请附上项目文件报告</translation>
    </message>
    <message>
        <source>This is nested too deeply. Split it</source>
        <translation>嵌套过深。拆开它</translation>
    </message>
    <message>
        <source>This rule is about other programs: Stepscope allocates all memory before the first step.</source>
        <translation>这条规则针对其他程序：Stepscope 在第一步之前就分配全部显存。</translation>
    </message>
    <message>
        <source>This rule is about other programs: Stepscope compiles before the first step.</source>
        <translation>此项针对其他程序：Stepscope 在第一步之前编译。</translation>
    </message>
    <message>
        <source>This rule is about our own runs on a CPU.</source>
        <translation>它针对在 CPU 上的自有运行。</translation>
    </message>
    <message>
        <source>This rule is about our own runs on a CPU; on a GPU the rule about launches covers it.</source>
        <translation>它针对在 CPU 上的自有运行；在 GPU 上由启动来判断。</translation>
    </message>
    <message>
        <source>This rule is about the loops of other programs.</source>
        <translation>这条规则针对其他程序的训练循环。</translation>
    </message>
    <message>
        <source>This rule is about the loops of other programs: Stepscope waits once a step, for the loss.</source>
        <translation>这条规则针对其他程序的训练循环：Stepscope 每步只等待一次，用于读取损失。</translation>
    </message>
    <message>
        <source>Threads that read, decode and augment samples while the trainer computes; 0 reads them in the trainer&apos;s own thread. A run computes on the cores that its workers leave when it begins; workers turned on later share the cores with it. In a project file &quot;auto&quot;: the run finds the number by measuring.</source>
        <translation>在训练器计算时读取、解码和增强样本的线程；0 表示在训练器自己的线程中读取。运行开始时在工作线程留下的核上计算；之后开启的工作线程与它共用这些核。项目文件中写 &quot;auto&quot;：由运行通过测量确定数量。</translation>
    </message>
    <message>
        <source>Time in which only one of several GPUs of a process works.</source>
        <translation>一个进程的多个 GPU 中只有一个工作的时间。</translation>
    </message>
    <message>
        <source>Time in which the next kernel had not been started yet, and the host did not wait for data.</source>
        <translation>下一个 kernel 尚未启动、也没有在等待数据的时间。</translation>
    </message>
    <message>
        <source>Time of compilers (torch.compile, XLA, tf.function) and of cuModuleLoad within the steps.</source>
        <translation>各步中编译器（torch.compile、XLA、tf.function）和 cuModuleLoad 的时间。</translation>
    </message>
    <message>
        <source>Time of element-wise kernels, norms, softmax and reductions compared with that of all kernels.</source>
        <translation>逐元素 kernel、归一化、softmax 和归约的时间，与所有 kernel 的时间相比。</translation>
    </message>
    <message>
        <source>Time of gloo operations in a trace with work of a GPU.</source>
        <translation>含 GPU 工作的跟踪中 gloo 操作的时间。</translation>
    </message>
    <message>
        <source>Times the kernels that can run a layer (direct, Winograd, matrix product) once and keeps the fastest; off takes the direct ones everywhere, as PyTorch does.</source>
        <translation>对能运行一层的各种 kernel（直接、Winograd、矩阵乘）各测量一次，保留最快的；off 全部使用直接的 kernel，与 PyTorch 相同。</translation>
    </message>
    <message>
        <source>Torch-Compiled Region</source>
        <translation>Torch-Compiled Region</translation>
    </message>
    <message>
        <source>Total Allocated</source>
        <translation>Total Allocated</translation>
    </message>
    <message>
        <source>Total Reserved</source>
        <translation>Total Reserved</translation>
    </message>
    <message>
        <source>Train a new run, with a lower train.optimizer.learning_rate or a train.clip.norm</source>
        <translation>请训练一个新的运行，并设置较低的 train.optimizer.learning_rate 或 train.clip.norm</translation>
    </message>
    <message>
        <source>Train a run in one program at a time</source>
        <translation>一次只在一个程序中训练一个运行</translation>
    </message>
    <message>
        <source>Train a run whose [train.capture] step it reaches</source>
        <translation>训练一个会到达 [train.capture] step 的运行</translation>
    </message>
    <message>
        <source>Train again: a run keeps that with the steps that it captures</source>
        <translation>请重新训练：运行会把它与所捕获的步一起保存</translation>
    </message>
    <message>
        <source>Train it first</source>
        <translation>先训练它</translation>
    </message>
    <message>
        <source>Train it first: stepscope-cli train {}</source>
        <translation>先训练它：stepscope-cli train {}</translation>
    </message>
    <message>
        <source>Train it for a while first, or choose another run</source>
        <translation>先训练一段时间，或指定其他运行</translation>
    </message>
    <message>
        <source>Train it in a project, and name the project</source>
        <translation>在项目中训练它，然后指定该项目</translation>
    </message>
    <message>
        <source>Train it with: stepscope-cli train</source>
        <translation>训练它：stepscope-cli train</translation>
    </message>
    <message>
        <source>Train the project first</source>
        <translation>先训练该项目</translation>
    </message>
    <message>
        <source>Training has {}. Give training rows of this class, or take its rows out of the {} data</source>
        <translation>训练数据有 {}。为该类别提供训练行，或把它的行从{}数据中去掉</translation>
    </message>
    <message>
        <source>Transformer decoder in the layout of GPT-2 (Radford et al. 2019), 6 x 384</source>
        <translation>GPT-2 布局的 Transformer 解码器 (Radford et al. 2019)，6 x 384</translation>
    </message>
    <message>
        <source>Transformer encoder (Vaswani et al. 2017), 6 x 512</source>
        <translation>Transformer 编码器 (Vaswani et al. 2017)，6 x 512</translation>
    </message>
    <message>
        <source>Try the switch in the window that trains it, or wait for its end</source>
        <translation>在训练它的窗口中试此开关，或等它结束</translation>
    </message>
    <message>
        <source>Units are dead</source>
        <translation>有死亡单元</translation>
    </message>
    <message>
        <source>Units are dead: {} of {} at {} got no gradient in the last steps that were looked at, {} of {} in the whole model. No sample activates them any more.</source>
        <translation>有死亡单元：{2} 的 {1} 个单元中有 {0} 个在最近查看的各步中没有得到梯度，整个模型的 {4} 个中有 {3} 个。已经没有样本能激活它们。</translation>
    </message>
    <message>
        <source>Units at {} had a gradient when the run began, and {} of {} get none any more: the updates killed them, and {} is too high.</source>
        <translation>{0} 的单元在运行开始时有梯度，现在 {2} 个中有 {1} 个不再有梯度：更新使它们失活，{3}过高。</translation>
    </message>
    <message>
        <source>Units were examined in fewer than sixteen steps: the run is short, was recorded by an older version or on a GPU, or its layers have neither bias nor norm.</source>
        <translation>查看过单元的步不足十六步：运行太短、来自旧版本、在 GPU 上，或者各层既无偏置也无归一化。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unknown</translation>
    </message>
    <message>
        <source>Unpack cifar-10-binary.tar.gz (the binary version) into that folder, or set data.path to where it is</source>
        <translation>把 cifar-10-binary.tar.gz（二进制版本）解压到该文件夹，或把 data.path 设为它的位置</translation>
    </message>
    <message>
        <source>Unpack cifar-100-binary.tar.gz (the binary version) into that folder, or set data.path to where it is</source>
        <translation>把 cifar-100-binary.tar.gz（二进制版本）解压到该文件夹，或把 data.path 设为它的位置</translation>
    </message>
    <message>
        <source>Unpack it (tar xf FILE) and open the trace that is in it: .json, .json.gz or .sqlite</source>
        <translation>解压它（tar xf FILE），打开其中的跟踪文件：.json、.json.gz 或 .sqlite</translation>
    </message>
    <message>
        <source>Unpack it (unzip FILE) and open the trace that is in it: .json, .json.gz or .sqlite</source>
        <translation>解压它（unzip FILE），打开其中的跟踪文件：.json、.json.gz 或 .sqlite</translation>
    </message>
    <message>
        <source>Unpack it, and choose the file that results</source>
        <translation>解压它，并选择得到的内容</translation>
    </message>
    <message>
        <source>Unpack it, and choose the folder that results</source>
        <translation>解压它，然后选择得到的文件夹</translation>
    </message>
    <message>
        <source>Unpack the archive again</source>
        <translation>重新解压归档</translation>
    </message>
    <message>
        <source>Unpack the shards, so that they are read where they are: {}</source>
        <translation>解压分片，以便就地读取：{}</translation>
    </message>
    <message>
        <source>Update Stepscope</source>
        <translation>更新 Stepscope</translation>
    </message>
    <message>
        <source>Update Stepscope to open it</source>
        <translation>更新 Stepscope 以打开它</translation>
    </message>
    <message>
        <source>Update Stepscope, or freeze the model again with this version</source>
        <translation>请更新 Stepscope，或用本版本重新冻结模型</translation>
    </message>
    <message>
        <source>Update Stepscope, or put back a backup of the file</source>
        <translation>更新 Stepscope，或放回文件的备份</translation>
    </message>
    <message>
        <source>Update Stepscope; the file is left as it is</source>
        <translation>更新 Stepscope；文件保持原样</translation>
    </message>
    <message>
        <source>Use .json or .json.gz (Chrome and Perfetto), .sstrace (Stepscope&apos;s own, compact) or .csv (a table of the spans)</source>
        <translation>请使用 .json 或 .json.gz（Chrome 和 Perfetto）、.sstrace（Stepscope 自己的紧凑格式）或 .csv（片段表）</translation>
    </message>
    <message>
        <source>Use a file with data in it</source>
        <translation>使用有数据的文件</translation>
    </message>
    <message>
        <source>Use a file with text in it, or download it again</source>
        <translation>使用有文字的文件，或重新下载</translation>
    </message>
    <message>
        <source>Use a file with two classes or more, or name another data.target</source>
        <translation>使用有两个或更多类别的文件，或指定其他 data.target</translation>
    </message>
    <message>
        <source>Use a longer text, or lower data.context_length or data.validation_split</source>
        <translation>使用更长的文本，或减小 data.context_length 或 data.validation_split</translation>
    </message>
    <message>
        <source>Use a longer text, raise data.test_share, or set it to 0</source>
        <translation>使用更长的文本，增大 data.test_share，或设为 0</translation>
    </message>
    <message>
        <source>Use a longer text, raise data.validation_split, or set it to 0 to train without validation</source>
        <translation>使用更长的文本、增大 data.validation_split，或设为 0 以不做验证</translation>
    </message>
    <message>
        <source>Use a machine with more memory</source>
        <translation>使用内存更大的机器</translation>
    </message>
    <message>
        <source>Use a model of text, or other data</source>
        <translation>使用文本模型，或其他数据</translation>
    </message>
    <message>
        <source>Use a part of it</source>
        <translation>使用其中一部分</translation>
    </message>
    <message>
        <source>Use a real text</source>
        <translation>使用真正的文本</translation>
    </message>
    <message>
        <source>Use a set with two classes or more</source>
        <translation>使用至少有两个类别的数据集</translation>
    </message>
    <message>
        <source>Use a table with a column to predict</source>
        <translation>使用有可预测列的表格</translation>
    </message>
    <message>
        <source>Use a table with more columns</source>
        <translation>请使用列更多的表格</translation>
    </message>
    <message>
        <source>Use a text in one language</source>
        <translation>使用单一语言的文本</translation>
    </message>
    <message>
        <source>Use another layer in its place</source>
        <translation>请换用其他层</translation>
    </message>
    <message>
        <source>Use attention without a mask of keys</source>
        <translation>请使用没有键掩码的注意力</translation>
    </message>
    <message>
        <source>Use data of another kind</source>
        <translation>使用其他种类的数据</translation>
    </message>
    <message>
        <source>Use data of text, or a linear layer</source>
        <translation>使用文本数据，或线性层</translation>
    </message>
    <message>
        <source>Use data of the kind text, or another model</source>
        <translation>使用文本类数据，或其他模型</translation>
    </message>
    <message>
        <source>Use data of the other kind</source>
        <translation>使用另一种数据</translation>
    </message>
    <message>
        <source>Use data of this shape, or export the model for yours</source>
        <translation>使用这种形状的数据，或按你的数据导出模型</translation>
    </message>
    <message>
        <source>Use data with two classes or more</source>
        <translation>使用有两个或更多类别的数据</translation>
    </message>
    <message>
        <source>Use images, or the model mlp</source>
        <translation>使用图片，或模型 mlp</translation>
    </message>
    <message>
        <source>Use its result only</source>
        <translation>请只使用它的结果</translation>
    </message>
    <message>
        <source>Use one of {}</source>
        <translation>使用其中之一：{}</translation>
    </message>
    <message>
        <source>Use only the {} characters that do</source>
        <translation>只使用其中出现的 {} 个字符</translation>
    </message>
    <message>
        <source>Use smaller layers, images or batches</source>
        <translation>使用更小的层、图片或批</translation>
    </message>
    <message>
        <source>Use smaller samples or batches</source>
        <translation>使用更小的样本或批</translation>
    </message>
    <message>
        <source>Use the folder &quot;{}&quot;, which has sub-folders of pictures</source>
        <translation>采用文件夹 &quot;{}&quot;，其中有图片子文件夹</translation>
    </message>
    <message>
        <source>Use the folder {}: set data.path to {}</source>
        <translation>采用文件夹 {}：把 data.path 设为 {}</translation>
    </message>
    <message>
        <source>Use the four files of one set</source>
        <translation>使用同一数据集的四个文件</translation>
    </message>
    <message>
        <source>Use the project file that the run was started with</source>
        <translation>使用运行开始时的项目文件</translation>
    </message>
    <message>
        <source>Use the two files of one set</source>
        <translation>使用同一数据集的两个文件</translation>
    </message>
    <message>
        <source>Use the version of Stepscope that wrote it</source>
        <translation>使用写入它的 Stepscope 版本</translation>
    </message>
    <message>
        <source>Use whole numbers or texts as labels; numbers that are classes are read with data.task = &quot;classification&quot;</source>
        <translation>用整数或文本作标签；若这些数是类别，设 data.task = &quot;classification&quot;</translation>
    </message>
    <message>
        <source>VGG-16 with batch norm (Simonyan and Zisserman 2014)</source>
        <translation>带批归一化的 VGG-16 (Simonyan and Zisserman 2014)</translation>
    </message>
    <message>
        <source>Valid names are {}{}</source>
        <translation>有效的名称为 {}{}</translation>
    </message>
    <message>
        <source>Valid names:</source>
        <translation>有效的名称：</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>Validation is better than it can be</source>
        <translation>验证好得不真实</translation>
    </message>
    <message>
        <source>Validation is better than training from the first epochs on: its loss is {} times the training loss of the epoch after it, without dropout or augmentation that would explain it. The same samples may be on both sides, or the validation data are easier.</source>
        <translation>从最初的轮次起验证就好于训练：其损失是其后一个轮次训练损失的 {} 倍，又没有能解释它的 dropout 或数据增强。训练集与验证集可能有相同的样本，或者验证数据更容易。</translation>
    </message>
    <message>
        <source>Validation takes much of the time</source>
        <translation>验证占用大量时间</translation>
    </message>
    <message>
        <source>Validation takes {}.</source>
        <translation>验证占{}。</translation>
    </message>
    <message>
        <source>Validation takes {}: {} each time{}{}.</source>
        <translation>验证占{}：每次 {}{}{}。</translation>
    </message>
    <message>
        <source>Validations are not marked in this trace.</source>
        <translation>此跟踪没有区分验证。</translation>
    </message>
    <message>
        <source>Vision transformer, 12 x 192 (Touvron et al. 2021), timm&apos;s</source>
        <translation>Vision Transformer，12 x 192 (Touvron et al. 2021)，timm 的变体</translation>
    </message>
    <message>
        <source>Vision transformer, 12 x 384 (Touvron et al. 2021), timm&apos;s</source>
        <translation>Vision Transformer，12 x 384 (Touvron et al. 2021)，timm 的变体</translation>
    </message>
    <message>
        <source>Wait for it or close it</source>
        <translation>等待它或关闭它</translation>
    </message>
    <message>
        <source>Wait for that one to end, or stop it first</source>
        <translation>等待它结束，或先停止它</translation>
    </message>
    <message>
        <source>Waiting for data takes {}, {} of {} {}: {}.</source>
        <translation>等待数据占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Whether a larger batch would fit where the GPU has too little to do.</source>
        <translation>GPU 工作太少时，是否放得下更大的批。</translation>
    </message>
    <message>
        <source>Whether a step has enough samples for its fixed work and its threads.</source>
        <translation>一步的样本对其固定工作和线程是否足够。</translation>
    </message>
    <message>
        <source>Whether kernels were chosen by timing (torch.backends.cudnn.benchmark) is not recorded.</source>
        <translation>没有记录 kernel 是否按实测耗时选择（torch.backends.cudnn.benchmark）。</translation>
    </message>
    <message>
        <source>Whether layers run the fastest of their kernels.</source>
        <translation>各层是否运行其最快的 kernel。</translation>
    </message>
    <message>
        <source>Whether mixed precision multiplies faster here or only converts.</source>
        <translation>混合精度在此是乘得更快还是只做转换。</translation>
    </message>
    <message>
        <source>Whether other programs held the cores is not known: single slow batches may be theirs.</source>
        <translation>不知道其他程序是否占用了 CPU 核：个别的慢批可能由此引起。</translation>
    </message>
    <message>
        <source>Whether other programs held the cores is not known: slow steps may be theirs.</source>
        <translation>不知道其他程序是否占用了 CPU 核：慢的步可能由此引起。</translation>
    </message>
    <message>
        <source>Whether the batch size is a multiple that suits tensor cores or threads.</source>
        <translation>批大小是否为 Tensor Core 或线程所需的倍数。</translation>
    </message>
    <message>
        <source>Whether the learning rate was changed together with the batch size.</source>
        <translation>批大小改变时学习率是否随之改变。</translation>
    </message>
    <message>
        <source>Whether the loader&apos;s workers take cores from computing.</source>
        <translation>加载线程是否占用了计算所需的 CPU 核。</translation>
    </message>
    <message>
        <source>Whether the loss ends above its first value, or becomes NaN or infinite.</source>
        <translation>损失最后是否高于开始时，或变为 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>Whether the loss falls steadily, slowly, and without coming to a plateau.</source>
        <translation>损失是否稳定而缓慢地下降，且没有进入平台期。</translation>
    </message>
    <message>
        <source>Whether the loss rises in the first steps, or jumps up and down to the end.</source>
        <translation>损失是否在最初几步上升，或一直上下跳动到最后。</translation>
    </message>
    <message>
        <source>Whether the loss stays at that of guessing: ln C for C classes as frequent as each other, the variance of the targets for mean squared error.</source>
        <translation>损失是否停在随机猜测的水平：C 个同样常见的类别为 ln C，均方误差为目标的方差。</translation>
    </message>
    <message>
        <source>Whether the training data are learned and the validation is never better than guessing.</source>
        <translation>训练数据是否已学会而验证从不优于猜测。</translation>
    </message>
    <message>
        <source>Whether the training loss stopped falling at a learning rate that stays as it is.</source>
        <translation>学习率不变时训练损失是否停止下降。</translation>
    </message>
    <message>
        <source>Whether the validation loss turned up while the training loss fell on, and after which epoch.</source>
        <translation>验证损失是否在训练损失继续下降时转而上升，以及在哪个轮次之后。</translation>
    </message>
    <message>
        <source>Whether the validation loss was still falling when early stopping ended the run.</source>
        <translation>早停结束运行时验证损失是否仍在下降。</translation>
    </message>
    <message>
        <source>Whether validation is better than training from the first epochs on, or perfect at once.</source>
        <translation>验证是否从最初的轮次起就好于训练，或立刻完美。</translation>
    </message>
    <message>
        <source>Which classes the model predicts for no sample of the validation data.</source>
        <translation>模型对验证数据的任何样本都没有预测过哪些类别。</translation>
    </message>
    <message>
        <source>Widen the layer from {} to {} (the next multiple of {})</source>
        <translation>把宽度为 {} 的层改为 {}（下一个 {} 的倍数）</translation>
    </message>
    <message>
        <source>Wilson 1927, the interval of a share</source>
        <translation>Wilson 1927，比例的区间</translation>
    </message>
    <message>
        <source>With a batch of {} still: {}</source>
        <translation>批大小仍为 {}：{}</translation>
    </message>
    <message>
        <source>With fewer updates per epoch and the same rate it learns more slowly.</source>
        <translation>每个轮次的更新变少而学习率不变，学习会变慢。</translation>
    </message>
    <message>
        <source>With more noise in each gradient the same rate may be too high.</source>
        <translation>每个梯度的噪声变大，同样的学习率可能太高。</translation>
    </message>
    <message>
        <source>With twice the batch (GPU time doubled, host time not): {} at best instead of {} for as many samples.</source>
        <translation>批加倍（GPU 时间加倍，主机不变）时：同样多的样本最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>With twice the batch, if only the update takes no longer: {} at best instead of {} for as many samples.</source>
        <translation>批加倍且只有更新不变长时：同样多的样本最好为 {}，现为 {}。</translation>
    </message>
    <message>
        <source>With {} the accuracy of {} is known to ±{} points</source>
        <translation>有 {}，准确率 {} 只能确定到 ±{} 个百分点</translation>
    </message>
    <message>
        <source>With {} the turn may be chance.</source>
        <translation>只有 {}，转折可能是偶然的。</translation>
    </message>
    <message>
        <source>Without one the quality of the model on new pictures is not known: add some</source>
        <translation>没有验证图片就无法知道模型对新图片的效果：增加一些</translation>
    </message>
    <message>
        <source>Without one the quality of the model on new rows is not known: raise data.validation_split, or name a file in data.validation_path</source>
        <translation>没有验证行，就无人知道模型在新行上表现如何：提高 data.validation_split，或在 data.validation_path 中指定一个文件</translation>
    </message>
    <message>
        <source>Without them the host would run ahead, and up to {} of idle time would end.</source>
        <translation>没有这些等待，主机会提前运行，最多可消除 {} 的空闲时间。</translation>
    </message>
    <message>
        <source>Work of the host</source>
        <translation>主机的工作</translation>
    </message>
    <message>
        <source>Work of the host takes {}, {} of {} {}: {}.</source>
        <translation>主机的工作占{0}（{2} {3} 中的 {1}）：{4}。</translation>
    </message>
    <message>
        <source>Work on the CPU takes {}, {} of {} {}: {}.</source>
        <translation>CPU 上的工作占{0}，{2} {3} 中的 {1}：{4}。</translation>
    </message>
    <message>
        <source>Work that moves data and computes little takes {}: {}.</source>
        <translation>搬运数据、很少计算的工作占{0}：{1}。</translation>
    </message>
    <message>
        <source>Work that waits for the GPU&apos;s memory takes {}, but the GPU is busy only {} of the time.</source>
        <translation>等待显存的工作占{}，但 GPU 只有 {} 的时间忙碌。</translation>
    </message>
    <message>
        <source>Work that waits for the GPU&apos;s memory takes {}.</source>
        <translation>等待显存的工作占{}。</translation>
    </message>
    <message>
        <source>Workers that are not worth their cores</source>
        <translation>加载线程过多，浪费 CPU 核</translation>
    </message>
    <message>
        <source>Write 0.001..0.1, or 0.001..0.1 log</source>
        <translation>写 0.001..0.1，或 0.001..0.1 log</translation>
    </message>
    <message>
        <source>Write 32, 64, or a range: 0.001..0.1 log</source>
        <translation>写 32, 64 或范围：0.001..0.1 log</translation>
    </message>
    <message>
        <source>Write JPEG or PNG bytes into the feature image/encoded; values without pictures can be written as CSV</source>
        <translation>把 JPEG 或 PNG 的字节写入特征 image/encoded；没有图片的数值可写成 CSV</translation>
    </message>
    <message>
        <source>Write [sweep] with [[sweep.values]] into the project file, or give keys and values: --vary switches.batch_size=32,64</source>
        <translation>在项目文件中写 [sweep] 和 [[sweep.values]]，或列出键和值：--vary switches.batch_size=32,64</translation>
    </message>
    <message>
        <source>Write a point instead: 0.1</source>
        <translation>请改用点：0.1</translation>
    </message>
    <message>
        <source>Write a text in quotes, and numbers, true and false without</source>
        <translation>文字要加引号，数字以及 true 和 false 不加</translation>
    </message>
    <message>
        <source>Write all cells in one form and unit</source>
        <translation>请将所有单元格写成同一形式和单位</translation>
    </message>
    <message>
        <source>Write dynamic, or a number from 1 to 65536</source>
        <translation>请写 dynamic，或 1 到 65536 之间的数</translation>
    </message>
    <message>
        <source>Write each as [[{}]]</source>
        <translation>每个写为 [[{}]]</translation>
    </message>
    <message>
        <source>Write each class in one way in the file</source>
        <translation>请在文件中统一每个类别的写法</translation>
    </message>
    <message>
        <source>Write each dimension from 0 to {} once, with 0 (the batch) first</source>
        <translation>请把 0 到 {} 的每个维度各写一次，批次 0 在最前</translation>
    </message>
    <message>
        <source>Write each in one way in the file</source>
        <translation>在文件中把每个都写成同一种形式</translation>
    </message>
    <message>
        <source>Write each layer as [[model.layers]] with type = &quot;...&quot;</source>
        <translation>每层写为 [[model.layers]]，并带 type = &quot;...&quot;</translation>
    </message>
    <message>
        <source>Write each step as a tf.train.Example, or the values as CSV</source>
        <translation>把每一步写成 tf.train.Example，或把数值写成 CSV</translation>
    </message>
    <message>
        <source>Write every dimension once, 0 first</source>
        <translation>每个维度写一次，0 在最前</translation>
    </message>
    <message>
        <source>Write it as in [1, 2, 3]</source>
        <translation>请写成 [1, 2, 3] 的形式</translation>
    </message>
    <message>
        <source>Write it as in [data]</source>
        <translation>请写成 [data] 的形式</translation>
    </message>
    <message>
        <source>Write it as in epochs = 10</source>
        <translation>请写成 epochs = 10 的形式</translation>
    </message>
    <message>
        <source>Write it in UTF-8</source>
        <translation>用 UTF-8 书写</translation>
    </message>
    <message>
        <source>Write it in one line, with commas between its keys</source>
        <translation>请写在一行内，键之间用逗号分隔</translation>
    </message>
    <message>
        <source>Write it once, with the content of both</source>
        <translation>只写一次，把两处的内容合在一起</translation>
    </message>
    <message>
        <source>Write its cells as plain numbers or dates to use it</source>
        <translation>若要使用，请将其单元格写成普通的数字或日期</translation>
    </message>
    <message>
        <source>Write its keys under [{}]</source>
        <translation>把它的键写在 [{}] 下</translation>
    </message>
    <message>
        <source>Write key = &quot;train.optimizer.learning_rate&quot;, or another key of the project</source>
        <translation>写 key = &quot;train.optimizer.learning_rate&quot;，或项目的其他键</translation>
    </message>
    <message>
        <source>Write kind = &quot;...&quot; under [data]; kinds are {}</source>
        <translation>在 [data] 下写 kind = &quot;...&quot;；种类有 {}</translation>
    </message>
    <message>
        <source>Write lines such as epochs = 10 below headings such as [train]</source>
        <translation>请在 [train] 这样的标题下写 epochs = 10 这样的行</translation>
    </message>
    <message>
        <source>Write model.layers.0.&lt;argument&gt; for the first layer</source>
        <translation>第一层写为 model.layers.0.&lt;argument&gt;</translation>
    </message>
    <message>
        <source>Write name = &quot;...&quot; or onnx = &quot;...&quot; under [model], or a list of [[model.layers]]</source>
        <translation>在 [model] 下写 name = &quot;...&quot; 或 onnx = &quot;...&quot;，或写 [[model.layers]] 列表</translation>
    </message>
    <message>
        <source>Write one after the =, or remove the line</source>
        <translation>请在 = 后写一个值，或删去这一行</translation>
    </message>
    <message>
        <source>Write one key on a line, decimal numbers with a point, and texts in quotes</source>
        <translation>一行写一个键；小数用点；文字加引号</translation>
    </message>
    <message>
        <source>Write one object in each line, or remove the line</source>
        <translation>每行写一个对象，或删除该行</translation>
    </message>
    <message>
        <source>Write path = &quot;...&quot; under [data]</source>
        <translation>在 [data] 下写 path = &quot;...&quot;</translation>
    </message>
    <message>
        <source>Write pattern = &quot;layer4.*&quot;: the names of its parameters</source>
        <translation>写 pattern = &quot;layer4.*&quot;：它所针对的参数的名称</translation>
    </message>
    <message>
        <source>Write set = [&quot;train.optimizer.learning_rate=0.1&quot;]</source>
        <translation>写 set = [&quot;train.optimizer.learning_rate=0.1&quot;]</translation>
    </message>
    <message>
        <source>Write sizes of at least 1, and at most one -1</source>
        <translation>大小至少写 1，最多一个 -1</translation>
    </message>
    <message>
        <source>Write the cells of one of them as plain numbers or dates, or use a table with more columns</source>
        <translation>请将其中一列的单元格写成普通的数字或日期，或使用列更多的表格</translation>
    </message>
    <message>
        <source>Write the class of each range of amounts into a column</source>
        <translation>把每个数量区间的类别写入一列</translation>
    </message>
    <message>
        <source>Write the picture and its class in each line</source>
        <translation>在每行写出图片和它的类别</translation>
    </message>
    <message>
        <source>Write the text in single quotes, as in &apos;C:\data&apos;, or use / instead</source>
        <translation>把文字写在单引号中，例如 &apos;C:\data&apos;，或改用 /</translation>
    </message>
    <message>
        <source>Write their values as CSV or as text, in Python</source>
        <translation>在 Python 中把它们的值写成 CSV 或文本</translation>
    </message>
    <message>
        <source>Write them all in one form, such as 2024-03-05</source>
        <translation>请统一写成一种形式，例如 2024-03-05</translation>
    </message>
    <message>
        <source>Write them as plain numbers or dates</source>
        <translation>请写成普通的数字或日期</translation>
    </message>
    <message>
        <source>Write them as tf.train.Example</source>
        <translation>把它们写成 tf.train.Example</translation>
    </message>
    <message>
        <source>Write them as tf.train.Example, in Python</source>
        <translation>在 Python 中把它们写成 tf.train.Example</translation>
    </message>
    <message>
        <source>Write them with commas: 32, 64</source>
        <translation>用逗号分隔：32, 64</translation>
    </message>
    <message>
        <source>Write two for each dimension, the last dimension first: [left, right, top, bottom]</source>
        <translation>从最后一维起每维写两个：[左，右，上，下]</translation>
    </message>
    <message>
        <source>Write values = [&quot;0.1&quot;, &quot;0.01&quot;]; a range needs kind = &quot;random&quot;</source>
        <translation>写 values = [&quot;0.1&quot;, &quot;0.01&quot;]；范围需要 kind = &quot;random&quot;</translation>
    </message>
    <message>
        <source>Write {} = ... under [train.schedule]</source>
        <translation>写 {} = ...，在 [train.schedule] 下</translation>
    </message>
    <message>
        <source>Write {} = [30, 60] under [train.schedule]</source>
        <translation>在 [train.schedule] 下写 {} = [30, 60]</translation>
    </message>
    <message>
        <source>Write, for example, --budget 6GiB</source>
        <translation>例如写成 --budget 6GiB</translation>
    </message>
    <message>
        <source>Write, for example, --set switches.batch_size=128</source>
        <translation>例如写成 --set switches.batch_size=128</translation>
    </message>
    <message>
        <source>Write, for example, amp=bf16</source>
        <translation>例如写成 amp=bf16</translation>
    </message>
    <message>
        <source>Write, for example, switches.batch_size = 128</source>
        <translation>例如写 switches.batch_size = 128</translation>
    </message>
    <message>
        <source>XProf, compilation is host overhead</source>
        <translation>XProf，编译计为主机开销</translation>
    </message>
    <message>
        <source>XProf, host overhead</source>
        <translation>XProf，主机开销</translation>
    </message>
    <message>
        <source>XProf, kernel launch</source>
        <translation>XProf，kernel 启动</translation>
    </message>
    <message>
        <source>Zhang et al. 2017, Understanding deep learning requires rethinking generalization</source>
        <translation>Zhang et al. 2017, Understanding deep learning requires rethinking generalization</translation>
    </message>
    <message>
        <source>Zhang et al. 2017: random labels are learned by heart, and nothing else</source>
        <translation>Zhang et al. 2017：随机标签只会被死记</translation>
    </message>
    <message>
        <source>[{}] takes {}</source>
        <translation>[{}] 接受 {}</translation>
    </message>
    <message>
        <source>`adagrad`: the rate is divided by 1 + (step - 1) times this</source>
        <translation>`adagrad`：学习率除以 1 + (step - 1) 乘以此值</translation>
    </message>
    <message>
        <source>`adagrad`: what the sum of squares starts from</source>
        <translation>`adagrad`：平方和的初始值</translation>
    </message>
    <message>
        <source>`adam` and its kind, `lamb`: decay of the gradient&apos;s mean</source>
        <translation>`adam` 一类、`lamb`：梯度平均的衰减</translation>
    </message>
    <message>
        <source>`adam` and its kind, `lamb`: decay of the squared gradient&apos;s mean</source>
        <translation>`adam` 一类、`lamb`：梯度平方平均的衰减</translation>
    </message>
    <message>
        <source>`adam`, `adamw`: the largest squared gradient&apos;s mean so far stands in the denominator</source>
        <translation>`adam`、`adamw`：分母使用迄今最大的梯度平方平均</translation>
    </message>
    <message>
        <source>`auto`: `cross_entropy` for classes and tokens, `mse` for numbers to predict, for which `l1` and `huber` can be had as well</source>
        <translation>`auto`：类别和词元用 `cross_entropy`，要预测的数字用 `mse`，后者也可用 `l1` 和 `huber`</translation>
    </message>
    <message>
        <source>`cifar100`: 1 learns the 20 superclasses</source>
        <translation>`cifar100`：1 表示学习 20 个大类</translation>
    </message>
    <message>
        <source>`constant`, `linear`, `polynomial`, `cosine`: how long the schedule takes; a `cosine` with a length of its own climbs again after it</source>
        <translation>`constant`、`linear`、`polynomial`、`cosine`：调度的长度；有自己长度的 `cosine` 之后会再次上升</translation>
    </message>
    <message>
        <source>`constant`: the value</source>
        <translation>`constant`：取值</translation>
    </message>
    <message>
        <source>`cosine_warm_restarts`: each cosine is this many times as long as the one before</source>
        <translation>`cosine_warm_restarts`：每个余弦是前一个的多少倍长</translation>
    </message>
    <message>
        <source>`cosine_warm_restarts`: length of the first cosine</source>
        <translation>`cosine_warm_restarts`：第一个余弦的长度</translation>
    </message>
    <message>
        <source>`cosine`, `cosine_warm_restarts`, `reduce_on_plateau`: the smallest rate</source>
        <translation>`cosine`、`cosine_warm_restarts`、`reduce_on_plateau`：最小学习率</translation>
    </message>
    <message>
        <source>`cross_entropy`: how much an answer of each class counts, such as [1, 5] where the second class is rare</source>
        <translation>`cross_entropy`：每个类别的答案计多少，例如第二类少见时用 [1, 5]</translation>
    </message>
    <message>
        <source>`cross_entropy`: this share of every label is spread evenly over all classes (Szegedy et al. 2016); 0.1 is usual for pictures</source>
        <translation>`cross_entropy`：每个标签的这一比例平均分给所有类别 (Szegedy et al. 2016)；图片通常用 0.1</translation>
    </message>
    <message>
        <source>`efficientnet_b0`: probability that the last residual branch of a sample is dropped while training; earlier ones less</source>
        <translation>`efficientnet_b0`：训练时丢弃样本最后一个残差分支的概率；较早的分支更小</translation>
    </message>
    <message>
        <source>`gpt`, `transformer`, `lstm`, `gru`: layers one after the other</source>
        <translation>`gpt`、`transformer`、`lstm`、`gru`：依次的层数</translation>
    </message>
    <message>
        <source>`gpt`, `transformer`: attention heads</source>
        <translation>`gpt`、`transformer`：注意力头</translation>
    </message>
    <message>
        <source>`gpt`, `transformer`: numbers that stand for a token; the heads must divide it</source>
        <translation>`gpt`、`transformer`：表示一个词元的数的个数；必须能被头数整除</translation>
    </message>
    <message>
        <source>`gpt`: 1 uses the table of embeddings as the last layer too</source>
        <translation>`gpt`：1 表示最后一层也使用嵌入表</translation>
    </message>
    <message>
        <source>`grid`: every combination of the values; `random`: so many draws from values and ranges; `list`: each run is written out</source>
        <translation>`grid`：各值的所有组合；`random`：从值和范围中抽取若干次；`list`：逐个写出每次运行</translation>
    </message>
    <message>
        <source>`huber`: errors below it count squared, those above it linear</source>
        <translation>`huber`：小于它的误差按平方计，大于它的按线性计</translation>
    </message>
    <message>
        <source>`image_folder`, `mnist`, `cifar10`, `numpy`, `numpy_table`, `shapes`, `text`, `table` or `synthetic`; see below</source>
        <translation>`image_folder`、`mnist`、`cifar10`、`numpy`、`numpy_table`、`shapes`、`text`、`table` 或 `synthetic`；见下文</translation>
    </message>
    <message>
        <source>`image_folder`: the folder whose sub-folders are the classes; without it, told by the names and contents of the folders in `data.path`</source>
        <translation>`image_folder`：其子文件夹为类别的文件夹；未设置时，由 `data.path` 中文件夹的名称和内容判断</translation>
    </message>
    <message>
        <source>`kaiming_*`: by `fan_in` or `fan_out`</source>
        <translation>`kaiming_*`：按 `fan_in` 或 `fan_out`</translation>
    </message>
    <message>
        <source>`kaiming_*`: the gain of `linear`, `sigmoid` (1), `tanh` (5/3), `relu` (√2), `leaky_relu` (√(2/(1 + slope²))), `selu` (3/4)</source>
        <translation>`kaiming_*`：增益按 `linear`、`sigmoid` (1)、`tanh` (5/3)、`relu` (√2)、`leaky_relu` (√(2/(1 + slope²)))、`selu` (3/4)</translation>
    </message>
    <message>
        <source>`lstm`, `gru`: numbers that stand for a token</source>
        <translation>`lstm`、`gru`：表示一个词元的数的个数</translation>
    </message>
    <message>
        <source>`measured`; `usual` with `model.onnx`</source>
        <translation>`measured`；有 `model.onnx` 时为 `usual`</translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`, `lenet5`, `resnet20`, `resnet56`, `resnet18`, `resnet34`, `resnet50`, `resnet101`, `vgg16_bn`, `mobilenet_v2`, `mobilenet_v3_small`, `efficientnet_b0`, `shufflenet_v2_x1_0`, `densenet121`, `vit_tiny`, `vit_small`, and of text `gpt`, `transformer`, `lstm`, `gru`</source>
        <translation>`mlp`、`tabular_mlp`、`lenet5`、`resnet20`、`resnet56`、`resnet18`、`resnet34`、`resnet50`、`resnet101`、`vgg16_bn`、`mobilenet_v2`、`mobilenet_v3_small`、`efficientnet_b0`、`shufflenet_v2_x1_0`、`densenet121`、`vit_tiny`、`vit_small`，文本为 `gpt`、`transformer`、`lstm`、`gru`</translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`: `relu`, `relu6`, `leaky_relu`, `elu`, `gelu`, `silu`, `sigmoid`, `tanh`, `hardswish`, `hardsigmoid` or `softplus`</source>
        <translation>`mlp`、`tabular_mlp`：`relu`、`relu6`、`leaky_relu`、`elu`、`gelu`、`silu`、`sigmoid`、`tanh`、`hardswish`、`hardsigmoid` 或 `softplus`</translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`: widths of the hidden layers; `lstm`, `gru`: hidden size</source>
        <translation>`mlp`、`tabular_mlp`：隐藏层的宽度；`lstm`、`gru`：隐藏状态的大小</translation>
    </message>
    <message>
        <source>`mnist`, `cifar10`, `image_folder`, `numpy`, `numpy_table`: what the published test files (`t10k-*`, `test_batch.bin`, a folder `test`, `x_test`) are for. `test`: they choose nothing, and without a validation part `data.validation_split` is drawn of the training part; `validation`: the best checkpoint is chosen by them. `auto` is `test` for arrays of NumPy; for the others it is `validation` where the data have no other validation part, as it was before this key was there, so that projects and runs from then keep their meaning; `new` writes `test`, and `train` and `data check` tell where the test files choose</source>
        <translation>`mnist`、`cifar10`、`image_folder`、`numpy`、`numpy_table`：公布的测试文件（`t10k-*`、`test_batch.bin`、文件夹 `test`、`x_test`）的用途。`test`：它们不参与任何选择，没有验证部分时按 `data.validation_split` 从训练部分抽取；`validation`：用它们选出最佳检查点。对 NumPy 数组，`auto` 即 `test`；对其他数据，没有别的验证部分时为 `validation`，与此键出现之前一样，使那时的项目和运行保持原义；`new` 写入 `test`，若测试文件参与选择，`train` 和 `data check` 会说明</translation>
    </message>
    <message>
        <source>`mobilenet_v2`, `mobilenet_v3_small`: factor of the numbers of channels</source>
        <translation>`mobilenet_v2`、`mobilenet_v3_small`：通道数的系数</translation>
    </message>
    <message>
        <source>`model`; `ones`: scales 1, shifts 0; `zero_gamma`: so, but the scale of the last norm of each residual branch starts at 0</source>
        <translation>`model`；`ones`：缩放为 1，偏移为 0；`zero_gamma`：同上，但每个残差分支最后一个归一化的缩放从 0 开始</translation>
    </message>
    <message>
        <source>`model`; `pytorch`: uniform in ±1/√fan_in; `zeros`</source>
        <translation>`model`；`pytorch`：在 ±1/√fan_in 内均匀分布；`zeros`</translation>
    </message>
    <message>
        <source>`multistep`, such as [30, 60, 90]</source>
        <translation>`multistep`，如 [30, 60, 90]</translation>
    </message>
    <message>
        <source>`normal`: standard deviation</source>
        <translation>`normal`：标准差</translation>
    </message>
    <message>
        <source>`off`, `blocks`, `sqrt`, `budget`, or an amount of memory</source>
        <translation>`off`、`blocks`、`sqrt`、`budget`，或内存量</translation>
    </message>
    <message>
        <source>`one_cycle`: base rate / first rate</source>
        <translation>`one_cycle`：基础学习率 / 起始学习率</translation>
    </message>
    <message>
        <source>`one_cycle`: down to the first rate as long as up, then to the last</source>
        <translation>`one_cycle`：用与上升相同的时间降到起始学习率，再降到最终</translation>
    </message>
    <message>
        <source>`one_cycle`: first rate / last rate</source>
        <translation>`one_cycle`：起始学习率 / 最终学习率</translation>
    </message>
    <message>
        <source>`one_cycle`: momentum at the highest rate</source>
        <translation>`one_cycle`：最高学习率时的动量</translation>
    </message>
    <message>
        <source>`one_cycle`: momentum at the lowest rates</source>
        <translation>`one_cycle`：最低学习率时的动量</translation>
    </message>
    <message>
        <source>`one_cycle`: shape of its parts</source>
        <translation>`one_cycle`：各部分的形状</translation>
    </message>
    <message>
        <source>`one_cycle`: share of the run in which the rate grows</source>
        <translation>`one_cycle`：学习率上升部分占运行的比例</translation>
    </message>
    <message>
        <source>`one_cycle`: whether the momentum moves too</source>
        <translation>`one_cycle`：动量是否也变化</translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: a smaller cut is not made</source>
        <translation>`reduce_on_plateau`：更小的降低不做</translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: a smaller improvement is none</source>
        <translation>`reduce_on_plateau`：更小的改善不算</translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: epochs after a cut that do not count</source>
        <translation>`reduce_on_plateau`：降低之后不计的轮次</translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: epochs without an improvement that are borne</source>
        <translation>`reduce_on_plateau`：容许没有改善的轮次</translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: threshold as a share of the best value, or as it is</source>
        <translation>`reduce_on_plateau`：阈值为最佳值的比例，或绝对值</translation>
    </message>
    <message>
        <source>`resnet20`, `resnet56`: 1 uses 1x1 convolutions in the shortcuts, 0 the paper&apos;s shortcuts without parameters</source>
        <translation>`resnet20`、`resnet56`：1 在捷径中使用 1x1 卷积，0 使用论文中无参数的捷径</translation>
    </message>
    <message>
        <source>`rmsprop`: decay of the squared gradient&apos;s mean</source>
        <translation>`rmsprop`：梯度平方平均的衰减</translation>
    </message>
    <message>
        <source>`rmsprop`: divide by the deviation of the gradient instead of its size</source>
        <translation>`rmsprop`：除以梯度的标准差而不是其大小</translation>
    </message>
    <message>
        <source>`sgd`, `rmsprop`: share of the last update that is kept</source>
        <translation>`sgd`、`rmsprop`：保留上一次更新的比例</translation>
    </message>
    <message>
        <source>`sgd`: Nesterov momentum; needs a momentum and no dampening</source>
        <translation>`sgd`：Nesterov 动量；需要动量，且没有阻尼</translation>
    </message>
    <message>
        <source>`sgd`: how much less a gradient counts in the momentum</source>
        <translation>`sgd`：梯度计入动量时减少的比例</translation>
    </message>
    <message>
        <source>`step`, `multistep`, `exponential`: factor of each cut or epoch</source>
        <translation>`step`、`multistep`、`exponential`：每次降低或每轮的系数</translation>
    </message>
    <message>
        <source>`step`: epochs between two cuts of the rate</source>
        <translation>`step`：两次降低学习率之间的轮次</translation>
    </message>
    <message>
        <source>`synthetic`: number of classes</source>
        <translation>`synthetic`：类别数</translation>
    </message>
    <message>
        <source>`table`, `numpy`, `numpy_table`: `classification`, `regression`, or `auto`: texts, and whole numbers of at most 20 different values with at least three rows of each (ten where there are gaps between the numbers), are classes; other numbers, and several targets, are regression</source>
        <translation>`table`、`numpy`、`numpy_table`：`classification`、`regression` 或 `auto`：文本，以及至多 20 个不同取值且每个取值至少三行（数值之间有间隔时为十行）的整数，作为类别；其他数值以及多个目标作为回归</translation>
    </message>
    <message>
        <source>`table`, `text`: the encoding of the file: `auto` finds `utf-8`, `utf-16le`, `utf-16be`, `utf-32le`, `utf-32be`, `gb18030`, `big5`, `shift_jis`, `euc-jp` and `euc-kr` by the bytes, and by the letters that they make `cp1252`, `cp1250`, `latin-2`, `cp1251`, `cp1253`, `cp1254`, `cp1255`, `cp1256`, `cp1257`, `cp874`, `koi8-r`, `cp866`, `iso-8859-5`, `iso-8859-7`, `mac-roman`, `cp850` and `cp852`; where two of them do about equally well the file is refused with both; others are `latin-1`, `latin-5`, `latin-9` and `cp1258`</source>
        <translation>`table`、`text`：文件的编码：`auto` 按字节识别 `utf-8`、`utf-16le`、`utf-16be`、`utf-32le`、`utf-32be`、`gb18030`、`big5`、`shift_jis`、`euc-jp` 和 `euc-kr`，按字节所成的字母识别 `cp1252`、`cp1250`、`latin-2`、`cp1251`、`cp1253`、`cp1254`、`cp1255`、`cp1256`、`cp1257`、`cp874`、`koi8-r`、`cp866`、`iso-8859-5`、`iso-8859-7`、`mac-roman`、`cp850` 和 `cp852`；其中两种同样合适时拒绝该文件并列出二者；其他有 `latin-1`、`latin-5`、`latin-9` 和 `cp1258`</translation>
    </message>
    <message>
        <source>`table`: a file of its own for validation; without one, `data.validation_split` of the rows. `image_folder`: a folder of its own with the same classes; `image_list`, `image_names`, `tfrecord`, `webdataset`: data of the same kind</source>
        <translation>`table`：单独的验证文件；没有时，取各行的 `data.validation_split`。`image_folder`：含相同类别的单独文件夹；`image_list`、`image_names`、`tfrecord`、`webdataset`：同种类的数据</translation>
    </message>
    <message>
        <source>`table`: columns that are not shown to the model, such as an identifier</source>
        <translation>`table`：不给模型看的列，例如标识号</translation>
    </message>
    <message>
        <source>`table`: columns that are read as dates</source>
        <translation>`table`：按日期读取的列</translation>
    </message>
    <message>
        <source>`table`: columns that are read as numbers, whatever they look like</source>
        <translation>`table`：无论形式如何都按数字读取的列</translation>
    </message>
    <message>
        <source>`table`: columns that are read as texts with one input for each, such as codes made of digits</source>
        <translation>`table`：按文本读取、每个文本一个输入的列，例如由数字组成的代码</translation>
    </message>
    <message>
        <source>`table`: rows with equal values in this column, such as a patient, stay in one part, so that none is both trained on and validated or tested with; the parts are filled group by group, the classes as alike as groups allow. The column is no input unless it is named in `data.categories` or `data.numbers`</source>
        <translation>`table`：此列取值相同的行（例如同一患者）留在同一部分，使任何一组都不会既用于训练又用于验证或测试；各部分逐组填充，类别比例在分组允许的范围内尽量一致。除非在 `data.categories` 或 `data.numbers` 中列出，该列不作为输入</translation>
    </message>
    <message>
        <source>`table`: what comes first in 03/05/2024: `day`, `month`, or `year` as in 24-05-03, or `auto`: found by the dates that are valid one way only</source>
        <translation>`table`：03/05/2024 中什么在前：`day`、`month`，或如 24-05-03 的 `year`；`auto` 根据只有一种读法成立的日期判断</translation>
    </message>
    <message>
        <source>`table`: what stands before the decimals of numbers: `point`, `comma`, or `auto`: found column by column; the other one stands between groups of three digits, as blanks and apostrophes may</source>
        <translation>`table`：小数前的符号：`point`、`comma`，或 `auto`：逐列判断；另一个符号用于每三位分组，空格和撇号亦可</translation>
    </message>
    <message>
        <source>`table`: what stands between two cells: `comma`, `semicolon`, `tab`, `pipe`, `space` (any number of blanks), or `auto`: that of a first line `sep=;`, or the one that cuts the first rows into equally many cells</source>
        <translation>`table`：单元格之间的符号：`comma`、`semicolon`、`tab`、`pipe`、`space`（任意个空格），或 `auto`：首行 `sep=;` 所写的，或把前几行切成相同单元格数的那个</translation>
    </message>
    <message>
        <source>`table`: what stands in a cell for no value besides an empty cell and what programs write (`NA`, `NaN`, `null`, `?`, `#N/A`, ..., and `-`, `.`, `unknown` among numbers). Of `&quot;!NA&quot;` the text is a value: the `!` takes a mark away, also one that was found</source>
        <translation>`table`：除空单元格以及程序所写的标记（`NA`、`NaN`、`null`、`?`、`#N/A` 等，以及数字中的 `-`、`.`、`unknown`）外，单元格中表示无值的标记。`&quot;!NA&quot;` 表示该文本是值：`!` 去掉一个标记，也包括自动发现的标记</translation>
    </message>
    <message>
        <source>`table`: what the model is to answer; the name in the header, or the column&apos;s number from 1 (in quotes) where there is none. `image_list`: the column of the class</source>
        <translation>`table`：模型要回答的内容；列名，没有列名时为从 1 起的列号（加引号）。`image_list`：类别所在的列</translation>
    </message>
    <message>
        <source>`table`: whether the first row names the columns: `yes`, `no`, or `auto`: by how its cells differ from those below them (a text above numbers, years or 0, 1, 2 above measured values)</source>
        <translation>`table`：首行是否为列名：`yes`、`no`，或 `auto`：由其单元格与下方的差别判断（数字上方的文本，测量值上方的年份或 0、1、2）</translation>
    </message>
    <message>
        <source>`tabular_mlp`: batch norm of the columns and after each activation</source>
        <translation>`tabular_mlp`：对列以及每个激活之后做批归一化</translation>
    </message>
    <message>
        <source>`text`: characters of a window, which is one sample</source>
        <translation>`text`：一个窗口的字符数，即一个样本</translation>
    </message>
    <message>
        <source>`transformer`: width of the feed-forward layers</source>
        <translation>`transformer`：前馈层的宽度</translation>
    </message>
    <message>
        <source>`vit_tiny`, `vit_small`: blocks</source>
        <translation>`vit_tiny`、`vit_small`：块数</translation>
    </message>
    <message>
        <source>`vit_tiny`, `vit_small`: height and width of a patch, in pixels; must divide the images</source>
        <translation>`vit_tiny`、`vit_small`：图块的高和宽，单位像素；必须能整除图片</translation>
    </message>
    <message>
        <source>`xavier_*`: factor</source>
        <translation>`xavier_*`：系数</translation>
    </message>
    <message>
        <source>a CPU sample without time or thread</source>
        <translation>没有时间或线程的 CPU 采样</translation>
    </message>
    <message>
        <source>a CUDA event without a device time</source>
        <translation>没有设备时间的 CUDA 事件</translation>
    </message>
    <message>
        <source>a CUDA graph that was recorded as a whole: nsys profile --cuda-graph-trace=node records its kernels</source>
        <translation>作为整体记录的 CUDA 图：nsys profile --cuda-graph-trace=node 可记录其 kernel</translation>
    </message>
    <message>
        <source>a Feather (Arrow) table</source>
        <translation>Feather (Arrow) 表格</translation>
    </message>
    <message>
        <source>a Feather table</source>
        <translation>Feather 表格</translation>
    </message>
    <message>
        <source>a GPU metric without time or value</source>
        <translation>没有时间或数值的 GPU 指标</translation>
    </message>
    <message>
        <source>a HEIF or AVIF picture</source>
        <translation>HEIF 或 AVIF 图片</translation>
    </message>
    <message>
        <source>a HEIF or AVIF picture, or a film</source>
        <translation>HEIF 或 AVIF 图片，或影片</translation>
    </message>
    <message>
        <source>a Parquet table</source>
        <translation>Parquet 表格</translation>
    </message>
    <message>
        <source>a Photoshop picture</source>
        <translation>Photoshop 图片</translation>
    </message>
    <message>
        <source>a Stata table</source>
        <translation>Stata 表格</translation>
    </message>
    <message>
        <source>a VMware shared folder</source>
        <translation>VMware 共享文件夹</translation>
    </message>
    <message>
        <source>a VirtualBox shared folder</source>
        <translation>VirtualBox 共享文件夹</translation>
    </message>
    <message>
        <source>a Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>a batch does not have the size of the program&apos;s input</source>
        <translation>批的大小与程序的输入不符</translation>
    </message>
    <message>
        <source>a batch has no field of this name</source>
        <translation>批次中没有该名称的字段</translation>
    </message>
    <message>
        <source>a batch is read into memory of another size</source>
        <translation>要把批读入大小不符的内存</translation>
    </message>
    <message>
        <source>a batch of {} is larger than the training data, which has {} samples</source>
        <translation>批大小 {} 超过训练数据的 {} 个样本</translation>
    </message>
    <message>
        <source>a batch of {} is larger than the training data, which has {} samples. Choose at most {}.</source>
        <translation>批大小 {} 超过训练数据的 {} 个样本。最多选择 {}。</translation>
    </message>
    <message>
        <source>a batch_norm as the first layer, or columns divided by their range</source>
        <translation>以 batch_norm 作为第一层，或把各列除以其范围</translation>
    </message>
    <message>
        <source>a batch_norm or layer_norm after each, or shortcuts (add)</source>
        <translation>每层之后加 batch_norm 或 layer_norm，或加残差连接（add）</translation>
    </message>
    <message>
        <source>a begin (B) without an end, drawn up to the end of the trace</source>
        <translation>有开始（B）而没有结束，已画到跟踪的末尾</translation>
    </message>
    <message>
        <source>a bench keeps its data in memory and uses no loader</source>
        <translation>bench 的数据在内存中，不使用加载器</translation>
    </message>
    <message>
        <source>a box to resize lies outside its image</source>
        <translation>要缩放的区域在图片之外</translation>
    </message>
    <message>
        <source>a budget of {} MiB cannot be met: with activations computed again the step needs {} MiB, of which the parameters take {} MiB and the largest tensor, {}, {} MiB</source>
        <translation>{} MiB 的预算无法满足：重计算激活后一步需要 {} MiB，其中参数占 {} MiB，最大的张量 {} 占 {} MiB</translation>
    </message>
    <message>
        <source>a budget of {} MiB is smaller than the parameters, which take {} MiB; the largest, {}, takes {} MiB</source>
        <translation>{} MiB 的预算小于参数所需的 {} MiB；最大的 {} 需要 {} MiB</translation>
    </message>
    <message>
        <source>a checkpoint cannot be made in this folder</source>
        <translation>无法在此文件夹中创建检查点</translation>
    </message>
    <message>
        <source>a chunk of {} points has {} bytes</source>
        <translation>{} 个点的数据块有 {} 字节</translation>
    </message>
    <message>
        <source>a class of 5 samples with a recall of one half is missed by chance in 3 % of the cases</source>
        <translation>有 5 个样本、召回率为一半的类别，有 3 % 的机会碰巧全部漏掉</translation>
    </message>
    <message>
        <source>a complete event (X) without dur, drawn with no length</source>
        <translation>完整事件（X）没有 dur，画为零长度</translation>
    </message>
    <message>
        <source>a dataset has more samples than an order can hold</source>
        <translation>数据集的样本数超过次序所能容纳的</translation>
    </message>
    <message>
        <source>a date or a time</source>
        <translation>日期或时间</translation>
    </message>
    <message>
        <source>a decimal comma</source>
        <translation>小数逗号</translation>
    </message>
    <message>
        <source>a decimal point</source>
        <translation>小数点</translation>
    </message>
    <message>
        <source>a dimension is negative</source>
        <translation>有一个维度为负</translation>
    </message>
    <message>
        <source>a dimension is {} for a batch of {} and {} for one of {}, so the batch cannot be left open</source>
        <translation>某个维度为 {}（批大小 {}）和 {}（批大小 {}），因此批大小不能保持开放</translation>
    </message>
    <message>
        <source>a duration in hours</source>
        <translation>时长，单位为小时</translation>
    </message>
    <message>
        <source>a fifth of the data validated once an epoch takes 6 to 8 %; ours</source>
        <translation>每轮验证五分之一的数据占 6 到 8 %；自定</translation>
    </message>
    <message>
        <source>a file of PyTorch</source>
        <translation>PyTorch 文件</translation>
    </message>
    <message>
        <source>a file of Python objects (pickle)</source>
        <translation>Python 对象文件（pickle）</translation>
    </message>
    <message>
        <source>a file of R</source>
        <translation>R 文件</translation>
    </message>
    <message>
        <source>a file of TensorFlow records</source>
        <translation>TensorFlow 记录文件</translation>
    </message>
    <message>
        <source>a file of joblib</source>
        <translation>joblib 文件</translation>
    </message>
    <message>
        <source>a file of weights (GGUF)</source>
        <translation>权重文件（GGUF）</translation>
    </message>
    <message>
        <source>a file of weights (safetensors)</source>
        <translation>权重文件（safetensors）</translation>
    </message>
    <message>
        <source>a file packed with Zstandard</source>
        <translation>用 Zstandard 压缩的文件</translation>
    </message>
    <message>
        <source>a file packed with bzip2</source>
        <translation>用 bzip2 压缩的文件</translation>
    </message>
    <message>
        <source>a file packed with xz</source>
        <translation>用 xz 压缩的文件</translation>
    </message>
    <message>
        <source>a frozen graph has inputs and frozen weights only</source>
        <translation>冻结的计算图只有输入和冻结的权重</translation>
    </message>
    <message>
        <source>a frozen graph has no quantized values</source>
        <translation>冻结的计算图没有量化的值</translation>
    </message>
    <message>
        <source>a frozen model has its own sizes</source>
        <translation>冻结的模型有自己的尺寸</translation>
    </message>
    <message>
        <source>a frozen model has no checkpoints</source>
        <translation>冻结的模型没有检查点</translation>
    </message>
    <message>
        <source>a frozen model has no numbers for one of its weights</source>
        <translation>冻结的模型缺少某个权重的数值</translation>
    </message>
    <message>
        <source>a frozen weight has other numbers than its shape says</source>
        <translation>冻结的权重的数目与其形状不符</translation>
    </message>
    <message>
        <source>a gradient does not have the shape of its value</source>
        <translation>一个梯度的形状与其值不同</translation>
    </message>
    <message>
        <source>a gradient rule contributes nothing</source>
        <translation>一条梯度规则没有贡献</translation>
    </message>
    <message>
        <source>a gradient rule gave no gradient</source>
        <translation>一条梯度规则没有给出梯度</translation>
    </message>
    <message>
        <source>a graph has another input than its batch size says</source>
        <translation>计算图的输入与其批大小不符</translation>
    </message>
    <message>
        <source>a graph has no answer</source>
        <translation>计算图没有输出</translation>
    </message>
    <message>
        <source>a graph output names a lost value</source>
        <translation>图的一个输出指向已丢失的值</translation>
    </message>
    <message>
        <source>a graph output names a value that does not exist</source>
        <translation>图的一个输出指向不存在的值</translation>
    </message>
    <message>
        <source>a graph that answers has the input x and a prediction</source>
        <translation>用于推理的计算图有输入 x 和预测输出</translation>
    </message>
    <message>
        <source>a graph without a loss cannot have it scaled</source>
        <translation>没有损失的图无法缩放损失</translation>
    </message>
    <message>
        <source>a graph without a loss has no gradients</source>
        <translation>没有损失的图没有梯度</translation>
    </message>
    <message>
        <source>a graph without a prediction cannot be frozen</source>
        <translation>没有预测输出的计算图不能冻结</translation>
    </message>
    <message>
        <source>a histogram of {} is damaged</source>
        <translation>{} 的一个直方图已损坏</translation>
    </message>
    <message>
        <source>a kernel of the step wrote {} of {}</source>
        <translation>训练步的一个 kernel 写到了 {}，位于 {}</translation>
    </message>
    <message>
        <source>a key is nested too deeply</source>
        <translation>一个键嵌套过深</translation>
    </message>
    <message>
        <source>a larger train.optimizer.learning_rate: the loss falls, but slowly. The range test suggests one: stepscope-cli lrtest PROJECT</source>
        <translation>更大的 train.optimizer.learning_rate：损失在下降，但很慢。范围测试会给出建议：stepscope-cli lrtest PROJECT</translation>
    </message>
    <message>
        <source>a layer&apos;s index lies outside the list of layers</source>
        <translation>层的索引在层列表之外</translation>
    </message>
    <message>
        <source>a learning rate {} times as large</source>
        <translation>学习率增大到 {} 倍</translation>
    </message>
    <message>
        <source>a learning rate {} times as small</source>
        <translation>学习率缩小到 {} 分之一</translation>
    </message>
    <message>
        <source>a line above the names of the columns</source>
        <translation>列名上方的一行</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>数字列表</translation>
    </message>
    <message>
        <source>a list of numbers such as [0.5, 0.5, 0.5]</source>
        <translation>数字列表，如 [0.5, 0.5, 0.5]</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a list of values that are not numbers or texts</source>
        <translation>含数字或文本以外内容的列表</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a list that mixes texts and other values</source>
        <translation>含文本及其他内容的列表</translation>
    </message>
    <message>
        <source>a list with {}</source>
        <translation>含{}的列表</translation>
    </message>
    <message>
        <source>a loader started before the first sample</source>
        <translation>加载器从第一个样本之前开始</translation>
    </message>
    <message>
        <source>a loader without a dataset or without prefetch</source>
        <translation>加载器没有数据集或没有预取</translation>
    </message>
    <message>
        <source>a mark between groups of digits</source>
        <translation>数字分组符</translation>
    </message>
    <message>
        <source>a model is frozen for at least one batch size</source>
        <translation>模型至少要为一个批大小冻结</translation>
    </message>
    <message>
        <source>a model soon memorises a small text</source>
        <translation>短的文本很快就被背下</translation>
    </message>
    <message>
        <source>a name beyond the first million; it is still in the file</source>
        <translation>超过一百万的名称；仍在文件中</translation>
    </message>
    <message>
        <source>a name in quotes</source>
        <translation>加引号的名称</translation>
    </message>
    <message>
        <source>a name in the table StringIds is damaged</source>
        <translation>表 StringIds 中的一个名称已损坏</translation>
    </message>
    <message>
        <source>a network of TensorFlow Lite</source>
        <translation>TensorFlow Lite 网络</translation>
    </message>
    <message>
        <source>a new order of nodes must name every node once</source>
        <translation>节点的新次序必须恰好列出每个节点一次</translation>
    </message>
    <message>
        <source>a node of a fused op is made by a backend only</source>
        <translation>融合算子的节点只能由后端创建</translation>
    </message>
    <message>
        <source>a node reads a value that does not exist</source>
        <translation>有一个节点读取不存在的值</translation>
    </message>
    <message>
        <source>a node reads value {} before it is made</source>
        <translation>有节点在值 {} 产生之前就读取它</translation>
    </message>
    <message>
        <source>a normalisation after each layer (batch_norm, layer_norm), relu instead of sigmoid or tanh, and initial weights for it (model.init.linear = &quot;kaiming_normal&quot;)</source>
        <translation>每层之后加归一化（batch_norm、layer_norm），用 relu 代替 sigmoid 或 tanh，并采用相应的初始权重（model.init.linear = &quot;kaiming_normal&quot;）</translation>
    </message>
    <message>
        <source>a number has a comma in it</source>
        <translation>数字中有逗号</translation>
    </message>
    <message>
        <source>a number in its result differs from the f32 result by {} times the typical size of the numbers</source>
        <translation>其结果中有一个数与 f32 的结果相差典型大小的 {} 倍</translation>
    </message>
    <message>
        <source>a number is &quot;{}&quot;</source>
        <translation>有一个数是“{}”</translation>
    </message>
    <message>
        <source>a number out of range</source>
        <translation>超出有效范围的数</translation>
    </message>
    <message>
        <source>a number that is too large</source>
        <translation>太大的数</translation>
    </message>
    <message>
        <source>a number {} {} and {} {}</source>
        <translation>{} {} 且 {} {} 的数</translation>
    </message>
    <message>
        <source>a packed tar archive</source>
        <translation>压缩的 tar 归档</translation>
    </message>
    <message>
        <source>a part of the archive is beyond the end of the file</source>
        <translation>压缩包的一部分超出了文件末尾</translation>
    </message>
    <message>
        <source>a pass over the graph of the step</source>
        <translation>对训练步计算图的一个变换</translation>
    </message>
    <message>
        <source>a path in quotes</source>
        <translation>加引号的路径</translation>
    </message>
    <message>
        <source>a place that is not in the recording</source>
        <translation>记录没有说明的位置</translation>
    </message>
    <message>
        <source>a pointer of Git LFS, not the file itself</source>
        <translation>Git LFS 指针，不是文件本身</translation>
    </message>
    <message>
        <source>a profile of XProf (JAX, TensorFlow) that ends in .xplane.pb</source>
        <translation>以 .xplane.pb 结尾的 XProf 性能分析文件（JAX、TensorFlow）</translation>
    </message>
    <message>
        <source>a project cannot be combined with other files</source>
        <translation>项目不能与其他文件一起给出</translation>
    </message>
    <message>
        <source>a project uses the image size of its data</source>
        <translation>项目使用其数据的图像大小</translation>
    </message>
    <message>
        <source>a project was to begin with an unknown kind of data</source>
        <translation>项目要以不存在的数据种类开始</translation>
    </message>
    <message>
        <source>a quantization table is missing</source>
        <translation>缺少量化表</translation>
    </message>
    <message>
        <source>a raw node has no op</source>
        <translation>有一个原始节点没有算子</translation>
    </message>
    <message>
        <source>a raw picture of a camera</source>
        <translation>相机原始图片</translation>
    </message>
    <message>
        <source>a recording of Stepscope holds no single events of an allocator</source>
        <translation>Stepscope 的记录不含分配器的单个事件</translation>
    </message>
    <message>
        <source>a recording that ends in .sstrace</source>
        <translation>以 .sstrace 结尾的记录</translation>
    </message>
    <message>
        <source>a roofline needs one time a node</source>
        <translation>roofline 需要每个节点的时间</translation>
    </message>
    <message>
        <source>a roofline needs the machine&apos;s limits</source>
        <translation>roofline 需要本机的上限</translation>
    </message>
    <message>
        <source>a row gives {} numbers now, and the model was trained on {}: the table has changed since</source>
        <translation>一行现在给出 {} 个数，而模型用 {} 个数训练：此后表已改变</translation>
    </message>
    <message>
        <source>a row of subtotals</source>
        <translation>小计行</translation>
    </message>
    <message>
        <source>a row of totals</source>
        <translation>合计行</translation>
    </message>
    <message>
        <source>a row of units</source>
        <translation>单位行</translation>
    </message>
    <message>
        <source>a run belongs to a project, and {} is a file</source>
        <translation>运行属于项目，而 {} 是文件</translation>
    </message>
    <message>
        <source>a run ends, early or not, with the weights of the epoch that was the best by `train.monitor`; they are what it goes on from with more epochs</source>
        <translation>运行无论是否提前结束，都以按 `train.monitor` 最佳的那一轮的权重结束；增加轮次时从这些权重继续</translation>
    </message>
    <message>
        <source>a sample has the shape {}</source>
        <translation>样本的形状为 {}</translation>
    </message>
    <message>
        <source>a sample is not an object</source>
        <translation>一个采样不是对象</translation>
    </message>
    <message>
        <source>a sample is read into memory of another size</source>
        <translation>样本被读入大小不同的内存</translation>
    </message>
    <message>
        <source>a sample is read out of range</source>
        <translation>读取的样本超出范围</translation>
    </message>
    <message>
        <source>a sample is {}, and the model takes a batch of {}</source>
        <translation>样本是 {}，而模型接受的批是 {}</translation>
    </message>
    <message>
        <source>a sample without a time</source>
        <translation>没有时间的采样</translation>
    </message>
    <message>
        <source>a scalar of this type cannot be read or set</source>
        <translation>无法读取或设置此类型的标量</translation>
    </message>
    <message>
        <source>a schedule that lowers the rate: ReduceLROnPlateau, or a cosine</source>
        <translation>会降低学习率的调度：ReduceLROnPlateau 或余弦</translation>
    </message>
    <message>
        <source>a second row of names</source>
        <translation>第二行名称</translation>
    </message>
    <message>
        <source>a smaller improvement is none</source>
        <translation>更小的改善不算</translation>
    </message>
    <message>
        <source>a smaller train.optimizer.learning_rate, or train.clip.norm = 1; if this is so in step 1, the data or the first weights</source>
        <translation>更小的 train.optimizer.learning_rate，或 train.clip.norm = 1；若在第 1 步就这样，请检查数据或初始权重</translation>
    </message>
    <message>
        <source>a smaller train.optimizer.learning_rate: the loss rises, or jumps up and down</source>
        <translation>更小的 train.optimizer.learning_rate：损失上升，或上下跳动</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>/ 步</translation>
    </message>
    <message>
        <source>a step, mean of all</source>
        <translation>每步，所有步的均值</translation>
    </message>
    <message>
        <source>a table of JSON lines</source>
        <translation>JSON Lines 表格</translation>
    </message>
    <message>
        <source>a table of its codes is missing</source>
        <translation>缺少编码表</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar 归档</translation>
    </message>
    <message>
        <source>a temporary file cannot be made:</source>
        <translation>无法创建临时文件：</translation>
    </message>
    <message>
        <source>a tensor of {} is too large</source>
        <translation>{} 的张量太大</translation>
    </message>
    <message>
        <source>a tensor&apos;s data does not fit its shape</source>
        <translation>张量的数据与其形状不符</translation>
    </message>
    <message>
        <source>a test part: `table`: a file with the same columns, `image_folder`: a folder with the same classes, `numpy`, `numpy_table`: a file or folder with arrays of the same shape, `image_list`, `image_names`, `tfrecord`, `webdataset`: data of the same kind</source>
        <translation>测试部分：`table`：列相同的文件；`image_folder`：类别相同的文件夹；`numpy`、`numpy_table`：数组形状相同的文件或文件夹；`image_list`、`image_names`、`tfrecord`、`webdataset`：同种类的数据</translation>
    </message>
    <message>
        <source>a text in quotes</source>
        <translation>加引号的文本</translation>
    </message>
    <message>
        <source>a text in quotes, or a list of texts such as [&quot;a&quot;, &quot;b&quot;]</source>
        <translation>加引号的文本，或文本列表，如 [&quot;a&quot;, &quot;b&quot;]</translation>
    </message>
    <message>
        <source>a text or a value is too large for the store</source>
        <translation>有文本或值太大，运行库无法保存</translation>
    </message>
    <message>
        <source>a text such as HTML</source>
        <translation>HTML 之类的文本</translation>
    </message>
    <message>
        <source>a text such as JSON</source>
        <translation>JSON 之类的文本</translation>
    </message>
    <message>
        <source>a text was to be read in an unknown encoding</source>
        <translation>要用不存在的编码读取文本</translation>
    </message>
    <message>
        <source>a thread that prepares batches would take a core from computing</source>
        <translation>准备批的线程会占去一个用于计算的 CPU 核</translation>
    </message>
    <message>
        <source>a thread that the description of the recording does not contain</source>
        <translation>记录的说明中没有写明的线程</translation>
    </message>
    <message>
        <source>a time beyond 292 years</source>
        <translation>超过 292 年的时间</translation>
    </message>
    <message>
        <source>a trace in JSON (PyTorch, JAX, Chrome)</source>
        <translation>JSON 跟踪文件（PyTorch、JAX、Chrome）</translation>
    </message>
    <message>
        <source>a value has no place in the memory plan</source>
        <translation>有一个值在内存规划中没有位置</translation>
    </message>
    <message>
        <source>a value is a {}</source>
        <translation>有一个值是 {}</translation>
    </message>
    <message>
        <source>a value is not finite</source>
        <translation>有一个值不是有限数</translation>
    </message>
    <message>
        <source>a value is renamed to a name that is taken</source>
        <translation>把一个值重命名为已被占用的名称</translation>
    </message>
    <message>
        <source>a value of a counter is not a number</source>
        <translation>计数器的一个值不是数字</translation>
    </message>
    <message>
        <source>a weight has as many numbers as its shape says</source>
        <translation>权重的数值个数与其形状一致</translation>
    </message>
    <message>
        <source>a weight has other numbers than its shape says</source>
        <translation>权重的数目与其形状不符</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number from {} to {}</source>
        <translation>从 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>a whole number or a list of them</source>
        <translation>整数或整数列表</translation>
    </message>
    <message>
        <source>a whole number, or a list of height and width</source>
        <translation>整数，或由高和宽组成的列表</translation>
    </message>
    <message>
        <source>a worker is idle</source>
        <translation>加载线程空闲</translation>
    </message>
    <message>
        <source>above 0</source>
        <translation>大于 0</translation>
    </message>
    <message>
        <source>above 0, at most 1</source>
        <translation>大于 0，最多 1</translation>
    </message>
    <message>
        <source>above 0, at most 10</source>
        <translation>大于 0，最多 10</translation>
    </message>
    <message>
        <source>above 0, at most 1000</source>
        <translation>大于 0，最多 1000</translation>
    </message>
    <message>
        <source>above 0, at most 100000</source>
        <translation>大于 0，最多 100000</translation>
    </message>
    <message>
        <source>above 0, at most 1000000</source>
        <translation>大于 0，最多 1000000</translation>
    </message>
    <message>
        <source>above 0, at most 1000000000</source>
        <translation>大于 0，最多 1000000000</translation>
    </message>
    <message>
        <source>above 0, at most 1e30</source>
        <translation>大于 0，最多 1e30</translation>
    </message>
    <message>
        <source>above 0, below 1</source>
        <translation>大于 0，小于 1</translation>
    </message>
    <message>
        <source>above 1, at most 1000000</source>
        <translation>大于 1，最多 1000000</translation>
    </message>
    <message>
        <source>above the table</source>
        <translation>表格上方</translation>
    </message>
    <message>
        <source>accuracy after the first epoch, at least</source>
        <translation>第一个轮次之后的正确率，至少</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>activation memory</source>
        <translation>激活内存</translation>
    </message>
    <message>
        <source>activations are dropped and computed again in the backward pass, with the same results: all but the inputs of blocks, all but about the square root of the layers, or as many as the budget asks for; `&quot;6 GiB&quot;` is `budget` with that budget. Blocks are what the names of layers tell (`layer3.1`, `block2`); layers that belong to none form blocks that end where activations have shrunk to half. Where it would save no memory, nothing is computed again</source>
        <translation>丢弃激活并在反向中重新计算，结果相同：除块的输入之外全部、除约为层数平方根个之外全部，或按预算所需；`&quot;6 GiB&quot;` 即采用该预算的 `budget`。块由层的名称得出（`layer3.1`、`block2`）；不属于任何块的层组成块，在激活缩小到一半处结束。若不能节省内存，则不重计算</translation>
    </message>
    <message>
        <source>addPersistent is for parameters, buffers and optimizer state</source>
        <translation>addPersistent 用于参数、缓冲区和优化器状态</translation>
    </message>
    <message>
        <source>added to the denominator</source>
        <translation>加到分母上的值</translation>
    </message>
    <message>
        <source>addition and relu fused into {} batch norms</source>
        <translation>加法和 relu 融合到 {} 个批归一化中</translation>
    </message>
    <message>
        <source>addition fused into {} batch norms</source>
        <translation>加法融合到 {} 个批归一化中</translation>
    </message>
    <message>
        <source>adds {} and {}</source>
        <translation>把 {} 与 {} 相加</translation>
    </message>
    <message>
        <source>after every step</source>
        <translation>每步之后</translation>
    </message>
    <message>
        <source>after every {} steps</source>
        <translation>每 {} 步之后</translation>
    </message>
    <message>
        <source>after t steps the decay is at most (1 + t) / (10 + t)</source>
        <translation>t 步之后衰减最多为 (1 + t) / (10 + t)</translation>
    </message>
    <message>
        <source>after the end (byte {})</source>
        <translation>在结尾之后（字节 {}）</translation>
    </message>
    <message>
        <source>all 1</source>
        <translation>全部为 1</translation>
    </message>
    <message>
        <source>all its labels are 0, so there is nothing to learn</source>
        <translation>它的所有标签都是 0，没有可区分的类别</translation>
    </message>
    <message>
        <source>all labels are 0, so there is nothing to learn</source>
        <translation>所有标签都是 0，没有可区分的类别</translation>
    </message>
    <message>
        <source>all streams</source>
        <translation>所有流</translation>
    </message>
    <message>
        <source>all tensors together are {}, and there are {}</source>
        <translation>所有张量合计 {}，而可用 {}</translation>
    </message>
    <message>
        <source>all {} pictures are identical</source>
        <translation>全部 {} 张图片都是同一张</translation>
    </message>
    <message>
        <source>all_to_all_single(..., async_op=True) of one part of the batch while the experts compute another</source>
        <translation>all_to_all_single(..., async_op=True)：通信一部分批的同时让专家计算另一部分</translation>
    </message>
    <message>
        <source>allocator churn</source>
        <translation>显存频繁分配</translation>
    </message>
    <message>
        <source>an Avro table</source>
        <translation>Avro 表格</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>an LMDB database</source>
        <translation>LMDB 数据库</translation>
    </message>
    <message>
        <source>an NVTX range without an end, drawn as a moment</source>
        <translation>没有结束的 NVTX 范围，画为一个时刻</translation>
    </message>
    <message>
        <source>an ONNX file has no checkpoints</source>
        <translation>ONNX 文件没有检查点</translation>
    </message>
    <message>
        <source>an ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>an ONNX model instead of a name: its weights are where training starts, a softmax at its end is left out where the data have classes, since the loss has it; what else bounds the end (sigmoid, ReLU, ...) is told, as are an operator that is not supported and an input of another shape</source>
        <translation>用 ONNX 模型代替名称：训练从它的权重开始；数据有类别时，末尾的 softmax 会去掉，因为损失自带它；末尾其他限制取值的算子（sigmoid、ReLU 等）、不支持的算子和形状不同的输入都会指出</translation>
    </message>
    <message>
        <source>an ONNX tensor</source>
        <translation>ONNX 张量</translation>
    </message>
    <message>
        <source>an ORC table</source>
        <translation>ORC 表格</translation>
    </message>
    <message>
        <source>an SPSS table</source>
        <translation>SPSS 表格</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>an SQLite export of Nsight Systems</source>
        <translation>Nsight Systems 的 SQLite 导出</translation>
    </message>
    <message>
        <source>an SVG drawing</source>
        <translation>SVG 图形</translation>
    </message>
    <message>
        <source>an amount of memory such as &quot;6 GiB&quot;</source>
        <translation>内存量，如 &quot;6 GiB&quot;</translation>
    </message>
    <message>
        <source>an archive of Zip</source>
        <translation>Zip 归档</translation>
    </message>
    <message>
        <source>an arena was asked for a negative size</source>
        <translation>向内存池申请的大小为负</translation>
    </message>
    <message>
        <source>an arena was given a negative size</source>
        <translation>给内存池的大小为负</translation>
    </message>
    <message>
        <source>an arrow that touches no span</source>
        <translation>箭头没有接触任何片段</translation>
    </message>
    <message>
        <source>an asynchronous begin without an end, drawn as a moment</source>
        <translation>异步的开始没有结束，画为一个时刻</translation>
    </message>
    <message>
        <source>an asynchronous end without a begin</source>
        <translation>异步的结束没有开始</translation>
    </message>
    <message>
        <source>an element of the event list is not an object</source>
        <translation>事件列表的一个元素不是对象</translation>
    </message>
    <message>
        <source>an end (E) without a begin</source>
        <translation>有结束（E）而没有开始</translation>
    </message>
    <message>
        <source>an end (E) without an open begin (B) of that name on its thread</source>
        <translation>结束（E）的名称与其线程上任何未结束的开始（B）都不符</translation>
    </message>
    <message>
        <source>an epoch has no batch</source>
        <translation>一轮中没有批</translation>
    </message>
    <message>
        <source>an event is longer than 16 MiB or never ends; what follows it was not read</source>
        <translation>一个事件超过 16 MiB 或没有结束；其后的内容未读取</translation>
    </message>
    <message>
        <source>an event is not valid JSON</source>
        <translation>一个事件不是有效的 JSON</translation>
    </message>
    <message>
        <source>an export has an output and weights</source>
        <translation>导出需要输出和权重</translation>
    </message>
    <message>
        <source>an export of Nsight Systems contains how much memory is in use (nsys profile --cuda-memory-usage=true; the timeline shows it), but not which code allocated it</source>
        <translation>Nsight Systems 的导出文件记录显存用量（nsys profile --cuda-memory-usage=true，显示在时间线上），但不记录由谁分配</translation>
    </message>
    <message>
        <source>an initializer</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>an input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>an input takes as many numbers as a sample has</source>
        <translation>输入的数值个数与样本一致</translation>
    </message>
    <message>
        <source>an op without an id was requested by its id</source>
        <translation>按编号查找了一个没有编号的算子</translation>
    </message>
    <message>
        <source>an option of compiling the step</source>
        <translation>编译训练步的一个选项</translation>
    </message>
    <message>
        <source>an option of the data loader</source>
        <translation>数据加载器的一个选项</translation>
    </message>
    <message>
        <source>an option of the trainer</source>
        <translation>训练器的一个选项</translation>
    </message>
    <message>
        <source>and 1 more reason</source>
        <translation>以及另外 1 个原因</translation>
    </message>
    <message>
        <source>and {} by {} other kernels</source>
        <translation>另有 {} 个由其他 {} 个 kernel 执行</translation>
    </message>
    <message>
        <source>and {} more reasons</source>
        <translation>以及另外 {} 个原因</translation>
    </message>
    <message>
        <source>and {} others</source>
        <translation>以及另外 {} 个</translation>
    </message>
    <message>
        <source>another program has been writing to this project&apos;s runs for seconds</source>
        <translation>另一个程序已连续数秒写入此项目的运行</translation>
    </message>
    <message>
        <source>another program holds the database</source>
        <translation>另一个程序占用着数据库</translation>
    </message>
    <message>
        <source>another program writes to the same run</source>
        <translation>另一个程序正在写同一次运行</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>arguments (default)</source>
        <translation>参数（默认值）</translation>
    </message>
    <message>
        <source>arithmetic: {} of {} matrix products multiply in {} on tensor cores{}</source>
        <translation>算术：{1} 个矩阵乘中有 {0} 个在 Tensor Core 上以 {2} 相乘{3}</translation>
    </message>
    <message>
        <source>arithmetic: {} of {} matrix products multiply in {}, {} of them on AMX; the rest run in f32, with their data converted while it is read</source>
        <translation>算术：{1} 个矩阵乘中有 {0} 个以 {2} 相乘，其中 {3} 个在 AMX 上；其余以 f32 执行，数据在读入时转换</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>as `data.normalize` says</source>
        <translation>由 `data.normalize` 决定</translation>
    </message>
    <message>
        <source>as fast as before{}: {} times ({})</source>
        <translation>与之前一样快{}：{} 倍（{}）</translation>
    </message>
    <message>
        <source>as in the model&apos;s file</source>
        <translation>与模型文件中相同</translation>
    </message>
    <message>
        <source>as much as XProf allows for waiting for input; ours</source>
        <translation>与 XProf 对等待输入所允许的相同；自定</translation>
    </message>
    <message>
        <source>as {}</source>
        <translation>（相对 {}）</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>按要求</translation>
    </message>
    <message>
        <source>asks for an argument that its entry does not list</source>
        <translation>使用了其条目中没有列出的参数</translation>
    </message>
    <message>
        <source>asks for {} numbers, a sample of {} has {}</source>
        <translation>需要 {} 个数，形状为 {} 的样本有 {} 个</translation>
    </message>
    <message>
        <source>asynchronous</source>
        <translation>异步</translation>
    </message>
    <message>
        <source>at a learning rate of {}</source>
        <translation>，学习率为 {}</translation>
    </message>
    <message>
        <source>at least {}</source>
        <translation>至少 {}</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>at most so many samples for training</source>
        <translation>训练最多用这么多样本</translation>
    </message>
    <message>
        <source>at most so many samples for training, drawn with `data.seed` of each class in proportion (of a text so many windows from its beginning); validation and test stay whole, so that their figures compare</source>
        <translation>训练样本的最大数量，用 `data.seed` 按各类别比例抽取（文本取开头的相应数量的窗口）；验证和测试保持完整，使其数值可以比较</translation>
    </message>
    <message>
        <source>at the same time</source>
        <translation>同时忙碌</translation>
    </message>
    <message>
        <source>attends within a window, which is not supported</source>
        <translation>在窗口内做注意力，不支持</translation>
    </message>
    <message>
        <source>attention kernels</source>
        <translation>注意力 kernel</translation>
    </message>
    <message>
        <source>attribute {}</source>
        <translation>属性 {}</translation>
    </message>
    <message>
        <source>autotune off</source>
        <translation>自动调优关闭</translation>
    </message>
    <message>
        <source>average {}</source>
        <translation>平均 {}</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>batch multiple</source>
        <translation>批的倍数</translation>
    </message>
    <message>
        <source>batches whose gradients are averaged before one update of the weights; a step is then one update, and the last one of an epoch averages what is left</source>
        <translation>更新一次权重之前对其梯度取平均的批数；这时一步即一次更新，每轮的最后一次对剩余的批取平均</translation>
    </message>
    <message>
        <source>before any update</source>
        <translation>在任何更新之前</translation>
    </message>
    <message>
        <source>before the beginning (byte {})</source>
        <translation>在开头之前（字节 {}）</translation>
    </message>
    <message>
        <source>before the recording</source>
        <translation>记录开始之前</translation>
    </message>
    <message>
        <source>below the table</source>
        <translation>表格下方</translation>
    </message>
    <message>
        <source>beside the running step, one with this change needs {}, and {} are free</source>
        <translation>在运行中的步之外，带此更改的步需要 {}，而空闲 {}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>best checkpoint of run {}</source>
        <translation>运行 {} 的最佳检查点</translation>
    </message>
    <message>
        <source>best validation {}</source>
        <translation>最佳验证{}</translation>
    </message>
    <message>
        <source>best validation {} {}</source>
        <translation>最佳验证{} {}</translation>
    </message>
    <message>
        <source>between kernels</source>
        <translation>kernel 之间</translation>
    </message>
    <message>
        <source>bf16 without fast products</source>
        <translation>没有快速乘法的 bf16</translation>
    </message>
    <message>
        <source>bf16: activations and their gradients are stored in half the bytes, each op in the type that PyTorch&apos;s autocast gives it; weights, sums and the loss stay f32. On a CPU whose products of bf16 are measured to be faster than those of f32 it is arithmetic: matrix products multiply in bf16 wherever that is timed faster. Elsewhere it is storage: they run in f32 on parts that are converted on the way in, which costs some time, and what is gained is memory. fp16: storage with more digits and a smaller range, so that the loss is scaled as by torch.amp.GradScaler and steps whose gradients overflow are skipped. All gradients wait for that check, so small models save no memory with it.</source>
        <translation>bf16：激活及其梯度以一半的字节存储，每个算子采用 PyTorch autocast 给它的类型；权重、求和与损失仍为 f32。若实测此 CPU 的 bf16 乘法快于 f32，则为算术：矩阵乘在计时更快处以 bf16 相乘。否则为存储：以 f32 执行，数据在读入时转换，需要一些时间，换来的是内存。fp16：位数更多、范围更小的存储，因此按 torch.amp.GradScaler 缩放损失，并跳过梯度溢出的步。所有梯度都要等待该检查，因此小模型不节省内存。</translation>
    </message>
    <message>
        <source>blocked by 16</source>
        <translation>按 16 分块</translation>
    </message>
    <message>
        <source>blocked by 8</source>
        <translation>按 8 分块</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>blocks</translation>
    </message>
    <message>
        <source>blocks per SM</source>
        <translation>blocks per SM</translation>
    </message>
    <message>
        <source>blocks per multiprocessor</source>
        <translation>每个 SM 的线程块</translation>
    </message>
    <message>
        <source>bool</source>
        <translation>bool</translation>
    </message>
    <message>
        <source>bootstrap over samples</source>
        <translation>对样本的自助法</translation>
    </message>
    <message>
        <source>bootstrap over windows</source>
        <translation>对窗口的自助法</translation>
    </message>
    <message>
        <source>both traces have</source>
        <translation>两个跟踪都</translation>
    </message>
    <message>
        <source>broadcasts {} from the dimension {}</source>
        <translation>从维度 {1} 起广播 {0}</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>budget</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>busy cores (other programs took {} of them)</source>
        <translation>繁忙的核心（其他程序占用了其中的 {}）</translation>
    </message>
    <message>
        <source>busy only {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>by which they are the best; `auto`: with `restore_best` what `train.monitor` names, else accuracy of a classifier, RMSE of a regression, loss of a language model</source>
        <translation>评定最佳的依据；`auto`：有 `restore_best` 时为 `train.monitor` 所指的指标，否则为分类器的准确率、回归的 RMSE、语言模型的损失</translation>
    </message>
    <message>
        <source>byte {} is not UTF-8</source>
        <translation>第 {} 字节不是 UTF-8</translation>
    </message>
    <message>
        <source>byte {} is not {}</source>
        <translation>第 {} 个字节不是 {}</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运字节</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>cannot be opened ({})</source>
        <translation>无法打开（{}）</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>cannot be read (</source>
        <translation>无法读取（</translation>
    </message>
    <message>
        <source>cannot be read ({})</source>
        <translation>无法读取（{}）</translation>
    </message>
    <message>
        <source>cannot be read to its end</source>
        <translation>无法读到结尾</translation>
    </message>
    <message>
        <source>cannot be the shape of a sample</source>
        <translation>不能作为样本的形状</translation>
    </message>
    <message>
        <source>cannot be written ({})</source>
        <translation>无法写入（{}）</translation>
    </message>
    <message>
        <source>cannot give {} the shape {}</source>
        <translation>无法把 {} 变为形状 {}</translation>
    </message>
    <message>
        <source>captured steps</source>
        <translation>采集的步</translation>
    </message>
    <message>
        <source>casts to the type {}, which is not supported</source>
        <translation>转换为类型 {}，不支持</translation>
    </message>
    <message>
        <source>casts to {}, which is not supported</source>
        <translation>转换为 {}，不支持</translation>
    </message>
    <message>
        <source>cell {}</source>
        <translation>单元格 {}</translation>
    </message>
    <message>
        <source>centred part, antialiased bilinear</source>
        <translation>居中部分，抗锯齿双线性</translation>
    </message>
    <message>
        <source>change colours, but the pictures are numbers that are neither bytes nor from 0 to 1</source>
        <translation>会改变颜色，但这些图片是数值，既不是字节，也不在 0 到 1 之间</translation>
    </message>
    <message>
        <source>change from epoch to epoch</source>
        <translation>轮次之间的变化</translation>
    </message>
    <message>
        <source>change of the batch size</source>
        <translation>批大小的变化</translation>
    </message>
    <message>
        <source>change of the loss from one third to the next</source>
        <translation>损失从一个三分之一段到下一段的变化</translation>
    </message>
    <message>
        <source>channels last</source>
        <translation>channels last</translation>
    </message>
    <message>
        <source>characters that the model sees: a window is one sample</source>
        <translation>模型所见的字符数：一个窗口为一个样本</translation>
    </message>
    <message>
        <source>checkpoint asked for</source>
        <translation>应要求保存检查点</translation>
    </message>
    <message>
        <source>checkpoint every second block, or context_fn=create_selective_checkpoint_contexts(...)</source>
        <translation>每隔一个块做一次检查点，或使用 context_fn=create_selective_checkpoint_contexts(...)</translation>
    </message>
    <message>
        <source>checkpoint of run {}</source>
        <translation>运行 {} 的检查点</translation>
    </message>
    <message>
        <source>checkpoint often</source>
        <translation>检查点频繁</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>梯度检查点（激活重计算）</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>choosing the fastest kernel of every layer</source>
        <translation>正在为每一层选择最快的 kernel</translation>
    </message>
    <message>
        <source>chunks are little-endian</source>
        <translation>数据块为小端序</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>class {}</source>
        <translation>类别 {}</translation>
    </message>
    <message>
        <source>classes with names and sizes of the pictures</source>
        <translation>类别以及图片的名称和大小</translation>
    </message>
    <message>
        <source>classification</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>clipping by norm (clip_grad_norm_)</source>
        <translation>按范数裁剪（clip_grad_norm_）</translation>
    </message>
    <message>
        <source>clipping by norm keeps {} MiB of gradients until the norm is known: the step needs {} MiB instead of {} MiB</source>
        <translation>按范数裁剪要把 {} MiB 的梯度保留到范数已知：一步需要 {} MiB，而不是 {} MiB</translation>
    </message>
    <message>
        <source>clock was lowered meanwhile:</source>
        <translation>期间降频：</translation>
    </message>
    <message>
        <source>code loading</source>
        <translation>代码加载</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>column, or list of columns</source>
        <translation>列，或列的列表</translation>
    </message>
    <message>
        <source>columns that the model must not see, such as a row number</source>
        <translation>模型不应看到的列，例如流水号</translation>
    </message>
    <message>
        <source>columns to be read this way</source>
        <translation>按此方式读取的列</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>逗号</translation>
    </message>
    <message>
        <source>communication bound</source>
        <translation>通信受限</translation>
    </message>
    <message>
        <source>compiling the step</source>
        <translation>正在编译训练步</translation>
    </message>
    <message>
        <source>compute threads {} -&gt; {}, as they were tried</source>
        <translation>计算线程 {} -&gt; {}，与试验时相同</translation>
    </message>
    <message>
        <source>computes with {} of the type double, which is not supported</source>
        <translation>用 double 类型的 {} 计算，不支持</translation>
    </message>
    <message>
        <source>computes with {} of {}; whole numbers beyond 16777216 are not supported</source>
        <translation>用 {1} 的 {0} 计算；不支持超过 16777216 的整数</translation>
    </message>
    <message>
        <source>computing activations again</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>constant {}</source>
        <translation>常数 {}</translation>
    </message>
    <message>
        <source>control characters or bytes that are not UTF-8 were replaced</source>
        <translation>控制字符或非 UTF-8 的字节已被替换</translation>
    </message>
    <message>
        <source>convolutions</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>convolutions in a given layout</source>
        <translation>以给定布局执行的卷积</translation>
    </message>
    <message>
        <source>copies and casts</source>
        <translation>复制和类型转换</translation>
    </message>
    <message>
        <source>copies between layouts and types</source>
        <translation>布局与类型之间的复制</translation>
    </message>
    <message>
        <source>copy batch</source>
        <translation>复制批</translation>
    </message>
    <message>
        <source>cores busy</source>
        <translation>核心繁忙</translation>
    </message>
    <message>
        <source>cores busy, no verdict</source>
        <translation>CPU 核被占用，无结论</translation>
    </message>
    <message>
        <source>cores busy, no verdict: other programs took {} % of them</source>
        <translation>CPU 核被占用，无结论：其他程序占用了其中 {} %</translation>
    </message>
    <message>
        <source>cores held by others</source>
        <translation>被其他程序占用的核</translation>
    </message>
    <message>
        <source>cores left</source>
        <translation>剩余的 CPU 核</translation>
    </message>
    <message>
        <source>cosine with warm restarts</source>
        <translation>带热重启的余弦</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>counters beyond the first 10,000 are not kept</source>
        <translation>超过 10,000 的计数器不保留</translation>
    </message>
    <message>
        <source>counting the pictures</source>
        <translation>正在清点图片</translation>
    </message>
    <message>
        <source>counts by steps of 0</source>
        <translation>以步长 0 计数</translation>
    </message>
    <message>
        <source>counts from {} to {}</source>
        <translation>从 {} 数到 {}</translation>
    </message>
    <message>
        <source>crops to a region of {} numbers</source>
        <translation>裁剪区域由 {} 个数给出</translation>
    </message>
    <message>
        <source>cross device reduce</source>
        <translation>cross device reduce</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>cuda cannot be used: {}</source>
        <translation>无法使用 cuda：{}</translation>
    </message>
    <message>
        <source>cuts the batch, so the batch cannot be left open</source>
        <translation>切分了批，因此批大小不能保持开放</translation>
    </message>
    <message>
        <source>data wait</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>data.brightness, contrast, saturation, hue, grayscale, auto_augment</source>
        <translation>data.brightness, contrast, saturation, hue, grayscale, auto_augment</translation>
    </message>
    <message>
        <source>data.ignore names it</source>
        <translation>data.ignore 中写了它</translation>
    </message>
    <message>
        <source>data.kind is missing</source>
        <translation>缺少 data.kind</translation>
    </message>
    <message>
        <source>data.kind was not checked</source>
        <translation>未检查 data.kind</translation>
    </message>
    <message>
        <source>data.normalize = &quot;measured&quot;, without data.mean and data.std</source>
        <translation>data.normalize = &quot;measured&quot;，并去掉 data.mean 和 data.std</translation>
    </message>
    <message>
        <source>data.path is missing; data of kind {} is read from files</source>
        <translation>缺少 data.path；种类为 {} 的数据从文件读取</translation>
    </message>
    <message>
        <source>data.validation_split = 0.3 tells it for sure; {} push the turn back</source>
        <translation>data.validation_split = 0.3 可以确认；{} 可推迟转折</translation>
    </message>
    <message>
        <source>data.validation_split = 0.3, or more validation data</source>
        <translation>data.validation_split = 0.3，或更多验证数据</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>day</source>
        <translation>日</translation>
    </message>
    <message>
        <source>day before month</source>
        <translation>日在月前</translation>
    </message>
    <message>
        <source>decides first weights, order of samples, augmentation and dropout; the same seed gives the same losses</source>
        <translation>决定初始权重、样本次序、数据增强和 dropout；相同的种子给出相同的损失</translation>
    </message>
    <message>
        <source>decides which samples `validation_split`, `test_share` and `limit` pick</source>
        <translation>决定 `validation_split`、`test_share` 和 `limit` 选取哪些样本</translation>
    </message>
    <message>
        <source>decimal comma</source>
        <translation>小数逗号</translation>
    </message>
    <message>
        <source>decoded samples are kept in memory up to this size, so that later epochs need not decode them; 0 keeps none</source>
        <translation>解码后的样本在内存中保留到此大小，以后的轮次无需再解码；0 表示不保留</translation>
    </message>
    <message>
        <source>decoding pictures</source>
        <translation>正在解码图片</translation>
    </message>
    <message>
        <source>decoding pictures, {} of {}</source>
        <translation>正在解码图片，{} / {}</translation>
    </message>
    <message>
        <source>defines the function {}; models with functions of their own are not supported</source>
        <translation>定义了函数 {}；不支持自带函数的模型</translation>
    </message>
    <message>
        <source>deviations of the accuracy at chance</source>
        <translation>随机水平准确率的标准差数</translation>
    </message>
    <message>
        <source>device to device</source>
        <translation>设备到设备</translation>
    </message>
    <message>
        <source>device to host</source>
        <translation>设备到主机</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>distinguishes {} classes, the data have {}</source>
        <translation>区分 {} 个类别，而数据有 {} 个</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>draws random numbers in an evaluation, which is not supported</source>
        <translation>在推理时生成随机数，不支持</translation>
    </message>
    <message>
        <source>driver {}</source>
        <translation>驱动 {}</translation>
    </message>
    <message>
        <source>drops a dimension of {}</source>
        <translation>去掉大小为 {} 的维度</translation>
    </message>
    <message>
        <source>dur is not a number, or more than 292 years</source>
        <translation>dur 不是数字，或超过 292 年</translation>
    </message>
    <message>
        <source>duration is more than 1,000 times the rest of the recording</source>
        <translation>时长超过其余全部记录的 1,000 倍</translation>
    </message>
    <message>
        <source>duration is more than 7 days</source>
        <translation>时长超过 7 天</translation>
    </message>
    <message>
        <source>duration is negative</source>
        <translation>时长为负</translation>
    </message>
    <message>
        <source>each answer has its own range of its values</source>
        <translation>每个答案独占其值的一个区间</translation>
    </message>
    <message>
        <source>each epoch leaves out {} of {} samples, different ones each time: they would not fill a batch of {} (switches.batch_size</source>
        <translation>每轮剩下 {} 个样本不用（共 {} 个），每次不同：它们填不满大小为 {} 的批（switches.batch_size</translation>
    </message>
    <message>
        <source>each of its values has its own range of the target</source>
        <translation>它的每个值各占目标的一段范围</translation>
    </message>
    <message>
        <source>each of its {} values has one answer only</source>
        <translation>它的 {} 个值各只有一个答案</translation>
    </message>
    <message>
        <source>each of its {} values occurs with one answer</source>
        <translation>它的 {} 个值各代表一个答案</translation>
    </message>
    <message>
        <source>early stopping with the best weights; weight decay, dropout, augmentation or more data push the turn back</source>
        <translation>早停并取最佳权重；权重衰减、dropout、数据增强或更多数据能推迟转折</translation>
    </message>
    <message>
        <source>element-wise kernels</source>
        <translation>逐元素 kernel</translation>
    </message>
    <message>
        <source>eligible kernels</source>
        <translation>符合条件的 kernel</translation>
    </message>
    <message>
        <source>empty but for zeros</source>
        <translation>全是零</translation>
    </message>
    <message>
        <source>ends after {} of the {} bytes its header promises</source>
        <translation>文件头声明 {1} 字节，在 {0} 字节后结束</translation>
    </message>
    <message>
        <source>ends in {}, and the loss of classes is a cross-entropy, which takes numbers without bounds and has the softmax itself</source>
        <translation>以 {} 结尾，而类别的损失是交叉熵：它接收不受限的数，并且自带 softmax</translation>
    </message>
    <message>
        <source>ends too early: the compressed data are cut off</source>
        <translation>过早结束：压缩数据被截断</translation>
    </message>
    <message>
        <source>ends within its header</source>
        <translation>在文件头内结束</translation>
    </message>
    <message>
        <source>entry {}</source>
        <translation>条目 {}</translation>
    </message>
    <message>
        <source>epoch {}, step {}, {}</source>
        <translation>轮次 {}，步 {}，{}</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epochs, or parts of one, in which the rate grows in a straight line to where the schedule begins; the schedule follows after it, but `step` and `multistep` count their epochs from the start of the run</source>
        <translation>学习率直线增长到调度起点所用的轮次，可为小数；调度接在其后，但 `step` 和 `multistep` 从运行开始计轮次</translation>
    </message>
    <message>
        <source>equal samples on both sides, and inputs that tell the answer</source>
        <translation>检查训练集与验证集中相同的样本，以及透露答案的输入</translation>
    </message>
    <message>
        <source>est. achieved occupancy %</source>
        <translation>est. achieved occupancy %</translation>
    </message>
    <message>
        <source>events of an allocator in profiles of XProf (JAX, TensorFlow) are not supported</source>
        <translation>不支持 XProf（JAX、TensorFlow）分析文件中的分配器事件</translation>
    </message>
    <message>
        <source>events of phase</source>
        <translation>阶段的事件</translation>
    </message>
    <message>
        <source>events of phase {} are not shown</source>
        <translation>阶段 {} 的事件不显示</translation>
    </message>
    <message>
        <source>events that are only counted, without a time</source>
        <translation>只有计数、没有时间的事件</translation>
    </message>
    <message>
        <source>every channel has a mean and a deviation</source>
        <translation>每个通道都有均值和标准差</translation>
    </message>
    <message>
        <source>every element of a gradient is brought into [-value, value] (`clip_grad_value_`)</source>
        <translation>把梯度的每个元素限制在 [-value, value]（`clip_grad_value_`）</translation>
    </message>
    <message>
        <source>every label</source>
        <translation>每个标签</translation>
    </message>
    <message>
        <source>every token</source>
        <translation>每个词元</translation>
    </message>
    <message>
        <source>every value</source>
        <translation>每个值</translation>
    </message>
    <message>
        <source>exposed copies</source>
        <translation>未掩盖的复制</translation>
    </message>
    <message>
        <source>f32 was asked for or timed faster, so</source>
        <translation>要求使用 f32 或实测更快，因此</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>fall over at least five epochs, less than</source>
        <translation>至少五个轮次的下降，小于</translation>
    </message>
    <message>
        <source>fall per epoch, at least</source>
        <translation>每个轮次的下降，至少</translation>
    </message>
    <message>
        <source>falls to 0 at the end</source>
        <translation>结束时降到 0</translation>
    </message>
    <message>
        <source>false</source>
        <translation>false</translation>
    </message>
    <message>
        <source>false leaves biases and the scales of normalizations without weight decay</source>
        <translation>false 表示偏置和归一化的缩放不做权重衰减</translation>
    </message>
    <message>
        <source>fans need a weight of at least two dimensions</source>
        <translation>fan 规则需要至少两维的权重</translation>
    </message>
    <message>
        <source>few rows</source>
        <translation>行数太少</translation>
    </message>
    <message>
        <source>fewer ranks per model (vLLM: --tensor-parallel-size), or an all-reduce that is fused with the norm after it</source>
        <translation>减少每个模型的 rank 数（vLLM：--tensor-parallel-size），或把 all-reduce 与其后的归一化融合</translation>
    </message>
    <message>
        <source>fills with {} values, one is needed</source>
        <translation>用 {} 个值填充，需要一个</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>fingerprint {}</source>
        <translation>指纹 {}</translation>
    </message>
    <message>
        <source>fingerprint {} (of {})</source>
        <translation>指纹 {}（依据：{}）</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>finished, not saved</source>
        <translation>已完成，未保存</translation>
    </message>
    <message>
        <source>fixed work</source>
        <translation>固定工作</translation>
    </message>
    <message>
        <source>float</source>
        <translation>float</translation>
    </message>
    <message>
        <source>folders of the same names, such as &quot;{}&quot; and &quot;{}&quot;</source>
        <translation>同名的文件夹，例如 &quot;{}&quot; 和 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>folding batch norms</source>
        <translation>正在折叠批归一化</translation>
    </message>
    <message>
        <source>forked from</source>
        <translation>分叉自</translation>
    </message>
    <message>
        <source>forked from {}</source>
        <translation>分叉自 {}</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>fraction that is kept for the test, which chooses nothing</source>
        <translation>留给测试的比例；测试什么也不选</translation>
    </message>
    <message>
        <source>fraction that is kept for validation</source>
        <translation>留作验证的比例</translation>
    </message>
    <message>
        <source>frames are read and written as they lie in memory</source>
        <translation>帧按内存中的样子读写</translation>
    </message>
    <message>
        <source>from 0</source>
        <translation>从 0 起</translation>
    </message>
    <message>
        <source>from 0, below 1</source>
        <translation>从 0 到小于 1</translation>
    </message>
    <message>
        <source>from calls to their kernels</source>
        <translation>从调用到其 kernel</translation>
    </message>
    <message>
        <source>from one GPU to another</source>
        <translation>从一个 GPU 到另一个 GPU</translation>
    </message>
    <message>
        <source>from the device to the host</source>
        <translation>从设备到主机</translation>
    </message>
    <message>
        <source>from the host to the device</source>
        <translation>从主机到设备</translation>
    </message>
    <message>
        <source>from the mean gradient of several batches</source>
        <translation>用若干批的平均梯度</translation>
    </message>
    <message>
        <source>frozen parameter</source>
        <translation>冻结的参数</translation>
    </message>
    <message>
        <source>fused updates of weights</source>
        <translation>融合的权重更新</translation>
    </message>
    <message>
        <source>gather and scatter</source>
        <translation>gather 和 scatter</translation>
    </message>
    <message>
        <source>gathered every so many steps</source>
        <translation>每隔这么多步收集一次</translation>
    </message>
    <message>
        <source>gathered in the first step of every so many epochs</source>
        <translation>每隔这么多轮的第一步收集一次</translation>
    </message>
    <message>
        <source>gemm</source>
        <translation>gemm</translation>
    </message>
    <message>
        <source>given initial values are not as many as the value has elements</source>
        <translation>给出的初始值个数与该值的元素个数不符</translation>
    </message>
    <message>
        <source>gives an empty result of {}, which is not supported</source>
        <translation>给出 {} 的空结果，不支持</translation>
    </message>
    <message>
        <source>gives an empty result, which is not supported</source>
        <translation>得到空结果，这不受支持</translation>
    </message>
    <message>
        <source>gives its gates to other layers, which is not exported</source>
        <translation>将它的门交给其他层，这不能导出</translation>
    </message>
    <message>
        <source>gives large activations, and steps of a usual rate are too large</source>
        <translation>给出很大的激活，用通常的学习率步子就太大</translation>
    </message>
    <message>
        <source>gives next to nothing</source>
        <translation>几乎什么也不给出</translation>
    </message>
    <message>
        <source>gives places in a tensor of {}, more than 16777216</source>
        <translation>给出 {} 的张量中的位置，超过 16777216</translation>
    </message>
    <message>
        <source>gives the places of its maxima in windows of {}, which is not supported</source>
        <translation>给出窗口 {} 中最大值的位置，不支持</translation>
    </message>
    <message>
        <source>gives the places of its maxima to other layers, which is not exported</source>
        <translation>将最大值的位置交给其他层，这不能导出</translation>
    </message>
    <message>
        <source>gives the shape {}</source>
        <translation>给出形状 {}</translation>
    </message>
    <message>
        <source>gives the statistics of its groups to other layers, which is not exported</source>
        <translation>将各组的统计量交给其他层，这不能导出</translation>
    </message>
    <message>
        <source>gives the statistics of its rows to other layers, which is not exported</source>
        <translation>将各行的统计量交给其他层，这不能导出</translation>
    </message>
    <message>
        <source>gives the sums of its scores to other layers, which is not exported</source>
        <translation>将分数之和交给其他层，这不能导出</translation>
    </message>
    <message>
        <source>gives {} as a whole number</source>
        <translation>把 {} 作为整数给出</translation>
    </message>
    <message>
        <source>gives {} elements in the dimension {}</source>
        <translation>得到 {} 个元素（维度 {}）</translation>
    </message>
    <message>
        <source>gives {} for {} samples where the model gives {}</source>
        <translation>给出 {}（{} 个样本），而模型给出 {}</translation>
    </message>
    <message>
        <source>gloo on gpu</source>
        <translation>GPU 使用 gloo</translation>
    </message>
    <message>
        <source>gpus take turns</source>
        <translation>GPU 轮流工作</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>gradient of the early layers / largest gradient, less than</source>
        <translation>前面各层的梯度 / 最大梯度，小于</translation>
    </message>
    <message>
        <source>gradients are scaled down until the norm over all of them is at most this (`clip_grad_norm_`); no parameter is updated before the norm is known, so all gradients take memory together</source>
        <translation>缩小梯度，直到全部梯度的范数最多为此值（`clip_grad_norm_`）；在范数已知之前不更新参数，因此所有梯度同时占用内存</translation>
    </message>
    <message>
        <source>gradients cannot be clipped by norm and by value at once</source>
        <translation>梯度不能同时按范数和按值裁剪</translation>
    </message>
    <message>
        <source>gradients of {} parameter tensors</source>
        <translation>{} 个参数张量的梯度</translation>
    </message>
    <message>
        <source>groups of digits</source>
        <translation>数字分组</translation>
    </message>
    <message>
        <source>half of the 95 % interval</source>
        <translation>95 % 区间的一半</translation>
    </message>
    <message>
        <source>has a kernel of {} for {}</source>
        <translation>对 {1} 的卷积核为 {0}</translation>
    </message>
    <message>
        <source>has a kernel_shape of {} for a weight of {}</source>
        <translation>的 kernel_shape 为 {}，而权重为 {}</translation>
    </message>
    <message>
        <source>has a mask of keys, which is not exported</source>
        <translation>带有键的掩码，这不能导出</translation>
    </message>
    <message>
        <source>has a mask of {} for {} keys</source>
        <translation>的掩码为 {}，而键有 {} 个</translation>
    </message>
    <message>
        <source>has a member of more than a gibibyte, &quot;{}&quot;</source>
        <translation>有一个超过 1 GiB 的成员 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>has a past of only keys or values</source>
        <translation>的 past 只有键或只有值</translation>
    </message>
    <message>
        <source>has a window of {} for {} elements</source>
        <translation>对 {1} 个元素的窗口为 {0}</translation>
    </message>
    <message>
        <source>has an output that does not depend on its input</source>
        <translation>有一个输出不依赖于输入</translation>
    </message>
    <message>
        <source>has another type</source>
        <translation>类型不同</translation>
    </message>
    <message>
        <source>has auto_pad VALID beside ceil_mode, of which the standard and ONNX Runtime count the windows of {} elements differently</source>
        <translation>同时设置了 auto_pad VALID 和 ceil_mode，而标准与 ONNX Runtime 对 {} 个元素的窗口计数不同</translation>
    </message>
    <message>
        <source>has auto_pad {}</source>
        <translation>的 auto_pad 为 {}</translation>
    </message>
    <message>
        <source>has auto_pad {} and {} elements in the dimension {}, of which its kernel reaches {}: the standard and ONNX Runtime go on differently</source>
        <translation>的 auto_pad 为 {}，有 {} 个元素位于维度 {}，其中卷积核只到达 {} 个：标准与 ONNX Runtime 的做法不同</translation>
    </message>
    <message>
        <source>has biases of the shape {}</source>
        <translation>的偏置形状为 {}</translation>
    </message>
    <message>
        <source>has both a size and a scale_factor</source>
        <translation>同时有 size 和 scale_factor</translation>
    </message>
    <message>
        <source>has more than 2 GiB of weights, which one ONNX file cannot hold</source>
        <translation>权重超过 2 GiB，一个 ONNX 文件放不下</translation>
    </message>
    <message>
        <source>has more than one of name, layers and onnx</source>
        <translation>name、layers 和 onnx 中写了不止一个</translation>
    </message>
    <message>
        <source>has negative pads, which is not supported</source>
        <translation>有负的填充，不支持</translation>
    </message>
    <message>
        <source>has neither a name nor layers nor an ONNX file</source>
        <translation>既没有名称，也没有层或 ONNX 文件</translation>
    </message>
    <message>
        <source>has neither a size nor a scale_factor</source>
        <translation>既没有 size 也没有 scale_factor</translation>
    </message>
    <message>
        <source>has no graph, so it is no ONNX model</source>
        <translation>没有图，因此不是 ONNX 模型</translation>
    </message>
    <message>
        <source>has no inputs</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <source>has no output</source>
        <translation>没有输出</translation>
    </message>
    <message>
        <source>has no row with a value of &quot;{}&quot;</source>
        <translation>没有一行有 &quot;{}&quot; 的值</translation>
    </message>
    <message>
        <source>has no rows</source>
        <translation>没有行</translation>
    </message>
    <message>
        <source>has no second word</source>
        <translation>没有第二个词</translation>
    </message>
    <message>
        <source>has no shape</source>
        <translation>没有形状</translation>
    </message>
    <message>
        <source>has no value of numbers</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>has not as many factors as axes</source>
        <translation>系数的个数与轴的个数不同</translation>
    </message>
    <message>
        <source>has not as many sizes as axes</source>
        <translation>大小的个数与轴的个数不同</translation>
    </message>
    <message>
        <source>has num_outputs of {} for {} outputs</source>
        <translation>的 num_outputs 为 {}，而输出有 {} 个</translation>
    </message>
    <message>
        <source>has one column, but a table needs a target and at least one column to predict it from</source>
        <translation>只有一列，但表格需要一个目标列和至少一个用来预测它的列</translation>
    </message>
    <message>
        <source>has only one class, {}, in the training rows</source>
        <translation>训练行中只有一个类别 {}</translation>
    </message>
    <message>
        <source>has other layers for another batch size, so its batch cannot be left open</source>
        <translation>批大小不同时层也不同，因此批大小不能保持开放</translation>
    </message>
    <message>
        <source>has peepholes of the shape {}</source>
        <translation>的 peephole 形状为 {}</translation>
    </message>
    <message>
        <source>has scales along axis {}, but {} dimensions</source>
        <translation>的缩放沿第 {} 轴，但只有 {} 维</translation>
    </message>
    <message>
        <source>has scales that are not numbers</source>
        <translation>的 scales 不是数字</translation>
    </message>
    <message>
        <source>has starts, ends, axes and steps of different lengths</source>
        <translation>的 starts、ends、axes 和 steps 长度不同</translation>
    </message>
    <message>
        <source>has the activation {}, which is not supported</source>
        <translation>有激活函数 {}，不支持</translation>
    </message>
    <message>
        <source>has the alpha {}</source>
        <translation>的 alpha 为 {}</translation>
    </message>
    <message>
        <source>has the axis {} of a tensor of {} dimensions</source>
        <translation>的轴为 {}，而张量有 {} 维</translation>
    </message>
    <message>
        <source>has the coordinate_transformation_mode {}, which is not supported</source>
        <translation>的 coordinate_transformation_mode 为 {}，不支持</translation>
    </message>
    <message>
        <source>has the direction {}</source>
        <translation>的方向为 {}</translation>
    </message>
    <message>
        <source>has the empty operand {}</source>
        <translation>有空的操作数 {}</translation>
    </message>
    <message>
        <source>has the keep_aspect_ratio_policy {}</source>
        <translation>的 keep_aspect_ratio_policy 为 {}</translation>
    </message>
    <message>
        <source>has the mode {}, which is not supported</source>
        <translation>的模式为 {}，不支持</translation>
    </message>
    <message>
        <source>has the nearest_mode outer, which is not supported</source>
        <translation>的 nearest_mode 为 outer，这不受支持</translation>
    </message>
    <message>
        <source>has the nearest_mode {}, which is not supported</source>
        <translation>的 nearest_mode 为 {}，不支持</translation>
    </message>
    <message>
        <source>has the norm of p = {}</source>
        <translation>的范数为 p = {}</translation>
    </message>
    <message>
        <source>has the norm of p = {}, 1 or 2 is needed</source>
        <translation>的范数为 p = {}，需要 1 或 2</translation>
    </message>
    <message>
        <source>has the output {}, which is not supported</source>
        <translation>有输出 {}，不支持</translation>
    </message>
    <message>
        <source>has the output {}, which no node makes</source>
        <translation>有输出 {}，而没有节点产生它</translation>
    </message>
    <message>
        <source>has the outputs {}; the one that is taken, {}, gives {} ({}), the data need {} numbers a sample</source>
        <translation>有输出 {}；所取的 {} 给出 {}（{}），而数据每个样本需要 {} 个数</translation>
    </message>
    <message>
        <source>has the permutation {}, which does not name each of {} dimensions once</source>
        <translation>的排列为 {}，没有把 {} 个维度各写一次</translation>
    </message>
    <message>
        <source>has the scale {}</source>
        <translation>的缩放为 {}</translation>
    </message>
    <message>
        <source>has the shape {} with a dimension that is not known or empty</source>
        <translation>的形状为 {}，有一维未知或为空</translation>
    </message>
    <message>
        <source>has the shape {}, and a rule by fan needs at least two dimensions</source>
        <translation>形状为 {}，而按 fan 的规则至少需要两维</translation>
    </message>
    <message>
        <source>has the shape {}, which is too large</source>
        <translation>的形状为 {}，太大</translation>
    </message>
    <message>
        <source>has the wrong type</source>
        <translation>类型有误</translation>
    </message>
    <message>
        <source>has the zero point {}</source>
        <translation>的零点为 {}</translation>
    </message>
    <message>
        <source>has two initializers of the name {}</source>
        <translation>有两个名为 {} 的初始值</translation>
    </message>
    <message>
        <source>has weights of the shapes {} and {}</source>
        <translation>的权重形状为 {} 和 {}</translation>
    </message>
    <message>
        <source>has weights that other layers compute, which is not exported</source>
        <translation>其权重由其他层算出，这不能导出</translation>
    </message>
    <message>
        <source>has whole numbers as its input {}</source>
        <translation>的输入 {} 为整数</translation>
    </message>
    <message>
        <source>has {} bytes, which is not a whole number of records of {} bytes</source>
        <translation>有 {} 字节，不是 {} 字节记录的整数倍</translation>
    </message>
    <message>
        <source>has {} characters for the test, fewer than one window of data.context_length + 1 = {}</source>
        <translation>有 {} 个字符用于测试，少于一个窗口 data.context_length + 1 = {}</translation>
    </message>
    <message>
        <source>has {} characters for training, fewer than one window of data.context_length + 1 = {}</source>
        <translation>训练有 {} 个字符，少于一个窗口 data.context_length + 1 = {}</translation>
    </message>
    <message>
        <source>has {} characters for validation, fewer than one window of data.context_length + 1 = {}</source>
        <translation>验证有 {} 个字符，少于一个窗口 data.context_length + 1 = {}</translation>
    </message>
    <message>
        <source>has {} factors for {} dimensions</source>
        <translation>有 {} 个系数，而维度有 {} 个</translation>
    </message>
    <message>
        <source>has {} heads for an input of {}</source>
        <translation>有 {} 个头，输入为 {}</translation>
    </message>
    <message>
        <source>has {} in its input {}</source>
        <translation>输入 {1} 中有 {0}</translation>
    </message>
    <message>
        <source>has {} inputs and {} outputs</source>
        <translation>有 {} 个输入和 {} 个输出</translation>
    </message>
    <message>
        <source>has {} inputs, one is needed</source>
        <translation>有 {} 个输入，需要一个</translation>
    </message>
    <message>
        <source>has {} lengths for {} sequences</source>
        <translation>有 {} 个长度，而序列有 {} 个</translation>
    </message>
    <message>
        <source>has {} numbers for an input {}</source>
        <translation>有 {0} 个数，而输入为 {1}</translation>
    </message>
    <message>
        <source>has {} of {}</source>
        <translation>有 {1} 的 {0}</translation>
    </message>
    <message>
        <source>has {} of {} for {} dimensions</source>
        <translation>有 {1} 的 {0}，而维度有 {2} 个</translation>
    </message>
    <message>
        <source>has {} outputs for parts of {} from {}</source>
        <translation>有 {0} 个输出，各部分为 {1}，来自 {2}</translation>
    </message>
    <message>
        <source>has {} pads for {} dimensions</source>
        <translation>有 {} 个填充，而维度有 {} 个</translation>
    </message>
    <message>
        <source>has {} scales and {} zero points where {} of each are needed</source>
        <translation>有 {} 个缩放和 {} 个零点，而各需要 {} 个</translation>
    </message>
    <message>
        <source>has {} values in output_padding</source>
        <translation>的 output_padding 有 {} 个值</translation>
    </message>
    <message>
        <source>has {} values in output_shape</source>
        <translation>的 output_shape 有 {} 个值</translation>
    </message>
    <message>
        <source>has {} values, but the images have {} channels</source>
        <translation>有 {} 个值，但图片有 {} 个通道</translation>
    </message>
    <message>
        <source>high is above low</source>
        <translation>high 要大于 low</translation>
    </message>
    <message>
        <source>high is above low, and with log both are above 0</source>
        <translation>high 要大于 low，使用 log 时两者都大于 0</translation>
    </message>
    <message>
        <source>highly input-bound</source>
        <translation>严重受数据输入限制</translation>
    </message>
    <message>
        <source>highly launch-bound</source>
        <translation>严重受启动限制</translation>
    </message>
    <message>
        <source>holds Python objects (pickle), which are not opened because that runs code</source>
        <translation>含有 Python 对象（pickle），打开会运行代码，因此不打开</translation>
    </message>
    <message>
        <source>holds Python objects, which are not opened</source>
        <translation>含有 Python 对象，不会打开</translation>
    </message>
    <message>
        <source>holds SequenceExamples, which are not read</source>
        <translation>是 SequenceExample，不读取</translation>
    </message>
    <message>
        <source>holds TensorFlow records that are not Examples</source>
        <translation>是 TensorFlow 记录，但不是 Example</translation>
    </message>
    <message>
        <source>holds complex numbers, which are not supported</source>
        <translation>含有复数，不受支持</translation>
    </message>
    <message>
        <source>holds data of the kind {}, and the model was trained on {}</source>
        <translation>是 {} 类数据，而模型是用 {} 训练的</translation>
    </message>
    <message>
        <source>holds dates, which are not supported in NumPy files</source>
        <translation>含有日期，不支持 NumPy 文件中的日期</translation>
    </message>
    <message>
        <source>holds files that are not the rendered shapes</source>
        <translation>含有不是所绘形状的文件</translation>
    </message>
    <message>
        <source>holds more than the {} bytes its header promises</source>
        <translation>超过文件头声明的 {} 字节</translation>
    </message>
    <message>
        <source>holds more than {} MiB</source>
        <translation>超过 {} MiB</translation>
    </message>
    <message>
        <source>holds neither the files of CIFAR-10 nor other *.bin files of such records for training{}{}{}</source>
        <translation>既没有 CIFAR-10 的文件，也没有其他用于训练的此类记录的 *.bin 文件{}{}{}</translation>
    </message>
    <message>
        <source>holds no array of NumPy</source>
        <translation>没有 NumPy 数组</translation>
    </message>
    <message>
        <source>holds no arrays with the names of inputs and answers</source>
        <translation>没有以输入和答案命名的数组</translation>
    </message>
    <message>
        <source>holds no file of TensorFlow records</source>
        <translation>没有 TensorFlow 记录文件</translation>
    </message>
    <message>
        <source>holds no pictures whose names tell their classes, such as cat.1.jpg and dog.1.jpg</source>
        <translation>没有文件名说明类别的图片，例如 cat.1.jpg 和 dog.1.jpg</translation>
    </message>
    <message>
        <source>holds no sample that can be read</source>
        <translation>没有可读取的样本</translation>
    </message>
    <message>
        <source>holds no tar archive</source>
        <translation>没有 tar 归档</translation>
    </message>
    <message>
        <source>holds no text</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>holds only one character, {}, so there is nothing to learn</source>
        <translation>只有一种字符 {}，没有可学习的内容</translation>
    </message>
    <message>
        <source>holds pictures with boxes or masks: a set for detection or segmentation</source>
        <translation>是带边框或掩膜的图片：这是检测或分割数据集</translation>
    </message>
    <message>
        <source>holds pictures without a class; their features are {}</source>
        <translation>其图片没有类别；它们的特征为 {}</translation>
    </message>
    <message>
        <source>holds records of several fields, which are not supported</source>
        <translation>含有多字段的记录，不受支持</translation>
    </message>
    <message>
        <source>holds records without an encoded picture; their features are {}</source>
        <translation>其记录中没有编码的图片；它们的特征为 {}</translation>
    </message>
    <message>
        <source>holds the Python version of CIFAR-10, which is not read because it is pickled code</source>
        <translation>是 CIFAR-10 的 Python 版本；它是 pickle 代码，因此不读取</translation>
    </message>
    <message>
        <source>holds values of type &quot;{}&quot;, which are not supported</source>
        <translation>含有类型为“{}”的值，不受支持</translation>
    </message>
    <message>
        <source>holds weights only</source>
        <translation>只含权重</translation>
    </message>
    <message>
        <source>holds {} labels, but {} holds {} images</source>
        <translation>有 {} 个标签，但 {} 有 {} 张图片</translation>
    </message>
    <message>
        <source>holds {} sets of IDX files, such as those of &quot;{}&quot; and &quot;{}&quot;</source>
        <translation>含有 {} 套 IDX 文件，例如 &quot;{}&quot; 和 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>holds {}, from {} to {}; whole numbers from 0 to 255 are read</source>
        <translation>内容为 {}，从 {} 到 {}；可读取的是 0 到 255 的整数</translation>
    </message>
    <message>
        <source>holds {}; {} are wanted</source>
        <translation>内容为 {}；需要的是 {}</translation>
    </message>
    <message>
        <source>host = torch.empty(x.shape, dtype=x.dtype, pin_memory=True); host.copy_(x, non_blocking=True), read a step later; or leave x on the GPU</source>
        <translation>host = torch.empty(x.shape, dtype=x.dtype, pin_memory=True); host.copy_(x, non_blocking=True)，晚一步再读取；或把 x 留在 GPU 上</translation>
    </message>
    <message>
        <source>host memory in use</source>
        <translation>使用中的主机内存</translation>
    </message>
    <message>
        <source>host pauses</source>
        <translation>主机停顿</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>主机到设备</translation>
    </message>
    <message>
        <source>host to host</source>
        <translation>主机到主机</translation>
    </message>
    <message>
        <source>how images lie between layers: `on` NHWC, `off` NCHW everywhere, with the copies that this costs; `auto` takes blocks of channels, or what was fastest where layers were timed; on a GPU NHWC for mixed precision and NCHW for f32</source>
        <translation>图片在层之间的布局：`on` 全部 NHWC，`off` 全部 NCHW，并付出所需的复制；`auto` 采用通道分块，或各层计时中最快的；在 GPU 上，混合精度用 NHWC，f32 用 NCHW</translation>
    </message>
    <message>
        <source>how many images to render, or samples to make up</source>
        <translation>要绘制的图片数，或要生成的样本数</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>idle cores</source>
        <translation>闲置的 CPU 核</translation>
    </message>
    <message>
        <source>if step % 50 == 0: print(loss.item())</source>
        <translation>if step % 50 == 0: print(loss.item())</translation>
    </message>
    <message>
        <source>images are resized and cropped to this many pixels in width and height</source>
        <translation>图片缩放并裁剪到此像素数的宽和高</translation>
    </message>
    <message>
        <source>images as NHWC from the loader on</source>
        <translation>从加载器起就用 NHWC 图片</translation>
    </message>
    <message>
        <source>images of {}x{} would become {}x{}</source>
        <translation>{}x{} 的图片将变为 {}x{}</translation>
    </message>
    <message>
        <source>in the trace</source>
        <translation>/ 跟踪</translation>
    </message>
    <message>
        <source>in {}</source>
        <translation>单位 {}</translation>
    </message>
    <message>
        <source>infinite values</source>
        <translation>无穷大的值</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>input bound</source>
        <translation>输入受限</translation>
    </message>
    <message>
        <source>input of a node</source>
        <translation>节点的输入</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>inside {}</source>
        <translation>{} 之内</translation>
    </message>
    <message>
        <source>int</source>
        <translation>int</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>interrupted, nothing was changed</source>
        <translation>已中断，没有任何改动</translation>
    </message>
    <message>
        <source>is &quot;{}&quot;, but the inputs are {} ({})</source>
        <translation>是“{}”，但输入是{}（{}）</translation>
    </message>
    <message>
        <source>is 1, but a classifier needs two classes</source>
        <translation>为 1，但分类器需要两个类别</translation>
    </message>
    <message>
        <source>is HTML or XML, despite its name</source>
        <translation>无论名称如何，是 HTML 或 XML</translation>
    </message>
    <message>
        <source>is JSON, which is not read as a table or a text</source>
        <translation>是 JSON，不能作为表格或文本读取</translation>
    </message>
    <message>
        <source>is [{}], the data have the {} dimensions {}</source>
        <translation>为 [{}]，而数据有 {} 个维度 {}</translation>
    </message>
    <message>
        <source>is a Keras model, which is not read</source>
        <translation>是 Keras 模型，不支持读取</translation>
    </message>
    <message>
        <source>is a TIFF picture of an unusual kind</source>
        <translation>是特殊种类的 TIFF 图片</translation>
    </message>
    <message>
        <source>is a TIFF picture of {} channels</source>
        <translation>是 {} 个通道的 TIFF 图片</translation>
    </message>
    <message>
        <source>is a TIFF picture of {}-bit reals</source>
        <translation>是 {} 位实数的 TIFF 图片</translation>
    </message>
    <message>
        <source>is a TIFF picture of {}-bit {}numbers</source>
        <translation>是 {} 位{}数的 TIFF 图片</translation>
    </message>
    <message>
        <source>is a TensorFlow Lite model, which is not read</source>
        <translation>是 TensorFlow Lite 模型，不支持读取</translation>
    </message>
    <message>
        <source>is a TensorFlow graph, which is not read</source>
        <translation>是 TensorFlow 图，不支持读取</translation>
    </message>
    <message>
        <source>is a folder, but the data are one file</source>
        <translation>是文件夹，但数据应为一个文件</translation>
    </message>
    <message>
        <source>is a pointer of Git LFS, not the file itself</source>
        <translation>是 Git LFS 的指针，而不是文件本身</translation>
    </message>
    <message>
        <source>is a table in the format ARFF, which is not read</source>
        <translation>是 ARFF 格式的表格，不能读取</translation>
    </message>
    <message>
        <source>is a table in the format of LIBSVM, which is not read</source>
        <translation>是 LIBSVM 格式的表格，不能读取</translation>
    </message>
    <message>
        <source>is a tar archive that is cut off</source>
        <translation>是被截断的 tar 归档</translation>
    </message>
    <message>
        <source>is a tar archive that is cut off in &quot;{}&quot;</source>
        <translation>是在 &quot;{}&quot; 处被截断的 tar 归档</translation>
    </message>
    <message>
        <source>is a tar archive that is damaged at byte {}</source>
        <translation>是在第 {} 字节处损坏的 tar 归档</translation>
    </message>
    <message>
        <source>is a tar archive with a name of more than a mebibyte</source>
        <translation>是含有超过 1 MiB 的名称的 tar 归档</translation>
    </message>
    <message>
        <source>is a workbook or an archive, despite its name</source>
        <translation>无论名称如何，是工作簿或压缩包</translation>
    </message>
    <message>
        <source>is a workbook, despite its name</source>
        <translation>无论名称如何，是工作簿</translation>
    </message>
    <message>
        <source>is an OpenVINO model, which is not read</source>
        <translation>是 OpenVINO 模型，不支持读取</translation>
    </message>
    <message>
        <source>is an empty list</source>
        <translation>是空列表</translation>
    </message>
    <message>
        <source>is an engine of TensorRT, which is not read</source>
        <translation>是 TensorRT 引擎，不支持读取</translation>
    </message>
    <message>
        <source>is compressed, and its pictures take more than {} GiB</source>
        <translation>是压缩的，并且图片超过 {} GiB</translation>
    </message>
    <message>
        <source>is damaged (the compressed data end too early)</source>
        <translation>已损坏（压缩数据过早结束）</translation>
    </message>
    <message>
        <source>is damaged: its compressed data make no sense</source>
        <translation>已损坏：压缩数据无法解读</translation>
    </message>
    <message>
        <source>is damaged: its header is not one of NumPy</source>
        <translation>已损坏：其文件头不是 NumPy 的</translation>
    </message>
    <message>
        <source>is damaged: {}</source>
        <translation>已损坏：{}</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>is empty ({})</source>
        <translation>是空的（{}）</translation>
    </message>
    <message>
        <source>is in training mode, which is not supported: the program sets the mode</source>
        <translation>处于训练模式，不支持：模式由程序设定</translation>
    </message>
    <message>
        <source>is larger than 2 GiB, which the format does not allow</source>
        <translation>超过 2 GiB，此格式不允许</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>is neither an output nor a parameter of the program</source>
        <translation>既不是该程序的输出也不是它的参数</translation>
    </message>
    <message>
        <source>is no model that is read</source>
        <translation>不是可读取的模型</translation>
    </message>
    <message>
        <source>is not</source>
        <translation>不是</translation>
    </message>
    <message>
        <source>is not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>is not a finite number</source>
        <translation>不是有限的数</translation>
    </message>
    <message>
        <source>is not a layer type</source>
        <translation>不是层类型</translation>
    </message>
    <message>
        <source>is not a list of pictures: its rows do not name pictures in its folder, in a folder beside it, or above it</source>
        <translation>不是图片列表：它的各行没有指出其文件夹、旁边的文件夹或上层文件夹中的图片</translation>
    </message>
    <message>
        <source>is not a model of the zoo</source>
        <translation>不是模型库中的模型</translation>
    </message>
    <message>
        <source>is not a picture in a format that is read</source>
        <translation>不是可读取格式的图片</translation>
    </message>
    <message>
        <source>is not a picture that is read but {}</source>
        <translation>不是可读取的图片，而是 {}</translation>
    </message>
    <message>
        <source>is not a tar archive</source>
        <translation>不是 tar 归档</translation>
    </message>
    <message>
        <source>is not a valid file of TensorFlow records</source>
        <translation>不是完好的 TensorFlow 记录文件</translation>
    </message>
    <message>
        <source>is not an IDX file; {} are expected</source>
        <translation>不是 IDX 文件；需要的是 {}</translation>
    </message>
    <message>
        <source>is not an argument of the layer type {}</source>
        <translation>不是层类型 {} 的参数</translation>
    </message>
    <message>
        <source>is not an argument of the model {}</source>
        <translation>不是模型 {} 的参数</translation>
    </message>
    <message>
        <source>is not an array of NumPy</source>
        <translation>不是 NumPy 数组</translation>
    </message>
    <message>
        <source>is not an order of the {} dimensions of {} with the batch first</source>
        <translation>不是 {1} 的 {0} 个维度的排列（批在最前）</translation>
    </message>
    <message>
        <source>is not in the op table</source>
        <translation>不在算子表中</translation>
    </message>
    <message>
        <source>is not in the zoo</source>
        <translation>不在模型库中</translation>
    </message>
    <message>
        <source>is not spatial, which is not supported</source>
        <translation>不是空间的，不支持</translation>
    </message>
    <message>
        <source>is not {}, or is cut off or damaged</source>
        <translation>不是{}，或被截断或损坏</translation>
    </message>
    <message>
        <source>is of opset {}, known are 1 to {}</source>
        <translation>属于 opset {}，已知的为 1 到 {}</translation>
    </message>
    <message>
        <source>is of the type {}, the data are {}</source>
        <translation>的类型为 {}，数据为 {}</translation>
    </message>
    <message>
        <source>is of the type {}, which is not supported</source>
        <translation>的类型为 {}，不支持</translation>
    </message>
    <message>
        <source>is of version {} of NumPy&apos;s format; 1 to 3 are read</source>
        <translation>是 NumPy 格式的版本 {}；读取版本 1 到 3</translation>
    </message>
    <message>
        <source>is one array ({}), so the answers are missing</source>
        <translation>只是一个数组（{}），缺少答案</translation>
    </message>
    <message>
        <source>is the dimension of the batch</source>
        <translation>是批的维度</translation>
    </message>
    <message>
        <source>is the file of a run</source>
        <translation>是运行的文件</translation>
    </message>
    <message>
        <source>is zero_gamma, but no residual branch of the model ends in a norm</source>
        <translation>为 zero_gamma，但模型的残差分支都不以归一化结尾</translation>
    </message>
    <message>
        <source>is {}</source>
        <translation>为 {}</translation>
    </message>
    <message>
        <source>is {} and cannot be quantized</source>
        <translation>为 {}，不能量化</translation>
    </message>
    <message>
        <source>is {} {} and cannot be a loss</source>
        <translation>是 {} {}，不能作为损失</translation>
    </message>
    <message>
        <source>is {}, and &quot;{}&quot; for training is {}</source>
        <translation>是 {}，而训练用的“{}”是 {}</translation>
    </message>
    <message>
        <source>is {}, and data.validation_split is {}: together they leave nothing for training</source>
        <translation>是 {}，data.validation_split 是 {}：两者合起来没有给训练留下样本</translation>
    </message>
    <message>
        <source>is {}, but the data have a test part of their own: {}</source>
        <translation>是 {}，但数据自带测试部分：{}</translation>
    </message>
    <message>
        <source>is {}, but the dataset holds only {} samples</source>
        <translation>为 {}，但数据集只有 {} 个样本</translation>
    </message>
    <message>
        <source>is {}, but the images are {} pixels wide and {} high</source>
        <translation>为 {}，但图片宽 {} 像素、高 {} 像素</translation>
    </message>
    <message>
        <source>is {}, dimension {} of {} has {} places</source>
        <translation>为 {0}，{2} 的维度 {1} 有 {3} 个位置</translation>
    </message>
    <message>
        <source>is {}, the input is {}</source>
        <translation>为 {}，输入为 {}</translation>
    </message>
    <message>
        <source>is {}, the input {} has {} dimensions</source>
        <translation>为 {}，输入 {} 有 {} 个维度</translation>
    </message>
    <message>
        <source>is {}, which is too large</source>
        <translation>为 {}，太大</translation>
    </message>
    <message>
        <source>is {}, which makes a batch of more than a terabyte</source>
        <translation>为 {}，一个批将超过 1 TB</translation>
    </message>
    <message>
        <source>is {}, with {} of them for validation</source>
        <translation>为 {}，其中验证 {} 个</translation>
    </message>
    <message>
        <source>it cannot be converted to RGB</source>
        <translation>无法转换为 RGB</translation>
    </message>
    <message>
        <source>it cannot be created: {}</source>
        <translation>无法创建：{}</translation>
    </message>
    <message>
        <source>it cannot be opened: {}</source>
        <translation>无法打开：{}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>it cannot be read to its end</source>
        <translation>无法读到末尾</translation>
    </message>
    <message>
        <source>it cannot be read: {}</source>
        <translation>无法读取：{}</translation>
    </message>
    <message>
        <source>it cannot be renamed to {}: {}</source>
        <translation>无法重命名为 {}：{}</translation>
    </message>
    <message>
        <source>it cannot be saved: {}</source>
        <translation>无法保存：{}</translation>
    </message>
    <message>
        <source>it cannot be written: {}</source>
        <translation>无法写入：{}</translation>
    </message>
    <message>
        <source>it contains names of rows, and the header has no name for it</source>
        <translation>它是行名，表头中没有它的名称</translation>
    </message>
    <message>
        <source>it could not be tried</source>
        <translation>无法试验</translation>
    </message>
    <message>
        <source>it counts the rows</source>
        <translation>它是行的编号</translation>
    </message>
    <message>
        <source>it does not have exactly one class</source>
        <translation>它没有唯一的类别</translation>
    </message>
    <message>
        <source>it ends within its header</source>
        <translation>在文件头中就结束了</translation>
    </message>
    <message>
        <source>it gives {}</source>
        <translation>它给出 {}</translation>
    </message>
    <message>
        <source>it gives {} numbers instead of {}</source>
        <translation>它给出 {} 个数，而正确的应是 {} 个</translation>
    </message>
    <message>
        <source>it has a few whole numbers, the others many values</source>
        <translation>它只有几个整数值，其他列有许多值</translation>
    </message>
    <message>
        <source>it has more than {} different texts</source>
        <translation>它有超过 {} 种不同文本</translation>
    </message>
    <message>
        <source>it has no checkpoint</source>
        <translation>它没有检查点</translation>
    </message>
    <message>
        <source>it has no checkpoint &quot;{}&quot;</source>
        <translation>它没有检查点 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>it has no class</source>
        <translation>它没有类别</translation>
    </message>
    <message>
        <source>it has no frame</source>
        <translation>它没有任何一帧</translation>
    </message>
    <message>
        <source>it has no graph</source>
        <translation>它没有计算图</translation>
    </message>
    <message>
        <source>it has no key</source>
        <translation>它没有写明键</translation>
    </message>
    <message>
        <source>it has no list &quot;traceEvents&quot;: the profiler that wrote it has recorded nothing</source>
        <translation>它没有列表 &quot;traceEvents&quot;：写出它的性能分析器没有记录任何内容</translation>
    </message>
    <message>
        <source>it has no manifest</source>
        <translation>它没有清单</translation>
    </message>
    <message>
        <source>it has no name and another value in every row, as an index has</source>
        <translation>它没有名称，且每行的值都不同，如同索引</translation>
    </message>
    <message>
        <source>it has no name and counts the rows</source>
        <translation>它没有名称，且是行的编号</translation>
    </message>
    <message>
        <source>it has no picture</source>
        <translation>它没有图片</translation>
    </message>
    <message>
        <source>it has no values</source>
        <translation>它没有值</translation>
    </message>
    <message>
        <source>it has {} bytes and should have {}</source>
        <translation>它有 {} 字节，应为 {} 字节</translation>
    </message>
    <message>
        <source>it has {} bytes, less than the 8 of the header&apos;s length</source>
        <translation>它有 {} 字节，少于文件头长度的 8 字节</translation>
    </message>
    <message>
        <source>it holds a file named &quot;{}&quot;, which would be outside of the run&apos;s folder</source>
        <translation>它含有名为 &quot;{}&quot; 的文件，该文件会落在运行的文件夹之外</translation>
    </message>
    <message>
        <source>it holds {} tensors, but the model has {}</source>
        <translation>它有 {} 个张量，而模型有 {}</translation>
    </message>
    <message>
        <source>it is a BMP file with a JPEG or PNG image in it</source>
        <translation>它是内含 JPEG 或 PNG 图像的 BMP 文件</translation>
    </message>
    <message>
        <source>it is aligned with {} by the clocks of their machines, which is exact on one machine only</source>
        <translation>它按机器的时钟与 {} 对齐，只有在同一台机器上才精确</translation>
    </message>
    <message>
        <source>it is being trained</source>
        <translation>它正在训练</translation>
    </message>
    <message>
        <source>it is being trained by another process</source>
        <translation>它正由另一个进程训练</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>it is empty in every row</source>
        <translation>它每行都为空</translation>
    </message>
    <message>
        <source>it is in the bin</source>
        <translation>它在回收站中</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is not a language model, so it writes no text</source>
        <translation>它不是语言模型，因此不会写文本</translation>
    </message>
    <message>
        <source>it is not an Example</source>
        <translation>它不是 Example</translation>
    </message>
    <message>
        <source>it is not known how its pixels were scaled</source>
        <translation>不知道它的像素是如何缩放的</translation>
    </message>
    <message>
        <source>it is of a kind of JPEG that is not read</source>
        <translation>它是不支持读取的一种 JPEG</translation>
    </message>
    <message>
        <source>it is still training</source>
        <translation>它仍在训练</translation>
    </message>
    <message>
        <source>it is still training, and keeps its checkpoints in order itself</source>
        <translation>它仍在训练，会自己管理检查点</translation>
    </message>
    <message>
        <source>it is the first column</source>
        <translation>它是第一列</translation>
    </message>
    <message>
        <source>it is the last column</source>
        <translation>它是最后一列</translation>
    </message>
    <message>
        <source>it is the limit of --fit</source>
        <translation>它是 --fit 的上限</translation>
    </message>
    <message>
        <source>it is the only column of names</source>
        <translation>它是唯一的名称列</translation>
    </message>
    <message>
        <source>it is the target, rounded</source>
        <translation>它是舍入后的目标</translation>
    </message>
    <message>
        <source>it is too short for an archive</source>
        <translation>太短，不可能是压缩包</translation>
    </message>
    <message>
        <source>it is {}</source>
        <translation>它为 {}</translation>
    </message>
    <message>
        <source>it is {}, which is not measured in a {} project</source>
        <translation>它是 {0}，在 {1} 项目中不测量</translation>
    </message>
    <message>
        <source>it looks like dates, but not all in one form: &quot;{}&quot;, &quot;{}&quot;</source>
        <translation>它看起来像日期，但形式不一：“{}”、“{}”</translation>
    </message>
    <message>
        <source>it looks like numbers, but not all in one unit: &quot;{}&quot;, &quot;{}&quot;</source>
        <translation>看似数字，但单位不一：“{}”、“{}”</translation>
    </message>
    <message>
        <source>it looks like numbers, but some have a decimal comma and some a point</source>
        <translation>看似数字，但有的用小数逗号，有的用小数点</translation>
    </message>
    <message>
        <source>it takes samples of {}; pictures, rows of tables and texts can be asked about</source>
        <translation>它的样本是 {}；可以询问图片、表的行和文本</translation>
    </message>
    <message>
        <source>it was cut off, it has {} bytes</source>
        <translation>它被截断了，只有 {} 字节</translation>
    </message>
    <message>
        <source>it was frozen for batches of {}, not of {}</source>
        <translation>它是为批大小 {} 冻结的，不是 {}</translation>
    </message>
    <message>
        <source>it would go from {} to {}</source>
        <translation>它将从 {} 到 {}</translation>
    </message>
    <message>
        <source>it would take {} steps</source>
        <translation>它需要 {} 步</translation>
    </message>
    <message>
        <source>its answers to random samples are not finite numbers</source>
        <translation>它对随机样本的输出不是有限数</translation>
    </message>
    <message>
        <source>its bytes cannot hold the pixels that its header promises</source>
        <translation>它的字节容纳不下文件头声明的像素</translation>
    </message>
    <message>
        <source>its cells are limits, so each is a class: &quot;{}&quot;</source>
        <translation>其单元格是界限，因此每个都是一个类别：“{}”</translation>
    </message>
    <message>
        <source>its cells hold figures, in a form that is not read as a number or a date: &quot;{}&quot;</source>
        <translation>其单元格含有数字，但其形式不作为数字或日期读取：“{}”</translation>
    </message>
    <message>
        <source>its checkpoint of step {} holds values that are not numbers in {}</source>
        <translation>其第 {} 步的检查点在 {} 中含有非数值</translation>
    </message>
    <message>
        <source>its checkpoint {} is damaged: {}</source>
        <translation>其检查点 {} 已损坏：{}</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>它的校验和不对</translation>
    </message>
    <message>
        <source>its clock agrees with that of {} at the ends of {} common collectives</source>
        <translation>在 {1} 个共同的集合操作结束时，它的时钟与 {0} 的一致</translation>
    </message>
    <message>
        <source>its clock agrees with that of {} within {} at the ends of {} common collectives</source>
        <translation>在 {2} 个共同的集合操作结束时，它的时钟与 {0} 的一致，相差不超过 {1}</translation>
    </message>
    <message>
        <source>its clock is not comparable with that of {}</source>
        <translation>它的时钟与 {} 的不可比</translation>
    </message>
    <message>
        <source>its clock is too far from that of {} to be aligned</source>
        <translation>它的时钟与 {} 的相差太远，无法对齐</translation>
    </message>
    <message>
        <source>its data are damaged</source>
        <translation>其数据已损坏</translation>
    </message>
    <message>
        <source>its data are damaged, or end too early</source>
        <translation>数据已损坏，或过早结束</translation>
    </message>
    <message>
        <source>its description cannot be read</source>
        <translation>它的描述无法读取</translation>
    </message>
    <message>
        <source>its description was changed</source>
        <translation>它的描述被改动过</translation>
    </message>
    <message>
        <source>its equal values keep rows in one part (data.group)</source>
        <translation>值相同的行留在同一部分（data.group）</translation>
    </message>
    <message>
        <source>its folder is not there</source>
        <translation>它的文件夹不存在</translation>
    </message>
    <message>
        <source>its folders are not the classes of {}</source>
        <translation>其中的文件夹不是 {} 的类别</translation>
    </message>
    <message>
        <source>its format changed since the folder was opened</source>
        <translation>打开文件夹之后它的格式变了</translation>
    </message>
    <message>
        <source>its graphs are not in the order of their batch sizes</source>
        <translation>它的计算图没有按批大小排列</translation>
    </message>
    <message>
        <source>its head makes no sense</source>
        <translation>它的文件头没有意义</translation>
    </message>
    <message>
        <source>its head was changed</source>
        <translation>它的文件头被改动过</translation>
    </message>
    <message>
        <source>its header claims {} bytes, but the file has {}</source>
        <translation>文件头声明 {} 字节，但文件有 {}</translation>
    </message>
    <message>
        <source>its header claims {} bytes; at most {} are allowed</source>
        <translation>文件头声明 {} 字节；最多允许 {}</translation>
    </message>
    <message>
        <source>its header contains a zero byte</source>
        <translation>文件头中有零字节</translation>
    </message>
    <message>
        <source>its header gives dimension {} the size {}</source>
        <translation>文件头给出维度 {} 的大小为 {}</translation>
    </message>
    <message>
        <source>its header gives {} of {} twice</source>
        <translation>文件头中 {1} 的 {0} 出现两次</translation>
    </message>
    <message>
        <source>its header has a list where none is allowed</source>
        <translation>文件头在不该有列表的位置有列表</translation>
    </message>
    <message>
        <source>its header has a null</source>
        <translation>文件头中有 null</translation>
    </message>
    <message>
        <source>its header has a number where none is allowed</source>
        <translation>文件头在不该有数字的位置有数字</translation>
    </message>
    <message>
        <source>its header has a text where none is allowed</source>
        <translation>文件头在不该有文本的位置有文本</translation>
    </message>
    <message>
        <source>its header has no &quot;{}&quot;</source>
        <translation>文件头中没有“{}”</translation>
    </message>
    <message>
        <source>its header has no shape</source>
        <translation>文件头中没有形状</translation>
    </message>
    <message>
        <source>its header has true or false where none is allowed</source>
        <translation>文件头在不该有的位置有 true 或 false</translation>
    </message>
    <message>
        <source>its header is not JSON</source>
        <translation>文件头不是 JSON</translation>
    </message>
    <message>
        <source>its header is not a JSON object</source>
        <translation>文件头不是 JSON 对象</translation>
    </message>
    <message>
        <source>its header is not valid JSON</source>
        <translation>文件头不是有效的 JSON</translation>
    </message>
    <message>
        <source>its header is not valid JSON at byte {}</source>
        <translation>文件头在第 {} 字节处不是有效的 JSON</translation>
    </message>
    <message>
        <source>its header is too long</source>
        <translation>文件头太长</translation>
    </message>
    <message>
        <source>its header names {} twice</source>
        <translation>文件头中 {} 出现两次</translation>
    </message>
    <message>
        <source>its header nests too deeply</source>
        <translation>文件头嵌套过深</translation>
    </message>
    <message>
        <source>its header promises {} bytes ({}), but {} follow</source>
        <translation>文件头声明 {} 字节（{}），实际有 {}</translation>
    </message>
    <message>
        <source>its header promises {} bytes, which a file of {} bytes cannot hold</source>
        <translation>文件头声明 {} 字节，{} 字节的文件容纳不下</translation>
    </message>
    <message>
        <source>its images are {}x{} of {} channel{}, those for training {}x{} of {}</source>
        <translation>其图像为 {}x{}，{} 个通道{}，训练图像为 {}x{}，{} 个通道</translation>
    </message>
    <message>
        <source>its kind of BMP is unknown</source>
        <translation>未知的 BMP 种类</translation>
    </message>
    <message>
        <source>its length is damaged</source>
        <translation>它的长度已损坏</translation>
    </message>
    <message>
        <source>its list of members does not fit into the file</source>
        <translation>成员列表与文件大小不符</translation>
    </message>
    <message>
        <source>its list of members is broken</source>
        <translation>成员列表已损坏</translation>
    </message>
    <message>
        <source>its long numbers, different in every row, look like those of an identifier</source>
        <translation>它是每行各不相同的长数字，像标识符</translation>
    </message>
    <message>
        <source>its manifest lists no files</source>
        <translation>它的清单没有列出文件</translation>
    </message>
    <message>
        <source>its masks of colours are invalid</source>
        <translation>颜色掩码无效</translation>
    </message>
    <message>
        <source>its name and its values, different in every row, look like those of an identifier</source>
        <translation>其名称以及每行都不同的值表明它是标识符</translation>
    </message>
    <message>
        <source>its name says so</source>
        <translation>它的名称如此表明</translation>
    </message>
    <message>
        <source>its numbers begin with 0, so they are codes</source>
        <translation>其数字以 0 开头，因此是代码</translation>
    </message>
    <message>
        <source>its parameters take {}, but {} of memory is free</source>
        <translation>其参数需要 {}，但空闲内存为 {}</translation>
    </message>
    <message>
        <source>its part of the set is not known; set data.train_path to {}, and data.validation_path to it if it is for validation</source>
        <translation>不知道它是数据集的哪一部分；若用于验证，请把 data.train_path 设为 {}，并把 data.validation_path 设为它</translation>
    </message>
    <message>
        <source>its pictures are not in class folders, so their classes are not known</source>
        <translation>其图片不在类别文件夹中，无从得知内容</translation>
    </message>
    <message>
        <source>its quote is never closed</source>
        <translation>它的引号没有闭合</translation>
    </message>
    <message>
        <source>its result differs from that of f32 by a relative error of {}</source>
        <translation>其结果与 f32 的结果不同，相对误差为 {}</translation>
    </message>
    <message>
        <source>its shape is not possible</source>
        <translation>形状不可能</translation>
    </message>
    <message>
        <source>its size changed since the folder was opened</source>
        <translation>打开文件夹之后它的大小变了</translation>
    </message>
    <message>
        <source>its state does not fit the changed settings: {}</source>
        <translation>它的状态与所设的不符：{}</translation>
    </message>
    <message>
        <source>its structure</source>
        <translation>其结构</translation>
    </message>
    <message>
        <source>its tensors have {} bytes, but the file holds {} after the header</source>
        <translation>其张量共 {} 字节，但文件头之后有 {}</translation>
    </message>
    <message>
        <source>its tensors need {} bytes, more than the {} bytes of memory</source>
        <translation>其张量需要 {} 字节，超过 {} 字节的内存</translation>
    </message>
    <message>
        <source>its text differs in nearly every row</source>
        <translation>几乎每行的文本都不同</translation>
    </message>
    <message>
        <source>its times are moved so that it begins with {}: the clocks are not comparable</source>
        <translation>它的时间已平移，使它与 {} 同时开始：两者的时钟不可比</translation>
    </message>
    <message>
        <source>its times are moved so that step {} begins with that of {}: the clocks are not comparable</source>
        <translation>它的时间已平移，使第 {} 步与 {} 的同时开始：两者的时钟不可比</translation>
    </message>
    <message>
        <source>its times are moved: its clock is {} ahead of that of {} at the ends of {} common collectives</source>
        <translation>它的时间已平移：在 {2} 个共同的集合操作结束时，它的时钟比 {1} 的快 {0}</translation>
    </message>
    <message>
        <source>its times are moved: its clock is {} behind that of {} at the ends of {} common collectives</source>
        <translation>它的时间已平移：在 {2} 个共同的集合操作结束时，它的时钟比 {1} 的慢 {0}</translation>
    </message>
    <message>
        <source>its weights were changed</source>
        <translation>它的权重被改动过</translation>
    </message>
    <message>
        <source>its {} occurs with the answer {} and with no other</source>
        <translation>它的 {} 只对应答案 {}</translation>
    </message>
    <message>
        <source>jax.config.update(&quot;jax_log_compiles&quot;, True) names what is compiled again; inputs of one shape and type, static_argnums for Python values</source>
        <translation>jax.config.update(&quot;jax_log_compiles&quot;, True) 会指出重新编译的内容；输入保持同一形状和类型，Python 值用 static_argnums</translation>
    </message>
    <message>
        <source>jax.device_get of results a step late</source>
        <translation>晚一步再对结果调用 jax.device_get</translation>
    </message>
    <message>
        <source>jax.device_put of the next batch while this one computes</source>
        <translation>在此批计算时 jax.device_put 下一批</translation>
    </message>
    <message>
        <source>jax.jit over the whole train step</source>
        <translation>对整个训练步使用 jax.jit</translation>
    </message>
    <message>
        <source>jax.jit(train_step); in attention: jax.nn.dot_product_attention(q, k, v, implementation=&quot;cudnn&quot;)</source>
        <translation>jax.jit(train_step)；注意力中：jax.nn.dot_product_attention(q, k, v, implementation=&quot;cudnn&quot;)</translation>
    </message>
    <message>
        <source>jax.profiler.trace with a Python tracer, and move that work out of the step</source>
        <translation>用带 Python tracer 的 jax.profiler.trace 记录，并把在那里运行的内容移出训练步</translation>
    </message>
    <message>
        <source>jax.sharding over the batch</source>
        <translation>用 jax.sharding 按批切分</translation>
    </message>
    <message>
        <source>joins {} and {} along the dimension {}</source>
        <translation>沿维度 {2} 连接 {0} 和 {1}</translation>
    </message>
    <message>
        <source>jump over the median of fifty steps</source>
        <translation>超过五十步中位数的跳动</translation>
    </message>
    <message>
        <source>jumps of the validation loss</source>
        <translation>验证损失的跳动</translation>
    </message>
    <message>
        <source>keeps a dimension that {} does not have</source>
        <translation>保留 {} 所没有的维度</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>kept with a remark: {}</source>
        <translation>保留但有备注：{}</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>kernel {} of {} wrote {} of its {} {}</source>
        <translation>{1} 的 kernel {0} 写入了 {2}，位于其{3} {4}</translation>
    </message>
    <message>
        <source>kernels in {}: {}</source>
        <translation>{} 的 kernel：{}</translation>
    </message>
    <message>
        <source>kernels on tensor cores: {}</source>
        <translation>Tensor Core 上的 kernel：{}</translation>
    </message>
    <message>
        <source>kernels or copies that overlap others on one stream; shares and self times count an overlap once</source>
        <translation>同一个流上相互重叠的 kernel 或拷贝；占比和自身时间中重叠部分只算一次</translation>
    </message>
    <message>
        <source>kernels per step</source>
        <translation>每步 kernel 数</translation>
    </message>
    <message>
        <source>kernels that wait for each other</source>
        <translation>互相等待的 kernel</translation>
    </message>
    <message>
        <source>known argument of the layer type {}</source>
        <translation>层类型 {} 的已知参数</translation>
    </message>
    <message>
        <source>known argument of the model {}</source>
        <translation>模型 {} 的已知参数</translation>
    </message>
    <message>
        <source>known model</source>
        <translation>已知的模型</translation>
    </message>
    <message>
        <source>label {} at index {} is out of range 0 to {}</source>
        <translation>标签 {}（索引 {}）超出范围 0 到 {}</translation>
    </message>
    <message>
        <source>labels of 1 dimension, or 2 with a single 1 in each row,</source>
        <translation>1 维的标签，或每行只有一个 1 的 2 维标签</translation>
    </message>
    <message>
        <source>lacks its input {}</source>
        <translation>缺少输入 {}</translation>
    </message>
    <message>
        <source>large matrix products reach {} GFLOP/s in {} here and {} in f32, {} times as much</source>
        <translation>大矩阵乘在此以 {1} 达到 {0} GFLOP/s，以 f32 达到 {2}，为其 {3} 倍</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>latency is measured with at least one stream</source>
        <translation>测量延迟至少需要一个流</translation>
    </message>
    <message>
        <source>launch bound</source>
        <translation>启动受限</translation>
    </message>
    <message>
        <source>layer type</source>
        <translation>层类型</translation>
    </message>
    <message>
        <source>layer {} has no type</source>
        <translation>层 {} 没有类型</translation>
    </message>
    <message>
        <source>layer {} is empty</source>
        <translation>层 {} 为空</translation>
    </message>
    <message>
        <source>layer {} is not an object</source>
        <translation>层 {} 不是对象</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layers with a choice</source>
        <translation>有多种 kernel 可选的层</translation>
    </message>
    <message>
        <source>layout conversions</source>
        <translation>布局转换</translation>
    </message>
    <message>
        <source>learning rate cut to {}: {} stopped improving</source>
        <translation>学习率降为 {}：{} 不再改善</translation>
    </message>
    <message>
        <source>least gain</source>
        <translation>最小收益</translation>
    </message>
    <message>
        <source>least length of a run</source>
        <translation>运行的最短时长</translation>
    </message>
    <message>
        <source>least part of the memory&apos;s rate</source>
        <translation>至少占显存带宽</translation>
    </message>
    <message>
        <source>least part of the products</source>
        <translation>至少占矩阵乘</translation>
    </message>
    <message>
        <source>leaves no column to predict the target from{}</source>
        <translation>没有留下可用来推断目标的列{}</translation>
    </message>
    <message>
        <source>leaves the size of its pictures open</source>
        <translation>没有固定图片的大小</translation>
    </message>
    <message>
        <source>leaves two dimensions open</source>
        <translation>有两个维度未定</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>length of the vector of a character</source>
        <translation>表示一个字符的数的个数</translation>
    </message>
    <message>
        <source>libcuda.so.1 is the CUDA toolkit&apos;s stub for linking, not a driver</source>
        <translation>libcuda.so.1 是 CUDA 工具包供链接用的桩库，不是驱动程序</translation>
    </message>
    <message>
        <source>limits in the column &quot;{}&quot; such as &quot;{}&quot; are read as the number that they name; data.missing or data.categories decides</source>
        <translation>列“{}”中的界限（如“{}”）按其中的数字读取；由 data.missing 或 data.categories 决定</translation>
    </message>
    <message>
        <source>line {}</source>
        <translation>第 {} 行</translation>
    </message>
    <message>
        <source>line {} (&quot;{}&quot;) is a comment and is left out</source>
        <translation>第 {} 行（“{}”）是注释，已略去</translation>
    </message>
    <message>
        <source>line {} (&quot;{}&quot;) is below the table and is left out</source>
        <translation>第 {} 行（“{}”）在表格下方，已略去</translation>
    </message>
    <message>
        <source>line {} (&quot;{}&quot;) is named like a row of totals, and is read as data; remove such rows from the file if they are sums</source>
        <translation>第 {} 行（“{}”）的名称像合计行，但按数据读取；若是合计，请从文件中删除这样的行</translation>
    </message>
    <message>
        <source>line {} (&quot;{}&quot;) is {} and is left out</source>
        <translation>第 {} 行（“{}”）是{}，未使用</translation>
    </message>
    <message>
        <source>line {} (&quot;{}&quot;) stands {} and is left out</source>
        <translation>第 {} 行（“{}”）在{}，未使用</translation>
    </message>
    <message>
        <source>line {} and line {} of {}</source>
        <translation>第 {0} 行和 {2} 的第 {1} 行</translation>
    </message>
    <message>
        <source>lines {} and {}</source>
        <translation>第 {} 行和第 {} 行</translation>
    </message>
    <message>
        <source>lines {} and {}: {}, {}</source>
        <translation>第 {} 行和第 {} 行：{}、{}</translation>
    </message>
    <message>
        <source>list of epochs</source>
        <translation>轮次列表</translation>
    </message>
    <message>
        <source>list of numbers</source>
        <translation>数字列表</translation>
    </message>
    <message>
        <source>list of numbers above 0</source>
        <translation>大于 0 的数字列表</translation>
    </message>
    <message>
        <source>list of numbers, one a class</source>
        <translation>数字列表，每个类别一个</translation>
    </message>
    <message>
        <source>list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>lists &quot;{}&quot; with the classes &quot;{}&quot; and &quot;{}&quot;</source>
        <translation>为 &quot;{}&quot; 列出了类别 &quot;{}&quot; 和 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>lists boxes or outlines in pictures, in its column &quot;{}&quot;: a set for detection or segmentation</source>
        <translation>在列 &quot;{}&quot; 中列出了图片中的边框或轮廓：这是检测或分割数据集</translation>
    </message>
    <message>
        <source>lists pictures with amounts in its column &quot;{}&quot;; only classes of pictures are learnt</source>
        <translation>列出了图片，其列 &quot;{}&quot; 是数量；只能学习图片的类别</translation>
    </message>
    <message>
        <source>lists pictures with {} columns, and which is the class is not clear</source>
        <translation>列出图片时有 {} 列，不清楚哪一列是类别</translation>
    </message>
    <message>
        <source>lists pictures, but not their classes</source>
        <translation>列出了图片，但没有列出它们的类别</translation>
    </message>
    <message>
        <source>lists several classes for a picture, one column for each</source>
        <translation>为一张图片列出了多个类别，每个类别一列</translation>
    </message>
    <message>
        <source>load batch</source>
        <translation>加载批</translation>
    </message>
    <message>
        <source>loader imbalance</source>
        <translation>加载不均</translation>
    </message>
    <message>
        <source>loader queue</source>
        <translation>加载队列</translation>
    </message>
    <message>
        <source>long</source>
        <translation>很长</translation>
    </message>
    <message>
        <source>long int</source>
        <translation>long int</translation>
    </message>
    <message>
        <source>looking at the pictures</source>
        <translation>正在查看图片</translation>
    </message>
    <message>
        <source>looking at the pictures, {} of {}</source>
        <translation>正在查看图片，{}，共 {}</translation>
    </message>
    <message>
        <source>looking for equal pictures</source>
        <translation>正在查找相同的图片</translation>
    </message>
    <message>
        <source>looking for equal pictures, {} of {}</source>
        <translation>正在查找相同的图片，{}，共 {}</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>loss at the end / loss of guessing, at least</source>
        <translation>最后的损失 / 随机猜测的损失，至少</translation>
    </message>
    <message>
        <source>loss in the first step, over that of guessing</source>
        <translation>第一步的损失与随机猜测之比</translation>
    </message>
    <message>
        <source>lost in them</source>
        <translation>因此损失</translation>
    </message>
    <message>
        <source>low gpu use</source>
        <translation>GPU 利用率低</translation>
    </message>
    <message>
        <source>low rate</source>
        <translation>速率低</translation>
    </message>
    <message>
        <source>low use</source>
        <translation>利用率低</translation>
    </message>
    <message>
        <source>makes a tensor of the batch&apos;s size, and the result reads no input</source>
        <translation>生成批大小的张量，而结果不读取任何输入</translation>
    </message>
    <message>
        <source>makes blocks of {} from {}</source>
        <translation>由 {1} 组成 {0} 的块</translation>
    </message>
    <message>
        <source>makes {} places of values that are not known</source>
        <translation>由未知的值产生 {} 个位置</translation>
    </message>
    <message>
        <source>marks of missing values, in addition to the usual ones</source>
        <translation>除常用标记外，表示无值的标记</translation>
    </message>
    <message>
        <source>masks keys along the batch, so the batch cannot be left open</source>
        <translation>沿批的维度遮挡键，因此批大小不能保持开放</translation>
    </message>
    <message>
        <source>matrix cores</source>
        <translation>Matrix Core</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>matrix units</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>mean (without its sign) or standard deviation, at least</source>
        <translation>均值（绝对值）或标准差，至少</translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation>所有步的平均</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>mean {}, standard deviation {}, from {} to {}</source>
        <translation>均值 {}，标准差 {}，从 {} 到 {}</translation>
    </message>
    <message>
        <source>measured on busy cores</source>
        <translation>在繁忙的核心上测得</translation>
    </message>
    <message>
        <source>measured peaks</source>
        <translation>测得的峰值</translation>
    </message>
    <message>
        <source>measured peaks; ours</source>
        <translation>实测峰值；自定</translation>
    </message>
    <message>
        <source>measuring, batch {}</source>
        <translation>正在测量，批次 {}</translation>
    </message>
    <message>
        <source>measuring, pair {}</source>
        <translation>正在测量，第 {} 对</translation>
    </message>
    <message>
        <source>memory bound kernels</source>
        <translation>访存受限的 kernel</translation>
    </message>
    <message>
        <source>memory in use</source>
        <translation>使用的内存</translation>
    </message>
    <message>
        <source>memory in use without it</source>
        <translation>不用它时的内存使用</translation>
    </message>
    <message>
        <source>memory near limit</source>
        <translation>内存将满</translation>
    </message>
    <message>
        <source>memory of the process, resident at most</source>
        <translation>进程的最大常驻内存</translation>
    </message>
    <message>
        <source>memory plan</source>
        <translation>内存规划</translation>
    </message>
    <message>
        <source>memory to spare</source>
        <translation>显存有余</translation>
    </message>
    <message>
        <source>metric {}</source>
        <translation>指标 {}</translation>
    </message>
    <message>
        <source>mirror at random; turn it off where left and right differ</source>
        <translation>随机镜像；左右有别时关闭</translation>
    </message>
    <message>
        <source>mirror images left to right at random while training</source>
        <translation>训练时随机左右翻转图片</translation>
    </message>
    <message>
        <source>mixed precision: activations and their gradients stored in bf16 or fp16, each op in the type that PyTorch&apos;s autocast gives it; on a CPU whose bf16 is measured faster than f32 matrix products multiply in bf16 where that is timed faster, elsewhere they run in f32 on parts converted on the way in, at about the speed of f32 and with less memory; `fp16` scales the loss, see `[train.grad_scaler]`, and keeps all gradients until they are checked for overflow, so that small models save no memory</source>
        <translation>混合精度：激活及其梯度以 bf16 或 fp16 存储，每个算子采用 PyTorch autocast 给它的类型；若实测此 CPU 的 bf16 快于 f32，矩阵乘在计时更快处以 bf16 相乘，否则以 f32 执行，数据在读入时转换，速度与 f32 相近而内存更少；`fp16` 缩放损失，见 `[train.grad_scaler]`，并保留所有梯度直到检查过溢出，因此小模型不节省内存</translation>
    </message>
    <message>
        <source>model = torch.compile(model); in attention: torch.nn.functional.scaled_dot_product_attention(q, k, v)</source>
        <translation>model = torch.compile(model)；注意力中：torch.nn.functional.scaled_dot_product_attention(q, k, v)</translation>
    </message>
    <message>
        <source>model = torch.compile(model, mode=&quot;reduce-overhead&quot;)</source>
        <translation>model = torch.compile(model, mode=&quot;reduce-overhead&quot;)</translation>
    </message>
    <message>
        <source>model.init as the model brings it along, or &quot;kaiming_normal&quot;; a normalisation after each layer; {}</source>
        <translation>model.init 用模型自带的，或 &quot;kaiming_normal&quot;；每层之后加归一化；{}</translation>
    </message>
    <message>
        <source>model.layers has too many layers</source>
        <translation>model.layers 的层太多</translation>
    </message>
    <message>
        <source>model.layers has {} layers</source>
        <translation>model.layers 有 {} 层</translation>
    </message>
    <message>
        <source>model.layers is a list of values that are not layers</source>
        <translation>model.layers 是列表，但内容不是层</translation>
    </message>
    <message>
        <source>model.layers is not a list of layers</source>
        <translation>model.layers 不是层的列表</translation>
    </message>
    <message>
        <source>moderately input-bound</source>
        <translation>中度受数据输入限制</translation>
    </message>
    <message>
        <source>moderately launch-bound</source>
        <translation>中度受启动限制</translation>
    </message>
    <message>
        <source>month</source>
        <translation>月</translation>
    </message>
    <message>
        <source>month before day</source>
        <translation>月在日前</translation>
    </message>
    <message>
        <source>more micro-batches in flight, or stages of equal work: torch.distributed.pipelining.ScheduleInterleaved1F1B</source>
        <translation>增加在途的微批，或让各阶段工作量相等：torch.distributed.pipelining.ScheduleInterleaved1F1B</translation>
    </message>
    <message>
        <source>more than %d scans</source>
        <translation>扫描次数超过 %d</translation>
    </message>
    <message>
        <source>more than {} traces cannot be opened as one</source>
        <translation>超过 {} 个跟踪文件无法作为一个打开</translation>
    </message>
    <message>
        <source>more validation data tell it for sure; weight decay, dropout, augmentation or more data push the turn back</source>
        <translation>更多验证数据可以确认；权重衰减、dropout、数据增强或更多数据可推迟转折</translation>
    </message>
    <message>
        <source>moving average</source>
        <translation>滑动平均</translation>
    </message>
    <message>
        <source>multiple of</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>multiplies a number that is no matrix</source>
        <translation>相乘的数不是矩阵</translation>
    </message>
    <message>
        <source>multiplies the base rate by batch size / `reference_batch`, or by its square root, also when the batch size changes within a run</source>
        <translation>把基础学习率乘以批大小 / `reference_batch`，或其平方根；运行中批大小改变时也如此</translation>
    </message>
    <message>
        <source>multiplies {} by {}</source>
        <translation>把 {} 与 {} 相乘</translation>
    </message>
    <message>
        <source>must be above zero</source>
        <translation>必须大于零</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>name other data in data.test_path</source>
        <translation>在 data.test_path 中指定其他数据</translation>
    </message>
    <message>
        <source>names a dimension twice in its axes {}</source>
        <translation>在轴 {} 中同一维写了两次</translation>
    </message>
    <message>
        <source>names no picture for training</source>
        <translation>没有指定用于训练的图片</translation>
    </message>
    <message>
        <source>names pictures of only one class, &quot;{}&quot;</source>
        <translation>只指定了一个类别的图片：&quot;{}&quot;</translation>
    </message>
    <message>
        <source>names several columns, but a classification has one target</source>
        <translation>写了多列，但分类只有一个目标</translation>
    </message>
    <message>
        <source>names the column &quot;{}&quot;, which is not in {}</source>
        <translation>指定了列 &quot;{}&quot;，而 {} 中没有这一列</translation>
    </message>
    <message>
        <source>names {} activations</source>
        <translation>列出 {} 个激活函数</translation>
    </message>
    <message>
        <source>names {} activations, which are too few</source>
        <translation>列出 {} 个激活函数，太少</translation>
    </message>
    <message>
        <source>narrow storage</source>
        <translation>窄类型存储</translation>
    </message>
    <message>
        <source>near the limit</source>
        <translation>接近上限</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必需</translation>
    </message>
    <message>
        <source>needed for the kinds read from files</source>
        <translation>从文件读取的种类必需</translation>
    </message>
    <message>
        <source>needed, unless there are layers</source>
        <translation>必需，除非写了层</translation>
    </message>
    <message>
        <source>needs one number as its input {}</source>
        <translation>输入 {} 需要一个数</translation>
    </message>
    <message>
        <source>needs one whole number as its input {}</source>
        <translation>输入 {} 需要一个整数</translation>
    </message>
    <message>
        <source>needs whole numbers as its input {}</source>
        <translation>输入 {} 需要整数</translation>
    </message>
    <message>
        <source>needs {} numbers while the model is read, which is too many</source>
        <translation>读取模型时需要 {} 个数，太多</translation>
    </message>
    <message>
        <source>neighbouring ops run as one kernel: activations and additions inside the layer before them, chains of elementwise ops</source>
        <translation>相邻的算子作为一个 kernel 运行：激活和加法并入前一层，逐元素算子链</translation>
    </message>
    <message>
        <source>nested more than 1,000 deep</source>
        <translation>嵌套深度超过 1,000</translation>
    </message>
    <message>
        <source>network trash folder</source>
        <translation>network trash folder</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>next: {} with {}</source>
        <translation>其次：{}，{}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no = follows the key</source>
        <translation>键后面没有 =</translation>
    </message>
    <message>
        <source>no GPU worked in this trace</source>
        <translation>该跟踪中没有 GPU 工作</translation>
    </message>
    <message>
        <source>no arrays for training are known by their names: {}</source>
        <translation>从名称看不出哪些数组用于训练：{}</translation>
    </message>
    <message>
        <source>no checkpoint of the run is on disk</source>
        <translation>磁盘上没有该运行的检查点</translation>
    </message>
    <message>
        <source>no column can be predicted: each has one value, or a different one in every row</source>
        <translation>没有可预测的列：每列只有一个值，或每行的值都不同</translation>
    </message>
    <message>
        <source>no gradients of {} frozen parameter tensors</source>
        <translation>{} 个冻结的参数张量没有梯度</translation>
    </message>
    <message>
        <source>no language model was trained in this project</source>
        <translation>该项目中没有训练过语言模型</translation>
    </message>
    <message>
        <source>no layer before this one has the name &apos;{}&apos;</source>
        <translation>在此层之前没有名为 &apos;{}&apos; 的层</translation>
    </message>
    <message>
        <source>no memory</source>
        <translation>没有内存</translation>
    </message>
    <message>
        <source>no other column fits better</source>
        <translation>没有其他更合适的列</translation>
    </message>
    <message>
        <source>no parameter matches the pattern &quot;{}&quot;</source>
        <translation>没有参数匹配模式 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>no run in it can be read</source>
        <translation>其中没有可读取的运行</translation>
    </message>
    <message>
        <source>no run of this project has a checkpoint</source>
        <translation>该项目没有任何运行有检查点</translation>
    </message>
    <message>
        <source>no run was made: its event files hold no value</source>
        <translation>没有生成运行：其事件文件中没有任何值</translation>
    </message>
    <message>
        <source>no sample arrives in {} s</source>
        <translation>{} s 内没有样本到达</translation>
    </message>
    <message>
        <source>no span of the trace has that name</source>
        <translation>该跟踪没有此名称的片段</translation>
    </message>
    <message>
        <source>no steps are marked: the whole trace counts as one, {}</source>
        <translation>没有标记步：整个跟踪算作一步，{}</translation>
    </message>
    <message>
        <source>no steps were captured in it</source>
        <translation>其中没有采集任何步</translation>
    </message>
    <message>
        <source>no trace and no project is named</source>
        <translation>没有给出跟踪或项目</translation>
    </message>
    <message>
        <source>no trace is given</source>
        <translation>没有指定跟踪文件</translation>
    </message>
    <message>
        <source>no training row has &quot;{}&quot; in this column</source>
        <translation>没有训练行在这一列中有“{}”</translation>
    </message>
    <message>
        <source>no verdict: steps without the change became {} % {} meanwhile</source>
        <translation>无结论：期间没有此更改的步{1}了 {0} %</translation>
    </message>
    <message>
        <source>no verdict: too few steps could be measured</source>
        <translation>无结论：可测量的步太少</translation>
    </message>
    <message>
        <source>no verdict: {} times as fast{}, but the {} is too wide to tell</source>
        <translation>无结论：速度为 {} 倍{}，但{}太宽，无法判断</translation>
    </message>
    <message>
        <source>no weight decay for {} biases and norm scales</source>
        <translation>{} 个偏置和归一化系数不做权重衰减</translation>
    </message>
    <message>
        <source>no whole number lies between {} and {}, and {} takes one</source>
        <translation>{} 与 {} 之间没有整数，而 {} 需要整数</translation>
    </message>
    <message>
        <source>node that makes {}</source>
        <translation>产生 {} 的节点</translation>
    </message>
    <message>
        <source>node {}</source>
        <translation>节点 {}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>norm / median of the first ten steps, at least</source>
        <translation>范数 / 前十步的中位数，至少</translation>
    </message>
    <message>
        <source>norm in the first step</source>
        <translation>第一步的范数</translation>
    </message>
    <message>
        <source>normal, deviation {}</source>
        <translation>正态分布，标准差 {}</translation>
    </message>
    <message>
        <source>normalises the last {} dimensions of {}</source>
        <translation>对 {1} 的最后 {0} 维做归一化</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>not among the best {}</source>
        <translation>不在最佳的 {} 个之中</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>not available</translation>
    </message>
    <message>
        <source>not decoded</source>
        <translation>未解码</translation>
    </message>
    <message>
        <source>not decoded: {} bytes in a layout that the export does not describe</source>
        <translation>未解码：{} 字节，导出文件未说明其布局</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>not measured</translation>
    </message>
    <message>
        <source>not measured for this model: Run &gt; LR Range Test suggests one</source>
        <translation>未对此模型实测：运行 &gt; 学习率范围测试可建议一个</translation>
    </message>
    <message>
        <source>not to be kept: the loss differs by {} %, and the switch must not change it</source>
        <translation>不应保留：损失相差 {} %，而开关不应改变它</translation>
    </message>
    <message>
        <source>not to be kept: with it the loss is not finite</source>
        <translation>不应保留：使用它时损失不是有限的数</translation>
    </message>
    <message>
        <source>not trained, the loss does not depend on: {}</source>
        <translation>不训练，损失不依赖于：{}</translation>
    </message>
    <message>
        <source>not whole: {}</source>
        <translation>不完整：{}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>nothing is computed again: the step would need {} MiB with it and needs {} without</source>
        <translation>不做重计算：重计算时一步需要 {} MiB，不重计算则需要 {}</translation>
    </message>
    <message>
        <source>nothing of it can be read: {}</source>
        <translation>其中没有任何内容可读：{}</translation>
    </message>
    <message>
        <source>nothing was trained in it yet</source>
        <translation>其中还没有训练过任何内容</translation>
    </message>
    <message>
        <source>nothing was trained in this project yet</source>
        <translation>该项目还没有训练过</translation>
    </message>
    <message>
        <source>nothing was trained in this project yet, so it has no store</source>
        <translation>该项目还没有训练过，因此没有运行库</translation>
    </message>
    <message>
        <source>nsys analyze cuda_memcpy_async reports every one; ours</source>
        <translation>nsys analyze cuda_memcpy_async 会列出每一次；自定</translation>
    </message>
    <message>
        <source>nsys-ai, idle gap</source>
        <translation>nsys-ai，空闲间隙</translation>
    </message>
    <message>
        <source>nsys-ai, tensor core uptime</source>
        <translation>nsys-ai，Tensor Core 活动时间</translation>
    </message>
    <message>
        <source>num_workers = auto: {} -&gt; {} loader workers. One thread reads a batch in {}, and {} compute threads need {} for it</source>
        <translation>num_workers = auto：加载工作线程 {} -&gt; {}。一个线程读取一个批次需 {}，{} 个计算线程计算它需 {}</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>number from 0, below 1</source>
        <translation>从 0 到小于 1 的数</translation>
    </message>
    <message>
        <source>number of cycles; 0 goes on to the end of the run; the newest window is kept with the run</source>
        <translation>周期数；0 表示持续到运行结束；最新的窗口随运行保留</translation>
    </message>
    <message>
        <source>numbers are stored as they lie in memory</source>
        <translation>数字按内存中的样子保存</translation>
    </message>
    <message>
        <source>numbers to predict have no classes to weigh</source>
        <translation>要预测的数字没有可加权的类别</translation>
    </message>
    <message>
        <source>numbers to predict have no labels to smooth</source>
        <translation>要预测的数字没有可平滑的标签</translation>
    </message>
    <message>
        <source>numpy</source>
        <translation>numpy</translation>
    </message>
    <message>
        <source>of `random`: how many runs</source>
        <translation>`random` 的运行次数</translation>
    </message>
    <message>
        <source>of `random`: the same seed draws the same runs</source>
        <translation>`random` 的随机种子：相同的种子抽取相同的运行</translation>
    </message>
    <message>
        <source>of another type</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>of at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>of numbers of the run is not supported</source>
        <translation>不支持使用运行中的数</translation>
    </message>
    <message>
        <source>of one device</source>
        <translation>同一设备内</translation>
    </message>
    <message>
        <source>of opset {}</source>
        <translation>（opset {}）</translation>
    </message>
    <message>
        <source>of standardized targets</source>
        <translation>（标准化目标）</translation>
    </message>
    <message>
        <source>of the GPU&apos;s time</source>
        <translation>GPU 时间的</translation>
    </message>
    <message>
        <source>of the cores held by other programs</source>
        <translation>的核心被其他程序占用</translation>
    </message>
    <message>
        <source>of the kernels&apos; time; ours</source>
        <translation>占 kernel 时间；自定</translation>
    </message>
    <message>
        <source>of the measured f32 peak; ours</source>
        <translation>占实测 f32 峰值；自定</translation>
    </message>
    <message>
        <source>of the median; ours</source>
        <translation>占中位数；自定</translation>
    </message>
    <message>
        <source>of the samples; ours</source>
        <translation>占采样；自定</translation>
    </message>
    <message>
        <source>of the step; ours</source>
        <translation>占一步；自定</translation>
    </message>
    <message>
        <source>of the steps</source>
        <translation>各步的</translation>
    </message>
    <message>
        <source>of the steps waited for data</source>
        <translation>的步时间在等待数据</translation>
    </message>
    <message>
        <source>of the steps; ours</source>
        <translation>占各步；自定</translation>
    </message>
    <message>
        <source>of the time of the steps; the comparison is that of Holistic Trace Analysis, the threshold is ours</source>
        <translation>占各步时间；比较方法取自 Holistic Trace Analysis，阈值为自定</translation>
    </message>
    <message>
        <source>of the trace</source>
        <translation>整个跟踪的</translation>
    </message>
    <message>
        <source>of what was allocated in this recording</source>
        <translation>（只计本次记录中的分配）</translation>
    </message>
    <message>
        <source>of {}</source>
        <translation>共 {}</translation>
    </message>
    <message>
        <source>often</source>
        <translation>频繁</translation>
    </message>
    <message>
        <source>older than the newest {}</source>
        <translation>早于最新的 {} 个</translation>
    </message>
    <message>
        <source>on 480 photos of hand signs 98.3 % of 120 others correct, after 57 s of processor time</source>
        <translation>用 480 张手势照片训练，另外 120 张中 98.3 % 正确，处理器时间 57 s</translation>
    </message>
    <message>
        <source>on MNIST 99.1 % of 6,000 held-out digits correct, after 18 s of processor time</source>
        <translation>在 MNIST 留出的 6,000 个数字上 99.1 % 正确，处理器时间 18 s</translation>
    </message>
    <message>
        <source>on an NVIDIA GPU, products and convolutions of f32 numbers on its tensor cores, with factors of 10 bits of the fraction; no effect on the CPU</source>
        <translation>在 NVIDIA GPU 上，用 Tensor Core 计算 f32 的矩阵乘和卷积，因数的小数部分为 10 位；在 CPU 上无效</translation>
    </message>
    <message>
        <source>on disk is step {} ({})</source>
        <translation>磁盘上是第 {} 步（{}）</translation>
    </message>
    <message>
        <source>on housing.csv an R2 of 0.81, after 2 s of processor time</source>
        <translation>在 housing.csv 上 R2 为 0.81，处理器时间 2 s</translation>
    </message>
    <message>
        <source>on one batch the loss went from {} to {} in {}</source>
        <translation>在一个批次上，损失从 {} 变为 {}，用了 {}</translation>
    </message>
    <message>
        <source>on tiny Shakespeare a loss of 1.69 nats a character, after 92 s of processor time</source>
        <translation>在 tiny Shakespeare 上每字符损失 1.69 nats，处理器时间 92 s</translation>
    </message>
    <message>
        <source>one cell for {} holds a text that no training row has; the model is given zeros for it.</source>
        <translation>一个单元格（用于{}）的文本在训练行中没有；模型得到的是零。</translation>
    </message>
    <message>
        <source>one cell is empty; a number takes the median of its column, a text is a category of its own</source>
        <translation>一个单元格为空；数字取该列的中位数，文本则自成一个类别</translation>
    </message>
    <message>
        <source>one class has no picture for validation</source>
        <translation>有一个类别没有验证图片</translation>
    </message>
    <message>
        <source>one class has no picture that can be read</source>
        <translation>有一个类别没有可读取的图片</translation>
    </message>
    <message>
        <source>one class has no row for validation</source>
        <translation>一个类别没有用于验证的行</translation>
    </message>
    <message>
        <source>one class has one row, so none is left for validation</source>
        <translation>一个类别只有一行，因此没有行可用于验证</translation>
    </message>
    <message>
        <source>one column counts the rows</source>
        <translation>一列是行的编号</translation>
    </message>
    <message>
        <source>one column determines the target, and may be another form of it</source>
        <translation>一列单独就能说出目标，可能是目标的另一种写法</translation>
    </message>
    <message>
        <source>one column has the same value in every row</source>
        <translation>有一列每行的值都相同</translation>
    </message>
    <message>
        <source>one column is left out</source>
        <translation>一列未使用</translation>
    </message>
    <message>
        <source>one column looks like dates and is read as texts</source>
        <translation>一列看起来像日期，但按文本读取</translation>
    </message>
    <message>
        <source>one column looks like numbers and is read as texts</source>
        <translation>一列看似数字，但按文本读取</translation>
    </message>
    <message>
        <source>one column of numbers is read as texts</source>
        <translation>一列数字内容按文本读取</translation>
    </message>
    <message>
        <source>one column of texts has a different one in nearly every row</source>
        <translation>一列文本几乎每行都不同</translation>
    </message>
    <message>
        <source>one column without a name or a value is left out</source>
        <translation>一列没有名称也没有值，未使用</translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation>one cycle（单周期）</translation>
    </message>
    <message>
        <source>one entry is left out</source>
        <translation>略去一个条目</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>一个文件</translation>
    </message>
    <message>
        <source>one kernel each:</source>
        <translation>各用一个 kernel：</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>one of these names, in quotes: {}</source>
        <translation>以下名称之一，加引号：{}</translation>
    </message>
    <message>
        <source>one of those above</source>
        <translation>以上之一</translation>
    </message>
    <message>
        <source>one picture</source>
        <translation>一张图片</translation>
    </message>
    <message>
        <source>one picture for the test is in another part too</source>
        <translation>一张测试图片也在另一部分中</translation>
    </message>
    <message>
        <source>one picture for the test looks nearly like one of another part</source>
        <translation>一张测试图片与另一部分的一张几乎相同</translation>
    </message>
    <message>
        <source>one picture for validation is one of training too</source>
        <translation>有一张验证图片也是训练图片</translation>
    </message>
    <message>
        <source>one picture for validation looks nearly like one of training</source>
        <translation>一张验证图片与一张训练图片几乎相同</translation>
    </message>
    <message>
        <source>one picture is in two classes</source>
        <translation>有一张图片出现在两个类别中</translation>
    </message>
    <message>
        <source>one picture looks nearly like another one</source>
        <translation>一张图片与另一张几乎相同</translation>
    </message>
    <message>
        <source>one picture looks nearly like one of another class</source>
        <translation>一张图片与另一类别的一张几乎相同</translation>
    </message>
    <message>
        <source>one picture occurs twice</source>
        <translation>有一张图片出现两次</translation>
    </message>
    <message>
        <source>one row for training is a copy of another one</source>
        <translation>一个训练行是另一行的副本</translation>
    </message>
    <message>
        <source>one row has an empty target and is left out.</source>
        <translation>一行的目标为空，已略去。</translation>
    </message>
    <message>
        <source>one row has no value of &quot;{}&quot;, which is to be predicted, and is left out</source>
        <translation>一行没有要预测的“{}”的值，已略去</translation>
    </message>
    <message>
        <source>one row without a value is left out</source>
        <translation>一个没有值的行被略去</translation>
    </message>
    <message>
        <source>one shard</source>
        <translation>一个分片</translation>
    </message>
    <message>
        <source>one shard is missing</source>
        <translation>缺少一个分片</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>其中一步</translation>
    </message>
    <message>
        <source>one step and block_until_ready() before jax.profiler.start_trace</source>
        <translation>在 jax.profiler.start_trace 之前先运行一步并调用 block_until_ready()</translation>
    </message>
    <message>
        <source>one value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>one value for training is not a number and takes the mean of its column.</source>
        <translation>一个训练用的值不是数，取其列的均值。</translation>
    </message>
    <message>
        <source>one whole number</source>
        <translation>一个整数</translation>
    </message>
    <message>
        <source>only f32 values that live from step to step have an initial value</source>
        <translation>只有跨步存活的 f32 值有初始值</translation>
    </message>
    <message>
        <source>only one of the traces has work of a GPU: ops are compared by the time of the host</source>
        <translation>只有一个跟踪有 GPU 工作：按主机时间比较算子</translation>
    </message>
    <message>
        <source>only a storage type</source>
        <translation>只用于存储</translation>
    </message>
    <message>
        <source>only {}</source>
        <translation>只有 {}</translation>
    </message>
    <message>
        <source>only {} ({} %)</source>
        <translation>最多 {}（{} %）</translation>
    </message>
    <message>
        <source>op_id.h names an op that is not in the op table</source>
        <translation>op_id.h 中有一个不在算子表里的算子</translation>
    </message>
    <message>
        <source>open</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>open attention</source>
        <translation>未融合的注意力</translation>
    </message>
    <message>
        <source>opening the data</source>
        <translation>正在打开数据</translation>
    </message>
    <message>
        <source>opening the model</source>
        <translation>正在打开模型</translation>
    </message>
    <message>
        <source>opening the project</source>
        <translation>正在打开项目</translation>
    </message>
    <message>
        <source>ops with {} % of A&apos;s time are not in B: these are not two runs of one model, or not of one device</source>
        <translation>占 A 时间 {} % 的算子不在 B 中：这不是同一模型或同一设备的两次运行</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>or {} others</source>
        <translation>或其他 {} 个</translation>
    </message>
    <message>
        <source>orbax AsyncCheckpointer, less often</source>
        <translation>orbax AsyncCheckpointer，更少保存</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>other kernels</source>
        <translation>其他 kernel</translation>
    </message>
    <message>
        <source>other oddities</source>
        <translation>其他异常</translation>
    </message>
    <message>
        <source>other programs held the cores</source>
        <translation>其他程序占用了 CPU 核</translation>
    </message>
    <message>
        <source>other programs held the cores: no claim</source>
        <translation>其他程序占用了 CPU 核：不作结论</translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation>其他原因</translation>
    </message>
    <message>
        <source>other {}</source>
        <translation>{}不同</translation>
    </message>
    <message>
        <source>ours; PyTorch, torch.optim: fused is faster than foreach</source>
        <translation>自定；PyTorch, torch.optim：fused 快于 foreach</translation>
    </message>
    <message>
        <source>ours; nsys-ai takes 2 % for the waits themselves</source>
        <translation>自定；nsys-ai 对等待本身取 2 %</translation>
    </message>
    <message>
        <source>ours; torch-tb-profiler reports every DataParallel</source>
        <translation>自定；torch-tb-profiler 会指出所有 DataParallel</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>outputs of {} batch norms are computed again in the backward pass; {} MiB of activations are not kept</source>
        <translation>{} 个批归一化的输出在反向中重新计算；{} MiB 的激活不保留</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>pads by {}, which is not supported</source>
        <translation>按 {} 填充，不支持</translation>
    </message>
    <message>
        <source>page fault</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>page faults</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>page faults of unified memory</source>
        <translation>统一内存的缺页</translation>
    </message>
    <message>
        <source>page faults{}</source>
        <translation>缺页{}</translation>
    </message>
    <message>
        <source>pageable copies</source>
        <translation>可分页内存的复制</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>passes through the data</source>
        <translation>遍历数据的次数</translation>
    </message>
    <message>
        <source>patches of {} do not divide images of {}x{}</source>
        <translation>大小为 {} 的图块不能整除 {}x{} 的图片</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>path of a file</source>
        <translation>文件的路径</translation>
    </message>
    <message>
        <source>pauses left out</source>
        <translation>不含暂停</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>peak memory of the step</source>
        <translation>一步的内存峰值</translation>
    </message>
    <message>
        <source>peak memory of the step, planned</source>
        <translation>一步的内存峰值，计划</translation>
    </message>
    <message>
        <source>peak memory of the step, resident</source>
        <translation>一步的内存峰值，常驻</translation>
    </message>
    <message>
        <source>peak memory that `checkpointing = &quot;budget&quot;` keeps to: a number is one of MiB, a text says its unit, `&quot;6 GiB&quot;`</source>
        <translation>`checkpointing = &quot;budget&quot;` 遵守的内存峰值：数字的单位为 MiB，文本写明单位，`&quot;6 GiB&quot;`</translation>
    </message>
    <message>
        <source>peer to peer</source>
        <translation>设备之间</translation>
    </message>
    <message>
        <source>ph is missing</source>
        <translation>缺少 ph</translation>
    </message>
    <message>
        <source>ph is not a known phase</source>
        <translation>ph 不是已知的阶段</translation>
    </message>
    <message>
        <source>photos in folders</source>
        <translation>文件夹中的照片</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>pictures of 3 dimensions, or 4 with 1 or 3 channels,</source>
        <translation>3 维的图片，或有 1 或 3 个通道的 4 维图片</translation>
    </message>
    <message>
        <source>places {} {}</source>
        <translation>位置 {} {}</translation>
    </message>
    <message>
        <source>point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>points are stored in the unknown format {}</source>
        <translation>数据点以未知的形式 {} 保存</translation>
    </message>
    <message>
        <source>points of a metric are missing</source>
        <translation>某个指标缺少数据点</translation>
    </message>
    <message>
        <source>pools</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>poor occupancy</source>
        <translation>占用率低</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>功耗限制</translation>
    </message>
    <message>
        <source>predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>probability that an activation is dropped while training</source>
        <translation>训练时丢弃一个激活的概率</translation>
    </message>
    <message>
        <source>product shapes</source>
        <translation>矩阵乘的形状</translation>
    </message>
    <message>
        <source>products near the peak</source>
        <translation>接近峰值的矩阵乘</translation>
    </message>
    <message>
        <source>profiler overhead</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>programs that share a state have different parameters</source>
        <translation>共享状态的程序有不同的参数</translation>
    </message>
    <message>
        <source>programs that share a state lay a parameter out differently</source>
        <translation>共享状态的程序对某个参数采用不同的布局</translation>
    </message>
    <message>
        <source>pull of every weight towards 0; `adamw`, `adamw8bit` and `lamb` apply it apart from the gradient</source>
        <translation>把每个权重拉向 0 的力度；`adamw`、`adamw8bit` 和 `lamb` 与梯度分开应用</translation>
    </message>
    <message>
        <source>quiet cores</source>
        <translation>CPU 核空闲</translation>
    </message>
    <message>
        <source>quiet or busy cores: not known</source>
        <translation>CPU 核是否空闲：未知</translation>
    </message>
    <message>
        <source>range test</source>
        <translation>范围测试</translation>
    </message>
    <message>
        <source>rank {}</source>
        <translation>rank {}</translation>
    </message>
    <message>
        <source>rank {}: {}</source>
        <translation>rank {}：{}</translation>
    </message>
    <message>
        <source>raw data of ONNX are little-endian</source>
        <translation>ONNX 的原始数据是小端序</translation>
    </message>
    <message>
        <source>read metrics a step late; no block_until_ready() in the loop</source>
        <translation>晚一步读取指标；循环中不用 block_until_ready()</translation>
    </message>
    <message>
        <source>read results a step late; no block_until_ready() in the loop</source>
        <translation>晚一步读取结果；循环中不用 block_until_ready()</translation>
    </message>
    <message>
        <source>read the layer&apos;s output, or remove the layer</source>
        <translation>使用该层的输出，或删除该层</translation>
    </message>
    <message>
        <source>reading it again and comparing it with the model</source>
        <translation>正在重新读取并与模型比较</translation>
    </message>
    <message>
        <source>reading the table</source>
        <translation>正在读取表格</translation>
    </message>
    <message>
        <source>reading the text</source>
        <translation>正在读取文本</translation>
    </message>
    <message>
        <source>reads the value {}, which is not known outside of training</source>
        <translation>读取值 {}，它在训练之外是未知的</translation>
    </message>
    <message>
        <source>reads the value {}, whose type is not exported</source>
        <translation>读取值 {}，其类型不能导出</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>recomputing them takes {} % more time, by the times of the kernels on this machine</source>
        <translation>按此处的 kernel 耗时，再次运行它们多用 {} % 的时间</translation>
    </message>
    <message>
        <source>recorded {}, unrecorded {}</source>
        <translation>记录时 {}，未记录时 {}</translation>
    </message>
    <message>
        <source>reduced on a plateau</source>
        <translation>停滞时降低</translation>
    </message>
    <message>
        <source>reductions</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>registers per thread</source>
        <translation>registers per thread</translation>
    </message>
    <message>
        <source>regression</source>
        <translation>回归</translation>
    </message>
    <message>
        <source>released memory that was allocated before the recording: not counted</source>
        <translation>释放了记录开始之前分配的内存：不计入</translation>
    </message>
    <message>
        <source>relu fused into {} batch norms</source>
        <translation>relu 融合到 {} 个批归一化中</translation>
    </message>
    <message>
        <source>relu fused into {} convolutions, linear layers and additions</source>
        <translation>relu 融合到 {} 个卷积、线性层和加法中</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>删除它</translation>
    </message>
    <message>
        <source>remove one of them</source>
        <translation>删除其中一个</translation>
    </message>
    <message>
        <source>removes all {} elements</source>
        <translation>去掉了全部 {} 个元素</translation>
    </message>
    <message>
        <source>repeats other dimensions than it has</source>
        <translation>重复的维度与自身的不同</translation>
    </message>
    <message>
        <source>repeats {} times, which is not supported</source>
        <translation>重复 {} 次，不支持</translation>
    </message>
    <message>
        <source>resident of the step&apos;s, else planned</source>
        <translation>训练步的驻留量，否则为规划值</translation>
    </message>
    <message>
        <source>resize {}</source>
        <translation>缩放 {}</translation>
    </message>
    <message>
        <source>resizes to {} elements</source>
        <translation>缩放为 {} 个元素</translation>
    </message>
    <message>
        <source>resizes {} elements to {}, which is not supported</source>
        <translation>把 {} 个元素缩放为 {}，不支持</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>rise / loss of guessing, at least</source>
        <translation>上升幅度 / 随机猜测的损失，至少</translation>
    </message>
    <message>
        <source>rise in the first steps</source>
        <translation>最初几步的上升</translation>
    </message>
    <message>
        <source>rise of the validation loss above its minimum, at least</source>
        <translation>验证损失高于其最小值的幅度，至少</translation>
    </message>
    <message>
        <source>roofline (Williams, Waterman and Patterson 2009); the number is ours</source>
        <translation>roofline（Williams、Waterman 和 Patterson 2009）；数值为自定</translation>
    </message>
    <message>
        <source>row {} is not zero</source>
        <translation>第 {} 行不为零</translation>
    </message>
    <message>
        <source>rows of numbers</source>
        <translation>数的行</translation>
    </message>
    <message>
        <source>rows with equal values in this column stay in one part</source>
        <translation>此列值相同的行留在同一部分</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>run r {}</source>
        <translation>run r {}</translation>
    </message>
    <message>
        <source>run r {} ORDER BY r.id DESC</source>
        <translation>run r {} ORDER BY r.id DESC</translation>
    </message>
    <message>
        <source>run {}</source>
        <translation>运行 {}</translation>
    </message>
    <message>
        <source>run {} is not in the bin</source>
        <translation>运行 {} 不在回收站中</translation>
    </message>
    <message>
        <source>run {}, {}</source>
        <translation>运行 {}，{}</translation>
    </message>
    <message>
        <source>run {}: its own row cannot be read, and with it the run is lost</source>
        <translation>运行 {}：它自己的行无法读取，该运行随之丢失</translation>
    </message>
    <message>
        <source>run_id, parameter, gradient, step</source>
        <translation>run_id, parameter, gradient, step</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>running {}</source>
        <translation>运行中的 {}</translation>
    </message>
    <message>
        <source>runs step after step over {} steps, more than {}</source>
        <translation>逐步运行 {} 步，超过 {}</translation>
    </message>
    <message>
        <source>runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>same {}</source>
        <translation>{}相同</translation>
    </message>
    <message>
        <source>sample {} holds a number that is not finite</source>
        <translation>样本 {} 含有不是有限值的数</translation>
    </message>
    <message>
        <source>samples in one step</source>
        <translation>一步的样本数</translation>
    </message>
    <message>
        <source>samples in one training step; memory grows with it. Training uses full batches: the samples of an epoch that would not fill the last one are left out, others every time (`train` says how many); validation uses every sample</source>
        <translation>一个训练步的样本数；内存随之增加。训练只用完整的批：一轮中填不满最后一批的样本不用，每次不同（`train` 会说明有多少）；验证使用每个样本</translation>
    </message>
    <message>
        <source>saved configuration</source>
        <translation>保存的配置</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>see above</source>
        <translation>见上文</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>sequence or map</source>
        <translation>sequence 或 map</translation>
    </message>
    <message>
        <source>set data.test_as = &quot;test&quot; if there are test files beside the training data</source>
        <translation>若训练数据旁有测试文件，设 data.test_as = &quot;test&quot;</translation>
    </message>
    <message>
        <source>set data.test_share, such as 0.2, and train anew</source>
        <translation>设 data.test_share，例如 0.2，并重新训练</translation>
    </message>
    <message>
        <source>several sizes are for --inference</source>
        <translation>多个大小只用于 --inference</translation>
    </message>
    <message>
        <source>sgd, adam and others</source>
        <translation>sgd、adam 等</translation>
    </message>
    <message>
        <source>sgd, adam, adamw and others</source>
        <translation>sgd、adam、adamw 等</translation>
    </message>
    <message>
        <source>shape {}</source>
        <translation>形状 {}</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>share of all samples kept for the test, where the data have no test part of their own; of each class alike; of a text the end. The test part chooses nothing: training never opens it, so no best checkpoint, schedule or early stop sees it</source>
        <translation>数据自身没有测试部分时，留作测试的样本比例；每个类别比例相同；文本取末尾。测试部分不参与任何选择：训练从不打开它，因此最佳检查点、学习率计划和早停都看不到它</translation>
    </message>
    <message>
        <source>share of the average that a step keeps, such as 0.999; the first step copies the weights. Running statistics of batch norm are not averaged: they stay those of the weights themselves, as in PyTorch&apos;s `AveragedModel` (`use_buffers=False`)</source>
        <translation>每步保留平均值的比例，如 0.999；第一步复制权重。批归一化的运行统计量不做平均：它们保持为权重本身的统计量，与 PyTorch 的 `AveragedModel`（`use_buffers=False`）相同</translation>
    </message>
    <message>
        <source>share of the cores&apos; time</source>
        <translation>占核心时间的比例</translation>
    </message>
    <message>
        <source>share of the kernels&apos; time</source>
        <translation>占 kernel 时间的比例</translation>
    </message>
    <message>
        <source>share of the recorded time, if it occurs once</source>
        <translation>占记录时间的比例（只发生一次时）</translation>
    </message>
    <message>
        <source>share of the samples kept for validation, where the data have no validation part of their own; of each class alike</source>
        <translation>数据自身没有验证部分时，留作验证的样本比例；每个类别比例相同</translation>
    </message>
    <message>
        <source>share of the samples of the training or of the validation data that may turn out unreadable while a run reads them, such as a picture damaged in its body; each is named, the next one of its class takes its place, and the run goes on; at least one may be, unless this is 0; above it the run stops and names them</source>
        <translation>运行读取训练或验证数据时，允许无法读取的样本比例，例如内容损坏的图片；每个都会列出，由同类的下一个样本代替，运行继续；除非为 0，至少允许一个；超过时运行停止并列出它们</translation>
    </message>
    <message>
        <source>share of the step</source>
        <translation>占一步的比例</translation>
    </message>
    <message>
        <source>share of the steps</source>
        <translation>占各步的比例</translation>
    </message>
    <message>
        <source>share of the steps&apos; time</source>
        <translation>占步时间的比例</translation>
    </message>
    <message>
        <source>share of the time</source>
        <translation>占时间的比例</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>shared memory</translation>
    </message>
    <message>
        <source>shares its weights with a node that reads them otherwise, which is not supported</source>
        <translation>与另一个以不同方式读取权重的节点共享权重，这不受支持</translation>
    </message>
    <message>
        <source>shift by up to one pixel while training</source>
        <translation>训练时最多平移一个像素</translation>
    </message>
    <message>
        <source>short int</source>
        <translation>short int</translation>
    </message>
    <message>
        <source>shown in the window&apos;s title and in reports</source>
        <translation>显示在窗口标题和报告中</translation>
    </message>
    <message>
        <source>signed bytes</source>
        <translation>有符号字节</translation>
    </message>
    <message>
        <source>signed char</source>
        <translation>signed char</translation>
    </message>
    <message>
        <source>since the update of step {}</source>
        <translation>从第 {} 步的更新起</translation>
    </message>
    <message>
        <source>slowest twentieth over the median</source>
        <translation>最慢的二十分之一与中位数之比</translation>
    </message>
    <message>
        <source>small batch</source>
        <translation>批太小</translation>
    </message>
    <message>
        <source>small grey pictures</source>
        <translation>灰度小图片</translation>
    </message>
    <message>
        <source>small parameters</source>
        <translation>小参数</translation>
    </message>
    <message>
        <source>smaller initial weights, a normalisation after each layer; {}</source>
        <translation>更小的初始权重，每层之后加归一化；{}</translation>
    </message>
    <message>
        <source>smoothing or divergence is out of range</source>
        <translation>平滑或发散的取值超出范围</translation>
    </message>
    <message>
        <source>so that a loss that cannot fall much further is not reported</source>
        <translation>避免报告已无可下降的损失</translation>
    </message>
    <message>
        <source>so that a lucky epoch does not count as learning</source>
        <translation>以免把碰巧的一个轮次当作学习</translation>
    </message>
    <message>
        <source>so that a negligible rise is not reported</source>
        <translation>避免报告几乎为零的变化</translation>
    </message>
    <message>
        <source>so that an accuracy that has settled is not reported</source>
        <translation>避免报告已经稳定的准确率</translation>
    </message>
    <message>
        <source>so that chance in a few samples is not reported</source>
        <translation>以免少数样本就触发</translation>
    </message>
    <message>
        <source>so that small gradients at the end are not reported</source>
        <translation>避免报告末尾的小梯度</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>something follows the value</source>
        <translation>值后面还有其他内容</translation>
    </message>
    <message>
        <source>something here is not allowed in a project file</source>
        <translation>这里有项目文件中不应有的内容</translation>
    </message>
    <message>
        <source>spans of begins and ends (B, E) that cross on one thread, paired by their names</source>
        <translation>同一线程上由开始和结束（B、E）组成的片段相互交叉，已按名称配对</translation>
    </message>
    <message>
        <source>squared error after the first epoch / variance of the targets, at most</source>
        <translation>第一个轮次之后的平方误差 / 目标的方差，至多</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>standard deviation, at most</source>
        <translation>标准差，至多</translation>
    </message>
    <message>
        <source>standard deviations of the validation loss</source>
        <translation>验证损失的标准差</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>start or bytes is missing</source>
        <translation>缺少 start 或 bytes</translation>
    </message>
    <message>
        <source>start or end is missing</source>
        <translation>缺少 start 或 end</translation>
    </message>
    <message>
        <source>start or end is out of range</source>
        <translation>start 或 end 超出范围</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step outliers</source>
        <translation>离群的步</translation>
    </message>
    <message>
        <source>step skipped, loss scale {} -&gt; {}{}</source>
        <translation>跳过此步，损失缩放 {} -&gt; {}{}</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>第 {} 步</translation>
    </message>
    <message>
        <source>step {} -&gt; {} ms</source>
        <translation>每步 {} -&gt; {} ms</translation>
    </message>
    <message>
        <source>step {}: {}</source>
        <translation>步 {}：{}</translation>
    </message>
    <message>
        <source>steps after them that are recorded and thrown away, since the first ones hold what recording itself sets up; also before a window that is asked for, and of steps that are followed</source>
        <translation>其后记录但丢弃的步数，因为最初几步含有记录本身的准备；在手动采集的窗口和跟随的步之前也如此</translation>
    </message>
    <message>
        <source>steps after those that are kept as a window</source>
        <translation>再其后作为窗口保留的步数</translation>
    </message>
    <message>
        <source>steps at milestones</source>
        <translation>在里程碑处分步</translation>
    </message>
    <message>
        <source>steps at the begin of each cycle that are not recorded</source>
        <translation>每个周期开头不记录的步数</translation>
    </message>
    <message>
        <source>steps before the first cycle; -1 records none</source>
        <translation>第一个周期之前的步数；-1 表示不记录</translation>
    </message>
    <message>
        <source>steps could not be recorded: {}</source>
        <translation>无法记录步：{}</translation>
    </message>
    <message>
        <source>steps without an overflow until the scale grows</source>
        <translation>没有溢出多少步之后缩放增大</translation>
    </message>
    <message>
        <source>stepscope category</source>
        <translation>stepscope category</translation>
    </message>
    <message>
        <source>stepscope checkpoint</source>
        <translation>stepscope 检查点</translation>
    </message>
    <message>
        <source>stepscope index</source>
        <translation>stepscope index</translation>
    </message>
    <message>
        <source>stepscope lane</source>
        <translation>stepscope lane</translation>
    </message>
    <message>
        <source>stepscope node</source>
        <translation>stepscope node</translation>
    </message>
    <message>
        <source>stepscope step</source>
        <translation>stepscope step</translation>
    </message>
    <message>
        <source>stepscope-cli data check PROJECT: equal samples on both sides, and columns that tell the answer; data.ignore leaves a column out</source>
        <translation>stepscope-cli data check PROJECT：检查训练集与验证集中相同的样本，以及透露答案的列；data.ignore 可去掉一列</translation>
    </message>
    <message>
        <source>stepscope-cli data check PROJECT; whether each row still has its own label, and both sets name the classes alike</source>
        <translation>stepscope-cli data check PROJECT；检查每一行是否仍对应自己的标签，两个数据集的类别名称是否一致</translation>
    </message>
    <message>
        <source>stepscope-cli train PROJECT --check: whether it can learn one batch by heart; then the labels, the loss and the learning rate</source>
        <translation>stepscope-cli train PROJECT --check：检查它能否记住一个批次；然后检查标签、损失和学习率</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>storage: {}all {} matrix products run in f32, with their data converted while it is read. The conversions cost some time; activations take about half the memory</source>
        <translation>存储：{}全部 {} 个矩阵乘以 f32 执行，数据在读入时转换。转换需要一些时间；激活约占一半内存</translation>
    </message>
    <message>
        <source>stragglers</source>
        <translation>落后的 rank</translation>
    </message>
    <message>
        <source>stream {}</source>
        <translation>流 {}</translation>
    </message>
    <message>
        <source>subtracted from the pixels, which lie in [0, 1]; one number a channel, or one for all</source>
        <translation>从 [0, 1] 内的像素中减去的值；每个通道一个数，或共用一个</translation>
    </message>
    <message>
        <source>sweep of {}</source>
        <translation>{} 的超参数扫描</translation>
    </message>
    <message>
        <source>switches are for training steps</source>
        <translation>开关只用于训练步</translation>
    </message>
    <message>
        <source>switches take effect at the next step</source>
        <translation>开关从下一步起生效</translation>
    </message>
    <message>
        <source>switches.batch_size = {} is the largest that fits, with {}</source>
        <translation>switches.batch_size = {} 是放得下的最大值，需要 {}</translation>
    </message>
    <message>
        <source>sync every step</source>
        <translation>每步同步</translation>
    </message>
    <message>
        <source>system volume information</source>
        <translation>system volume information</translation>
    </message>
    <message>
        <source>tables of embeddings; the padding row stays 0</source>
        <translation>嵌入表；填充行保持为 0</translation>
    </message>
    <message>
        <source>takes elements of a dimension of {} by their numbers</source>
        <translation>按编号取长度为 {} 的维度中的元素</translation>
    </message>
    <message>
        <source>takes elements of {} by {}</source>
        <translation>用 {1} 取 {0} 的元素</translation>
    </message>
    <message>
        <source>takes no elements, which is not supported</source>
        <translation>不取任何元素，这不受支持</translation>
    </message>
    <message>
        <source>takes no pictures</source>
        <translation>不接受图片</translation>
    </message>
    <message>
        <source>takes numbers, the data are text</source>
        <translation>接收数字，而数据是文本</translation>
    </message>
    <message>
        <source>takes samples of {}, which are no pictures of 1 or 3 channels</source>
        <translation>的样本形状是 {}，不是 1 或 3 通道的图片</translation>
    </message>
    <message>
        <source>takes text, the data are numbers</source>
        <translation>接收文本，而数据是数字</translation>
    </message>
    <message>
        <source>takes the element {} of {}</source>
        <translation>取 {1} 的元素 {0}</translation>
    </message>
    <message>
        <source>takes the input&apos;s part of its gates ready made, which is not exported</source>
        <translation>其门的输入部分是事先算好的，这不能导出</translation>
    </message>
    <message>
        <source>takes the rest of numbers that are not whole, which is not supported</source>
        <translation>对非整数取余，不支持</translation>
    </message>
    <message>
        <source>takes {} and {}, which do not match</source>
        <translation>接收 {} 和 {}，两者不相容</translation>
    </message>
    <message>
        <source>takes {} elements along a dimension by numbers of the run, more than 64</source>
        <translation>用运行中的数沿一维取 {} 个元素，超过 64</translation>
    </message>
    <message>
        <source>takes {}, 3 or 4 dimensions are needed</source>
        <translation>接收 {}，需要 3 或 4 维</translation>
    </message>
    <message>
        <source>takes {}, a matrix is needed</source>
        <translation>接收 {}，需要矩阵</translation>
    </message>
    <message>
        <source>takes {}, a sequence is needed</source>
        <translation>接收 {}，需要序列</translation>
    </message>
    <message>
        <source>takes {}, an image is needed</source>
        <translation>接收 {}，需要图片</translation>
    </message>
    <message>
        <source>takes {}, channels in dimension 1 are needed</source>
        <translation>接收 {}，需要通道在维度 1</translation>
    </message>
    <message>
        <source>takes {}, classes in dimension 1 are needed</source>
        <translation>接收 {}，需要类别在维度 1</translation>
    </message>
    <message>
        <source>takes {}, the data give {}</source>
        <translation>接收 {}，数据给出 {}</translation>
    </message>
    <message>
        <source>takes {}; images and sequences are supported, volumes are not</source>
        <translation>接收 {}；支持图片和序列，不支持体数据</translation>
    </message>
    <message>
        <source>takes {}; sequences, images and volumes are supported</source>
        <translation>接收 {}；支持序列、图像和体数据</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>temporary items</source>
        <translation>temporary items</translation>
    </message>
    <message>
        <source>tensor cores</source>
        <translation>Tensor Core</translation>
    </message>
    <message>
        <source>tensor {} begins at byte {}, where the one before ends at {}</source>
        <translation>张量 {} 从第 {} 字节开始，而前一个结束于 {}</translation>
    </message>
    <message>
        <source>tensor {} does not fill whole bytes</source>
        <translation>张量 {} 不是整数个字节</translation>
    </message>
    <message>
        <source>tensor {} ends before it begins</source>
        <translation>张量 {} 的结束在开始之前</translation>
    </message>
    <message>
        <source>tensor {} has a negative number</source>
        <translation>张量 {} 有负数</translation>
    </message>
    <message>
        <source>tensor {} has a text as {}</source>
        <translation>张量 {} 的 {} 是文本</translation>
    </message>
    <message>
        <source>tensor {} has dtype {}, which Stepscope does not compute with</source>
        <translation>张量 {} 的 dtype 为 {}，Stepscope 不用它计算</translation>
    </message>
    <message>
        <source>tensor {} has more than two data_offsets</source>
        <translation>张量 {} 的 data_offsets 超过两个</translation>
    </message>
    <message>
        <source>tensor {} has the unknown dtype {}</source>
        <translation>张量 {} 的 dtype {} 未知</translation>
    </message>
    <message>
        <source>tensor {} has the unknown field {}</source>
        <translation>张量 {} 有未知字段 {}</translation>
    </message>
    <message>
        <source>tensor {} has too many dimensions</source>
        <translation>张量 {} 的维数太多</translation>
    </message>
    <message>
        <source>tensor {} has {} bytes, but its shape and dtype {} need {}</source>
        <translation>张量 {} 有 {} 字节，但其形状和 dtype {} 需要 {}</translation>
    </message>
    <message>
        <source>tensor {} has {} where a whole number is expected</source>
        <translation>张量 {} 在应为整数的位置有 {}</translation>
    </message>
    <message>
        <source>tensor {} is too large</source>
        <translation>张量 {} 太大</translation>
    </message>
    <message>
        <source>tensor {} is too large to address</source>
        <translation>张量 {} 太大，无法寻址</translation>
    </message>
    <message>
        <source>tensor {} is {} {}, but the model has {} {}</source>
        <translation>张量 {} 为 {} {}，而模型为 {} {}</translation>
    </message>
    <message>
        <source>tensor {} lacks dtype, shape or data_offsets</source>
        <translation>张量 {} 缺少 dtype、shape 或 data_offsets</translation>
    </message>
    <message>
        <source>tensors are written as they lie in memory, and the format is little-endian</source>
        <translation>张量按内存中的样子写入，此格式为小端序</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>text follows a closing quote</source>
        <translation>右引号之后还有文字</translation>
    </message>
    <message>
        <source>text follows its closing quote</source>
        <translation>闭合引号之后还有文本</translation>
    </message>
    <message>
        <source>text, or list of texts</source>
        <translation>文本，或文本列表</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>tf.function(..., reduce_retracing=True), or batches of one shape: drop_remainder=True</source>
        <translation>tf.function(..., reduce_retracing=True)，或让各批形状相同：drop_remainder=True</translation>
    </message>
    <message>
        <source>that of the data</source>
        <translation>数据自带的部分</translation>
    </message>
    <message>
        <source>the CRC-32 of a chunk does not fit</source>
        <translation>数据块的 CRC-32 不符</translation>
    </message>
    <message>
        <source>the CUDA plugin cannot be loaded ({} is damaged); install Stepscope again</source>
        <translation>无法加载 CUDA 插件（{} 已损坏）；请重新安装 Stepscope</translation>
    </message>
    <message>
        <source>the CUDA plugin cannot be loaded ({}); install Stepscope again</source>
        <translation>无法加载 CUDA 插件（{}）；请重新安装 Stepscope</translation>
    </message>
    <message>
        <source>the CUDA plugin {} has interface version {}, this program needs {}; install both from one build</source>
        <translation>CUDA 插件 {} 的接口版本是 {}，本程序需要 {}；请安装同一次构建的两者</translation>
    </message>
    <message>
        <source>the GPU cannot be used: {} (CUDA error {})</source>
        <translation>无法使用 GPU：{}（CUDA 错误 {}）</translation>
    </message>
    <message>
        <source>the GPU&apos;s times were not collected: start and end are 0</source>
        <translation>没有收集 GPU 的时间：start 和 end 为 0</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not start (CUDA error 3); restart the machine or install the driver again</source>
        <translation>NVIDIA 驱动程序无法启动（CUDA 错误 3）；请重启机器或重新安装驱动程序</translation>
    </message>
    <message>
        <source>the NVIDIA driver is installed, but does not start (CUDA error {})</source>
        <translation>已安装 NVIDIA 驱动程序，但它无法启动（CUDA 错误 {}）</translation>
    </message>
    <message>
        <source>the NVIDIA driver is installed, but it finds no GPU</source>
        <translation>已安装 NVIDIA 驱动程序，但它找不到 GPU</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old for CUDA 13: it knows CUDA {}; install driver 580 or newer</source>
        <translation>NVIDIA 驱动程序对 CUDA 13 来说太旧：它只支持 CUDA {}；请安装 580 或更新的驱动程序</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old for CUDA {}: it knows CUDA {}; install a newer driver</source>
        <translation>NVIDIA 驱动程序对 CUDA {} 来说太旧：它只支持 CUDA {}；请安装更新的驱动程序</translation>
    </message>
    <message>
        <source>the NVIDIA driver&apos;s library and its kernel module are of different versions; restart the machine</source>
        <translation>NVIDIA 驱动程序的库与内核模块版本不同；请重启机器</translation>
    </message>
    <message>
        <source>the NVIDIA driver&apos;s library lacks functions that every driver has, so it cannot be used; install the driver again</source>
        <translation>NVIDIA 驱动程序的库缺少每个驱动程序都有的函数，因此无法使用；请重新安装驱动程序</translation>
    </message>
    <message>
        <source>the NVLink bridge of an H100 NVL</source>
        <translation>H100 NVL 的 NVLink 桥</translation>
    </message>
    <message>
        <source>the ONNX file could not be put together</source>
        <translation>无法生成 ONNX 文件</translation>
    </message>
    <message>
        <source>the ONNX file gives numbers that differ from the model&apos;s by up to {}, of up to {}</source>
        <translation>ONNX 文件给出的数与模型的最多相差 {}，最大数为 {}</translation>
    </message>
    <message>
        <source>the SQLite file cannot be read: {}</source>
        <translation>无法读取 SQLite 文件：{}</translation>
    </message>
    <message>
        <source>the SQLite file is cut off; what could be read of it is shown</source>
        <translation>SQLite 文件被截断；可读取的部分已显示</translation>
    </message>
    <message>
        <source>the SQLite file is damaged</source>
        <translation>SQLite 文件已损坏</translation>
    </message>
    <message>
        <source>the SQLite file needs more memory than is available, as a damaged file may</source>
        <translation>SQLite 文件要求的内存超过现有内存，损坏的文件可能如此</translation>
    </message>
    <message>
        <source>the answer of sample {} is not a finite number</source>
        <translation>样本 {} 的答案不是有限的数</translation>
    </message>
    <message>
        <source>the answers are {}, which are not classes: a row has no single 1</source>
        <translation>答案是 {}，不是类别：有的行并非只有一个 1</translation>
    </message>
    <message>
        <source>the answers are {}; one text for each sample is a class</source>
        <translation>答案是 {}；每个样本一个文本才是类别</translation>
    </message>
    <message>
        <source>the answers are {}; those for training are one label for each sample</source>
        <translation>答案是 {}；训练用的答案每个样本一个标签</translation>
    </message>
    <message>
        <source>the answers are {}; those for training are {} for each sample</source>
        <translation>答案是 {}；训练用的答案每个样本 {} 个</translation>
    </message>
    <message>
        <source>the answers are {}; those for training have a single 1 in each row of {}</source>
        <translation>答案是 {}；训练用的答案每行 {} 个数中只有一个 1</translation>
    </message>
    <message>
        <source>the answers of the pictures are numbers to predict ({}), and pictures are only classified</source>
        <translation>图片的答案是要预测的数（{}），而图片只能分类</translation>
    </message>
    <message>
        <source>the arguments in the file are damaged</source>
        <translation>文件中的参数已损坏</translation>
    </message>
    <message>
        <source>the attribute {} has no tensor</source>
        <translation>属性 {} 没有张量</translation>
    </message>
    <message>
        <source>the attribute {} of the op {} is {}, not {}</source>
        <translation>算子 {1} 的属性 {0} 是{2}，不是{3}</translation>
    </message>
    <message>
        <source>the backward pass</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>the base rate that the schedule scales</source>
        <translation>由调度缩放的基础学习率</translation>
    </message>
    <message>
        <source>the batch size for which `train.optimizer.learning_rate` was chosen</source>
        <translation>选择 `train.optimizer.learning_rate` 时所用的批大小</translation>
    </message>
    <message>
        <source>the batch&apos;s input</source>
        <translation>批的输入</translation>
    </message>
    <message>
        <source>the best {} is to be restored, but train.checkpoints.metric keeps the best {}</source>
        <translation>要恢复最佳的 {}，但 train.checkpoints.metric 保留的是最佳的 {}</translation>
    </message>
    <message>
        <source>the byte 0x{} is not UTF-8</source>
        <translation>字节 0x{} 不是 UTF-8</translation>
    </message>
    <message>
        <source>the byte {} is not UTF-8; the file seems to be a text in Latin-1 or Windows-1252</source>
        <translation>字节 {} 不是 UTF-8；该文件似乎是 Latin-1 或 Windows-1252 编码的文本</translation>
    </message>
    <message>
        <source>the captured trace cannot be read</source>
        <translation>无法读取采集的跟踪</translation>
    </message>
    <message>
        <source>the captured trace cannot be read: {}</source>
        <translation>无法读取采集的跟踪：{}</translation>
    </message>
    <message>
        <source>the captured trace is damaged or cut short</source>
        <translation>采集的跟踪已损坏或不完整</translation>
    </message>
    <message>
        <source>the captured trace was written by a newer version of Stepscope</source>
        <translation>采集的跟踪由更新版本的 Stepscope 写出</translation>
    </message>
    <message>
        <source>the character {} does not occur in the text of the training</source>
        <translation>训练文本中没有字符 {}</translation>
    </message>
    <message>
        <source>the checkpoint cannot be put in place</source>
        <translation>无法把检查点放到位</translation>
    </message>
    <message>
        <source>the checkpoint has format version {}; this program reads up to {}</source>
        <translation>检查点的格式版本为 {}；本程序最多读取到 {}</translation>
    </message>
    <message>
        <source>the checkpoint is damaged: {}</source>
        <translation>检查点已损坏：{}</translation>
    </message>
    <message>
        <source>the checksum of the member &quot;{}&quot; is wrong</source>
        <translation>成员“{}”的校验和不对</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; has no readable image for training</source>
        <translation>类别 &quot;{}&quot; 没有可读取的训练图片</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; has pictures for validation or the test, but none for training</source>
        <translation>类别 &quot;{}&quot; 有用于验证或测试的图片，但没有用于训练的</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; has pictures for {}, but none for training</source>
        <translation>类别“{}”有图片用于{}，却没有用于训练的</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; occurs only for {}, so no model can learn it</source>
        <translation>类别“{}”只出现在{}中，因此模型学不到它</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; of sample {} does not occur for training, so no model can learn it</source>
        <translation>类别“{}”（样本 {}）在训练数据中没有，因此模型学不到它</translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; of the data stands where the model has &quot;{}&quot;</source>
        <translation>数据的类别“{}”位于模型的类别“{}”处</translation>
    </message>
    <message>
        <source>the class folder holds no readable image</source>
        <translation>类别文件夹中没有可读取的图片</translation>
    </message>
    <message>
        <source>the class is unknown, because the training images have none of that name</source>
        <translation>类别未知，因为训练图片中没有同名的类别</translation>
    </message>
    <message>
        <source>the class {} is the label of {} picture{} for {}, and of none for training</source>
        <translation>类别 {} 是 {} 张图片{}（用于{}）的标签，训练图片中却没有</translation>
    </message>
    <message>
        <source>the classes are uneven: &quot;{}&quot; has {} for training, &quot;{}&quot; has {}</source>
        <translation>类别不均衡：&quot;{}&quot; 有 {} 用于训练，&quot;{}&quot; 有 {}</translation>
    </message>
    <message>
        <source>the column &quot;{}&quot; has more than {} different texts, too many for one input each</source>
        <translation>列 &quot;{}&quot; 的不同文本超过 {} 个，无法各用一个输入</translation>
    </message>
    <message>
        <source>the column of the class</source>
        <translation>类别所在的列</translation>
    </message>
    <message>
        <source>the column to predict; every other one is an input</source>
        <translation>要预测的列；其他各列为输入</translation>
    </message>
    <message>
        <source>the comma of &quot;{}&quot; is read as {}; data.decimal decides</source>
        <translation>“{}”中的逗号读作{}；由 data.decimal 决定</translation>
    </message>
    <message>
        <source>the configuration kept with the checkpoint cannot be read</source>
        <translation>检查点中保存的配置无法读取</translation>
    </message>
    <message>
        <source>the configuration kept with the run cannot be read or changed as asked</source>
        <translation>随运行保存的配置无法读取或按要求更改</translation>
    </message>
    <message>
        <source>the copy cannot be made</source>
        <translation>无法创建副本</translation>
    </message>
    <message>
        <source>the copy failed:</source>
        <translation>复制失败：</translation>
    </message>
    <message>
        <source>the copy was cancelled</source>
        <translation>复制已取消</translation>
    </message>
    <message>
        <source>the damaged store cannot be kept under this name: {}</source>
        <translation>损坏的运行库无法以此名称保留：{}</translation>
    </message>
    <message>
        <source>the data are opened again</source>
        <translation>重新打开数据</translation>
    </message>
    <message>
        <source>the data have classes, for which the loss is a cross-entropy</source>
        <translation>数据有类别，其损失为交叉熵</translation>
    </message>
    <message>
        <source>the data have no classes</source>
        <translation>向没有类别的数据询问类别</translation>
    </message>
    <message>
        <source>the data have no validation part</source>
        <translation>数据没有验证部分</translation>
    </message>
    <message>
        <source>the data have numbers to predict, not classes</source>
        <translation>数据要预测的是数字，不是类别</translation>
    </message>
    <message>
        <source>the data of the tensor {} are in the wrong field</source>
        <translation>张量 {} 的数据放在错误的字段</translation>
    </message>
    <message>
        <source>the database has an unexpected content: {}</source>
        <translation>数据库有意外的内容：{}</translation>
    </message>
    <message>
        <source>the database is damaged</source>
        <translation>数据库已损坏</translation>
    </message>
    <message>
        <source>the database is damaged: an overview does not fit its points</source>
        <translation>数据库已损坏：概览与其数据点不符</translation>
    </message>
    <message>
        <source>the database is damaged: column {} is not {}</source>
        <translation>数据库已损坏：列 {} 不是 {}</translation>
    </message>
    <message>
        <source>the database is damaged: {}</source>
        <translation>数据库已损坏：{}</translation>
    </message>
    <message>
        <source>the dataset holds no sample</source>
        <translation>数据集没有样本</translation>
    </message>
    <message>
        <source>the description of a frozen model is too long</source>
        <translation>冻结的模型的描述太长</translation>
    </message>
    <message>
        <source>the description of its samples cannot be read</source>
        <translation>其样本的描述无法读取</translation>
    </message>
    <message>
        <source>the description of the frozen model cannot be read</source>
        <translation>冻结的模型的描述无法读取</translation>
    </message>
    <message>
        <source>the description of the frozen model cannot be read: {}</source>
        <translation>冻结的模型的描述无法读取：{}</translation>
    </message>
    <message>
        <source>the description of the recording (its member &quot;stepscope&quot;) is damaged</source>
        <translation>记录的说明（其成员 &quot;stepscope&quot;）已损坏</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk reports an error: {}</source>
        <translation>磁盘报告错误：{}</translation>
    </message>
    <message>
        <source>the distribution differs (chi-square {} with {} degrees of freedom)</source>
        <translation>分布不同（卡方 {}，自由度 {}）</translation>
    </message>
    <message>
        <source>the dropout p</source>
        <translation>dropout 的 p</translation>
    </message>
    <message>
        <source>the embedding has {} rows, the vocabulary {} tokens</source>
        <translation>嵌入有 {} 行，词表有 {} 个词元</translation>
    </message>
    <message>
        <source>the end of an arrow without its beginning</source>
        <translation>箭头有终点而没有起点</translation>
    </message>
    <message>
        <source>the end of the archive is missing</source>
        <translation>压缩包缺少结尾</translation>
    </message>
    <message>
        <source>the end of the archive is not where it should be</source>
        <translation>压缩包的结尾不在应在的位置</translation>
    </message>
    <message>
        <source>the end of the text is kept for validation</source>
        <translation>文本的结尾留作验证</translation>
    </message>
    <message>
        <source>the ending of the name is not that of a format that can be written</source>
        <translation>名称的结尾不是可写出的格式</translation>
    </message>
    <message>
        <source>the export has no table</source>
        <translation>导出中没有表</translation>
    </message>
    <message>
        <source>the export has no table StringIds: names are numbers</source>
        <translation>导出中没有表 StringIds：名称为编号</translation>
    </message>
    <message>
        <source>the export has no table {}: nothing of that kind was recorded</source>
        <translation>导出中没有表 {}：没有记录这一类内容</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>读取时文件变短了</translation>
    </message>
    <message>
        <source>the file cannot be created</source>
        <translation>无法创建文件</translation>
    </message>
    <message>
        <source>the file cannot be made in this folder</source>
        <translation>无法在此文件夹中创建该文件</translation>
    </message>
    <message>
        <source>the file cannot be opened</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>the file cannot be opened:</source>
        <translation>文件无法打开：</translation>
    </message>
    <message>
        <source>the file cannot be opened: {}</source>
        <translation>无法打开文件：{}</translation>
    </message>
    <message>
        <source>the file cannot be put in its place: {}</source>
        <translation>无法把文件放到位：{}</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>无法读取文件</translation>
    </message>
    <message>
        <source>the file cannot be read:</source>
        <translation>无法读取文件：</translation>
    </message>
    <message>
        <source>the file cannot be read: {}</source>
        <translation>无法读取文件：{}</translation>
    </message>
    <message>
        <source>the file cannot be unpacked:</source>
        <translation>无法解压文件：</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>the file cannot be written:</source>
        <translation>无法写入文件：</translation>
    </message>
    <message>
        <source>the file cannot be written: {}</source>
        <translation>无法写入文件：{}</translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>the file ends too early</source>
        <translation>文件过早结束</translation>
    </message>
    <message>
        <source>the file ends within the list of events</source>
        <translation>文件在事件列表内结束</translation>
    </message>
    <message>
        <source>the file exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>the file gives as many numbers as the model</source>
        <translation>文件给出的数值个数与模型一致</translation>
    </message>
    <message>
        <source>the file grew while it was read; what came after is not shown</source>
        <translation>读取时文件增大；之后的内容不显示</translation>
    </message>
    <message>
        <source>the file has changed since it was opened</source>
        <translation>打开之后文件发生了变化</translation>
    </message>
    <message>
        <source>the file has {} bytes</source>
        <translation>文件有 {} 字节</translation>
    </message>
    <message>
        <source>the file has {} bytes, its manifest says {}</source>
        <translation>文件有 {} 字节，其清单写的是 {}</translation>
    </message>
    <message>
        <source>the file has {} bytes; a project file has at most {}</source>
        <translation>文件有 {} 字节；项目文件最多 {} 字节</translation>
    </message>
    <message>
        <source>the file holds no data to evaluate it on</source>
        <translation>文件不含可用于评估的数据</translation>
    </message>
    <message>
        <source>the file holds nothing but white space</source>
        <translation>文件中只有空白</translation>
    </message>
    <message>
        <source>the file holds the bytes as they are in memory</source>
        <translation>文件按内存中的顺序保存字节</translation>
    </message>
    <message>
        <source>the file is a text in {}, but a project file is in UTF-8</source>
        <translation>该文件是 {} 编码的文本，而项目文件应为 UTF-8</translation>
    </message>
    <message>
        <source>the file is cut off before its first event</source>
        <translation>文件在第一个事件之前被截断</translation>
    </message>
    <message>
        <source>the file is cut off before its list of events</source>
        <translation>文件在事件列表之前被截断</translation>
    </message>
    <message>
        <source>the file is cut off: what came later is not known</source>
        <translation>文件被截断：之后的内容未知</translation>
    </message>
    <message>
        <source>the file is cut off; the planes before are shown</source>
        <translation>文件被截断；之前的 plane 已显示</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the file is larger than 3 GiB</source>
        <translation>文件超过 3 GiB</translation>
    </message>
    <message>
        <source>the file is larger than a gigabyte</source>
        <translation>文件超过 1 GB</translation>
    </message>
    <message>
        <source>the file is missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>the file is missing or empty</source>
        <translation>文件缺失或为空</translation>
    </message>
    <message>
        <source>the file is missing, also with .gz and with test for t10k</source>
        <translation>缺少该文件，带 .gz 的以及用 test 代替 t10k 的也没有</translation>
    </message>
    <message>
        <source>the file is not a text file: it contains a zero byte</source>
        <translation>此文件不是文本文件：其中有零字节</translation>
    </message>
    <message>
        <source>the file is not an SQLite database, or its beginning is damaged</source>
        <translation>此文件不是 SQLite 数据库，或开头已损坏</translation>
    </message>
    <message>
        <source>the file is read as {} and converted to UTF-8</source>
        <translation>文件按 {} 读取并转换为 UTF-8</translation>
    </message>
    <message>
        <source>the file of notes is larger than 16 MiB</source>
        <translation>备注文件超过 16 MiB</translation>
    </message>
    <message>
        <source>the file test_batch.bin</source>
        <translation>文件 test_batch.bin</translation>
    </message>
    <message>
        <source>the file was made by a newer Stepscope</source>
        <translation>此文件由更新的 Stepscope 创建</translation>
    </message>
    <message>
        <source>the file {}</source>
        <translation>文件 {}</translation>
    </message>
    <message>
        <source>the file&apos;s CRC-32 is {}, its manifest says {}</source>
        <translation>文件的 CRC-32 为 {}，其清单写的是 {}</translation>
    </message>
    <message>
        <source>the files do not contain different ranks: they are numbered in their order</source>
        <translation>文件没有说明不同的 rank：按次序编号</translation>
    </message>
    <message>
        <source>the files of the run cannot be written: {}</source>
        <translation>无法写入运行的文件：{}</translation>
    </message>
    <message>
        <source>the files of the run cannot be written: {}; nothing was imported</source>
        <translation>无法写入运行的文件：{}；没有导入任何内容</translation>
    </message>
    <message>
        <source>the files t10k</source>
        <translation>文件 t10k</translation>
    </message>
    <message>
        <source>the files with &quot;test&quot; in their names</source>
        <translation>名称含“test”的文件</translation>
    </message>
    <message>
        <source>the findings could not be kept with the run.</source>
        <translation>诊断结果无法与运行一起保存。</translation>
    </message>
    <message>
        <source>the first day of a month</source>
        <translation>某月第一天</translation>
    </message>
    <message>
        <source>the first output</source>
        <translation>第一个输出</translation>
    </message>
    <message>
        <source>the first row is read as data, not as names of the columns; data.header decides</source>
        <translation>第一行按数据读取，而不是列名；由 data.header 决定</translation>
    </message>
    <message>
        <source>the first row is read as names of the columns, although they are numbers; data.header decides</source>
        <translation>第一行虽是数字，但按列名读取；由 data.header 决定</translation>
    </message>
    <message>
        <source>the first step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>the first {} steps</source>
        <translation>前 {} 步</translation>
    </message>
    <message>
        <source>the folder cannot be flushed</source>
        <translation>无法把文件夹写入磁盘</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>the folder cannot be made ({})</source>
        <translation>无法创建文件夹（{}）</translation>
    </message>
    <message>
        <source>the folder cannot be made: {}</source>
        <translation>无法创建文件夹：{}</translation>
    </message>
    <message>
        <source>the folder cannot be opened</source>
        <translation>无法打开文件夹</translation>
    </message>
    <message>
        <source>the folder cannot be read ({})</source>
        <translation>无法读取文件夹（{}）</translation>
    </message>
    <message>
        <source>the folder for the runs cannot be made: {}</source>
        <translation>无法创建存放运行的文件夹：{}</translation>
    </message>
    <message>
        <source>the folder of CIFAR-10 does not exist</source>
        <translation>CIFAR-10 的文件夹不存在</translation>
    </message>
    <message>
        <source>the folder of the MNIST files does not exist</source>
        <translation>MNIST 文件的文件夹不存在</translation>
    </message>
    <message>
        <source>the forward pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>the frozen model has format version {}; this program reads up to {}</source>
        <translation>冻结的模型的格式版本是 {}；本程序最高能读 {}</translation>
    </message>
    <message>
        <source>the frozen model is damaged: {}</source>
        <translation>冻结的模型已损坏：{}</translation>
    </message>
    <message>
        <source>the frozen model takes other samples than its description says</source>
        <translation>冻结的模型接受的样本与其描述不符</translation>
    </message>
    <message>
        <source>the frozen model would answer otherwise than the model, by {} of its largest answer, in a batch of {}</source>
        <translation>冻结的模型的输出会与模型不同，差值为其最大输出的 {}，批大小 {}</translation>
    </message>
    <message>
        <source>the gzip data is cut off</source>
        <translation>gzip 数据被截断</translation>
    </message>
    <message>
        <source>the gzip data is damaged</source>
        <translation>gzip 数据已损坏</translation>
    </message>
    <message>
        <source>the gzip file holds nothing</source>
        <translation>gzip 文件中没有内容</translation>
    </message>
    <message>
        <source>the header again</source>
        <translation>重复的表头</translation>
    </message>
    <message>
        <source>the header has {} cells and the rows have {}, and the first of them are not names of rows, because they repeat or are measured</source>
        <translation>表头有 {} 个单元格，而各行有 {} 个；首个单元格有重复或是测量值，因此不是行名</translation>
    </message>
    <message>
        <source>the heading of a section is not closed with one ] at the end of its line</source>
        <translation>节标题没有在行末用一个 ] 结束</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>the image cannot be decoded ({})</source>
        <translation>图片无法解码（{}）</translation>
    </message>
    <message>
        <source>the image file is empty</source>
        <translation>图片文件为空</translation>
    </message>
    <message>
        <source>the image folder does not exist</source>
        <translation>图片文件夹不存在</translation>
    </message>
    <message>
        <source>the image folder holds no class folder</source>
        <translation>图片文件夹中没有类别文件夹</translation>
    </message>
    <message>
        <source>the image folder holds only one class folder, &quot;{}&quot;</source>
        <translation>图片文件夹中只有一个类别文件夹 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>the image is {}x{}, more than {} million pixels</source>
        <translation>图片为 {}x{}，超过 {} 百万像素</translation>
    </message>
    <message>
        <source>the input is {}, (batch, positions, features) is needed</source>
        <translation>输入为 {}，需要（批、位置、特征）</translation>
    </message>
    <message>
        <source>the input is {}, 4 dimensions are needed</source>
        <translation>输入为 {}，需要 4 维</translation>
    </message>
    <message>
        <source>the input of the adaptive pooling is {}, 4 dimensions are needed</source>
        <translation>自适应池化的输入为 {}，需要 4 维</translation>
    </message>
    <message>
        <source>the input of the batch norm is {}, it has no channels</source>
        <translation>批归一化的输入为 {}，没有通道</translation>
    </message>
    <message>
        <source>the input of the convolution is {}, 4 dimensions are needed</source>
        <translation>卷积的输入为 {}，需要 4 维</translation>
    </message>
    <message>
        <source>the input of the embedding is not a list of tokens</source>
        <translation>嵌入的输入不是词元列表</translation>
    </message>
    <message>
        <source>the input of the group norm is {}, it has no channels</source>
        <translation>组归一化的输入为 {}，没有通道</translation>
    </message>
    <message>
        <source>the input of the linear layer is {}, (batch, features) or (batch, positions, features) is needed</source>
        <translation>线性层的输入为 {}，需要（批、特征）或（批、位置、特征）</translation>
    </message>
    <message>
        <source>the input of the transposed convolution is {}, 4 dimensions are needed</source>
        <translation>转置卷积的输入为 {}，需要 4 维</translation>
    </message>
    <message>
        <source>the input {} must be known before the run</source>
        <translation>输入 {} 必须在运行之前已知</translation>
    </message>
    <message>
        <source>the input {} takes whole numbers ({}), the data are real numbers</source>
        <translation>输入 {} 接收整数（{}），而数据是实数</translation>
    </message>
    <message>
        <source>the input {} takes {}, the data give {}</source>
        <translation>输入 {} 接收 {}，而数据给出 {}</translation>
    </message>
    <message>
        <source>the input {} takes {}, the data give {}, as many elements in another arrangement</source>
        <translation>输入 {} 接收 {}，而数据给出 {}，元素个数相同但排列不同</translation>
    </message>
    <message>
        <source>the input {} takes {}, the data give {}, the same dimensions in another order</source>
        <translation>输入 {} 接收 {}，而数据给出 {}，维度相同但顺序不同</translation>
    </message>
    <message>
        <source>the input {} {}</source>
        <translation>输入 {} {}</translation>
    </message>
    <message>
        <source>the inputs are {}</source>
        <translation>输入是 {}</translation>
    </message>
    <message>
        <source>the kernel height</source>
        <translation>卷积核的高</translation>
    </message>
    <message>
        <source>the kernel width</source>
        <translation>卷积核的宽</translation>
    </message>
    <message>
        <source>the kernels&apos; time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>the key has no value</source>
        <translation>键没有值</translation>
    </message>
    <message>
        <source>the key has no value, or no = before it</source>
        <translation>键没有值，或值前没有 =</translation>
    </message>
    <message>
        <source>the key {} has no values</source>
        <translation>键 {} 没有值</translation>
    </message>
    <message>
        <source>the key {} is given twice</source>
        <translation>键 {} 出现两次</translation>
    </message>
    <message>
        <source>the kind of these data is not known</source>
        <translation>不知道这些数据的种类</translation>
    </message>
    <message>
        <source>the label {} is not a finite number</source>
        <translation>第 {} 个标签不是有限的数</translation>
    </message>
    <message>
        <source>the labels have more than {} different values, too many for classes</source>
        <translation>标签有超过 {} 个不同的值，作为类别太多</translation>
    </message>
    <message>
        <source>the labels of these classes (data check); train.loss.class_weights</source>
        <translation>检查这些类别的标签（data check）；train.loss.class_weights</translation>
    </message>
    <message>
        <source>the labels {} and {} at index {} are out of range 0 to {} and 0 to {}</source>
        <translation>标签 {} 和 {}（位于索引 {}）超出范围 0 到 {} 和 0 到 {}</translation>
    </message>
    <message>
        <source>the last column</source>
        <translation>最后一列</translation>
    </message>
    <message>
        <source>the last event is cut off</source>
        <translation>最后一个事件被截断</translation>
    </message>
    <message>
        <source>the last layer gives {}, the data need {}</source>
        <translation>最后一层给出 {}，数据需要 {}</translation>
    </message>
    <message>
        <source>the last layer gives {}, the data need {} numbers for each of {} tokens</source>
        <translation>最后一层给出 {0}，数据的 {2} 个词元各需要 {1} 个数</translation>
    </message>
    <message>
        <source>the last steps that the Timeline can follow while a run trains; 0 follows none and costs nothing</source>
        <translation>运行训练时时间线可跟随的最近步数；0 表示不跟随，也没有开销</translation>
    </message>
    <message>
        <source>the layer of type {} has no {}</source>
        <translation>类型为 {} 的层没有 {}</translation>
    </message>
    <message>
        <source>the layer type is unknown</source>
        <translation>未知的层类型</translation>
    </message>
    <message>
        <source>the learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>the learning rate of {}</source>
        <translation>学习率 {} </translation>
    </message>
    <message>
        <source>the library has no fast product here</source>
        <translation>库在此没有快速的乘法</translation>
    </message>
    <message>
        <source>the list &quot;</source>
        <translation>列表 &quot;</translation>
    </message>
    <message>
        <source>the list &quot;{}&quot; is longer than 4 MiB and is not shown</source>
        <translation>列表 &quot;{}&quot; 超过 4 MiB，不显示</translation>
    </message>
    <message>
        <source>the list is not closed with ], or a comma is missing in it</source>
        <translation>列表没有用 ] 结束，或其中缺少逗号</translation>
    </message>
    <message>
        <source>the list of runs</source>
        <translation>运行列表</translation>
    </message>
    <message>
        <source>the loader</source>
        <translation>加载器</translation>
    </message>
    <message>
        <source>the loss depends on no parameter that is trained; {} are frozen</source>
        <translation>损失不依赖任何被训练的参数；{} 个是冻结的</translation>
    </message>
    <message>
        <source>the loss is</source>
        <translation>损失为</translation>
    </message>
    <message>
        <source>the loss is multiplied by {} at first; {} times that after {} steps in a row without an overflow, {} times that after each step that overflows, which is skipped</source>
        <translation>损失起初乘以 {0}；连续 {2} 步没有溢出后乘以 {1}，每次溢出的步之后乘以 {3}，该步跳过</translation>
    </message>
    <message>
        <source>the loss is {} at a learning rate of {}</source>
        <translation>损失为{0}，学习率为 {1}</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; cannot be unpacked</source>
        <translation>成员“{}”无法解压</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; cannot have {} bytes in a file of {}</source>
        <translation>成员“{}”不可能有 {} 字节，文件只有 {}</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; ends too early</source>
        <translation>成员“{}”过早结束</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; has two sizes</source>
        <translation>成员“{}”有两个大小</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; has {} bytes instead of {}</source>
        <translation>成员“{}”有 {} 字节，而不是 {}</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; is compressed by method {}, which is not supported</source>
        <translation>成员“{}”用方法 {} 压缩，不受支持</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; is encrypted</source>
        <translation>成员“{}”已加密</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; is longer than the archive says</source>
        <translation>成员“{}”比压缩包声明的长</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; is not where it should be</source>
        <translation>成员“{}”不在应在的位置</translation>
    </message>
    <message>
        <source>the metric that `reduce_on_plateau`, early stopping and `restore_best` watch, after every epoch; without validation data that of the training data, which is told. A run that goes on with another one watches it anew</source>
        <translation>`reduce_on_plateau`、早停和 `restore_best` 在每轮之后观察的指标；没有验证数据时为训练数据的指标，并会说明。改用另一指标继续的运行会重新观察</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the model (stepscope-cli model summary PROJECT), its first weights, the inputs and the learning rate: the loss hardly moves</source>
        <translation>检查模型（stepscope-cli model summary PROJECT）、初始权重、输入和学习率：损失几乎不动</translation>
    </message>
    <message>
        <source>the model gives numbers that are not finite, so the file cannot be compared with it</source>
        <translation>模型给出的数不是有限数，因此无法与文件比较</translation>
    </message>
    <message>
        <source>the model takes no pictures whose mean and deviation are known</source>
        <translation>该模型的输入不是均值和标准差已知的图片</translation>
    </message>
    <message>
        <source>the moments of tensors from {} elements on take one byte each; such weights are row-major, so that convolutions copy them to their own layout each step</source>
        <translation>从 {} 个元素起，张量的矩各占一字节；这些权重按行存放，因此卷积每步把它们复制为自己的布局</translation>
    </message>
    <message>
        <source>the name does not end in .html or .pdf</source>
        <translation>名称不以 .html 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>the name of a frozen model ends with</source>
        <translation>冻结的模型的文件名结尾应为</translation>
    </message>
    <message>
        <source>the name of the file or its folder</source>
        <translation>文件名或其文件夹名</translation>
    </message>
    <message>
        <source>the name {} is not UTF-8, which a safetensors file requires</source>
        <translation>名称 {} 不是 UTF-8，而 safetensors 文件只能有这样的名称</translation>
    </message>
    <message>
        <source>the names of {} classes differ only in case, blanks or accents</source>
        <translation>{} 个类别的名称只在大小写、空格或重音上不同</translation>
    </message>
    <message>
        <source>the next run trains another model</source>
        <translation>下一次运行训练另一个模型</translation>
    </message>
    <message>
        <source>the next run trains another way</source>
        <translation>下一次运行以另一种方式训练</translation>
    </message>
    <message>
        <source>the node does not own its output {}</source>
        <translation>节点不拥有其输出 {}</translation>
    </message>
    <message>
        <source>the node reads {} before it is made</source>
        <translation>节点在 {} 产生之前读取它</translation>
    </message>
    <message>
        <source>the notes cannot be written: {}</source>
        <translation>无法写入备注：{}</translation>
    </message>
    <message>
        <source>the notes of this trace cannot be read: {}</source>
        <translation>无法读取此跟踪的备注：{}</translation>
    </message>
    <message>
        <source>the number begins with 0</source>
        <translation>数字以 0 开头</translation>
    </message>
    <message>
        <source>the number of groups</source>
        <translation>分组数</translation>
    </message>
    <message>
        <source>the number of output channels</source>
        <translation>输出通道数</translation>
    </message>
    <message>
        <source>the number of output features</source>
        <translation>输出特征数</translation>
    </message>
    <message>
        <source>the number of outputs disagrees with the op table</source>
        <translation>输出的个数与算子表不符</translation>
    </message>
    <message>
        <source>the number {}</source>
        <translation>数 {}</translation>
    </message>
    <message>
        <source>the op {} cannot be exported to ONNX</source>
        <translation>算子 {} 不能导出到 ONNX</translation>
    </message>
    <message>
        <source>the op {} has another {} for another batch size, so the batch cannot be left open</source>
        <translation>算子 {} 的 {} 随批大小变化，因此批大小不能保持开放</translation>
    </message>
    <message>
        <source>the op {} has no attribute {}</source>
        <translation>算子 {} 没有属性 {}</translation>
    </message>
    <message>
        <source>the operator {} ({}) cannot be imported: {}</source>
        <translation>无法导入算子 {}（{}）：{}</translation>
    </message>
    <message>
        <source>the operator {} ({}) is not supported</source>
        <translation>不支持算子 {}（{}）</translation>
    </message>
    <message>
        <source>the operator {} ({}) is of opset {}, which is older than {}</source>
        <translation>算子 {}（{}）属于 opset {}，早于 {}</translation>
    </message>
    <message>
        <source>the operator {} ({}) {}</source>
        <translation>算子 {}（{}）{}</translation>
    </message>
    <message>
        <source>the operator {}.{} ({}) is not supported</source>
        <translation>不支持算子 {}.{}（{}）</translation>
    </message>
    <message>
        <source>the order of nodes was not checked</source>
        <translation>未检查节点的次序</translation>
    </message>
    <message>
        <source>the output height</source>
        <translation>输出的高</translation>
    </message>
    <message>
        <source>the output of {} ({}, tensor {}) holds {}</source>
        <translation>{} 的输出（{}，张量 {}）含有{}</translation>
    </message>
    <message>
        <source>the output width</source>
        <translation>输出的宽</translation>
    </message>
    <message>
        <source>the output {} is missing</source>
        <translation>缺少输出 {}</translation>
    </message>
    <message>
        <source>the page could not be drawn to its end</source>
        <translation>页面没有绘制到末尾</translation>
    </message>
    <message>
        <source>the parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>the path of the project file is not valid UTF-8</source>
        <translation>项目文件的路径不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>the picture is too large</source>
        <translation>图片过大</translation>
    </message>
    <message>
        <source>the pictures for training are those of {}; set data.train_path if it is a class</source>
        <translation>训练图片取自 {}；如果它是一个类别，请设置 data.train_path</translation>
    </message>
    <message>
        <source>the pictures for training are those of {}; set data.train_path to take others</source>
        <translation>训练图片取自 {}；要采用其他图片，请设置 data.train_path</translation>
    </message>
    <message>
        <source>the pictures of {}</source>
        <translation>{} 的图片</translation>
    </message>
    <message>
        <source>the pixels are divided by it after the mean was subtracted</source>
        <translation>减去平均值之后像素除以它</translation>
    </message>
    <message>
        <source>the point of &quot;{}&quot; is read as {}; data.decimal decides</source>
        <translation>“{}”中的点按{}读取；由 data.decimal 决定</translation>
    </message>
    <message>
        <source>the products&apos; time</source>
        <translation>矩阵乘时间</translation>
    </message>
    <message>
        <source>the profiler</source>
        <translation>性能分析器</translation>
    </message>
    <message>
        <source>the profiler failed:</source>
        <translation>性能分析器失败：</translation>
    </message>
    <message>
        <source>the profiler reports: {}</source>
        <translation>性能分析器的说明：{}</translation>
    </message>
    <message>
        <source>the program that prints it, stepscope, is not in the folder of stepscope-cli</source>
        <translation>打印它的程序 stepscope 不在 stepscope-cli 所在的文件夹中</translation>
    </message>
    <message>
        <source>the project declares no sweep</source>
        <translation>项目没有声明超参数扫描</translation>
    </message>
    <message>
        <source>the project file cannot be read</source>
        <translation>无法读取项目文件</translation>
    </message>
    <message>
        <source>the project file does not exist</source>
        <translation>项目文件不存在</translation>
    </message>
    <message>
        <source>the project has another name</source>
        <translation>项目改用另一个名称</translation>
    </message>
    <message>
        <source>the project has both a model.name and model.layers</source>
        <translation>项目既有 model.name 又有 model.layers</translation>
    </message>
    <message>
        <source>the project has model.onnx and another model</source>
        <translation>项目既有 model.onnx，又有另一个模型</translation>
    </message>
    <message>
        <source>the project has no model</source>
        <translation>项目没有模型</translation>
    </message>
    <message>
        <source>the quote that opens here is never closed</source>
        <translation>此处的引号没有闭合</translation>
    </message>
    <message>
        <source>the quotes that open before it are not closed on the same line</source>
        <translation>前面打开的引号没有在同一行关闭</translation>
    </message>
    <message>
        <source>the rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>the rate rises for a third of the run, then falls to 0</source>
        <translation>学习率在运行的前三分之一上升，然后降到零</translation>
    </message>
    <message>
        <source>the recording holds no allocation</source>
        <translation>记录中没有任何分配</translation>
    </message>
    <message>
        <source>the repaired store is still damaged: {}</source>
        <translation>修复后的运行库不完整：{}</translation>
    </message>
    <message>
        <source>the repaired store, a file of about {}, cannot be written: {}</source>
        <translation>修复后的运行库（约 {} 的文件）无法写入：{}</translation>
    </message>
    <message>
        <source>the report could not be printed{}</source>
        <translation>报告无法打印{}</translation>
    </message>
    <message>
        <source>the ring of a thread was full</source>
        <translation>一个线程的环形缓冲区已满</translation>
    </message>
    <message>
        <source>the row has one cell, the first row has {}</source>
        <translation>这一行有 1 个单元格，第一行有 {} 个</translation>
    </message>
    <message>
        <source>the row has {} cells, and the model takes {}</source>
        <translation>这一行有 {} 个单元格，而模型需要 {} 个</translation>
    </message>
    <message>
        <source>the row has {} cells, the first row has {}</source>
        <translation>此行有 {} 个单元格，第一行有 {} 个</translation>
    </message>
    <message>
        <source>the rows of &quot;{}&quot; cannot be kept together: every group holds all training rows of a class</source>
        <translation>“{}”的行无法放在一起：每一组都含有某个类别的全部训练行</translation>
    </message>
    <message>
        <source>the rule for the size of its pictures is not known</source>
        <translation>其图片尺寸的处理规则未知</translation>
    </message>
    <message>
        <source>the run ends after this many epochs without an improvement</source>
        <translation>没有改善达到这么多轮后运行结束</translation>
    </message>
    <message>
        <source>the run was deleted</source>
        <translation>运行已被删除</translation>
    </message>
    <message>
        <source>the running program</source>
        <translation>正在运行的程序</translation>
    </message>
    <message>
        <source>the runs of the project cannot be opened in this folder: {}</source>
        <translation>无法在此文件夹中打开项目的运行：{}</translation>
    </message>
    <message>
        <source>the runs of the project cannot be written in this folder: {}</source>
        <translation>无法在此文件夹中写入项目的运行：{}</translation>
    </message>
    <message>
        <source>the runs of the project may be read but not written</source>
        <translation>项目的运行可以读取，但不能写入</translation>
    </message>
    <message>
        <source>the same bits in every run on one kind of machine: kernels are not chosen by timing</source>
        <translation>在同一种机器上每次运行的结果逐位相同：不按实测耗时选择 kernel</translation>
    </message>
    <message>
        <source>the same for an accuracy that hardly changes</source>
        <translation>准确率不动时的同一数值</translation>
    </message>
    <message>
        <source>the same seed gives the same losses</source>
        <translation>相同的种子给出相同的损失</translation>
    </message>
    <message>
        <source>the same where the loss ends above that of guessing</source>
        <translation>损失最终高于猜测时的同一数值</translation>
    </message>
    <message>
        <source>the same, for kernels of many tensors</source>
        <translation>同上（处理多个张量的 kernel）</translation>
    </message>
    <message>
        <source>the scale is multiplied by this after `growth_interval` steps in a row without an overflow</source>
        <translation>连续 `growth_interval` 步没有溢出之后，缩放乘以此值</translation>
    </message>
    <message>
        <source>the scale is multiplied by this after a step that overflowed</source>
        <translation>溢出的步之后，缩放乘以此值</translation>
    </message>
    <message>
        <source>the schedule {} moves the momentum, but {} has none</source>
        <translation>调度 {} 会改变动量，但 {} 没有动量</translation>
    </message>
    <message>
        <source>the schedule {} needs {}</source>
        <translation>调度 {} 需要 {}</translation>
    </message>
    <message>
        <source>the second graph is for another batch size</source>
        <translation>第二个图用于另一个批大小</translation>
    </message>
    <message>
        <source>the series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>the server scenario has one stream</source>
        <translation>server 场景只有一个流</translation>
    </message>
    <message>
        <source>the server scenario needs the rate at which samples arrive</source>
        <translation>server 场景需要样本到达的速率</translation>
    </message>
    <message>
        <source>the shape of tensor {} is too large</source>
        <translation>张量 {} 的形状太大</translation>
    </message>
    <message>
        <source>the shapes cannot be rendered there ({})</source>
        <translation>无法在那里绘制形状（{}）</translation>
    </message>
    <message>
        <source>the shorter side is resized to this, then the centre is cropped</source>
        <translation>短边缩放到此大小，并裁出中央</translation>
    </message>
    <message>
        <source>the slope of `leaky_relu`</source>
        <translation>`leaky_relu` 的斜率</translation>
    </message>
    <message>
        <source>the softmax at its end, written as {} and a quotient, is left out, since the loss has the softmax itself</source>
        <translation>末尾写作 {} 和商的 softmax 被略去，因为损失本身含有 softmax</translation>
    </message>
    <message>
        <source>the state before the range test</source>
        <translation>范围测试之前的状态</translation>
    </message>
    <message>
        <source>the state before the trial</source>
        <translation>试验之前的状态</translation>
    </message>
    <message>
        <source>the step is planned again</source>
        <translation>重新规划训练步</translation>
    </message>
    <message>
        <source>the steps that count hold {} of validation</source>
        <translation>计入的步中有 {} 的验证</translation>
    </message>
    <message>
        <source>the stochastic depth p</source>
        <translation>stochastic depth 的 p</translation>
    </message>
    <message>
        <source>the store is damaged, and so would be its copy: {}</source>
        <translation>运行库已损坏，其副本也会如此：{}</translation>
    </message>
    <message>
        <source>the store is empty</source>
        <translation>运行库为空</translation>
    </message>
    <message>
        <source>the store was damaged and repaired: of the {} points of {}, {} are left</source>
        <translation>存储曾损坏并已修复：{1} 的 {0} 个点中还剩 {2} 个</translation>
    </message>
    <message>
        <source>the store was made by a newer Stepscope (its format is {}, this program reads {})</source>
        <translation>此运行库由更新的 Stepscope 创建（其格式为 {}，本程序读取 {}）</translation>
    </message>
    <message>
        <source>the structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>the sweep has more than {} runs</source>
        <translation>超参数扫描超过 {} 次运行</translation>
    </message>
    <message>
        <source>the system cannot start a process for a busy loop: {}</source>
        <translation>系统无法为忙循环启动进程：{}</translation>
    </message>
    <message>
        <source>the system refused it ({})</source>
        <translation>系统拒绝分配（{}）</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>the table StringIds has other columns than an export of Nsight Systems, or is damaged: names are numbers</source>
        <translation>表 StringIds 的列与 Nsight Systems 的导出不同，或已损坏：名称为编号</translation>
    </message>
    <message>
        <source>the table in braces is not closed in its line, or a comma is missing in it</source>
        <translation>花括号中的表没有在同一行结束，或其中缺少逗号</translation>
    </message>
    <message>
        <source>the table of losses is not in the order of their kinds</source>
        <translation>损失表不是按其种类的次序</translation>
    </message>
    <message>
        <source>the table that the model was trained on is gone, and with it the scales of its columns</source>
        <translation>训练模型的表格已不存在，各列的缩放也随之丢失</translation>
    </message>
    <message>
        <source>the table {}</source>
        <translation>表 {}</translation>
    </message>
    <message>
        <source>the table {} is damaged</source>
        <translation>表 {} 已损坏</translation>
    </message>
    <message>
        <source>the table {} is damaged; what could be read of it is shown</source>
        <translation>表 {} 已损坏；可读取的部分已显示</translation>
    </message>
    <message>
        <source>the table {} is not shown</source>
        <translation>表 {} 不显示</translation>
    </message>
    <message>
        <source>the target &quot;{}&quot; has {} different texts in {} rows, too many for classes{}</source>
        <translation>目标“{0}”在 {2} 行中有 {1} 种不同文本，作为类别太多{3}</translation>
    </message>
    <message>
        <source>the target &quot;{}&quot; has {} in every training row, so there is nothing to learn</source>
        <translation>目标 &quot;{}&quot; 在每个训练行都是 {}，没有可学习的内容</translation>
    </message>
    <message>
        <source>the target falls with it in every row</source>
        <translation>目标在每一行都随它下降</translation>
    </message>
    <message>
        <source>the target rises with it in every row</source>
        <translation>目标在每一行都随它上升</translation>
    </message>
    <message>
        <source>the tensor is too large to address</source>
        <translation>张量太大，无法寻址</translation>
    </message>
    <message>
        <source>the tensor {} has an impossible dimension of {}</source>
        <translation>张量 {} 有不可能的维度 {}</translation>
    </message>
    <message>
        <source>the tensor {} has elements of the type {}, which is not supported</source>
        <translation>张量 {} 的元素类型为 {}，不支持</translation>
    </message>
    <message>
        <source>the tensor {} has {} bytes of data</source>
        <translation>张量 {} 有 {} 字节的数据</translation>
    </message>
    <message>
        <source>the tensor {} is missing</source>
        <translation>缺少张量 {}</translation>
    </message>
    <message>
        <source>the tensor {} is {}, the model needs {}</source>
        <translation>张量 {} 的形状是 {}，模型需要 {}</translation>
    </message>
    <message>
        <source>the tensor {} lies in the file &quot;{}&quot; outside the model&apos;s folder</source>
        <translation>张量 {} 位于模型文件夹之外的文件 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>the tensor {} of shape {} has {} elements of data</source>
        <translation>形状为 {1} 的张量 {0} 有 {2} 个元素的数据</translation>
    </message>
    <message>
        <source>the test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>the test files choose nothing, such as the best checkpoint</source>
        <translation>测试文件什么也不选，例如不选最佳检查点</translation>
    </message>
    <message>
        <source>the test files choose the best checkpoint</source>
        <translation>测试文件选择最佳检查点</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>文本为空</translation>
    </message>
    <message>
        <source>the text {}</source>
        <translation>文本 {}</translation>
    </message>
    <message>
        <source>the time between the ops</source>
        <translation>算子之间的部分</translation>
    </message>
    <message>
        <source>the trace cannot be written:</source>
        <translation>无法写入跟踪：</translation>
    </message>
    <message>
        <source>the trace contains no layers: record PyTorch with with_modules=True and with_stack=True</source>
        <translation>跟踪没有写明层：用 with_modules=True 和 with_stack=True 记录 PyTorch</translation>
    </message>
    <message>
        <source>the trace does not show when the trainer waited for data</source>
        <translation>跟踪没有说明训练器何时等待数据</translation>
    </message>
    <message>
        <source>the trace does not show which call started which work of the GPU</source>
        <translation>跟踪没有说明哪个调用启动了 GPU 的哪项工作</translation>
    </message>
    <message>
        <source>the trace has calls to a GPU, but not what the GPU did</source>
        <translation>跟踪中有对 GPU 的调用，但没有 GPU 做了什么</translation>
    </message>
    <message>
        <source>the trace has no class, layer, op or span of that name</source>
        <translation>该跟踪没有此名称的类别、层、算子或片段</translation>
    </message>
    <message>
        <source>the trace has no graph whose nodes could be counted</source>
        <translation>跟踪中没有可计数节点的图</translation>
    </message>
    <message>
        <source>the trace has no host ops</source>
        <translation>跟踪中没有主机算子</translation>
    </message>
    <message>
        <source>the trace has no ops and no work of a GPU</source>
        <translation>跟踪中没有算子，也没有 GPU 工作</translation>
    </message>
    <message>
        <source>the trace has no spans of the host</source>
        <translation>该跟踪没有主机的片段</translation>
    </message>
    <message>
        <source>the trace has no training steps, so the limit cannot be judged</source>
        <translation>该跟踪没有训练步，因此无法判断是否超限</translation>
    </message>
    <message>
        <source>the trace has no training steps: the whole trace is counted</source>
        <translation>跟踪中没有训练步：计入整个跟踪</translation>
    </message>
    <message>
        <source>the trace has no work of a GPU and no calls to one</source>
        <translation>跟踪里没有 GPU 的工作，也没有对 GPU 的调用</translation>
    </message>
    <message>
        <source>the trace marks no steps: they were found by its waits for data</source>
        <translation>跟踪没有标记步：步按对数据的等待找出</translation>
    </message>
    <message>
        <source>the trace marks no steps: they were found by the ends of its optimizer&apos;s updates</source>
        <translation>跟踪没有标记步：步按优化器更新的结束时刻找出</translation>
    </message>
    <message>
        <source>the trace was written by a newer version of Stepscope</source>
        <translation>跟踪由更新版本的 Stepscope 写出</translation>
    </message>
    <message>
        <source>the trace would overwrite itself</source>
        <translation>跟踪会覆盖自身</translation>
    </message>
    <message>
        <source>the training step needs {}, but {}</source>
        <translation>训练步需要 {}，但{}</translation>
    </message>
    <message>
        <source>the training step needs {}, but {} is free</source>
        <translation>训练步需要 {}，但空闲的为 {}</translation>
    </message>
    <message>
        <source>the update of the weights</source>
        <translation>权重的更新</translation>
    </message>
    <message>
        <source>the validation loss never fell below {}, and guessing comes to {}</source>
        <translation>验证损失从未低于 {}，而猜测为 {}</translation>
    </message>
    <message>
        <source>the validation {} is {} after epoch {}</source>
        <translation>验证{}为 {}（第 {} 轮之后）</translation>
    </message>
    <message>
        <source>the value {} of &quot;{}&quot; is infinite</source>
        <translation>&quot;{1}&quot; 的值 {0} 为无穷大</translation>
    </message>
    <message>
        <source>the values are not those of the model&apos;s file</source>
        <translation>这些值不是模型文件中的值</translation>
    </message>
    <message>
        <source>the values differ, and the rule is a constant</source>
        <translation>这些值各不相同，而规则是常数</translation>
    </message>
    <message>
        <source>the values lie between {} and {}</source>
        <translation>这些值在 {} 与 {} 之间</translation>
    </message>
    <message>
        <source>the values of the column &quot;{}&quot; are so large that their deviation cannot be computed</source>
        <translation>列 &quot;{}&quot; 的值太大，无法计算标准差</translation>
    </message>
    <message>
        <source>the values of the target &quot;{}&quot; are so large that their deviation cannot be computed</source>
        <translation>目标 &quot;{}&quot; 的值太大，无法计算标准差</translation>
    </message>
    <message>
        <source>the values reach from {} to {}</source>
        <translation>这些值从 {} 到 {}</translation>
    </message>
    <message>
        <source>the values to check are not as many as the parameter has</source>
        <translation>要检查的值的个数与参数不符</translation>
    </message>
    <message>
        <source>the weight {} is not where it should be</source>
        <translation>权重 {} 不在应在的位置</translation>
    </message>
    <message>
        <source>the weights of the tensor {} cannot be read from it</source>
        <translation>无法从中读取张量 {} 的权重</translation>
    </message>
    <message>
        <source>the weights of {} are not all finite numbers</source>
        <translation>{} 的权重不全是有限数</translation>
    </message>
    <message>
        <source>the whole number {}</source>
        <translation>整数 {}</translation>
    </message>
    <message>
        <source>the years of two digits in the column &quot;{}&quot; are read as {} to {}; write them with four digits if they are others</source>
        <translation>列“{}”中的两位年份按 {} 到 {} 读取；若不对，请写成四位</translation>
    </message>
    <message>
        <source>the {}</source>
        <translation>该 {}</translation>
    </message>
    <message>
        <source>the {} at its end is left out, since the loss has the softmax itself</source>
        <translation>末尾的 {} 被略去，因为损失本身含有 softmax</translation>
    </message>
    <message>
        <source>the {} for {} are missing; the arrays are {}</source>
        <translation>缺少{}（用于{}）；数组有 {}</translation>
    </message>
    <message>
        <source>the {} has</source>
        <translation>{} 有</translation>
    </message>
    <message>
        <source>the {} has the attribute {} twice</source>
        <translation>{} 的属性 {} 出现两次</translation>
    </message>
    <message>
        <source>the {} is {} standard errors too {}</source>
        <translation>{0}比应有的{2} {1} 个标准误差</translation>
    </message>
    <message>
        <source>the {} lacks its attribute {}</source>
        <translation>{} 缺少属性 {}</translation>
    </message>
    <message>
        <source>the {} lacks its input {}</source>
        <translation>{} 缺少输入 {}</translation>
    </message>
    <message>
        <source>the {} lines from line {} on are read together as names of the columns: &quot;{}&quot;</source>
        <translation>从第 {1} 行起的 {0} 行合起来读作列名：“{2}”</translation>
    </message>
    <message>
        <source>the {} over axis {}, which is not that of the classes</source>
        <translation>{}（轴 {}，不是类别所在的轴）</translation>
    </message>
    <message>
        <source>the {} reads {}, which no node makes</source>
        <translation>{} 读取 {}，而没有节点产生它</translation>
    </message>
    <message>
        <source>theoretical occupancy %</source>
        <translation>theoretical occupancy %</translation>
    </message>
    <message>
        <source>there are more than {} different characters</source>
        <translation>不同的字符超过 {} 个</translation>
    </message>
    <message>
        <source>there are no classes</source>
        <translation>没有类别</translation>
    </message>
    <message>
        <source>there are no data</source>
        <translation>没有数据</translation>
    </message>
    <message>
        <source>there are no numbers for the tensor {} of the model</source>
        <translation>模型的张量 {} 没有数值</translation>
    </message>
    <message>
        <source>there are no numbers for the weight {}</source>
        <translation>权重 {} 没有数值</translation>
    </message>
    <message>
        <source>there are two columns &quot;{}&quot;</source>
        <translation>有两列都叫 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>there are {} and {} values of mean and deviation for {} channels</source>
        <translation>均值有 {} 个、标准差有 {} 个值，而通道有 {} 个</translation>
    </message>
    <message>
        <source>there are {} names, and the model has {} classes</source>
        <translation>有 {} 个名称，而模型有 {} 个类别</translation>
    </message>
    <message>
        <source>there is a project already</source>
        <translation>已有一个项目</translation>
    </message>
    <message>
        <source>there is data after its end that is not gzip</source>
        <translation>结尾之后有不是 gzip 数据的内容</translation>
    </message>
    <message>
        <source>there is no CPU backend</source>
        <translation>没有 CPU 后端</translation>
    </message>
    <message>
        <source>there is no GPU {} here</source>
        <translation>这里没有 GPU {}</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine</source>
        <translation>这台机器上没有 NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded)</source>
        <translation>这台机器上没有 NVIDIA 驱动程序（无法加载 libcuda.so.1）</translation>
    </message>
    <message>
        <source>there is no TensorBoard event file in this folder or its sub-folders</source>
        <translation>此文件夹及其下没有 TensorBoard 事件文件</translation>
    </message>
    <message>
        <source>there is no activation {}</source>
        <translation>没有激活函数 {}</translation>
    </message>
    <message>
        <source>there is no attribute {}</source>
        <translation>没有名为 {} 的属性</translation>
    </message>
    <message>
        <source>there is no checkpoint &quot;{}&quot; in this folder</source>
        <translation>此文件夹中没有检查点 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>there is no device {}</source>
        <translation>没有设备 {}</translation>
    </message>
    <message>
        <source>there is no key = value</source>
        <translation>没有 key = value</translation>
    </message>
    <message>
        <source>there is no layer {}</source>
        <translation>没有层 {}</translation>
    </message>
    <message>
        <source>there is no memory for it</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>there is no memory for {} batches of {} in the loader</source>
        <translation>加载器的内存不足以容纳 {} 个 {} 的批</translation>
    </message>
    <message>
        <source>there is no memory to print it:</source>
        <translation>没有内存用于打印：</translation>
    </message>
    <message>
        <source>there is no model in it</source>
        <translation>其中没有模型</translation>
    </message>
    <message>
        <source>there is no model of this name</source>
        <translation>没有此名称的模型</translation>
    </message>
    <message>
        <source>there is no op {} that answers</source>
        <translation>没有可用于推理的算子 {}</translation>
    </message>
    <message>
        <source>there is no picture for validation</source>
        <translation>没有验证图片</translation>
    </message>
    <message>
        <source>there is no picture in this folder</source>
        <translation>该文件夹中没有图片</translation>
    </message>
    <message>
        <source>there is no precision {}</source>
        <translation>没有名为 {} 的精度</translation>
    </message>
    <message>
        <source>there is no row for validation</source>
        <translation>没有用于验证的行</translation>
    </message>
    <message>
        <source>there is no run {}</source>
        <translation>没有运行 {}</translation>
    </message>
    <message>
        <source>there is no run {}, to which the series &quot;{}&quot; belongs</source>
        <translation>没有运行 {} 来保存 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>there is no schedule {}</source>
        <translation>没有调度 {}</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这样的文件</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这样的文件或文件夹</translation>
    </message>
    <message>
        <source>there is no such run</source>
        <translation>没有这个运行</translation>
    </message>
    <message>
        <source>there is no such run any more</source>
        <translation>这次运行已不存在</translation>
    </message>
    <message>
        <source>there is no such run in this project</source>
        <translation>此项目没有这次运行</translation>
    </message>
    <message>
        <source>there is no such run in {}</source>
        <translation>{} 中没有这次运行</translation>
    </message>
    <message>
        <source>there is no such switch</source>
        <translation>没有这样的开关</translation>
    </message>
    <message>
        <source>there is no switch {}</source>
        <translation>没有开关 {}</translation>
    </message>
    <message>
        <source>there is no tensor {}, which the model has</source>
        <translation>没有张量 {}，而模型有它</translation>
    </message>
    <message>
        <source>there is no test part</source>
        <translation>没有测试部分</translation>
    </message>
    <message>
        <source>there is no type {}</source>
        <translation>没有名为 {} 的类型</translation>
    </message>
    <message>
        <source>there is not enough disk space for a checkpoint: {} are free, {} are needed</source>
        <translation>磁盘空间不足以保存检查点：空闲 {}，需要 {}</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>there is not enough memory for it</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>there is not enough memory for tensor {} of {} bytes</source>
        <translation>内存不足以容纳张量 {}（{} 字节）</translation>
    </message>
    <message>
        <source>there is not enough memory to read it</source>
        <translation>内存不足以读取它</translation>
    </message>
    <message>
        <source>there is not enough memory. Choose a smaller batch size.</source>
        <translation>内存不足。请选择更小的批大小。</translation>
    </message>
    <message>
        <source>there is nothing to learn</source>
        <translation>没有可学习的内容</translation>
    </message>
    <message>
        <source>there is only one class, &quot;{}&quot;</source>
        <translation>只有一个类别 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>there is only one class, {}</source>
        <translation>只有一个类别 {}</translation>
    </message>
    <message>
        <source>they have these values already</source>
        <translation>要试的值与目前相同</translation>
    </message>
    <message>
        <source>this CPU has no fast matrix products in {}, so</source>
        <translation>此 CPU 没有快速的 {} 乘法，因此</translation>
    </message>
    <message>
        <source>this JSON file has no list &quot;traceEvents&quot;</source>
        <translation>此 JSON 文件没有列表 &quot;traceEvents&quot;</translation>
    </message>
    <message>
        <source>this JSON list holds no events; a memory timeline of PyTorch (export_memory_timeline) is such a list</source>
        <translation>此 JSON 列表没有事件；PyTorch 的内存时间线（export_memory_timeline）就是这样的列表</translation>
    </message>
    <message>
        <source>this JSON list is empty: the profiler that wrote it has recorded nothing</source>
        <translation>此 JSON 列表为空：写出它的性能分析器没有记录任何内容</translation>
    </message>
    <message>
        <source>this SQLite file is not an export of Nsight Systems: it has none of its tables</source>
        <translation>此 SQLite 文件不是 Nsight Systems 的导出：没有它的任何表</translation>
    </message>
    <message>
        <source>this build of Stepscope has no CUDA plugin ({} is missing); build it on a machine with the CUDA 13 toolkit</source>
        <translation>此 Stepscope 构建不含 CUDA 插件（缺少 {}）；请在装有 CUDA 13 工具包的机器上构建</translation>
    </message>
    <message>
        <source>this does not name a key and values</source>
        <translation>这里没有给出键和值</translation>
    </message>
    <message>
        <source>this folder has no project.toml</source>
        <translation>此文件夹没有 project.toml</translation>
    </message>
    <message>
        <source>this holds no events of an allocator</source>
        <translation>其中没有分配器的事件</translation>
    </message>
    <message>
        <source>this is a PyTorch file with a pickle inside, which could run any program when it is loaded</source>
        <translation>这是内含 pickle 的 PyTorch 文件，加载它可能运行任何程序</translation>
    </message>
    <message>
        <source>this is a database of AMD&apos;s rocprofv3 (rocpd), which is not supported</source>
        <translation>这是 AMD rocprofv3 的数据库（rocpd），这里不支持</translation>
    </message>
    <message>
        <source>this is a file of Python&apos;s pickle: a memory snapshot of PyTorch is one</source>
        <translation>这是 Python 的 pickle 文件：PyTorch 的显存快照就是这种文件</translation>
    </message>
    <message>
        <source>this is a folder</source>
        <translation>这是文件夹</translation>
    </message>
    <message>
        <source>this is a frozen model already</source>
        <translation>这已经是冻结的模型</translation>
    </message>
    <message>
        <source>this is a graph (PyTorch&apos;s execution trace has such nodes), not a trace with times</source>
        <translation>这是一个图（PyTorch 的 execution trace 有这样的节点），不是带时间的跟踪文件</translation>
    </message>
    <message>
        <source>this is a memory snapshot of PyTorch, not a trace</source>
        <translation>这是 PyTorch 的显存快照，不是跟踪文件</translation>
    </message>
    <message>
        <source>this is a model of the zoo, which has no trained weights</source>
        <translation>这是模型库中的模型，没有训练过的权重</translation>
    </message>
    <message>
        <source>this is a report of Nsight Compute, which times single kernels and no steps</source>
        <translation>这是 Nsight Compute 的报告，它测量单个 kernel，不含步</translation>
    </message>
    <message>
        <source>this is a report of Nsight Systems in its own format</source>
        <translation>这是 Nsight Systems 自有格式的报告</translation>
    </message>
    <message>
        <source>this is a tar archive, not a trace</source>
        <translation>这是 tar 归档，不是跟踪文件</translation>
    </message>
    <message>
        <source>this is a trace in Perfetto&apos;s own format</source>
        <translation>这是 Perfetto 自有格式的跟踪文件</translation>
    </message>
    <message>
        <source>this is a zip archive, not a trace</source>
        <translation>这是 zip 归档，不是跟踪文件</translation>
    </message>
    <message>
        <source>this is an ONNX file already</source>
        <translation>这已经是 ONNX 文件</translation>
    </message>
    <message>
        <source>this is for projects</source>
        <translation>这只用于项目</translation>
    </message>
    <message>
        <source>this is neither a key nor the heading of a section</source>
        <translation>这里既不是键，也不是节标题</translation>
    </message>
    <message>
        <source>this is neither true nor false nor a number</source>
        <translation>这既不是 true 或 false，也不是数字</translation>
    </message>
    <message>
        <source>this is no batch size</source>
        <translation>这不是批大小</translation>
    </message>
    <message>
        <source>this is no file</source>
        <translation>这不是文件</translation>
    </message>
    <message>
        <source>this is no folder</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>this is no frozen model</source>
        <translation>这不是冻结的模型</translation>
    </message>
    <message>
        <source>this is not JSON, or JSON that is cut off</source>
        <translation>这不是 JSON，或 JSON 被截断</translation>
    </message>
    <message>
        <source>this is not SWITCH=VALUE</source>
        <translation>这不是 SWITCH=VALUE 的形式</translation>
    </message>
    <message>
        <source>this is not a captured trace</source>
        <translation>这不是采集的跟踪</translation>
    </message>
    <message>
        <source>this is not a date, nor a number</source>
        <translation>这不是日期，也不是数字</translation>
    </message>
    <message>
        <source>this is not a file</source>
        <translation>这不是文件</translation>
    </message>
    <message>
        <source>this is not a file of notes, or it is damaged</source>
        <translation>这不是备注文件，或已损坏</translation>
    </message>
    <message>
        <source>this is not a key</source>
        <translation>这不是键</translation>
    </message>
    <message>
        <source>this is not a number</source>
        <translation>这不是数字</translation>
    </message>
    <message>
        <source>this is not a profile of XProf, or one that is cut off within its first plane</source>
        <translation>这不是 XProf 的性能分析文件，或在第一个 plane 内被截断</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>这不是普通文件</translation>
    </message>
    <message>
        <source>this is not a run file</source>
        <translation>这不是运行的文件</translation>
    </message>
    <message>
        <source>this is not a text file: it contains a zero byte</source>
        <translation>这不是文本文件：其中有零字节</translation>
    </message>
    <message>
        <source>this is not a time, nor a number</source>
        <translation>这不是时间，也不是数字</translation>
    </message>
    <message>
        <source>this is not a trace</source>
        <translation>这不是跟踪文件</translation>
    </message>
    <message>
        <source>this is not a value</source>
        <translation>这不是值</translation>
    </message>
    <message>
        <source>this is not an amount of memory</source>
        <translation>这不是内存大小</translation>
    </message>
    <message>
        <source>this is not an argument of a layer</source>
        <translation>这不是层的参数</translation>
    </message>
    <message>
        <source>this is not key=value</source>
        <translation>这不是 key=value 的形式</translation>
    </message>
    <message>
        <source>this is not the number of a run</source>
        <translation>这不是运行的编号</translation>
    </message>
    <message>
        <source>this is not valid TOML: {}</source>
        <translation>这不是有效的 TOML：{}</translation>
    </message>
    <message>
        <source>this is the JSON of rocprofv3, which has no list &quot;traceEvents&quot;</source>
        <translation>这是 rocprofv3 的 JSON，没有列表 &quot;traceEvents&quot;</translation>
    </message>
    <message>
        <source>this many of the best stay</source>
        <translation>保留最佳的若干个</translation>
    </message>
    <message>
        <source>this many of the newest stay; from them a run is resumed</source>
        <translation>保留最新的若干个；运行从它们恢复</translation>
    </message>
    <message>
        <source>this profile is larger than 2 GiB, which its format does not allow</source>
        <translation>此性能分析文件超过 2 GiB，其格式不允许</translation>
    </message>
    <message>
        <source>this program could not be started</source>
        <translation>该程序无法启动</translation>
    </message>
    <message>
        <source>this system cannot convert {} to UTF-8</source>
        <translation>本系统无法将 {} 转换为 UTF-8</translation>
    </message>
    <message>
        <source>this trace holds no events of an allocator</source>
        <translation>此跟踪没有分配器的事件</translation>
    </message>
    <message>
        <source>thread {}</source>
        <translation>线程 {}</translation>
    </message>
    <message>
        <source>thread {} ({})</source>
        <translation>线程 {}（{}）</translation>
    </message>
    <message>
        <source>threads beyond the first 65,535 are shown as one</source>
        <translation>超过 65,535 的线程显示为一个</translation>
    </message>
    <message>
        <source>threads that compute, at least one and at most one a core; a run keeps the number it began with</source>
        <translation>计算的线程，至少一个，最多每核一个；运行保持开始时的数目</translation>
    </message>
    <message>
        <source>threads that decode pictures, each on a core of its own; the run finds their number</source>
        <translation>解码图片的线程，每个占用一个核；数量由运行自行确定</translation>
    </message>
    <message>
        <source>threads that read, decode and augment samples; 0 does it in the trainer&apos;s own thread; each takes a core from computing (`train.threads`); what a sample is does not depend on it. `auto`: the run begins with 0, measures how long a thread reads a batch and how long computing takes, and changes to the number with which a batch takes least time; the log tells it. With `deterministic` the number of cores decides: 1 with at least 4 cores, else 0</source>
        <translation>读取、解码和增强样本的线程；0 表示在训练器自己的线程中进行；每个都会占用一个计算核（`train.threads`）；样本内容与此无关。`auto`：运行从 0 开始，测量一个线程读取一个批次和计算各需多久，再改用使每个批次最快的数量，并写入日志。开启 `deterministic` 时由核数决定：至少 4 核时为 1，否则为 0</translation>
    </message>
    <message>
        <source>time of day</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>time per {}</source>
        <translation>每 {}的时间</translation>
    </message>
    <message>
        <source>times of {} of {} runs are not from quiet cores</source>
        <translation>{} / {} 个运行的时间不是在空闲的核心上测得的</translation>
    </message>
    <message>
        <source>times something</source>
        <translation>的某个倍数</translation>
    </message>
    <message>
        <source>times that training goes through the data</source>
        <translation>训练遍历数据的次数</translation>
    </message>
    <message>
        <source>times the kernels that can run a layer once and keeps the fastest; off takes the direct ones, as PyTorch does</source>
        <translation>对能运行一层的各种 kernel 各测量一次，保留最快的；off 使用直接的 kernel，与 PyTorch 相同</translation>
    </message>
    <message>
        <source>timestamp is more than 7 days from the rest</source>
        <translation>时间戳与其余的相差超过 7 天</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>极小</translation>
    </message>
    <message>
        <source>tokens of a text have no weights</source>
        <translation>文本的词元没有权重</translation>
    </message>
    <message>
        <source>torch-tb-profiler reports every backend but NCCL; ours</source>
        <translation>torch-tb-profiler 会指出 NCCL 以外的所有后端；自定</translation>
    </message>
    <message>
        <source>torch-tb-profiler requires more than 0</source>
        <translation>torch-tb-profiler 要求大于 0</translation>
    </message>
    <message>
        <source>torch-tb-profiler warns from 90 %; ours</source>
        <translation>torch-tb-profiler 从 90 % 起警告；自定</translation>
    </message>
    <message>
        <source>torch-tb-profiler; nsys analyze gpu_time_util</source>
        <translation>torch-tb-profiler; nsys analyze gpu_time_util</translation>
    </message>
    <message>
        <source>torch.compile(model, mode=&quot;reduce-overhead&quot;, fullgraph=True): CUDA graphs, and no breaks between them</source>
        <translation>torch.compile(model, mode=&quot;reduce-overhead&quot;, fullgraph=True)：使用 CUDA 图，且其间没有图中断</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint.async_save(...), less often</source>
        <translation>torch.distributed.checkpoint.async_save(...)，并降低保存频率</translation>
    </message>
    <message>
        <source>torch.nn.functional.scaled_dot_product_attention(q, k, v)  (Transformers: attn_implementation=&quot;sdpa&quot;)</source>
        <translation>torch.nn.functional.scaled_dot_product_attention(q, k, v)（Transformers：attn_implementation=&quot;sdpa&quot;）</translation>
    </message>
    <message>
        <source>torch.optim.{}(..., fused=True)</source>
        <translation>torch.optim.{}(..., fused=True)</translation>
    </message>
    <message>
        <source>torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)</source>
        <translation>torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)</translation>
    </message>
    <message>
        <source>torch.where(mask, a, b) instead of a[mask]: the host need not wait for the number of elements</source>
        <translation>用 torch.where(mask, a, b) 代替 a[mask]：主机无需等待元素个数</translation>
    </message>
    <message>
        <source>torchrun --nproc-per-node=N with DistributedDataParallel(model) instead of DataParallel</source>
        <translation>用 torchrun --nproc-per-node=N 和 DistributedDataParallel(model) 代替 DataParallel</translation>
    </message>
    <message>
        <source>torchrun with DistributedDataParallel where the model fits one GPU; else several micro-batches (torch.distributed.pipelining)</source>
        <translation>模型放得进一个 GPU 时，用 torchrun 和 DistributedDataParallel；否则使用多个微批（torch.distributed.pipelining）</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>跟踪文件</translation>
    </message>
    <message>
        <source>train step</source>
        <translation>train step</translation>
    </message>
    <message>
        <source>train.early_stopping.patience = 3 and train.early_stopping.restore_best = true; {} push the turn back</source>
        <translation>train.early_stopping.patience = 3 与 train.early_stopping.restore_best = true；{} 可推迟转折</translation>
    </message>
    <message>
        <source>train.early_stopping.patience = {}; the run can go on: stepscope-cli train PROJECT --resume {}</source>
        <translation>train.early_stopping.patience = {}；该运行可以继续：stepscope-cli train PROJECT --resume {}</translation>
    </message>
    <message>
        <source>train.early_stopping.restore_best: no checkpoint is the best by {}, so the run ends with the weights of its last step.</source>
        <translation>train.early_stopping.restore_best：没有按 {} 最佳的检查点，因此运行以最后一步的权重结束。</translation>
    </message>
    <message>
        <source>train.loss.class_weights has {} numbers, but the data have {} classes</source>
        <translation>train.loss.class_weights 有 {} 个数，但数据有 {} 个类别</translation>
    </message>
    <message>
        <source>train.loss.class_weights is 0 for every class</source>
        <translation>train.loss.class_weights 对每个类别都是 0</translation>
    </message>
    <message>
        <source>train.loss.class_weights, larger for what is rare; or more samples of it</source>
        <translation>train.loss.class_weights，对少见的类别取更大的值；或增加其样本</translation>
    </message>
    <message>
        <source>train.monitor: {} is watched from here on, instead of {}. Its best value and the epochs without an improvement are counted anew.</source>
        <translation>train.monitor：从这里起观察 {}，之前是 {}。它的最佳值和没有改善的轮数重新计算。</translation>
    </message>
    <message>
        <source>train.optimizer.groups[{}] has no pattern</source>
        <translation>train.optimizer.groups[{}] 没有 pattern</translation>
    </message>
    <message>
        <source>train.optimizer.weight_decay above {}</source>
        <translation>train.optimizer.weight_decay 大于 {}</translation>
    </message>
    <message>
        <source>train.schedule.base_momentum is {}, above train.schedule.max_momentum, which is {}</source>
        <translation>train.schedule.base_momentum 为 {}，大于 train.schedule.max_momentum 的 {}</translation>
    </message>
    <message>
        <source>train.schedule.factor does not lower the learning rate</source>
        <translation>train.schedule.factor 不会降低学习率</translation>
    </message>
    <message>
        <source>train.schedule.name = &quot;reduce_on_plateau&quot;, or &quot;cosine&quot;</source>
        <translation>train.schedule.name = &quot;reduce_on_plateau&quot; 或 &quot;cosine&quot;</translation>
    </message>
    <message>
        <source>train.schedule.scale = &quot;linear&quot; and train.schedule.reference_batch = {}: the rate then follows the batch size (for adam &quot;sqrt&quot;)</source>
        <translation>train.schedule.scale = &quot;linear&quot; 且 train.schedule.reference_batch = {}：学习率随批大小变化（adam 用 &quot;sqrt&quot;）</translation>
    </message>
    <message>
        <source>train.schedule.warmup_epochs is {}, longer than the training (train.epochs = {})</source>
        <translation>train.schedule.warmup_epochs 为 {}，比训练（train.epochs = {}）还长</translation>
    </message>
    <message>
        <source>train.seed: the run began with {}. From here on the order of the data and what is drawn at random are those of {}, so the losses will not be those of an unbroken run.</source>
        <translation>train.seed：运行开始时为 {}。从这里起，数据的顺序和随机抽取的内容按 {}，因此损失与未中断的运行不同。</translation>
    </message>
    <message>
        <source>train.threads = {}, but this process may use {} core{} (its affinity, its cgroup or OMP_THREAD_LIMIT): the run computes with {}, and its results have the last bits of a run with {}</source>
        <translation>train.threads = {0}，但此进程可用 {1} 个核（其亲和性、cgroup 或 OMP_THREAD_LIMIT）：运行用 {3} 个计算，其结果的末位与 {4} 个线程的运行相同</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>训练所得</translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>训练于</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>training loss / loss of guessing, at least</source>
        <translation>训练损失 / 随机猜测的损失，至少</translation>
    </message>
    <message>
        <source>training loss / loss of guessing, at most</source>
        <translation>训练损失 / 随机猜测的损失，至多</translation>
    </message>
    <message>
        <source>training step</source>
        <translation>training step</translation>
    </message>
    <message>
        <source>training takes a random part of at least this fraction of the area; 1 turns that off</source>
        <translation>训练时随机取至少占此面积比例的部分；1 表示关闭</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>transforms of data that are not pictures</source>
        <translation>对不是图像的数据所作的变换</translation>
    </message>
    <message>
        <source>tried {}: {}</source>
        <translation>已试 {}：{}</translation>
    </message>
    <message>
        <source>true</source>
        <translation>true</translation>
    </message>
    <message>
        <source>true mirrors pictures at random</source>
        <translation>true 表示随机镜像图片</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>true, false</source>
        <translation>true, false</translation>
    </message>
    <message>
        <source>ts is missing</source>
        <translation>缺少 ts</translation>
    </message>
    <message>
        <source>ts is not a number, or more than 292 years</source>
        <translation>ts 不是数字，或超过 292 年</translation>
    </message>
    <message>
        <source>turn images upside down at random while training</source>
        <translation>训练时随机上下翻转图片</translation>
    </message>
    <message>
        <source>twice the bytes still fit; ours</source>
        <translation>两倍的字节仍放得下；自定</translation>
    </message>
    <message>
        <source>two classes differ only in capital letters or blanks</source>
        <translation>两个类别仅大小写或空格不同</translation>
    </message>
    <message>
        <source>two converters for one operator</source>
        <translation>一个算子有两个转换器</translation>
    </message>
    <message>
        <source>two layers have this name</source>
        <translation>有两个层使用此名称</translation>
    </message>
    <message>
        <source>two ops have the same name</source>
        <translation>两个算子同名</translation>
    </message>
    <message>
        <source>two tensors of a file have the same name</source>
        <translation>一个文件中有两个张量同名</translation>
    </message>
    <message>
        <source>two texts of a column differ only in capital letters or blanks</source>
        <translation>某列中有两个文本只在大小写或空格上不同</translation>
    </message>
    <message>
        <source>two values are named &quot;{}&quot;</source>
        <translation>有两个值都叫“{}”</translation>
    </message>
    <message>
        <source>two weights are named {}</source>
        <translation>有两个权重都叫 {}</translation>
    </message>
    <message>
        <source>type {}</source>
        <translation>类型 {}</translation>
    </message>
    <message>
        <source>uint</source>
        <translation>uint</translation>
    </message>
    <message>
        <source>under 0.01 %</source>
        <translation>不到 0.01 %</translation>
    </message>
    <message>
        <source>unfused optimizer</source>
        <translation>未融合的优化器</translation>
    </message>
    <message>
        <source>uniform in {} to {}</source>
        <translation>{} 到 {} 的均匀分布</translation>
    </message>
    <message>
        <source>uniform in ±{}</source>
        <translation>±{} 内的均匀分布</translation>
    </message>
    <message>
        <source>units of a layer without a gradient, at least</source>
        <translation>一层中没有梯度的单元所占比例，至少</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown quantity</source>
        <translation>未知的量</translation>
    </message>
    <message>
        <source>unsigned bytes</source>
        <translation>无符号字节</translation>
    </message>
    <message>
        <source>unsigned char</source>
        <translation>unsigned char</translation>
    </message>
    <message>
        <source>until the last work of the GPU ends ({} -&gt; {} ms on the host)</source>
        <translation>直到 GPU 的最后一项工作结束（主机上 {} -&gt; {} ms）</translation>
    </message>
    <message>
        <source>vLLM: enforce_eager=False, and cudagraph_capture_sizes that hold the batch sizes of decoding</source>
        <translation>vLLM：enforce_eager=False，并使 cudagraph_capture_sizes 包含解码的批大小</translation>
    </message>
    <message>
        <source>valid name</source>
        <translation>有效的名称</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation data</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>validation loss / loss of guessing, at least</source>
        <translation>验证损失 / 随机猜测的损失，至少</translation>
    </message>
    <message>
        <source>validation loss / training loss of the next epoch, at most</source>
        <translation>验证损失 / 下一轮次的训练损失，至多</translation>
    </message>
    <message>
        <source>validation often</source>
        <translation>验证频繁</translation>
    </message>
    <message>
        <source>validation samples of the class, at least</source>
        <translation>该类别的验证样本数，至少</translation>
    </message>
    <message>
        <source>validation {}</source>
        <translation>验证{}</translation>
    </message>
    <message>
        <source>validation_split: fewer validation samples, or more training samples per epoch</source>
        <translation>validation_split：更少的验证样本，或每轮更多的训练样本</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>values of {} dimension{}</source>
        <translation>{} 维{}的值</translation>
    </message>
    <message>
        <source>values that are not numbers</source>
        <translation>非数值</translation>
    </message>
    <message>
        <source>version https://git-lfs</source>
        <translation>version https://git-lfs</translation>
    </message>
    <message>
        <source>version of the program</source>
        <translation>程序版本</translation>
    </message>
    <message>
        <source>wait for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>waited for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>warps per SM</source>
        <translation>warps per SM</translation>
    </message>
    <message>
        <source>was exported for a batch of {} and has that number inside, the project has {}: {}</source>
        <translation>是按批次大小 {} 导出的，内部含有这个数，而项目的批次是 {}：{}</translation>
    </message>
    <message>
        <source>weight decay and more data</source>
        <translation>权重衰减和更多数据</translation>
    </message>
    <message>
        <source>weights are written as they lie in memory, and the format is little-endian</source>
        <translation>权重按内存中的样子写出，而格式是小端的</translation>
    </message>
    <message>
        <source>weights of LSTM and GRU</source>
        <translation>LSTM 和 GRU 的权重</translation>
    </message>
    <message>
        <source>weights of convolutions</source>
        <translation>卷积的权重</translation>
    </message>
    <message>
        <source>weights of epoch {}, step {}, restored: the best {}, {}</source>
        <translation>已恢复第 {} 轮、第 {} 步的权重：最佳 {}，{}</translation>
    </message>
    <message>
        <source>weights of linear layers</source>
        <translation>线性层的权重</translation>
    </message>
    <message>
        <source>what it is made by</source>
        <translation>生成方式</translation>
    </message>
    <message>
        <source>what lies between the inputs and the answer: inputs that are all alike, dead units, a layer that is cut off (stepscope-cli model summary PROJECT)</source>
        <translation>输入与答案之间的部分：输入全都相同、单元失活、某层被切断 (stepscope-cli model summary PROJECT)</translation>
    </message>
    <message>
        <source>what the loss is multiplied by at first</source>
        <translation>损失起初乘以的值</translation>
    </message>
    <message>
        <source>when all gradients are known to be finite</source>
        <translation>在确知所有梯度为有限数时</translation>
    </message>
    <message>
        <source>when the norm of all gradients is known</source>
        <translation>在所有梯度的范数已知时</translation>
    </message>
    <message>
        <source>where `data.mean` and `data.std` are not given: `measured` on the pictures for training (all of them in memory; of a folder 512, drawn with `data.seed`) and kept with the run, or `usual`: those of MNIST, CIFAR-10 or, for folders, ImageNet</source>
        <translation>未给出 `data.mean` 和 `data.std` 时：`measured` 在训练图片上测量（内存中的全部图片；文件夹中按 `data.seed` 抽取 512 张）并随运行保存，或 `usual`：MNIST、CIFAR-10 的值，文件夹则为 ImageNet 的值</translation>
    </message>
    <message>
        <source>where the data lie</source>
        <translation>数据的位置</translation>
    </message>
    <message>
        <source>where the warm-up begins, as a share of the rate where it ends</source>
        <translation>预热的起点，占其终点学习率的比例</translation>
    </message>
    <message>
        <source>whether cores were quiet is unknown</source>
        <translation>不知道 CPU 核是否空闲</translation>
    </message>
    <message>
        <source>whether cores were quiet is unknown: no claim</source>
        <translation>不知道 CPU 核是否空闲：不作结论</translation>
    </message>
    <message>
        <source>whether each sample still has its own label, and both sets name the classes alike</source>
        <translation>检查每个样本是否仍对应自己的标签，两个数据集的类别名称是否一致</translation>
    </message>
    <message>
        <source>whether it can learn one batch by heart; then the labels, the loss and the learning rate</source>
        <translation>检查它能否记住一个批次；然后检查标签、损失和学习率</translation>
    </message>
    <message>
        <source>whether the schedule moves after every step or after every epoch; warm-up always moves every step</source>
        <translation>调度在每步还是每轮之后变化；预热总是每步变化</translation>
    </message>
    <message>
        <source>while training, add this many black pixels on each side and cut out a random part of the old size</source>
        <translation>训练时每边添加此数目的黑色像素，再随机裁出原来的大小</translation>
    </message>
    <message>
        <source>while training, cut out a random part of at least this share of the area and resize it (`image_folder`, `shapes`); 1 turns it off</source>
        <translation>训练时随机裁出至少占此面积比例的部分并缩放（`image_folder`、`shapes`）；1 表示关闭</translation>
    </message>
    <message>
        <source>while training, multiply pixels by a random factor from 1 - `brightness` (at least 0) to 1 + `brightness`; this, `contrast`, `saturation` and `hue` are torchvision&apos;s ColorJitter, in random order</source>
        <translation>训练时把像素乘以 1 - `brightness`（至少为 0）到 1 + `brightness` 之间的随机系数；它与 `contrast`、`saturation`、`hue` 即 torchvision 的 ColorJitter，顺序随机</translation>
    </message>
    <message>
        <source>while training, multiply the distance of colours from grey by a random factor from 1 - `saturation` (at least 0) to 1 + `saturation`</source>
        <translation>训练时把颜色与灰色的差乘以 1 - `saturation`（至少为 0）到 1 + `saturation` 之间的随机系数</translation>
    </message>
    <message>
        <source>while training, multiply the distance of pixels from the mean grey of the image by a random factor from 1 - `contrast` (at least 0) to 1 + `contrast`</source>
        <translation>训练时把像素与图片平均灰度的差乘以 1 - `contrast`（至少为 0）到 1 + `contrast` 之间的随机系数</translation>
    </message>
    <message>
        <source>while training, one random change of random strength for each image: torchvision&apos;s TrivialAugmentWide</source>
        <translation>训练时对每张图片做一种强度随机的随机变换：torchvision 的 TrivialAugmentWide</translation>
    </message>
    <message>
        <source>while training, scale images by a random factor from 1 - `zoom` to 1 + `zoom`</source>
        <translation>训练时按 1 - `zoom` 到 1 + `zoom` 之间的随机系数缩放图片</translation>
    </message>
    <message>
        <source>while training, shear images along x by at most so many degrees</source>
        <translation>训练时沿 x 方向错切图片，最多这么多度</translation>
    </message>
    <message>
        <source>while training, shift images by at most this share of width and height</source>
        <translation>训练时平移图片，最多为宽和高的这一比例</translation>
    </message>
    <message>
        <source>while training, the probability that a random rectangle of 2 to 33 % of the area is replaced by the mean (torchvision&apos;s RandomErasing)</source>
        <translation>训练时把面积 2 % 到 33 % 的随机矩形换成均值的概率（torchvision 的 RandomErasing）</translation>
    </message>
    <message>
        <source>while training, the probability that an image becomes grey</source>
        <translation>训练时把图片变成灰度的概率</translation>
    </message>
    <message>
        <source>while training, turn hues by at most this part of a full turn, to either side</source>
        <translation>训练时转动色相，向任一侧最多为整圈的这一比例</translation>
    </message>
    <message>
        <source>while training, turn images by a random angle of at most so many degrees, to either side; this, `translate`, `zoom` and `shear` are one resampling (torchvision&apos;s RandomAffine, bilinear), with black outside</source>
        <translation>训练时把图片向任一侧随机旋转，最多这么多度；它与 `translate`、`zoom`、`shear` 合为一次重采样（torchvision 的 RandomAffine，双线性），外部为黑色</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>whole number from 0</source>
        <translation>从 0 起的整数</translation>
    </message>
    <message>
        <source>widths of its layers</source>
        <translation>各层的宽度</translation>
    </message>
    <message>
        <source>with</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>with `model.onnx`: 1 gives the data the shape that the model takes, their elements in the same order, as for flattened images. Dimensions of 1 need no key</source>
        <translation>与 `model.onnx` 一起：1 让数据取模型所接收的形状，元素顺序不变，例如展平的图像。大小为 1 的维度不需要这个键</translation>
    </message>
    <message>
        <source>with `model.onnx`: 1 rounds the data to the whole numbers that the model takes (uint8: 0 to 255); set `data.mean` to `[0]` and `data.std` to `[0.003921569]` then</source>
        <translation>使用 `model.onnx` 时：1 会把数据舍入为模型所接受的整数（uint8：0 到 255）；此时请把 `data.mean` 设为 `[0]`，`data.std` 设为 `[0.003921569]`</translation>
    </message>
    <message>
        <source>with `model.onnx`: 1 takes the first numbers of the answer, as many as the data have classes, of a model that tells more classes apart</source>
        <translation>与 `model.onnx` 一起：1 取答案的前几个数，个数为数据的类别数，用于区分更多类别的模型</translation>
    </message>
    <message>
        <source>with `model.onnx`: the order in which the model takes the dimensions of the data, 0 the batch: [0, 2, 3, 1] for a model of images with the channels last</source>
        <translation>与 `model.onnx` 一起：模型接收数据各维度的顺序，0 为批次：[0, 2, 3, 1] 用于通道在最后的图像模型</translation>
    </message>
    <message>
        <source>with `model.onnx`: the tensor of the file that is taken as the answer, an output or what a node makes; nodes that it does not need may be of any kind</source>
        <translation>与 `model.onnx` 一起：文件中作为答案的张量，可以是输出或某个节点的结果；它不需要的节点可以是任何类型</translation>
    </message>
    <message>
        <source>with torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16): ...</source>
        <translation>with torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16): ...</translation>
    </message>
    <message>
        <source>with torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16): ...  (or torch.backends.cuda.matmul.allow_tf32 = True)</source>
        <translation>with torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16): ...（或 torch.backends.cuda.matmul.allow_tf32 = True）</translation>
    </message>
    <message>
        <source>with torch.autocast(&quot;cuda&quot;, dtype=torch.float16): ...  (this GPU has no fast bf16 or TF32)</source>
        <translation>with torch.autocast(&quot;cuda&quot;, dtype=torch.float16): ...（此 GPU 没有快速的 bf16 或 TF32）</translation>
    </message>
    <message>
        <source>with torch.autocast(&quot;cuda&quot;, dtype=torch.float16): ...  and torch.amp.GradScaler(&quot;cuda&quot;) (this GPU has no fast bf16 or TF32)</source>
        <translation>with torch.autocast(&quot;cuda&quot;, dtype=torch.float16): ... 并使用 torch.amp.GradScaler(&quot;cuda&quot;)（此 GPU 没有快速的 bf16 或 TF32）</translation>
    </message>
    <message>
        <source>work lost</source>
        <translation>损失的工作</translation>
    </message>
    <message>
        <source>work that hardly depends on the batch (updates, beginnings of ops) takes {}</source>
        <translation>几乎不依赖批的工作（更新、算子的开头）占 {}</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>would become more than {} nodes</source>
        <translation>将变为超过 {} 个节点</translation>
    </message>
    <message>
        <source>writing the file</source>
        <translation>正在写文件</translation>
    </message>
    <message>
        <source>writing the graph</source>
        <translation>正在写出计算图</translation>
    </message>
    <message>
        <source>x.to(device, non_blocking=True) of the next batch on a second stream, from pinned memory as now; weights that are offloaded to the host: keep them on the GPU, or prefetch the next layer&apos;s</source>
        <translation>在第二个流上对下一批使用 x.to(device, non_blocking=True)，仍从锁页内存拷贝；被卸载到主机的权重：保留在 GPU 上，或预取下一层的权重</translation>
    </message>
    <message>
        <source>year</source>
        <translation>年</translation>
    </message>
    <message>
        <source>year before month</source>
        <translation>年在月前</translation>
    </message>
    <message>
        <source>year, month and day in one number</source>
        <translation>年月日合为一个数</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>zlib does not start</source>
        <translation>zlib 无法启动</translation>
    </message>
    <message>
        <source>{} (95 %), and it moves by {} points from epoch to epoch: the validation set is too small to tell which epoch is the best.</source>
        <translation>{}（95 %），而它在轮次之间变动 {} 个百分点：验证集太小，无法判断哪个轮次最好。</translation>
    </message>
    <message>
        <source>{} ({} more than in other steps)</source>
        <translation>{}（比其他步多 {}）</translation>
    </message>
    <message>
        <source>{} ({}) follows the activation {} ({}) directly.</source>
        <translation>{}（{}）直接跟在激活 {}（{}）之后。</translation>
    </message>
    <message>
        <source>{} ({}) is the last layer before cross-entropy: it limits what the model can answer.</source>
        <translation>{}（{}）是交叉熵之前的最后一层：它限制了模型的回答范围。</translation>
    </message>
    <message>
        <source>{} As its end is not in the store either, the list of runs calls it interrupted.</source>
        <translation>{} 由于其结尾也不在存储中，运行列表将其称为“已中断”。</translation>
    </message>
    <message>
        <source>{} GPUs are busy {} {} each (mean), {} of that at the same time</source>
        <translation>{0} 个 GPU 各自忙碌的时间占{2} {1}（平均），其中 {3} 是同时忙碌</translation>
    </message>
    <message>
        <source>{} It goes on from its best checkpoint, step {}.</source>
        <translation>{} 它从最佳检查点继续，第 {} 步。</translation>
    </message>
    <message>
        <source>{} Let the run go on from this scale with more epochs (--resume {} --set train.epochs={}), or train with switches.amp = &quot;bf16&quot; or &quot;off&quot;.</source>
        <translation>{} 请让运行从这个缩放值继续更多轮（--resume {} --set train.epochs={}），或使用 switches.amp = &quot;bf16&quot; 或 &quot;off&quot; 训练。</translation>
    </message>
    <message>
        <source>{} The older ones of {} stay.</source>
        <translation>{0} {1} 的较早检查点保留。</translation>
    </message>
    <message>
        <source>{} The one before it, of step {}, is used instead.</source>
        <translation>{} 改用它之前的检查点，第 {} 步。</translation>
    </message>
    <message>
        <source>{} The run is over: what cannot be saved now is lost, the end of its curves among it.</source>
        <translation>{} 运行已结束：现在无法保存的内容将会丢失，其中包括曲线的末尾。</translation>
    </message>
    <message>
        <source>{} Train again with train.grad_scaler.init_scale = {}, or with switches.amp = &quot;bf16&quot; or &quot;off&quot;.</source>
        <translation>{} 请用 train.grad_scaler.init_scale = {} 重新训练，或使用 switches.amp = &quot;bf16&quot; 或 &quot;off&quot;。</translation>
    </message>
    <message>
        <source>{} Training goes on with the next sample of the same answer in its place.</source>
        <translation>{} 训练用下一个相同答案的样本代替它并继续。</translation>
    </message>
    <message>
        <source>{} Training goes on, and the checkpoint is tried again.</source>
        <translation>{} 训练继续，检查点会再次尝试。</translation>
    </message>
    <message>
        <source>{} Training goes on, and the metrics are kept in memory until they can be written.</source>
        <translation>{} 训练继续，指标保留在内存中，直到可以写入。</translation>
    </message>
    <message>
        <source>{} a step</source>
        <translation>每步 {}</translation>
    </message>
    <message>
        <source>{} after step {}{}{}</source>
        <translation>{}，在第 {} 步之后{}{}</translation>
    </message>
    <message>
        <source>{} against {}</source>
        <translation>{} 对比 {}</translation>
    </message>
    <message>
        <source>{} against {}: no figure of both is known</source>
        <translation>{} 对比 {}：没有两者都已知的数值</translation>
    </message>
    <message>
        <source>{} against {}: nothing can be said about speed, {}</source>
        <translation>{} 对比 {}：无法判断速度，{}</translation>
    </message>
    <message>
        <source>{} and 1 more rank</source>
        <translation>{} 和另外 1 个 rank</translation>
    </message>
    <message>
        <source>{} and a stride of {}, of whose elements the window of {} reads few: which ones, the standard does not say</source>
        <translation>{} 且步幅为 {}，而大小为 {} 的窗口只读取其中少数元素：读取哪些，标准没有规定</translation>
    </message>
    <message>
        <source>{} and all after it: left out, because {}</source>
        <translation>{} 及其后的全部：略去，因为{}</translation>
    </message>
    <message>
        <source>{} and {} are both of rank {}</source>
        <translation>{} 和 {} 都属于 rank {}</translation>
    </message>
    <message>
        <source>{} and {} hold the same records</source>
        <translation>{} 和 {} 的记录相同</translation>
    </message>
    <message>
        <source>{} and {} hold the same records, of rank {}</source>
        <translation>{} 和 {} 的记录相同，都属于 rank {}</translation>
    </message>
    <message>
        <source>{} and {} more</source>
        <translation>{} 及另外 {} 个</translation>
    </message>
    <message>
        <source>{} and {} more ranks</source>
        <translation>{} 和另外 {} 个 rank</translation>
    </message>
    <message>
        <source>{} are parts for validation and testing, and there is none for training</source>
        <translation>{} 是验证和测试部分，没有训练部分</translation>
    </message>
    <message>
        <source>{} are parts of a set, but the pictures in them are not in class folders</source>
        <translation>{} 是数据集的各部分，但其中的图片不在类别文件夹中</translation>
    </message>
    <message>
        <source>{} are too little for a batch of one: its step needs {}</source>
        <translation>{} 放不下大小为一的批：其一步需要 {}</translation>
    </message>
    <message>
        <source>{} arrow</source>
        <translation>{} 个箭头</translation>
    </message>
    <message>
        <source>{} arrows</source>
        <translation>{} 个箭头</translation>
    </message>
    <message>
        <source>{} as fast</source>
        <translation>速度为 {}</translation>
    </message>
    <message>
        <source>{} at the median, {} for the slowest twentieth</source>
        <translation>中位数 {}，最慢的二十分之一 {}</translation>
    </message>
    <message>
        <source>{} batch</source>
        <translation>{} 个批</translation>
    </message>
    <message>
        <source>{} batch norms folded into the layers before them</source>
        <translation>{} 个批归一化折叠进其前面的层</translation>
    </message>
    <message>
        <source>{} batch norms kept: there is no layer before them that could take them</source>
        <translation>保留 {} 个批归一化：其前面没有可以吸收它们的层</translation>
    </message>
    <message>
        <source>{} batches</source>
        <translation>{} 个批</translation>
    </message>
    <message>
        <source>{} before the first event</source>
        <translation>{}，在第一个事件之前</translation>
    </message>
    <message>
        <source>{} begins with {} on {}</source>
        <translation>{} 开始，使用 {}，在 {}</translation>
    </message>
    <message>
        <source>{} beside dilations of {}, which the standard and ONNX Runtime pad differently</source>
        <translation>{} 与 {} 的 dilations 同时使用，标准与 ONNX Runtime 的填充方式不同</translation>
    </message>
    <message>
        <source>{} busy loop</source>
        <translation>{} 个忙循环</translation>
    </message>
    <message>
        <source>{} busy loops</source>
        <translation>{} 个忙循环</translation>
    </message>
    <message>
        <source>{} busy only {}, and computing lacks {} of {} cores. A batch takes {} to load, the step {}.</source>
        <translation>{0}忙碌仅占{1}，却使计算少了 {3} 个 CPU 核中的 {2} 个。加载一个批需要 {4}，一步需要 {5}。</translation>
    </message>
    <message>
        <source>{} by {}</source>
        <translation>{} 乘 {}</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} 字节</translation>
    </message>
    <message>
        <source>{} call</source>
        <translation>{} 次调用</translation>
    </message>
    <message>
        <source>{} calls</source>
        <translation>{} 次调用</translation>
    </message>
    <message>
        <source>{} cannot be read: {}: {}</source>
        <translation>无法读取 {}：{}：{}</translation>
    </message>
    <message>
        <source>{} cannot be removed from this file without changing other parts of it</source>
        <translation>从此文件中去掉 {} 会影响其余内容</translation>
    </message>
    <message>
        <source>{} cannot be set in this file without changing other parts of it</source>
        <translation>在此文件中设置 {} 会影响其余内容</translation>
    </message>
    <message>
        <source>{} cannot be used: {}</source>
        <translation>无法使用 {}：{}</translation>
    </message>
    <message>
        <source>{} cannot be written to</source>
        <translation>{} 不可写</translation>
    </message>
    <message>
        <source>{} cells are empty; numbers take the median of their column, among texts they are a category of their own</source>
        <translation>{} 个单元格为空；数字取该列的中位数，文本中则自成一个类别</translation>
    </message>
    <message>
        <source>{} cells for {} hold a text that no training row has; the model is given zeros for them.</source>
        <translation>{} 个单元格（用于{}）的文本在训练行中没有；模型得到的是零。</translation>
    </message>
    <message>
        <source>{} characters are very few to learn a language</source>
        <translation>{} 个字符不足以学习一门语言</translation>
    </message>
    <message>
        <source>{} checkpoint</source>
        <translation>{} 个检查点</translation>
    </message>
    <message>
        <source>{} checkpoints</source>
        <translation>{} 个检查点</translation>
    </message>
    <message>
        <source>{} choose the best checkpoint, as in projects without data.test_as, so that no test part remains</source>
        <translation>{}用来选择最佳检查点（没有 data.test_as 的项目都是如此），因此没有留下测试部分</translation>
    </message>
    <message>
        <source>{} chunks of points belong to no series; compacting the store frees them</source>
        <translation>{} 个点的数据块不属于任何序列；压缩运行库会释放它们</translation>
    </message>
    <message>
        <source>{} class</source>
        <translation>{} 个类别</translation>
    </message>
    <message>
        <source>{} classes</source>
        <translation>{} 个类别</translation>
    </message>
    <message>
        <source>{} classes differ from another one only in capital letters or blanks</source>
        <translation>{} 个类别与另一类别仅大小写或空格不同</translation>
    </message>
    <message>
        <source>{} classes have no picture for validation</source>
        <translation>{} 个类别没有验证图片</translation>
    </message>
    <message>
        <source>{} classes have no picture that can be read</source>
        <translation>有 {} 个类别没有可读取的图片</translation>
    </message>
    <message>
        <source>{} classes have no row for validation</source>
        <translation>{} 个类别没有用于验证的行</translation>
    </message>
    <message>
        <source>{} classes have one row each, so none is left for validation</source>
        <translation>{} 个类别各只有一行，因此没有行可用于验证</translation>
    </message>
    <message>
        <source>{} column</source>
        <translation>{} 列</translation>
    </message>
    <message>
        <source>{} columns</source>
        <translation>{} 列</translation>
    </message>
    <message>
        <source>{} columns are left out</source>
        <translation>{} 列未使用</translation>
    </message>
    <message>
        <source>{} columns count the rows</source>
        <translation>{} 列是行的编号</translation>
    </message>
    <message>
        <source>{} columns determine the target, and may be other forms of it</source>
        <translation>{} 列各自就能说出目标，可能是目标的另一种写法</translation>
    </message>
    <message>
        <source>{} columns have the same value in every row</source>
        <translation>有 {} 列每行的值都相同</translation>
    </message>
    <message>
        <source>{} columns look like dates and are read as texts</source>
        <translation>{} 列看起来像日期，但按文本读取</translation>
    </message>
    <message>
        <source>{} columns look like numbers and are read as texts</source>
        <translation>{} 列看似数字，但按文本读取</translation>
    </message>
    <message>
        <source>{} columns of numbers are read as texts</source>
        <translation>{} 列数字内容按文本读取</translation>
    </message>
    <message>
        <source>{} columns of texts have a different one in nearly every row</source>
        <translation>{} 列文本几乎每行都不同</translation>
    </message>
    <message>
        <source>{} columns without a name or a value are left out</source>
        <translation>{} 列没有名称也没有值，未使用</translation>
    </message>
    <message>
        <source>{} combination</source>
        <translation>{} 种组合</translation>
    </message>
    <message>
        <source>{} combinations</source>
        <translation>{} 种组合</translation>
    </message>
    <message>
        <source>{} compute thread</source>
        <translation>{} 个计算线程</translation>
    </message>
    <message>
        <source>{} compute threads</source>
        <translation>{} 个计算线程</translation>
    </message>
    <message>
        <source>{} computes with real numbers, but its input {} is quantized ({})</source>
        <translation>{} 用实数计算，但它的输入 {} 是量化的（{}）</translation>
    </message>
    <message>
        <source>{} contain {}, and are taken as classes; if they are parts of a set, set data.train_path to the one for training</source>
        <translation>{} 含有{}，被当作类别；若它们是数据集的各部分，请把 data.train_path 设为用于训练的那个</translation>
    </message>
    <message>
        <source>{} contains a zero byte</source>
        <translation>{} 含有零字节</translation>
    </message>
    <message>
        <source>{} contains descriptions of the pictures, and the classes are in {}</source>
        <translation>{} 中是对图片的说明，类别在 {} 中</translation>
    </message>
    <message>
        <source>{} contains values that are not tables</source>
        <translation>{} 含有表以外的内容</translation>
    </message>
    <message>
        <source>{} conversions remain as steps of their own; the others happen inside kernels</source>
        <translation>有 {} 次转换仍为单独的步骤；其余在 kernel 内部完成</translation>
    </message>
    <message>
        <source>{} copies</source>
        <translation>{} 次复制</translation>
    </message>
    <message>
        <source>{} copy</source>
        <translation>{} 次复制</translation>
    </message>
    <message>
        <source>{} core</source>
        <translation>{} 个 CPU 核</translation>
    </message>
    <message>
        <source>{} cores</source>
        <translation>{} 个 CPU 核</translation>
    </message>
    <message>
        <source>{} deleted run</source>
        <translation>{} 个已删除的运行</translation>
    </message>
    <message>
        <source>{} deleted runs</source>
        <translation>{} 个已删除的运行</translation>
    </message>
    <message>
        <source>{} did not finish, and could never be resumed without {}</source>
        <translation>{0} 没有完成，没有 {1} 就无法恢复</translation>
    </message>
    <message>
        <source>{} did not finish, and its best checkpoint is all that it could be resumed from</source>
        <translation>{} 没有完成，只能从它的最佳检查点恢复</translation>
    </message>
    <message>
        <source>{} did not finish, and {} is the checkpoint that it would be resumed from</source>
        <translation>{0} 没有完成，{1} 是将用来恢复它的检查点</translation>
    </message>
    <message>
        <source>{} does not exist: {}</source>
        <translation>{} 不存在：{}</translation>
    </message>
    <message>
        <source>{} does not have the size that its manifest says</source>
        <translation>{} 的大小与其清单不符</translation>
    </message>
    <message>
        <source>{} does not say how the data are read</source>
        <translation>{} 与数据的读取方式无关</translation>
    </message>
    <message>
        <source>{} each hold {}: parts of one set, and their names do not show which is for training</source>
        <translation>{} 各含有{}：它们是同一数据集的各部分，而名称没有说明哪个用于训练</translation>
    </message>
    <message>
        <source>{} entries are left out</source>
        <translation>略去 {} 个条目</translation>
    </message>
    <message>
        <source>{} epoch</source>
        <translation>{} 个轮次</translation>
    </message>
    <message>
        <source>{} epochs</source>
        <translation>{} 轮</translation>
    </message>
    <message>
        <source>{} event</source>
        <translation>{} 个事件</translation>
    </message>
    <message>
        <source>{} events</source>
        <translation>{} 个事件</translation>
    </message>
    <message>
        <source>{} excludes {}</source>
        <translation>{} 不能与 {} 同时使用</translation>
    </message>
    <message>
        <source>{} files</source>
        <translation>{} 个文件</translation>
    </message>
    <message>
        <source>{} forks {}, with {} on {}</source>
        <translation>{} 分叉自 {}，使用 {}，在 {}</translation>
    </message>
    <message>
        <source>{} from the first operation to the last</source>
        <translation>首个到末个操作之间的 {}</translation>
    </message>
    <message>
        <source>{} goes on with {} on {}</source>
        <translation>{} 继续，使用 {}，在 {}</translation>
    </message>
    <message>
        <source>{} groups do not divide {} channels</source>
        <translation>{} 组不能整除 {} 个通道</translation>
    </message>
    <message>
        <source>{} groups do not divide {} input channels</source>
        <translation>{} 组不能整除 {} 个输入通道</translation>
    </message>
    <message>
        <source>{} groups do not divide {} input channels and {} output channels</source>
        <translation>{} 组不能整除 {} 个输入通道和 {} 个输出通道</translation>
    </message>
    <message>
        <source>{} groups do not divide {} output channels</source>
        <translation>{} 组不能整除 {} 个输出通道</translation>
    </message>
    <message>
        <source>{} has compute capability {}.{}, and the kernels are made for {}.{} (A100) and newer</source>
        <translation>{} 的计算能力是 {}.{}，而 kernel 是为 {}.{}（A100）及更新的 GPU 制作的</translation>
    </message>
    <message>
        <source>{} has no amsgrad</source>
        <translation>{} 没有 amsgrad</translation>
    </message>
    <message>
        <source>{} has no column &quot;{}&quot;</source>
        <translation>{} 没有列 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>{} has no gradient, but parameters come before it</source>
        <translation>{} 没有梯度，但它之前有参数</translation>
    </message>
    <message>
        <source>{} has not improved for one epoch</source>
        <translation>{} 已有 1 个轮次没有改善</translation>
    </message>
    <message>
        <source>{} has not improved for {} epochs</source>
        <translation>{} 已有 {} 个轮次没有改善</translation>
    </message>
    <message>
        <source>{} has pictures, but no sub-folder for each class</source>
        <translation>{} 有图片，但没有按类别分的子文件夹</translation>
    </message>
    <message>
        <source>{} has too many tables</source>
        <translation>{} 的表太多</translation>
    </message>
    <message>
        <source>{} has {} tables</source>
        <translation>{} 有 {} 个表</translation>
    </message>
    <message>
        <source>{} heads do not divide {} features</source>
        <translation>{} 个头不能整除 {} 个特征</translation>
    </message>
    <message>
        <source>{} heads of keys do not divide {} of queries</source>
        <translation>{} 个键的头不能整除 {} 个查询的头</translation>
    </message>
    <message>
        <source>{} held {} at most{}{}.</source>
        <translation>{} 最多占用 {}{}{}。</translation>
    </message>
    <message>
        <source>{} histogram</source>
        <translation>{} 个直方图</translation>
    </message>
    <message>
        <source>{} histograms</source>
        <translation>{} 个直方图</translation>
    </message>
    <message>
        <source>{} holds &quot;{}&quot;, {}, which is not read</source>
        <translation>{} 中有 &quot;{}&quot;（{}），不能读取</translation>
    </message>
    <message>
        <source>{} holds TensorFlow records of pictures with boxes or masks: a set for detection or segmentation</source>
        <translation>{} 是带边框或掩膜的图片的 TensorFlow 记录：这是检测或分割数据集</translation>
    </message>
    <message>
        <source>{} holds TensorFlow records of sequences (SequenceExample), which are not read</source>
        <translation>{} 是序列（SequenceExample）的 TensorFlow 记录，不读取</translation>
    </message>
    <message>
        <source>{} holds TensorFlow records of values without pictures, which are not read</source>
        <translation>{} 是没有图片的数值的 TensorFlow 记录，不读取</translation>
    </message>
    <message>
        <source>{} holds TensorFlow records that are not Examples, which are not read</source>
        <translation>{} 是 TensorFlow 记录，但不是 Example，不读取</translation>
    </message>
    <message>
        <source>{} holds a line break or another control character: {}</source>
        <translation>{} 中有换行或其他控制字符：{}</translation>
    </message>
    <message>
        <source>{} holds descriptions of the pictures in {}, such as boxes: a set for detection or segmentation, not one folder for each class</source>
        <translation>{} 中是对 {} 中图片的说明，例如边框：这是检测或分割数据集，而不是每个类别一个文件夹</translation>
    </message>
    <message>
        <source>{} holds masks of the pictures in {}: a set for segmentation, not one folder for each class</source>
        <translation>{} 中是 {} 中图片的掩码：这是分割数据集，而不是每个类别一个文件夹</translation>
    </message>
    <message>
        <source>{} holds no pictures, no CSV table, no arrays of NumPy and no text</source>
        <translation>{} 中没有图片、CSV 表格、NumPy 数组或文本</translation>
    </message>
    <message>
        <source>{} holds the kernel choices of another processor or library only. They stay there, and kernels are timed on this one.</source>
        <translation>{} 只有其他处理器或库的 kernel 选择。它们保留在那里，并在此处理器上重新测量 kernel 耗时。</translation>
    </message>
    <message>
        <source>{} holds {}</source>
        <translation>{} 含有{}</translation>
    </message>
    <message>
        <source>{} holds {} files of data</source>
        <translation>{} 有 {} 个数据文件</translation>
    </message>
    <message>
        <source>{} holds {} files such as &quot;{}&quot;, {}, which is not read</source>
        <translation>{} 中有 {} 个文件，例如 &quot;{}&quot;（{}），不能读取</translation>
    </message>
    <message>
        <source>{} holds {} of NumPy, and their names do not show inputs and answers</source>
        <translation>{} 含有{} NumPy 数据，从名称看不出输入和答案</translation>
    </message>
    <message>
        <source>{} in {}</source>
        <translation>{1} 中的 {0}</translation>
    </message>
    <message>
        <source>{} is</source>
        <translation>{} 的</translation>
    </message>
    <message>
        <source>{} is a network, not data</source>
        <translation>{} 是网络，不是数据</translation>
    </message>
    <message>
        <source>{} is a part of a set, but the pictures in it are not in class folders</source>
        <translation>{} 是数据集的一部分，但其中的图片不在类别文件夹中</translation>
    </message>
    <message>
        <source>{} is a project, not data</source>
        <translation>{} 是项目，不是数据</translation>
    </message>
    <message>
        <source>{} is a section, not a value</source>
        <translation>{} 是节，不是值</translation>
    </message>
    <message>
        <source>{} is a single picture</source>
        <translation>{} 是单张图片</translation>
    </message>
    <message>
        <source>{} is a softmax before cross-entropy, which applies softmax itself: gradients become small, and the loss cannot come near 0.</source>
        <translation>{} 是交叉熵之前的 softmax，而交叉熵自身已含 softmax：梯度会变小，损失无法接近 0。</translation>
    </message>
    <message>
        <source>{} is an argument of a named model, but the project gives layers</source>
        <translation>{} 是命名模型的参数，但项目给出的是层</translation>
    </message>
    <message>
        <source>{} is as fast as {}</source>
        <translation>{} 与 {} 一样快</translation>
    </message>
    <message>
        <source>{} is at the end of its {} epoch in this checkpoint, and the fork would train {}</source>
        <translation>{0} 在此检查点已到 {1} 轮的结尾，而分叉将训练 {2}</translation>
    </message>
    <message>
        <source>{} is at the end of its {} epochs in this checkpoint, and the fork would train {}</source>
        <translation>{0} 在此检查点已到 {1} 轮的结尾，而分叉将训练 {2}</translation>
    </message>
    <message>
        <source>{} is being trained by process {}</source>
        <translation>{} 正由进程 {} 训练</translation>
    </message>
    <message>
        <source>{} is being trained by process {} on {}</source>
        <translation>{0} 正在由 {2} 上的进程 {1} 训练</translation>
    </message>
    <message>
        <source>{} is best:</source>
        <translation>{} 最好：</translation>
    </message>
    <message>
        <source>{} is damaged</source>
        <translation>{} 已损坏</translation>
    </message>
    <message>
        <source>{} is empty</source>
        <translation>{} 为空</translation>
    </message>
    <message>
        <source>{} is free</source>
        <translation>可用的为 {}</translation>
    </message>
    <message>
        <source>{} is in the file twice</source>
        <translation>{} 在文件中出现了两次</translation>
    </message>
    <message>
        <source>{} is missing</source>
        <translation>缺少 {}</translation>
    </message>
    <message>
        <source>{} is neither a table nor a text</source>
        <translation>{} 既不是表格也不是文本</translation>
    </message>
    <message>
        <source>{} is no value for it</source>
        <translation>{} 不是它的有效值</translation>
    </message>
    <message>
        <source>{} is not a CUDA plugin of Stepscope; install Stepscope again</source>
        <translation>{} 不是 Stepscope 的 CUDA 插件；请重新安装 Stepscope</translation>
    </message>
    <message>
        <source>{} is not a folder</source>
        <translation>{} 不是文件夹</translation>
    </message>
    <message>
        <source>{} is not a key of the project file</source>
        <translation>{} 不是项目文件的键</translation>
    </message>
    <message>
        <source>{} is not a list of tables</source>
        <translation>{} 不是表的列表</translation>
    </message>
    <message>
        <source>{} is not faster than f32 on this machine, so it is computed in f32</source>
        <translation>{} 在本机上不比 f32 快，因此用 f32 计算</translation>
    </message>
    <message>
        <source>{} is only a storage type on this CPU: {} of the time of matrix products is spent in its arithmetic, every value is converted to f32 and back, and the memory that this saves is not needed ({}).</source>
        <translation>{0} 在此 CPU 上只用于存储：矩阵乘时间的 {1} 以它相乘，每个值都要转换为 f32 再转回，而内存足够，无需由此节省（{2}）。</translation>
    </message>
    <message>
        <source>{} is only storage here, and the memory is needed: {}.</source>
        <translation>{} 在此只用于存储；内存紧张，因此仍有必要：{}。</translation>
    </message>
    <message>
        <source>{} is quantized in another way than the op table says</source>
        <translation>{} 的量化方式与算子表所说的不同</translation>
    </message>
    <message>
        <source>{} is required</source>
        <translation>缺少 {}</translation>
    </message>
    <message>
        <source>{} is set for all layers, and convolutions take {}: whether blocks of channels or {} are faster here was not measured. Auto measures it.</source>
        <translation>要求全部使用 {}，而卷积占{}：没有人测量过通道分块与 {} 哪个更快。auto 会测量。</translation>
    </message>
    <message>
        <source>{} is still training: it keeps its checkpoints in order itself</source>
        <translation>{} 仍在训练：它会自己管理检查点</translation>
    </message>
    <message>
        <source>{} is taken for the test; set data.test_path to take it instead</source>
        <translation>测试使用 {}；要改用它，设 data.test_path</translation>
    </message>
    <message>
        <source>{} is taken for validation; set data.validation_path to take it instead</source>
        <translation>验证采用 {}；要改用它，请设置 data.validation_path</translation>
    </message>
    <message>
        <source>{} is the folder of a project, not of data</source>
        <translation>{} 是项目的文件夹，不是数据</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{} 为 {}</translation>
    </message>
    <message>
        <source>{} is {} but the op table says {}</source>
        <translation>{} 是 {}，但算子表写的是 {}</translation>
    </message>
    <message>
        <source>{} is {}, which is not known</source>
        <translation>{} 为 {}，未知</translation>
    </message>
    <message>
        <source>{} is {}, which is not read</source>
        <translation>{} 是{}，不能读取</translation>
    </message>
    <message>
        <source>{} is {}, which is out of range</source>
        <translation>{} 为 {}，超出范围</translation>
    </message>
    <message>
        <source>{} itself</source>
        <translation>{}自身</translation>
    </message>
    <message>
        <source>{} kernel</source>
        <translation>{} 个 kernel</translation>
    </message>
    <message>
        <source>{} kernel or copy</source>
        <translation>{} 个 kernel 或拷贝</translation>
    </message>
    <message>
        <source>{} kernels</source>
        <translation>{} 个 kernel</translation>
    </message>
    <message>
        <source>{} kernels and copies</source>
        <translation>{} 个 kernel 和拷贝</translation>
    </message>
    <message>
        <source>{} launch</source>
        <translation>{} 次启动</translation>
    </message>
    <message>
        <source>{} launches</source>
        <translation>{} 次启动</translation>
    </message>
    <message>
        <source>{} layer</source>
        <translation>{} 层</translation>
    </message>
    <message>
        <source>{} layers</source>
        <translation>{} 层</translation>
    </message>
    <message>
        <source>{} layers with weights follow each other, up to {}, without a normalisation or a shortcut between them: such stacks are hard to train.</source>
        <translation>{} 个带权重的层连续相接，直到 {}，中间没有归一化或捷径：这样的堆叠很难训练。</translation>
    </message>
    <message>
        <source>{} line of log</source>
        <translation>{} 行日志</translation>
    </message>
    <message>
        <source>{} lines are damaged.</source>
        <translation>有 {} 行损坏。</translation>
    </message>
    <message>
        <source>{} lines of comments, line {} (&quot;{}&quot;) first, are left out</source>
        <translation>{} 行注释（最前的是第 {} 行“{}”）已略去</translation>
    </message>
    <message>
        <source>{} lines of log</source>
        <translation>{} 行日志</translation>
    </message>
    <message>
        <source>{} lines of logs</source>
        <translation>{} 行日志</translation>
    </message>
    <message>
        <source>{} lines, line {} first, are the header again and are left out</source>
        <translation>{} 行（首先是第 {} 行）是重复的表头，未使用</translation>
    </message>
    <message>
        <source>{} link{} left out</source>
        <translation>略去 {} 个链接{}</translation>
    </message>
    <message>
        <source>{} loader worker</source>
        <translation>{} 个加载线程</translation>
    </message>
    <message>
        <source>{} loader workers</source>
        <translation>{} 个加载线程</translation>
    </message>
    <message>
        <source>{} loader workers and {} compute threads now share {} cores. A run keeps the compute threads that it began with, so that its results stay reproducible; a new run with these workers computes with {}</source>
        <translation>{} 个加载线程和 {} 个计算线程现在共用 {} 个核。运行保持开始时的计算线程数，使结果可重现；使用这些加载线程的新运行用 {} 个计算</translation>
    </message>
    <message>
        <source>{} loader workers and {} compute threads share {} cores, and the workers are busy {}.</source>
        <translation>{} 个加载线程和 {} 个计算线程共用 {} 个 CPU 核，加载线程忙碌占{}。</translation>
    </message>
    <message>
        <source>{} loader workers are</source>
        <translation>{} 个加载线程</translation>
    </message>
    <message>
        <source>{} looks like a table with columns of fixed width, and some cells are empty</source>
        <translation>{} 看起来是以空格分隔、列位置固定的表格，其中有空单元格</translation>
    </message>
    <message>
        <source>{} makes {}, which an earlier node makes</source>
        <translation>{} 产生 {}，而它已经产生过</translation>
    </message>
    <message>
        <source>{} measurement</source>
        <translation>{} 次测量</translation>
    </message>
    <message>
        <source>{} measurements</source>
        <translation>{} 次测量</translation>
    </message>
    <message>
        <source>{} metric</source>
        <translation>{} 个指标</translation>
    </message>
    <message>
        <source>{} metrics</source>
        <translation>{} 个指标</translation>
    </message>
    <message>
        <source>{} min</source>
        <translation>{} min</translation>
    </message>
    <message>
        <source>{} more lines stand {} and are left out</source>
        <translation>另有 {} 行在{}，未使用</translation>
    </message>
    <message>
        <source>{} ms</source>
        <translation>{} ms</translation>
    </message>
    <message>
        <source>{} name</source>
        <translation>{} 个名称</translation>
    </message>
    <message>
        <source>{} names</source>
        <translation>{} 个名称</translation>
    </message>
    <message>
        <source>{} no training steps: only the ops of the whole traces can be compared</source>
        <translation>{}没有训练步：只能比较整个跟踪的算子</translation>
    </message>
    <message>
        <source>{} node</source>
        <translation>{} 个节点</translation>
    </message>
    <message>
        <source>{} nodes</source>
        <translation>{} 个节点</translation>
    </message>
    <message>
        <source>{} nodes of {} segments run again in the backward pass; {} MiB of activations are not kept</source>
        <translation>{1} 段中的 {0} 个节点在反向中再次运行；{2} MiB 的激活不保留</translation>
    </message>
    <message>
        <source>{} ns</source>
        <translation>{} ns</translation>
    </message>
    <message>
        <source>{} number</source>
        <translation>{} 个数</translation>
    </message>
    <message>
        <source>{} numbers</source>
        <translation>{} 个数</translation>
    </message>
    <message>
        <source>{} of its {} numbers are not finite where those of f32 are, or the other way round</source>
        <translation>有 {} 个数（共 {} 个）是否有限与 f32 的结果不一致</translation>
    </message>
    <message>
        <source>{} of the critical path</source>
        <translation>关键路径的 {}</translation>
    </message>
    <message>
        <source>{} of the kernels&apos; time</source>
        <translation>全部 kernel 时间的 {}</translation>
    </message>
    <message>
        <source>{} of the multiprocessors</source>
        <translation>{} 的 SM</translation>
    </message>
    <message>
        <source>{} of the multiprocessors are active while the GPU works</source>
        <translation>GPU 工作时有 {} 的 SM 活动</translation>
    </message>
    <message>
        <source>{} of the recorded time</source>
        <translation>所记录时间的 {}</translation>
    </message>
    <message>
        <source>{} of the run</source>
        <translation>运行时间的 {}</translation>
    </message>
    <message>
        <source>{} of the samples</source>
        <translation>采样的 {}</translation>
    </message>
    <message>
        <source>{} of the step</source>
        <translation>一步的 {}</translation>
    </message>
    <message>
        <source>{} of the step, {}</source>
        <translation>一步的 {}，{}</translation>
    </message>
    <message>
        <source>{} of the steps</source>
        <translation>各步的 {}</translation>
    </message>
    <message>
        <source>{} of the steps ({} from the first operation to the last)</source>
        <translation>各步的 {}（首个到末个操作之间为 {}）</translation>
    </message>
    <message>
        <source>{} of the time</source>
        <translation>时间的 {}</translation>
    </message>
    <message>
        <source>{} of the time of matrix products is spent in {} arithmetic.</source>
        <translation>矩阵乘时间的 {} 以 {} 相乘。</translation>
    </message>
    <message>
        <source>{} of the {} pictures that were decoded {} damaged in the body, which the header does not show</source>
        <translation>解码的图片中有 {} / {} 张{}在主体中损坏，文件头看不出来</translation>
    </message>
    <message>
        <source>{} of the {} values of {}, which {} takes, are NaN or infinite</source>
        <translation>{2} 的 {1} 个值中有 {0} 个是 NaN 或无穷大，它由 {3} 使用</translation>
    </message>
    <message>
        <source>{} of this processor{}</source>
        <translation>此处理器有 {} 项{}</translation>
    </message>
    <message>
        <source>{} of those</source>
        <translation>其中比例 {}</translation>
    </message>
    <message>
        <source>{} of validation between the steps is not counted</source>
        <translation>步与步之间 {} 的验证不计入</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{1} 中的 {0}</translation>
    </message>
    <message>
        <source>{} of {} cells look like numbers, but &quot;{}&quot; does not</source>
        <translation>{1} 个单元格中有 {0} 个看似数字，但“{2}”不是</translation>
    </message>
    <message>
        <source>{} of {} classes are never predicted: {}. They have {} of the {} validation samples.</source>
        <translation>{}/{} 个类别从未被预测：{}。它们占 {}/{} 个验证样本。</translation>
    </message>
    <message>
        <source>{} of {} cores</source>
        <translation>{1} 个 CPU 核中的 {0} 个</translation>
    </message>
    <message>
        <source>{} of {} estimates agreed with what the trial measured (faster, slower or the same within 3 %); they were off by {} at the median.</source>
        <translation>{1} 个估计中有 {0} 个与试用的测量一致（3 % 以内的更快、更慢或相同）；误差的中位数为 {2}。</translation>
    </message>
    <message>
        <source>{} of {} forward nodes run in {}, {} casts inserted ({} of them of weights)</source>
        <translation>{1} 个前向节点中有 {0} 个以 {2} 运行，插入 {3} 次类型转换（其中 {4} 次是权重）</translation>
    </message>
    <message>
        <source>{} of {} pictures are identical</source>
        <translation>{1} 张图片中有 {0} 张是同一张</translation>
    </message>
    <message>
        <source>{} of {} pictures cannot be read and {} left out</source>
        <translation>{1} 张图片中有 {0} 张无法读取，{2}略去</translation>
    </message>
    <message>
        <source>{} of {} pictures {} damaged in the body, which the header does not show</source>
        <translation>{} / {} 张图片{}在主体中损坏，文件头看不出来</translation>
    </message>
    <message>
        <source>{} of {} rows for the test are in another part too, so the test says little about new data</source>
        <translation>{}/{} 行测试数据也在另一部分中，因此测试说明不了新数据上的表现</translation>
    </message>
    <message>
        <source>{} of {} rows for validation are rows of training too, so their metrics say little about new data</source>
        <translation>{1} 行验证数据中有 {0} 行也是训练数据，因此其指标几乎不能说明新数据的情况</translation>
    </message>
    <message>
        <source>{} of {} rows have the same inputs as another row and another answer</source>
        <translation>{1} 行中有 {0} 行与另一行输入相同而答案不同</translation>
    </message>
    <message>
        <source>{} of {} samples cannot be read, and {} may be:</source>
        <translation>{1} 个样本中有 {0} 个无法读取，允许的为 {2}：</translation>
    </message>
    <message>
        <source>{} of {} steps count: those that all ranks recorded.</source>
        <translation>{1} 步中有 {0} 步计入：即所有 rank 都记录了的步。</translation>
    </message>
    <message>
        <source>{} of {} steps took more than {} times the median of {}</source>
        <translation>{1} 步中有 {0} 步超过中位数 {3} 的 {2} 倍</translation>
    </message>
    <message>
        <source>{} of {} together are left out, since each holds a validation</source>
        <translation>略去 {}（共 {}），因为其中各有验证</translation>
    </message>
    <message>
        <source>{} others</source>
        <translation>其他 {} 个</translation>
    </message>
    <message>
        <source>{} over {} runs</source>
        <translation>{}（{} 个运行）</translation>
    </message>
    <message>
        <source>{} pair of blocks</source>
        <translation>{} 对块</translation>
    </message>
    <message>
        <source>{} pairs of blocks</source>
        <translation>{} 对块</translation>
    </message>
    <message>
        <source>{} parameter</source>
        <translation>{} 个参数</translation>
    </message>
    <message>
        <source>{} parameter tensors updated{}</source>
        <translation>更新 {} 个参数张量{}</translation>
    </message>
    <message>
        <source>{} parameters</source>
        <translation>{} 个参数</translation>
    </message>
    <message>
        <source>{} picture</source>
        <translation>{} 张图片</translation>
    </message>
    <message>
        <source>{} pictures</source>
        <translation>{} 张图片</translation>
    </message>
    <message>
        <source>{} pictures are in two classes</source>
        <translation>有 {} 张图片出现在两个类别中</translation>
    </message>
    <message>
        <source>{} pictures for the test are in another part too</source>
        <translation>{} 张测试图片也在另一部分中</translation>
    </message>
    <message>
        <source>{} pictures for the test look nearly like one of another part</source>
        <translation>{} 张测试图片与另一部分的图片几乎相同</translation>
    </message>
    <message>
        <source>{} pictures for validation are pictures of training too</source>
        <translation>有 {} 张验证图片也是训练图片</translation>
    </message>
    <message>
        <source>{} pictures for validation look nearly like one of training</source>
        <translation>{} 张验证图片与某张训练图片几乎相同</translation>
    </message>
    <message>
        <source>{} pictures look nearly like another one</source>
        <translation>{} 张图片与另一张几乎相同</translation>
    </message>
    <message>
        <source>{} pictures look nearly like one of another class</source>
        <translation>{} 张图片与另一类别的某张几乎相同</translation>
    </message>
    <message>
        <source>{} pictures occur twice</source>
        <translation>有 {} 张图片出现两次</translation>
    </message>
    <message>
        <source>{} picture{} in a format that is not read {} left out</source>
        <translation>{0} 张图片的格式不支持，{2}略去</translation>
    </message>
    <message>
        <source>{} picture{} of an unusual size; most are about {} x {}</source>
        <translation>{0} 张图片的尺寸异常；多数约为 {2} x {3}</translation>
    </message>
    <message>
        <source>{} picture{} outside the class folders {} left out</source>
        <translation>{} 张图片{}在类别文件夹旁边而不在其中，{}略去</translation>
    </message>
    <message>
        <source>{} point</source>
        <translation>{} 点</translation>
    </message>
    <message>
        <source>{} point of the training loss</source>
        <translation>{} 个训练损失点</translation>
    </message>
    <message>
        <source>{} points</source>
        <translation>{} 点</translation>
    </message>
    <message>
        <source>{} points of the training loss</source>
        <translation>{} 个训练损失点</translation>
    </message>
    <message>
        <source>{} points of unknown series are lost</source>
        <translation>有 {} 个点无法判断属于哪条曲线：它们已丢失</translation>
    </message>
    <message>
        <source>{} points that had been superseded by a resume are lost</source>
        <translation>有 {} 个因恢复训练而被取代的点已丢失</translation>
    </message>
    <message>
        <source>{} rank</source>
        <translation>{} 个 rank</translation>
    </message>
    <message>
        <source>{} ranks</source>
        <translation>{} 个 rank</translation>
    </message>
    <message>
        <source>{} reached {}, {} {}</source>
        <translation>{} 达到 {}，{} {}</translation>
    </message>
    <message>
        <source>{} reads its own result</source>
        <translation>{} 读取自己的结果</translation>
    </message>
    <message>
        <source>{} records left out</source>
        <translation>{} 条记录被略去</translation>
    </message>
    <message>
        <source>{} records left out ({})</source>
        <translation>{} 条记录被略去（{}）</translation>
    </message>
    <message>
        <source>{} recurrent layers look up the products of their input weight with the table</source>
        <translation>{} 个循环层用表查出其输入权重的乘积</translation>
    </message>
    <message>
        <source>{} requires {}</source>
        <translation>{} 需要 {}</translation>
    </message>
    <message>
        <source>{} row</source>
        <translation>{} 行</translation>
    </message>
    <message>
        <source>{} rows</source>
        <translation>{} 行</translation>
    </message>
    <message>
        <source>{} rows belong to runs or series that are not there</source>
        <translation>{} 行属于不存在的运行或序列</translation>
    </message>
    <message>
        <source>{} rows for training are copies of another one</source>
        <translation>{} 行训练数据是其他行的重复</translation>
    </message>
    <message>
        <source>{} rows have an empty target and are left out.</source>
        <translation>{} 行的目标为空，已略去。</translation>
    </message>
    <message>
        <source>{} rows have no value of &quot;{}&quot;, which is to be predicted, and are left out</source>
        <translation>{0} 行没有要预测的“{1}”的值，已略去</translation>
    </message>
    <message>
        <source>{} rows of subtotals, line {} (&quot;{}&quot;) first, are left out</source>
        <translation>{0} 个小计行（首个在第 {1} 行：“{2}”）已略去</translation>
    </message>
    <message>
        <source>{} rows of totals, line {} (&quot;{}&quot;) first, are left out</source>
        <translation>{} 行合计（最前的是第 {} 行“{}”）已略去</translation>
    </message>
    <message>
        <source>{} rows without a value are left out</source>
        <translation>{} 行没有任何值，未使用</translation>
    </message>
    <message>
        <source>{} run</source>
        <translation>{} 个运行</translation>
    </message>
    <message>
        <source>{} runs</source>
        <translation>{} 个运行</translation>
    </message>
    <message>
        <source>{} runs in {} groups of equal settings</source>
        <translation>{} 个运行，{} 个设置相同的组</translation>
    </message>
    <message>
        <source>{} sample</source>
        <translation>{} 个样本</translation>
    </message>
    <message>
        <source>{} samples</source>
        <translation>{} 个样本</translation>
    </message>
    <message>
        <source>{} samples for training and {} for validation could not be read; the run&apos;s report lists them.</source>
        <translation>{} 个训练样本和 {} 个验证样本无法读取；运行的报告列出它们。</translation>
    </message>
    <message>
        <source>{} series</source>
        <translation>{} 个序列</translation>
    </message>
    <message>
        <source>{} shards</source>
        <translation>{} 个分片</translation>
    </message>
    <message>
        <source>{} shards are missing</source>
        <translation>缺少 {} 个分片</translation>
    </message>
    <message>
        <source>{} small tensors share {} update{}</source>
        <translation>{0} 个小张量共用 {1} 次更新</translation>
    </message>
    <message>
        <source>{} spends {} {} in collective operations; {} spends {}</source>
        <translation>{0} 用于集合操作的时间为 {1} {2}，{3} 为 {4}</translation>
    </message>
    <message>
        <source>{} step</source>
        <translation>{} 步</translation>
    </message>
    <message>
        <source>{} steps</source>
        <translation>{} 步</translation>
    </message>
    <message>
        <source>{} switches were tried; none has both an estimate and a measurement on quiet cores.</source>
        <translation>试用过 {} 个开关；没有一个同时有估计值和 CPU 核空闲时的测量值。</translation>
    </message>
    <message>
        <source>{} takes images, the data are samples of the shape {}</source>
        <translation>{} 接收图片，而数据是形状为 {} 的样本</translation>
    </message>
    <message>
        <source>{} takes no images</source>
        <translation>{} 不接受图像</translation>
    </message>
    <message>
        <source>{} takes {}: {} of {} a step.</source>
        <translation>{0}占{1}：每步 {3} 中的 {2}。</translation>
    </message>
    <message>
        <source>{} target</source>
        <translation>{} 个目标</translation>
    </message>
    <message>
        <source>{} targets</source>
        <translation>{} 个目标</translation>
    </message>
    <message>
        <source>{} tensor</source>
        <translation>{} 个张量</translation>
    </message>
    <message>
        <source>{} tensor with histograms</source>
        <translation>{} 个带直方图的张量</translation>
    </message>
    <message>
        <source>{} tensors</source>
        <translation>{} 个张量</translation>
    </message>
    <message>
        <source>{} tensors in groups of their own</source>
        <translation>{} 个张量在自己的组中</translation>
    </message>
    <message>
        <source>{} tensors with histograms</source>
        <translation>{} 个带直方图的张量</translation>
    </message>
    <message>
        <source>{} texts differ from another one of their column only in capital letters or blanks</source>
        <translation>{} 个文本与同列的另一个只在大小写或空格上不同</translation>
    </message>
    <message>
        <source>{} thread</source>
        <translation>{} 个线程</translation>
    </message>
    <message>
        <source>{} threads</source>
        <translation>{} 个线程</translation>
    </message>
    <message>
        <source>{} threads, {}, {}, {}</source>
        <translation>{} 个线程，{}，{}，{}</translation>
    </message>
    <message>
        <source>{} time</source>
        <translation>{} 次</translation>
    </message>
    <message>
        <source>{} times</source>
        <translation>{} 次</translation>
    </message>
    <message>
        <source>{} times as fast{} ({})</source>
        <translation>速度为 {} 倍{}（{}）</translation>
    </message>
    <message>
        <source>{} times as slow{} (95 % interval {} to {})</source>
        <translation>耗时为 {} 倍{}（95 % 区间 {} 到 {}）</translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation>{} 到 {}</translation>
    </message>
    <message>
        <source>{} to {} is not a range</source>
        <translation>{} 到 {} 不是范围</translation>
    </message>
    <message>
        <source>{} token</source>
        <translation>{} 个词元</translation>
    </message>
    <message>
        <source>{} tokens</source>
        <translation>{} 个词元</translation>
    </message>
    <message>
        <source>{} track</source>
        <translation>{} 个轨道</translation>
    </message>
    <message>
        <source>{} tracks</source>
        <translation>{} 个轨道</translation>
    </message>
    <message>
        <source>{} trial</source>
        <translation>{} 次试验</translation>
    </message>
    <message>
        <source>{} trials</source>
        <translation>{} 次试验</translation>
    </message>
    <message>
        <source>{} us</source>
        <translation>{} us</translation>
    </message>
    <message>
        <source>{} validation sample</source>
        <translation>{} 个验证样本</translation>
    </message>
    <message>
        <source>{} validation samples</source>
        <translation>{} 个验证样本</translation>
    </message>
    <message>
        <source>{} value</source>
        <translation>{} 个值</translation>
    </message>
    <message>
        <source>{} values</source>
        <translation>{} 个值</translation>
    </message>
    <message>
        <source>{} values for training are not numbers and take the mean of their column.</source>
        <translation>{} 个训练用的值不是数，取其列的均值。</translation>
    </message>
    <message>
        <source>{} wait for each other&apos;s results</source>
        <translation>{} 互相等待对方的结果</translation>
    </message>
    <message>
        <source>{} was trained with {}, whose state of every weight does not fit {}</source>
        <translation>{0} 用 {1} 训练，它为每个权重保存的状态与 {2} 不符</translation>
    </message>
    <message>
        <source>{} weight</source>
        <translation>{} 个权重</translation>
    </message>
    <message>
        <source>{} weights</source>
        <translation>{} 个权重</translation>
    </message>
    <message>
        <source>{} weights are kept in bf16</source>
        <translation>{} 个权重以 bf16 保存</translation>
    </message>
    <message>
        <source>{} where {} has {}</source>
        <translation>{}，而 {} 有 {}</translation>
    </message>
    <message>
        <source>{} while the learning rate stayed at {}. {}</source>
        <translation>{}，而学习率停在 {}。{}</translation>
    </message>
    <message>
        <source>{} with {}</source>
        <translation>{}，含 {}</translation>
    </message>
    <message>
        <source>{} worker</source>
        <translation>{} 个加载线程</translation>
    </message>
    <message>
        <source>{} workers</source>
        <translation>{} 个加载线程</translation>
    </message>
    <message>
        <source>{} → {} per {}, mean of all steps</source>
        <translation>{} → {}，每 {}，所有步的平均</translation>
    </message>
    <message>
        <source>{}(..., foreach=True) if it supports that, or torch.compile(optimizer.step)</source>
        <translation>若支持则用 {}(..., foreach=True)，或 torch.compile(optimizer.step)</translation>
    </message>
    <message>
        <source>{}, after its sample {}: left out, because it {}</source>
        <translation>{}，在其样本 {} 之后：略去，因为它{}</translation>
    </message>
    <message>
        <source>{}, and each folder is a class</source>
        <translation>{}，而每个文件夹是一个类别</translation>
    </message>
    <message>
        <source>{}, and no sample with the same answer can be read in its place</source>
        <translation>{}，且没有相同答案的样本可以代替它</translation>
    </message>
    <message>
        <source>{}, and other programs took {} of the cores&apos; time: slow steps may be theirs.</source>
        <translation>{}，而其他程序占用了 {} 的 CPU 核时间：慢的步可能由此引起。</translation>
    </message>
    <message>
        <source>{}, and the learning rate from {} to {}.</source>
        <translation>{}，学习率从 {} 变为 {}。</translation>
    </message>
    <message>
        <source>{}, and this one does not hold what was in memory at its peak</source>
        <translation>{}，而这份不含峰值时显存的内容</translation>
    </message>
    <message>
        <source>{}, and this one was made from another trace</source>
        <translation>{}，而这份由另一份追踪转换而来</translation>
    </message>
    <message>
        <source>{}, at a learning rate that stays at {}: it is on a plateau, and jumps by {} from epoch to epoch.</source>
        <translation>{}，学习率一直是 {}：损失处于平台期，在轮次之间跳动 {}。</translation>
    </message>
    <message>
        <source>{}, chunk {}</source>
        <translation>{}，数据块 {}</translation>
    </message>
    <message>
        <source>{}, dropout or more data</source>
        <translation>{}、dropout 或更多数据</translation>
    </message>
    <message>
        <source>{}, figures of rank {}</source>
        <translation>{}，rank {} 的数值</translation>
    </message>
    <message>
        <source>{}, for validation</source>
        <translation>{}，用于验证</translation>
    </message>
    <message>
        <source>{}, of {} each on average</source>
        <translation>{}，平均每个 {}</translation>
    </message>
    <message>
        <source>{}, or {}</source>
        <translation>{}，或{}</translation>
    </message>
    <message>
        <source>{}, record {}</source>
        <translation>{}，记录 {}</translation>
    </message>
    <message>
        <source>{}, row {}: left out, because it has no {}</source>
        <translation>{}，第 {} 行：略去，因为没有{}</translation>
    </message>
    <message>
        <source>{}, so</source>
        <translation>{}，因此</translation>
    </message>
    <message>
        <source>{}, so training runs on the CPU.</source>
        <translation>{}，因此在 CPU 上训练。</translation>
    </message>
    <message>
        <source>{}, steadily and as fast in the end as in the beginning: {} is too low.</source>
        <translation>{}，稳定下降，最后与开始一样快：{}太低。</translation>
    </message>
    <message>
        <source>{}, step {}</source>
        <translation>{}，第 {} 步</translation>
    </message>
    <message>
        <source>{}, steps {}-{}</source>
        <translation>{}，第 {}-{} 步</translation>
    </message>
    <message>
        <source>{}, steps {}-{}, live</source>
        <translation>{}，第 {}-{} 步，实时</translation>
    </message>
    <message>
        <source>{}, then import the file again</source>
        <translation>{}，然后重新导入该文件</translation>
    </message>
    <message>
        <source>{}, then import the folder again: runs that are there already are not created twice</source>
        <translation>{}，然后重新导入该文件夹：已有的内容不会重复生成</translation>
    </message>
    <message>
        <source>{}, with {} threads{}</source>
        <translation>{}，使用 {} 个线程{}</translation>
    </message>
    <message>
        <source>{}, {} by {}</source>
        <translation>{}，{} 乘 {}</translation>
    </message>
    <message>
        <source>{}, {} threads; {} training samples, {} validation samples</source>
        <translation>{} 上，{} 个线程；{} 个训练样本，{} 个验证样本</translation>
    </message>
    <message>
        <source>{}. Such an epoch is never the best. Look for values that are missing or absurd in the validation data, or set a lower train.optimizer.learning_rate or a train.clip.norm.</source>
        <translation>{}。这样的一轮绝不会是最佳。请检查验证数据中缺失或荒谬的值，或降低 train.optimizer.learning_rate，或设置 train.clip.norm。</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is left out: {}.</source>
        <translation>{}：“{}”未使用：{}。</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is read as (N, H, W, C); its second dimension could be channels too.</source>
        <translation>{}：“{}”按 (N, H, W, C) 读取；第二维也可能是通道。</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is read with a decimal {}, other than in the file for training; data.decimal decides.</source>
        <translation>{}：“{}”按小数{}读取，与训练文件不同；由 data.decimal 决定。</translation>
    </message>
    <message>
        <source>{}: At least {} required</source>
        <translation>{}：至少需要 {} 个</translation>
    </message>
    <message>
        <source>{}: Failed parsing number: ({})</source>
        <translation>{}：无法解析数字：（{}）</translation>
    </message>
    <message>
        <source>{}: Failed parsing {} as a number</source>
        <translation>{}：无法将 {} 解析为数字</translation>
    </message>
    <message>
        <source>{}: Number less or equal to 0: {}</source>
        <translation>{}：数字小于或等于 0：{}</translation>
    </message>
    <message>
        <source>{}: SQLite&apos;s write-ahead log does not work in this folder. Runs are saved with a rollback journal, which is slower. Move the project to a local disk for full speed.</source>
        <translation>{}：SQLite 的预写日志在此文件夹中无法使用。改用回滚日志保存运行，速度较慢。把项目移到本地磁盘以获得全速。</translation>
    </message>
    <message>
        <source>{}: Value {} not in range [{} - {}]</source>
        <translation>{}：值 {} 不在范围 [{} - {}] 内</translation>
    </message>
    <message>
        <source>{}: Value {} not in range {} to {}</source>
        <translation>{}：值 {} 不在 {} 到 {} 的范围内</translation>
    </message>
    <message>
        <source>{}: a backslash in double quotes begins an escape, and this is not a valid one</source>
        <translation>{}：双引号中的反斜杠开始一个转义，而这里不是</translation>
    </message>
    <message>
        <source>{}: a folder of this number was there already, of a run that the store does not have. It is called {} now.</source>
        <translation>{}：已有一个同号的文件夹，属于存储中没有的运行。它现在名为 {}。</translation>
    </message>
    <message>
        <source>{}: a part of the table cannot be read</source>
        <translation>{}：该表的一部分无法读取</translation>
    </message>
    <message>
        <source>{}: a session began again from an earlier step: {} points and {} histograms from there on are superseded</source>
        <translation>{}：一次会话从更早的步重新开始：此后的 {} 个点和 {} 个直方图已被取代</translation>
    </message>
    <message>
        <source>{}: damaged records that were left out: {}</source>
        <translation>{}：已略去的损坏记录数：{}</translation>
    </message>
    <message>
        <source>{}: expect matrix products to take up to {} % less time than in f32, and the rest to move half the bytes</source>
        <translation>{}：预计矩阵乘比 f32 最多少用 {} % 的时间，其余部分搬运一半的字节</translation>
    </message>
    <message>
        <source>{}: expect matrix products to take {} times as long as in f32; STEPSCOPE_BF16=storage runs them in f32</source>
        <translation>{}：预计矩阵乘的时间是 f32 的 {} 倍；STEPSCOPE_BF16=storage 以 f32 执行</translation>
    </message>
    <message>
        <source>{}: fewer than 3 steps: a change cannot be told from noise</source>
        <translation>{}：少于 3 步：变化无法与噪声区分</translation>
    </message>
    <message>
        <source>{}: histograms that a later one of the same name and step replaced: {}</source>
        <translation>{}：被后来同名同步的直方图取代的直方图数：{}</translation>
    </message>
    <message>
        <source>{}: histograms without a value: {}</source>
        <translation>{}：没有值的直方图数：{}</translation>
    </message>
    <message>
        <source>{}: it begins a session while another file of the folder is still written; the points of both are kept in {} series, &quot;{}&quot; among them</source>
        <translation>{}：它开始会话时，该文件夹中的另一个文件仍在写入；{} 条曲线（其中有“{}”）保留两者的点</translation>
    </message>
    <message>
        <source>{}: it begins anew what another file of the folder holds up to step {}; the points of both are kept in {} series, &quot;{}&quot; among them. For two runs, put the files into folders of their own</source>
        <translation>{}：它从头开始写该文件夹中另一个文件已写到第 {} 步的内容；{} 条曲线（其中有“{}”）保留两者的点。若是两次运行，请把文件放进各自的文件夹</translation>
    </message>
    <message>
        <source>{}: it is trained again or was deleted meanwhile; nothing of it was touched</source>
        <translation>{}：期间又在训练或已被删除；没有改动它</translation>
    </message>
    <message>
        <source>{}: its checkpoints have changed meanwhile; none of them was touched</source>
        <translation>{}：它的检查点与刚才不同；没有改动它们</translation>
    </message>
    <message>
        <source>{}: its kernels are too small for it.</source>
        <translation>{}：其 kernel 对它来说太小。</translation>
    </message>
    <message>
        <source>{}: its points are not there</source>
        <translation>{}：它的点不存在</translation>
    </message>
    <message>
        <source>{}: its summary disagrees with its points</source>
        <translation>{}：它的摘要与它的点不符</translation>
    </message>
    <message>
        <source>{}: its summary says {} points, there are {}</source>
        <translation>{}：它的摘要说有 {} 个点，实际有 {} 个</translation>
    </message>
    <message>
        <source>{}: left alone, because {}</source>
        <translation>{}：未采用，因为{}</translation>
    </message>
    <message>
        <source>{}: left out, because it is not in a class folder</source>
        <translation>{}：已略去，因为它在类别文件夹旁边而不在其中</translation>
    </message>
    <message>
        <source>{}: left out, because its format is not read</source>
        <translation>{}：略去，因为不读取这种格式</translation>
    </message>
    <message>
        <source>{}: left out, because its name tells no class</source>
        <translation>{}：略去，因为文件名没有说明类别</translation>
    </message>
    <message>
        <source>{}: left out, because its {} bytes are not a whole number of records of {} bytes.</source>
        <translation>{}：略去，因为它的 {} 字节不是 {} 字节记录的整数倍。</translation>
    </message>
    <message>
        <source>{}: left out, because the link points to a folder that contains it</source>
        <translation>{}：略去，因为该链接指回它所在的文件夹</translation>
    </message>
    <message>
        <source>{}: left out, because the target of the link does not exist</source>
        <translation>{}：略去，因为该链接没有指向任何东西</translation>
    </message>
    <message>
        <source>{}: left out, because {}</source>
        <translation>{}：略去，因为{}</translation>
    </message>
    <message>
        <source>{}: mean {}, median {}</source>
        <translation>{}：平均 {}，中位数 {}</translation>
    </message>
    <message>
        <source>{}: mean {}, median {} ({} unrecorded)</source>
        <translation>{}：平均 {}，中位数 {}（未记录时 {}）</translation>
    </message>
    <message>
        <source>{}: mean {}, median {}; {} between them were not recorded</source>
        <translation>{}：平均 {}，中位数 {}；其间有 {} 没有记录</translation>
    </message>
    <message>
        <source>{}: no run was made, as its event files hold no value</source>
        <translation>{}：没有生成运行，因为其事件文件不含任何值</translation>
    </message>
    <message>
        <source>{}: pictures that a later one of the same name replaced: {}</source>
        <translation>{}：被后来同名图片取代的图片数：{}</translation>
    </message>
    <message>
        <source>{}: pictures that were left out, of more than {} KiB or beyond the {} that are kept: {}</source>
        <translation>{}：已略去的图片数（大于 {} KiB，或超出保留的 {} 张）：{}</translation>
    </message>
    <message>
        <source>{}: read as {}; data.encoding decides.</source>
        <translation>{}：按 {} 读取；由 data.encoding 决定。</translation>
    </message>
    <message>
        <source>{}: records without a time that were left out: {}</source>
        <translation>{}：已略去的没有时间的记录数：{}</translation>
    </message>
    <message>
        <source>{}: rows that occur twice or violate a rule of the table: {}</source>
        <translation>{}：重复或违反表规则的行数：{}</translation>
    </message>
    <message>
        <source>{}: something keeps tensors of earlier steps.</source>
        <translation>{}：有代码保留了之前各步的张量。</translation>
    </message>
    <message>
        <source>{}: the GPU waits {} of the time for them, and they are too few to join.</source>
        <translation>{0}：GPU 为此等待的时间占 {1}，启动太少，无需合并。</translation>
    </message>
    <message>
        <source>{}: the array &quot;{}&quot; is left out; its name says nothing about it.</source>
        <translation>{}：数组“{}”不使用；从名称看不出它是什么。</translation>
    </message>
    <message>
        <source>{}: the clock of its records is implausible (from {} to {} s of Unix time): its run time is not known</source>
        <translation>{}：记录中的时钟异常（Unix 时间 {} 到 {} 秒）：运行时间未知</translation>
    </message>
    <message>
        <source>{}: the data is not what it was when the checkpoint was made, so the losses will not be those of an unbroken run.</source>
        <translation>{}：数据与创建检查点时不同，因此损失不会与未中断的运行相同。</translation>
    </message>
    <message>
        <source>{}: the file ends in the middle of a record</source>
        <translation>{}：文件在一条记录中间结束</translation>
    </message>
    <message>
        <source>{}: the file is damaged at byte {}; the data after it cannot be read</source>
        <translation>{}：文件在第 {} 字节处损坏；其后的内容无法读取</translation>
    </message>
    <message>
        <source>{}: the folder lies on {}, where SQLite&apos;s write-ahead log is not safe. Runs are saved with a rollback journal, which is slower, and reading waits for writing. Move the project to a local disk for full speed.</source>
        <translation>{}：该文件夹位于 {}，SQLite 的预写日志在那里不安全。改用回滚日志保存运行，速度较慢，且读取要等待写入。把项目移到本地磁盘以获得全速。</translation>
    </message>
    <message>
        <source>{}: the labels go to {}, but none is {}{}</source>
        <translation>{}：标签到 {} 为止，但没有 {}{}</translation>
    </message>
    <message>
        <source>{}: the names of CIFAR-10&apos;s files are absent. Taken for training:{}; for validation:{}{}. There are {} classes.</source>
        <translation>{}：没有以 CIFAR-10 命名的文件。用于训练：{}；用于验证：{}{}。共 {} 个类别。</translation>
    </message>
    <message>
        <source>{}: the others wait for {}, {}.</source>
        <translation>{}：其他 rank 在等待 {}，占{}。</translation>
    </message>
    <message>
        <source>{}: the recording ended in its last step, which is left out</source>
        <translation>{}：记录在最后一步中结束，该步不计</translation>
    </message>
    <message>
        <source>{}: the steps of {} series go back without the start of a session (purge_step of SummaryWriter), those of &quot;{}&quot; from {} to {}; all points are kept</source>
        <translation>{}：{} 条曲线的步数倒退而没有会话开始的记录（SummaryWriter 的 purge_step），其中“{}”从 {} 退到 {}；所有点都已保留</translation>
    </message>
    <message>
        <source>{}: the validation data is not what it was when the checkpoint was made. The best value and the epochs without an improvement are counted anew.</source>
        <translation>{}：验证数据与保存检查点时不同。最佳值和没有改进的轮数重新计算。</translation>
    </message>
    <message>
        <source>{}: values that were left out, neither numbers, histograms nor pictures: {}</source>
        <translation>{}：已略去的值数（既不是数字，也不是直方图或图片）：{}</translation>
    </message>
    <message>
        <source>{}: {} The other kernel choices are used, and those of the missing layers are timed again.</source>
        <translation>{}：{}使用其他 kernel 选择，缺失的层重新计时。</translation>
    </message>
    <message>
        <source>{}: {} could not be removed</source>
        <translation>{}：无法移除 {}</translation>
    </message>
    <message>
        <source>{}: {} empty cells of &quot;{}&quot; in the training rows take its median, {}.</source>
        <translation>{0}：训练行中 &quot;{2}&quot; 的 {1} 个空单元格取其中位数 {3}。</translation>
    </message>
    <message>
        <source>{}: {} for training, none for validation</source>
        <translation>{}：训练 {}，验证无</translation>
    </message>
    <message>
        <source>{}: {} is incomplete ({}), and there is no other one; it stays</source>
        <translation>{}：{} 不完整（{}），且没有别的；保留它</translation>
    </message>
    <message>
        <source>{}: {} is lost in them.</source>
        <translation>{}：因此损失 {}。</translation>
    </message>
    <message>
        <source>{}: {} is not used, since {}</source>
        <translation>{}：不使用{}，因为{}</translation>
    </message>
    <message>
        <source>{}: {} not in {}</source>
        <translation>{}：{} 不在 {} 中</translation>
    </message>
    <message>
        <source>{}: {} of run {}</source>
        <translation>{0}：运行 {2} 的 {1}</translation>
    </message>
    <message>
        <source>{}: {} of {}{}</source>
        <translation>{0}：{2} 个中的 {1} 个{3}</translation>
    </message>
    <message>
        <source>{}: {} required {} missing</source>
        <translation>{}：缺少 {} 个必需的 {}</translation>
    </message>
    <message>
        <source>{}: {} whose names tell their classes, such as &quot;{}&quot; of class &quot;{}&quot;</source>
        <translation>{}：{}，文件名说明类别，例如 &quot;{}&quot; 属于类别 &quot;{}&quot;</translation>
    </message>
    <message>
        <source>{}: {}, named by its column {}, with their classes in {}</source>
        <translation>{}：{}，由列 {} 指定，类别在 {} 中</translation>
    </message>
    <message>
        <source>{}: {}, the first of them number {}</source>
        <translation>{}：{}，其中第一个是编号 {}</translation>
    </message>
    <message>
        <source>{}; STEPSCOPE_BF16=arithmetic asks for matrix products in bf16</source>
        <translation>{}；STEPSCOPE_BF16=arithmetic 要求用 bf16 相乘</translation>
    </message>
    <message>
        <source>{}; early stopping ended the run and took the best weights.</source>
        <translation>{}；早停结束了运行并取用了最佳权重。</translation>
    </message>
    <message>
        <source>{}; in the last {} the validation loss changed by {} an epoch on average</source>
        <translation>{}；在最后 {} 中验证损失平均每个轮次变化 {}</translation>
    </message>
    <message>
        <source>{}; nothing was imported</source>
        <translation>{}；没有导入任何内容</translation>
    </message>
    <message>
        <source>{}; their excess over the median is {} of the time.</source>
        <translation>{}；它们多用的时间占 {}。</translation>
    </message>
    <message>
        <source>{}; what came before is shown</source>
        <translation>{}；之前的内容已显示</translation>
    </message>
    <message>
        <source>{}; with {} that is chance.</source>
        <translation>{}；只有 {} 时这属于偶然。</translation>
    </message>
    <message>
        <source>{}; {} of {} runs are imported, not imported: {}</source>
        <translation>{}；已导入 {}/{} 个运行，未导入：{}</translation>
    </message>
    <message>
        <source>{}=expandable_segments:True, batches of one size, no torch.cuda.empty_cache() in the loop</source>
        <translation>{}=expandable_segments:True，批大小保持一致，循环中不调用 torch.cuda.empty_cache()</translation>
    </message>
    <message>
        <source>{}the attribute {} as {} where it is {}</source>
        <translation>{0}属性 {1} 为{2}，应为{3}</translation>
    </message>
    <message>
        <source>{}the attribute {}, which {} does not know</source>
        <translation>{}属性 {}，而 {} 不认识它</translation>
    </message>
    <message>
        <source>{}{} needs {}</source>
        <translation>{}{}需要 {}</translation>
    </message>
    <message>
        <source>{}{}: the parts for training and testing in it are taken together, and others drawn for validation; lay them out as train/CLASS and val/CLASS to keep them apart</source>
        <translation>{}{}：其中的训练和测试部分被合在一起，验证部分另行抽取；要分开，请按 train/CLASS 和 val/CLASS 存放</translation>
    </message>
</context>
<context>
    <name>engine-words</name>
    <message>
        <source>above</source>
        <translation>大于</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>are</source>
        <translation>被</translation>
    </message>
    <message>
        <source>below</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>highly</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>is</source>
        <translation>被</translation>
    </message>
    <message>
        <source>large</source>
        <translation>大</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>moderately</source>
        <translation>中度</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>small</source>
        <translation>小</translation>
    </message>
</context>
<context>
    <name>printed</name>
    <message>
        <source>
stepscope-cli: stopping cleanly; a second Ctrl+C ends it at once.
</source>
        <translation>
stepscope-cli：正在正常停止；再按一次 Ctrl+C 立即结束。
</translation>
    </message>
    <message>
        <source> is back</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source> was not in the bin</source>
        <translation>不在回收站中</translation>
    </message>
    <message>
        <source>(99 %: {} to {})</source>
        <translation>（99 %：{} 到 {}）</translation>
    </message>
    <message>
        <source>(baseline)</source>
        <translation>（基线）</translation>
    </message>
    <message>
        <source>(best)</source>
        <translation>（最佳）</translation>
    </message>
    <message>
        <source>(estimated before: {}</source>
        <translation>（事先估计：{}</translation>
    </message>
    <message>
        <source>(goes on)</source>
        <translation>（继续）</translation>
    </message>
    <message>
        <source>(no interval: too few steps, or all alike)</source>
        <translation>（无区间：步太少，或全部相同）</translation>
    </message>
    <message>
        <source>(no value: {})</source>
        <translation>（无值：{}）</translation>
    </message>
    <message>
        <source>(nothing is known of this time)</source>
        <translation>（对这段时间一无所知）</translation>
    </message>
    <message>
        <source>(of none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>(the last one is cut off and left out)</source>
        <translation>（最后一步被截断，未计入）</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>（未知）</translation>
    </message>
    <message>
        <source>(with {})</source>
        <translation>（使用 {}）</translation>
    </message>
    <message>
        <source>, GPU idle while other ranks compute {} of {}</source>
        <translation>，其他 rank 计算时 GPU 空闲，占 {1} 的 {0}</translation>
    </message>
    <message>
        <source>, as estimated</source>
        <translation>，与估计相符</translation>
    </message>
    <message>
        <source>, best validation {} {}</source>
        <translation>，最佳验证{} {}</translation>
    </message>
    <message>
        <source>, best {} {}</source>
        <translation>，最佳{} {}</translation>
    </message>
    <message>
        <source>, clean</source>
        <translation>，无改动</translation>
    </message>
    <message>
        <source>, each bound to a core</source>
        <translation>，各绑定到一个核</translation>
    </message>
    <message>
        <source>, not as estimated</source>
        <translation>，与估计不符</translation>
    </message>
    <message>
        <source>, of {}</source>
        <translation>，{}</translation>
    </message>
    <message>
        <source>, or none</source>
        <translation>，或无</translation>
    </message>
    <message>
        <source>, or {}</source>
        <translation>，或{}</translation>
    </message>
    <message>
        <source>, peak {} by the plan</source>
        <translation>，按计划峰值 {}</translation>
    </message>
    <message>
        <source>, run {} goes on</source>
        <translation>，运行 {} 继续</translation>
    </message>
    <message>
        <source>, step {}</source>
        <translation>，每步 {}</translation>
    </message>
    <message>
        <source>, the process {} (predicted {})</source>
        <translation>，进程 {}（预测 {}）</translation>
    </message>
    <message>
        <source>, the step&apos;s memory {} resident (planned {})</source>
        <translation>，该步的内存驻留 {}（计划 {}）</translation>
    </message>
    <message>
        <source>, validation loss {}</source>
        <translation>，验证损失 {}</translation>
    </message>
    <message>
        <source>, validation {} {}</source>
        <translation>，验证{} {}</translation>
    </message>
    <message>
        <source>, whether it was changed since is unknown</source>
        <translation>，此后是否改动未知</translation>
    </message>
    <message>
        <source>, with changes that are not committed</source>
        <translation>，有未提交的改动</translation>
    </message>
    <message>
        <source>, {} not finite</source>
        <translation>，{} 个不是有限数</translation>
    </message>
    <message>
        <source>, {} of it estimated</source>
        <translation>，其中 {} 为估计</translation>
    </message>
    <message>
        <source>, {} of it from kernels never timed</source>
        <translation>，其中 {} 来自从未计时的 kernel</translation>
    </message>
    <message>
        <source>, {} of it timed on busy cores</source>
        <translation>，其中 {} 在 CPU 核被占用时计时</translation>
    </message>
    <message>
        <source>, {} points worse</source>
        <translation>，差 {} 个百分点</translation>
    </message>
    <message>
        <source>, {} removed permanently</source>
        <translation>，{}被永久删除</translation>
    </message>
    <message>
        <source>, {} resident</source>
        <translation>，{} 驻留</translation>
    </message>
    <message>
        <source>, {} skipped by overflows, loss scale {}</source>
        <translation>，{}因溢出被跳过，损失缩放 {}</translation>
    </message>
    <message>
        <source>, {} worse</source>
        <translation>，差 {}</translation>
    </message>
    <message>
        <source>--lang: there is no language &quot;{}&quot;. Choose en or zh_CN.</source>
        <translation>--lang：没有语言 &quot;{}&quot;。请选择 en 或 zh_CN。</translation>
    </message>
    <message>
        <source>.json or .json.gz (Chrome, Perfetto), .sstrace (Stepscope&apos;s own, compact), .csv (a table of the spans)</source>
        <translation>.json 或 .json.gz（Chrome、Perfetto）、.sstrace（Stepscope 自己的紧凑格式）、.csv（片段表）</translation>
    </message>
    <message>
        <source>1 finding about the data</source>
        <translation>关于数据有 1 项发现</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>95 % interval {} to {} ({})</source>
        <translation>95 % 区间 {} 到 {}（{}）</translation>
    </message>
    <message>
        <source>: no note</source>
        <translation>：无备注</translation>
    </message>
    <message>
        <source>; kept with run {}</source>
        <translation>；已与运行 {} 一起保存</translation>
    </message>
    <message>
        <source>A JSON object for each run, when it has ended</source>
        <translation>每个运行结束时输出一个 JSON 对象</translation>
    </message>
    <message>
        <source>A Stepscope project. Every key is described in examples/README.md. Paths are relative to this file.</source>
        <translation>Stepscope 项目。每个键的说明见 examples/README.md。路径相对于本文件。</translation>
    </message>
    <message>
        <source>A call includes the wait for all ranks, so these bandwidths are lower bounds; the best call is closest to what the links can do.</source>
        <translation>一次调用要等所有 rank 到齐才结束，所以实际带宽不低于这些值；最好的一次调用最接近链路的能力。</translation>
    </message>
    <message>
        <source>A category (data_loader), layer, op or name of a span: a step without it</source>
        <translation>类别（data_loader）、层、算子或片段名称：没有它的一步</translation>
    </message>
    <message>
        <source>A checkpoint of the forked run: last, best, or a name that `checkpoints` lists</source>
        <translation>被分叉运行的检查点：last、best 或 `checkpoints` 列出的名称</translation>
    </message>
    <message>
        <source>A file with the name of a class on every line, for an ONNX file</source>
        <translation>每行一个类别名称的文件，用于 ONNX 文件</translation>
    </message>
    <message>
        <source>A folder or a file; or a kind of data that needs none, such as shapes</source>
        <translation>文件夹或文件；或不需要路径的数据种类，例如 shapes</translation>
    </message>
    <message>
        <source>A key and its values, instead of the project&apos;s [sweep]: --vary switches.batch_size=32,64, --vary &apos;model.hidden=[8],[16,8]&apos;; may be repeated, all combinations are trained</source>
        <translation>一个键及其值，代替项目的 [sweep]：--vary switches.batch_size=32,64, --vary &apos;model.hidden=[8],[16,8]&apos;；可重复，会训练所有组合</translation>
    </message>
    <message>
        <source>A key of [data], such as data.decimal=comma; may be repeated</source>
        <translation>[data] 的一个键，例如 data.decimal=comma；可重复</translation>
    </message>
    <message>
        <source>A key of the project, or of [data] if there is no project, such as data.decimal=comma; may be repeated</source>
        <translation>项目的一个键，没有项目时为 [data] 的键，例如 data.decimal=comma；可重复</translation>
    </message>
    <message>
        <source>A line shows the last value of each stretch of steps, the band around it the smallest and the largest.</source>
        <translation>线表示每一段步的最后一个值，周围的带表示最小值和最大值。</translation>
    </message>
    <message>
        <source>A line shows the last value of each stretch of steps.</source>
        <translation>线表示每一段步的最后一个值。</translation>
    </message>
    <message>
        <source>A model of the zoo instead of the one chosen for the data</source>
        <translation>使用模型库中的某个模型，而不是按数据选出的模型</translation>
    </message>
    <message>
        <source>A new run that begins with a checkpoint of this one, and its settings; --set changes some</source>
        <translation>新的运行，从此运行的检查点和设置开始；--set 可修改其中一些</translation>
    </message>
    <message>
        <source>A project (its best run), the folder of a run or of a checkpoint, an ONNX file, or a frozen model</source>
        <translation>项目（取其最佳运行）、运行或检查点的文件夹、ONNX 文件，或冻结的模型</translation>
    </message>
    <message>
        <source>A project, or data: a folder or a file</source>
        <translation>项目，或数据：文件夹或文件</translation>
    </message>
    <message>
        <source>A run of the project; default: the newest</source>
        <translation>项目的一个运行；默认：最新的</translation>
    </message>
    <message>
        <source>A step of {}: the median of those recorded, {}.</source>
        <translation>{} 的一步：所记录各步的中位数，{}。</translation>
    </message>
    <message>
        <source>A subcommand is required</source>
        <translation>需要一个子命令</translation>
    </message>
    <message>
        <source>A trace of PyTorch with profile_memory=True, a memory snapshot that was saved as JSON, or a .sstrace</source>
        <translation>带 profile_memory=True 的 PyTorch 跟踪、保存为 JSON 的内存快照，或 .sstrace</translation>
    </message>
    <message>
        <source>A trace of any supported format</source>
        <translation>任何受支持格式的跟踪</translation>
    </message>
    <message>
        <source>A trace, or a project: its file or its folder</source>
        <translation>跟踪，或项目：其文件或文件夹</translation>
    </message>
    <message>
        <source>A trained model as an ONNX file: written, read again and compared with the model; prints how other runtimes run it</source>
        <translation>将训练好的模型写成 ONNX 文件：写出、重新读取并与模型比较；显示其他运行时如何运行它</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Adds tags to a run, or removes them</source>
        <translation>为运行添加或去除标签</translation>
    </message>
    <message>
        <source>After the last validation of the run, worst first by cross-entropy; pictures as the network got them, with their contrast stretched.</source>
        <translation>运行的最后一次验证之后，按交叉熵从最差开始；图片为网络所得到的样子，对比度已拉伸。</translation>
    </message>
    <message>
        <source>All {} settings are equal.</source>
        <translation>全部 {} 项设置相同。</translation>
    </message>
    <message>
        <source>Also record steps as a capture does, and show its cost during and after the recording</source>
        <translation>同时像采集那样记录各步，并显示其在记录期间和之后的代价</translation>
    </message>
    <message>
        <source>Also the one that the run would be resumed from</source>
        <translation>包括运行会从中恢复的那一个</translation>
    </message>
    <message>
        <source>Also time every op and compare it with the peak arithmetic and memory rates of this machine</source>
        <translation>同时为每个算子计时，并与本机运算和内存的峰值速率对照</translation>
    </message>
    <message>
        <source>Alternate steps alone with steps while this many busy loops run on the cores, as another program would</source>
        <translation>轮流进行单独的步和有这么多忙循环占用 CPU 核时的步，如同有其他程序在运行</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Batch {}: other programs took {} of the cores, so these times say little.</source>
        <translation>批次 {}：其他程序占用了 {} 的核心，因此这些时间没有多少意义。</translation>
    </message>
    <message>
        <source>Below 1 prefers likelier characters; 0 always takes the likeliest</source>
        <translation>小于 1 时更倾向于可能的字符；0 时总取最可能的</translation>
    </message>
    <message>
        <source>By {} epoch {} was the best, with {}; the last weights have {}{}.</source>
        <translation>按 {}，第 {} 轮最佳，为 {}；最后的权重为 {}{}。</translation>
    </message>
    <message>
        <source>Change a key of the project first: --set switches.amp=bf16; may be repeated</source>
        <translation>先修改项目的一个键：--set switches.amp=bf16；可重复</translation>
    </message>
    <message>
        <source>Change a key of the project first: --set switches.batch_size=32; may be repeated</source>
        <translation>先修改项目的一个键：--set switches.batch_size=32；可重复</translation>
    </message>
    <message>
        <source>Change how samples are read, as in a project file: data.mean=[0.5]; of an ONNX file also keys of [model]</source>
        <translation>更改样本的读取方式，写法同项目文件：data.mean=[0.5]；对 ONNX 文件也可用 [model] 的键</translation>
    </message>
    <message>
        <source>Changes are against {}.</source>
        <translation>变化相对于 {}。</translation>
    </message>
    <message>
        <source>Characters to write</source>
        <translation>要写的字符数</translation>
    </message>
    <message>
        <source>Checkpoints of runs: list them, export weights for other programs, delete them</source>
        <translation>运行的检查点：列出、导出权重供其他程序使用、删除</translation>
    </message>
    <message>
        <source>Checks it for damage, point by point; never writes</source>
        <translation>逐点检查它是否损坏；从不写入</translation>
    </message>
    <message>
        <source>Classes to tell for every input</source>
        <translation>每个输入给出的类别数</translation>
    </message>
    <message>
        <source>Classes, targets or tokens</source>
        <translation>类别、目标或词元</translation>
    </message>
    <message>
        <source>Colours are those of the table of groups and runs.</source>
        <translation>颜色与组和运行的表一致。</translation>
    </message>
    <message>
        <source>Commit of the project&apos;s folder</source>
        <translation>项目文件夹的提交</translation>
    </message>
    <message>
        <source>Comparison of {} runs</source>
        <translation>{} 个运行的对比</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>计算线程</translation>
    </message>
    <message>
        <source>Compute threads; default: all cores</source>
        <translation>计算线程数；默认：所有核</translation>
    </message>
    <message>
        <source>Computed again in the backward pass: {}, {}, {} of the step</source>
        <translation>反向传播中重新计算：{}，{}，占一步的 {}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Configuration of {}</source>
        <translation>{} 的配置</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Confusion matrix: a row for each true class, a column for each answer</source>
        <translation>混淆矩阵：每行一个真实类别，每列一个答案</translation>
    </message>
    <message>
        <source>Continue the last sweep of this project, also one of the window: first the stopped run from its checkpoint, then the waiting runs</source>
        <translation>继续此项目的上一次超参数扫描，窗口的也可以：先从检查点继续被停止的运行，然后是等待中的运行</translation>
    </message>
    <message>
        <source>Continue this run from its last checkpoint</source>
        <translation>从最后的检查点继续此运行</translation>
    </message>
    <message>
        <source>Convert a trace to another format, given by the ending of OUT</source>
        <translation>将跟踪转换为另一种格式，由 OUT 的结尾决定</translation>
    </message>
    <message>
        <source>Copies it, also during training</source>
        <translation>复制它，训练时也可以</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>Creates runs from a folder of TensorBoard event files, or from one .stepscope-run file</source>
        <translation>由 TensorBoard 事件文件的文件夹或一个 .stepscope-run 文件创建运行</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>DISAGREES: {}</source>
        <translation>不符：{}</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Decode every picture, not only headers and a sample of them; equal pictures are then found by their pixels</source>
        <translation>解码每张图片，而不只是文件头和其中一部分；这样可以按像素找出相同的图片</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>删除它们</translation>
    </message>
    <message>
        <source>Deletes checkpoints; what a run could be resumed from only with --force</source>
        <translation>删除检查点；运行可从中恢复的检查点只有用 --force 才会删除</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Display program version information and exit</source>
        <translation>显示程序版本并退出</translation>
    </message>
    <message>
        <source>Draw this many combinations instead</source>
        <translation>改为随机抽取这么多种组合</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Every picture was decoded, and equal files were looked for; --whole compares the pixels too.</source>
        <translation>已解码每张图片，并查找了相同的文件；--whole 还会比较像素。</translation>
    </message>
    <message>
        <source>Every picture was decoded, and their pixels were compared.</source>
        <translation>已解码每张图片，并比较了它们的像素。</translation>
    </message>
    <message>
        <source>Every run, newest first</source>
        <translation>所有运行，最新的在前</translation>
    </message>
    <message>
        <source>Every switch of a project: its value, the possible values and the effect of each; nothing is trained</source>
        <translation>项目的每个开关：当前值、可选值以及各自的作用；不进行训练</translation>
    </message>
    <message>
        <source>Excludes</source>
        <translation>不能同时使用</translation>
    </message>
    <message>
        <source>Exit codes: 0 done; 1 failed; 2 the command line cannot be understood; 3 done, but not everything is on disk (a message says what is);
4 a run or a sweep was to be continued, and nothing was left to do.
train, sweep, try and lrtest stop cleanly at Ctrl+C, SIGTERM or SIGHUP, and with 0; a second Ctrl+C ends a command at once.</source>
        <translation>退出代码：0 完成；1 失败；2 命令行无法理解；3 完成，但并非全部在磁盘上（会有消息说明哪些在）；
4 要继续运行或超参数扫描，但已没有剩余内容。
train、sweep、try 和 lrtest 遇到 Ctrl+C、SIGTERM 或 SIGHUP 会正常停止并返回 0；再按一次 Ctrl+C 会立即结束命令。</translation>
    </message>
    <message>
        <source>Exit with 1 if the step is slower by more than this percentage and by more than the noise, such as 3%</source>
        <translation>当一步变慢超过此百分比且超过噪声时以 1 退出，例如 3%</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Find a learning rate: train some steps with a growing rate; nothing is saved</source>
        <translation>寻找学习率：用逐步增大的学习率训练若干步；不保存任何内容</translation>
    </message>
    <message>
        <source>Find the largest batch that fits the memory, without running anything</source>
        <translation>找出内存能容纳的最大批，不运行任何内容</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Fingerprint of the training data</source>
        <translation>训练数据的指纹</translation>
    </message>
    <message>
        <source>Fingerprint of the validation data</source>
        <translation>验证数据的指纹</translation>
    </message>
    <message>
        <source>First rate</source>
        <translation>起始学习率</translation>
    </message>
    <message>
        <source>First removes deleted runs permanently</source>
        <translation>先永久删除已删除的运行</translation>
    </message>
    <message>
        <source>Folder of the project, which is created. Default: one named after the data, in the current folder</source>
        <translation>项目的文件夹，会被创建。默认：在当前文件夹中，以数据命名</translation>
    </message>
    <message>
        <source>Following {}; Ctrl+C ends it.</source>
        <translation>正在跟随 {}；Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>For a table: the column to predict; may be repeated</source>
        <translation>用于表格：要预测的列；可重复</translation>
    </message>
    <message>
        <source>Frees unused disk space</source>
        <translation>释放未使用的磁盘空间</translation>
    </message>
    <message>
        <source>Freeze a trained model in a file that evaluate, predict and bench --inference take: batch norms are folded, and it needs neither project nor run</source>
        <translation>把训练好的模型冻结成文件，供 evaluate、predict 和 bench --inference 使用：批归一化被折叠，且不再需要项目和运行</translation>
    </message>
    <message>
        <source>From one turn of the switches to the next</source>
        <translation>开关各次改变之间</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>GPU self</source>
        <translation>GPU 自身</translation>
    </message>
    <message>
        <source>GPU total</source>
        <translation>GPU 合计</translation>
    </message>
    <message>
        <source>Groups of equal settings</source>
        <translation>设置相同的组</translation>
    </message>
    <message>
        <source>Height and width of the images, pixels; default: those of the model</source>
        <translation>图像的高和宽，像素；默认：模型自身的</translation>
    </message>
    <message>
        <source>How good a trained model is: loss and metrics with intervals, every class, confusion matrix</source>
        <translation>训练好的模型有多好：损失、带区间的指标、各类别、混淆矩阵</translation>
    </message>
    <message>
        <source>Inconclusive: the first rates are too large already. Take a smaller --least.</source>
        <translation>无法得出结论：最初的学习率已经太大。请取更小的 --least。</translation>
    </message>
    <message>
        <source>Inconclusive: the loss fell by {}, which is within its noise (one standard deviation of its average is {}). Take more --steps, a larger --most or a larger batch.</source>
        <translation>无法得出结论：损失下降了 {}，在其噪声范围之内（其平均值的一个标准差为 {}）。请取更多的 --steps、更大的 --most 或更大的批。</translation>
    </message>
    <message>
        <source>Input {} {} {}, output {}</source>
        <translation>输入 {} {} {}，输出 {}</translation>
    </message>
    <message>
        <source>Instructions used</source>
        <translation>使用的指令集</translation>
    </message>
    <message>
        <source>It can bring at most {} of a step{}.</source>
        <translation>每步最多可节省 {}{}。</translation>
    </message>
    <message>
        <source>It stopped early, after {}: {}.</source>
        <translation>提前停止，在{}之后：{}。</translation>
    </message>
    <message>
        <source>Its checkpoint &quot;best&quot; holds those of epoch {}.</source>
        <translation>其检查点 &quot;best&quot; 是第 {} 轮的权重。</translation>
    </message>
    <message>
        <source>Its new name</source>
        <translation>它的新名称</translation>
    </message>
    <message>
        <source>Its settings are those for {}. Measured with them: {}.</source>
        <translation>其设置适用于{}。用这些设置测得：{}。</translation>
    </message>
    <message>
        <source>Its tensors, were no memory shared</source>
        <translation>若不共享内存，其张量共需</translation>
    </message>
    <message>
        <source>Its weights are not on disk: the checkpoint &quot;best&quot; holds those of epoch {}.</source>
        <translation>其权重不在磁盘上：检查点 &quot;best&quot; 是第 {} 轮的权重。</translation>
    </message>
    <message>
        <source>Its weights are those of epoch {}, the best by {}: {} ({} after the last epoch).</source>
        <translation>其权重为第 {} 轮的权重，按 {} 最佳：{}（最后一轮之后为 {}）。</translation>
    </message>
    <message>
        <source>Its weights are those of epoch {}, the best by {}: {}.</source>
        <translation>其权重为第 {} 轮的权重，按 {} 最佳：{}。</translation>
    </message>
    <message>
        <source>JSON Lines on standard output</source>
        <translation>在标准输出上输出 JSON Lines</translation>
    </message>
    <message>
        <source>JSON Lines on standard output instead of a progress bar</source>
        <translation>在标准输出上输出 JSON Lines，而不是进度条</translation>
    </message>
    <message>
        <source>Keep this many of the best; default: train.checkpoints.keep_best</source>
        <translation>保留最佳的这么多个；默认：train.checkpoints.keep_best</translation>
    </message>
    <message>
        <source>Keep this many of the newest; default: train.checkpoints.keep_last</source>
        <translation>保留最新的这么多个；默认：train.checkpoints.keep_last</translation>
    </message>
    <message>
        <source>Keeps reading new data of the folder until Ctrl+C</source>
        <translation>持续读取文件夹中的新数据，直到 Ctrl+C</translation>
    </message>
    <message>
        <source>Kept with the run</source>
        <translation>与运行一起保存</translation>
    </message>
    <message>
        <source>LANGUAGE</source>
        <translation>LANGUAGE</translation>
    </message>
    <message>
        <source>Language of what is printed and of reports: en or zh_CN; that of the environment (LC_ALL, LC_MESSAGES, LANG) without it</source>
        <translation>输出和报告的语言：en 或 zh_CN；不给出时由环境决定（LC_ALL、LC_MESSAGES、LANG）</translation>
    </message>
    <message>
        <source>Largest tensors</source>
        <translation>最大的张量</translation>
    </message>
    <message>
        <source>Last rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>Layers, shapes, parameters, FLOPs and the predicted peak memory of a training step</source>
        <translation>层、形状、参数、FLOPs 以及一个训练步的预测内存峰值</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning: not enough data</source>
        <translation>学习：数据不足</translation>
    </message>
    <message>
        <source>Learning: not found</source>
        <translation>学习：未发现</translation>
    </message>
    <message>
        <source>Leftovers of saves that were killed: {}</source>
        <translation>被强行终止的保存所留下的文件：{}</translation>
    </message>
    <message>
        <source>Let a trained language model write text</source>
        <translation>让训练好的语言模型写文本</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Look at data before training</source>
        <translation>训练前查看数据</translation>
    </message>
    <message>
        <source>Look at: {}</source>
        <translation>查看：{}</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Make a project for data: a folder of pictures, a table, a text</source>
        <translation>为数据建立项目：图片文件夹、表格、文本</translation>
    </message>
    <message>
        <source>Mean and standard deviation of every parameter&apos;s initial values, compared with its initialisation rule</source>
        <translation>每个参数初始值的均值和标准差，与其初始化规则对照</translation>
    </message>
    <message>
        <source>Mean and standard deviation over the runs of a group, which differ in their seeds alone.</source>
        <translation>组内各运行只有种子不同；给出的是它们的均值和标准差。</translation>
    </message>
    <message>
        <source>Measure the effect of a switch by alternating steps without and with it. Exit code 0 for every result and if it is interrupted, 1 if it cannot be tried</source>
        <translation>轮流进行不用和使用某个开关的步，测量其作用。无论结果如何以及被中断时退出代码均为 0，无法试用时为 1</translation>
    </message>
    <message>
        <source>Measure the peaks again instead of showing the stored ones</source>
        <translation>重新测量峰值，而不是显示已保存的</translation>
    </message>
    <message>
        <source>Measured peak: resident pages of it</source>
        <translation>实测峰值：其中驻留的页</translation>
    </message>
    <message>
        <source>Median of {} captured steps: {}, 95th percentile {}</source>
        <translation>采集的 {} 步的中位数：{}，第 95 百分位 {}</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory alive while each node of the step runs</source>
        <translation>一步中每个节点运行时存活的内存</translation>
    </message>
    <message>
        <source>Memory for --fit, such as 6GiB; default: nine tenths of the free memory</source>
        <translation>--fit 的内存，例如 6GiB；默认：空闲内存的十分之九</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Most of the time is estimated: train the project for a moment, and the kernels of its layers are timed.</source>
        <translation>大部分时间是估计的：请训练该项目片刻，其各层的 kernel 会被计时。</translation>
    </message>
    <message>
        <source>Most of the time was measured while other programs held the cores: train for a moment when they do not.</source>
        <translation>大部分时间是在其他程序占用 CPU 核时测得的：请在它们不占用时训练片刻。</translation>
    </message>
    <message>
        <source>Most often confused:</source>
        <translation>最常混淆：</translation>
    </message>
    <message>
        <source>Most time above the limit:</source>
        <translation>超出极限最多的时间：</translation>
    </message>
    <message>
        <source>Name of a model, a project file, a folder that holds project.toml, or a frozen model</source>
        <translation>模型名、项目文件、含 project.toml 的文件夹，或冻结的模型</translation>
    </message>
    <message>
        <source>Name of a model, a project file, or a folder that holds project.toml</source>
        <translation>模型名称、项目文件，或含有 project.toml 的文件夹</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Name of the project. Default: that of the data</source>
        <translation>项目名称。默认：数据的名称</translation>
    </message>
    <message>
        <source>Names of the list: last.000007</source>
        <translation>列表中的名称：last.000007</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>No run got to its first step.</source>
        <translation>没有运行到达第一步。</translation>
    </message>
    <message>
        <source>No runs yet. Train the project with: stepscope-cli train {}</source>
        <translation>还没有运行。训练该项目：stepscope-cli train {}</translation>
    </message>
    <message>
        <source>No steps were captured in these runs.</source>
        <translation>这些运行中没有采集任何步。</translation>
    </message>
    <message>
        <source>No steps were captured in this run.</source>
        <translation>该运行中没有采集任何步。</translation>
    </message>
    <message>
        <source>Not enough data</source>
        <translation>数据不足</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未发现</translation>
    </message>
    <message>
        <source>Nothing that slows the step down was found.</source>
        <translation>没有发现拖慢每步的问题。</translation>
    </message>
    <message>
        <source>Nothing to clean up: the newest {} and the best {} of every run stay.</source>
        <translation>没有可清理的内容：每个运行最新的 {} 个和最佳的 {} 个会保留。</translation>
    </message>
    <message>
        <source>Nothing unusual was found.</source>
        <translation>没有发现异常。</translation>
    </message>
    <message>
        <source>Number of steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Number of the run</source>
        <translation>运行的编号</translation>
    </message>
    <message>
        <source>Number of the run; default: the newest language model</source>
        <translation>运行的编号；默认：最新的语言模型</translation>
    </message>
    <message>
        <source>Number of the run; the first of several is the baseline</source>
        <translation>运行的编号；多个时第一个为基线</translation>
    </message>
    <message>
        <source>Numbers of the runs</source>
        <translation>运行的编号</translation>
    </message>
    <message>
        <source>Numbers of two or more runs</source>
        <translation>两个或更多运行的编号</translation>
    </message>
    <message>
        <source>Of a project: this run instead of the best one</source>
        <translation>对项目：取这次运行，而不是最佳运行</translation>
    </message>
    <message>
        <source>Of an ONNX file: data like those of its training, whose classes and scale it then knows</source>
        <translation>用于 ONNX 文件：与其训练时同样的数据，由此得知类别和像素缩放</translation>
    </message>
    <message>
        <source>Of pictures: the file takes bytes from 0 to 255 and applies mean and deviation itself</source>
        <translation>用于图片：文件的输入是 0 到 255 的字节，均值和标准差由文件自己应用</translation>
    </message>
    <message>
        <source>Of the draws</source>
        <translation>随机抽取的</translation>
    </message>
    <message>
        <source>On random samples its answers differ from the model&apos;s by {} of the largest answer at most.</source>
        <translation>在随机样本上，它的输出与模型的最多相差最大输出的 {}。</translation>
    </message>
    <message>
        <source>One JSON array with an entry for each device</source>
        <translation>一个 JSON 数组：每个设备一项</translation>
    </message>
    <message>
        <source>One JSON array: a rule an entry, the worst first; then what-ifs</source>
        <translation>一个 JSON 数组：每条规则一项，最严重的在前；然后是假设分析</translation>
    </message>
    <message>
        <source>One JSON object</source>
        <translation>一个 JSON 对象</translation>
    </message>
    <message>
        <source>One JSON object a checkpoint</source>
        <translation>每个检查点一个 JSON 对象</translation>
    </message>
    <message>
        <source>One JSON object a line</source>
        <translation>每行一个 JSON 对象</translation>
    </message>
    <message>
        <source>One JSON object a run</source>
        <translation>每个运行一个 JSON 对象</translation>
    </message>
    <message>
        <source>One JSON object on standard output</source>
        <translation>在标准输出上输出一个 JSON 对象</translation>
    </message>
    <message>
        <source>One JSON object on standard output; the exit code is 1 if training is not possible with the data</source>
        <translation>在标准输出上输出一个 JSON 对象；数据无法用于训练时退出代码为 1</translation>
    </message>
    <message>
        <source>One JSON object. histograms: an entry for each tensor; for each of its steps edges is [first, last] of bins of equal width, counts the values in each</source>
        <translation>一个 JSON 对象。histograms：每个张量一项；其每一步的 edges 为等宽分箱的 [first, last]，counts 为各箱中的值的个数</translation>
    </message>
    <message>
        <source>One JSON object: nodes, each after its parent; parent is an index</source>
        <translation>一个 JSON 对象：nodes，每个在其父节点之后；parent 为下标</translation>
    </message>
    <message>
        <source>One JSON object: sentence, settings, metrics, breakdown, memory</source>
        <translation>一个 JSON 对象：sentence、settings、metrics、breakdown、memory</translation>
    </message>
    <message>
        <source>One JSON object: {file, bytes, runs, seconds}</source>
        <translation>一个 JSON 对象：{file, bytes, runs, seconds}</translation>
    </message>
    <message>
        <source>One run with its configuration and, with --json, its full series</source>
        <translation>一个运行及其配置，加 --json 时含完整序列</translation>
    </message>
    <message>
        <source>Only check whether it can learn: 50 steps on its first batch, nothing is saved; exit code 1 if the loss does not fall</source>
        <translation>只检查它能否学习：在第一批上训练 50 步，不保存任何内容；损失不下降时退出代码为 1</translation>
    </message>
    <message>
        <source>Only list the runs that would be trained</source>
        <translation>只列出将要训练的运行</translation>
    </message>
    <message>
        <source>Only this run</source>
        <translation>仅此运行</translation>
    </message>
    <message>
        <source>Only those that match: &apos;val_loss &lt; 0.3 and switches.amp and tag:baseline&apos;</source>
        <translation>只列出符合条件的：&apos;val_loss &lt; 0.3 and switches.amp and tag:baseline&apos;</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Other data than those of the training; required for an ONNX file, or one that was frozen</source>
        <translation>训练数据以外的数据；对 ONNX 文件或由其冻结的模型必须给出</translation>
    </message>
    <message>
        <source>Override a key of the project file in every run</source>
        <translation>在每个运行中覆盖项目文件的一个键</translation>
    </message>
    <message>
        <source>Override a key of the project file: --set switches.batch_size=128; may be repeated</source>
        <translation>覆盖项目文件的一个键：--set switches.batch_size=128；可重复</translation>
    </message>
    <message>
        <source>Override a key of the project file; may be repeated</source>
        <translation>覆盖项目文件的一个键；可重复</translation>
    </message>
    <message>
        <source>Parameters, buffers and optimizer state</source>
        <translation>参数、缓冲区和优化器状态</translation>
    </message>
    <message>
        <source>Part of the data: train, validation, test</source>
        <translation>数据的部分：train、validation、test</translation>
    </message>
    <message>
        <source>Peak is reached in</source>
        <translation>峰值出现于</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Permanently, with their curves</source>
        <translation>永久删除，包括其曲线</translation>
    </message>
    <message>
        <source>Pictures, or folders of pictures; of a table rows: its input columns in their order, separated by commas; for a language model texts, whose next character is told</source>
        <translation>图片或图片文件夹；对于表，是按顺序用逗号分隔的输入列；对于语言模型，是文本，给出其下一个字符</translation>
    </message>
    <message>
        <source>Pixels: (value / 255 - mean) / deviation, mean {}, deviation {}</source>
        <translation>像素：(值 / 255 - 均值) / 标准差，均值 {}，标准差 {}</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Planned peak</source>
        <translation>计划峰值</translation>
    </message>
    <message>
        <source>Positionals</source>
        <translation>位置参数</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Print this help message and exit</source>
        <translation>显示此帮助并退出</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Project file, or a folder that holds project.toml</source>
        <translation>项目文件，或含有 project.toml 的文件夹</translation>
    </message>
    <message>
        <source>Puts runs into the bin</source>
        <translation>将运行放入回收站</translation>
    </message>
    <message>
        <source>REQUIRED</source>
        <translation>必需</translation>
    </message>
    <message>
        <source>Random pictures made in memory: for measuring speed, not for learning.</source>
        <translation>在内存中生成的随机图片：用于测量速度，不用于学习。</translation>
    </message>
    <message>
        <source>Read again and compared with the model: {} differ by at most {}, the largest is {}</source>
        <translation>已重新读取并与模型比较：{}最多相差 {}，最大的为 {}</translation>
    </message>
    <message>
        <source>Renames a run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Rendered into the folder on first use: a few thousand JPEG pictures of simple shapes.</source>
        <translation>首次使用时绘制到该文件夹：几千张简单形状的 JPEG 图片。</translation>
    </message>
    <message>
        <source>Replace the file if it exists</source>
        <translation>文件存在时替换它</translation>
    </message>
    <message>
        <source>Report: {}</source>
        <translation>报告：{}</translation>
    </message>
    <message>
        <source>Restores runs from the bin</source>
        <translation>从回收站中恢复运行</translation>
    </message>
    <message>
        <source>Resume it with --resume {}.</source>
        <translation>用 --resume {} 继续。</translation>
    </message>
    <message>
        <source>Roofline: this machine reaches {} and {}</source>
        <translation>Roofline：本机能达到 {} 和 {}</translation>
    </message>
    <message>
        <source>Run with --help for more information.</source>
        <translation>使用 --help 查看更多信息。</translation>
    </message>
    <message>
        <source>Run {} {}.</source>
        <translation>运行 {}：{}。</translation>
    </message>
    <message>
        <source>Runs side by side; the first is the baseline</source>
        <translation>并排比较运行；第一个为基线</translation>
    </message>
    <message>
        <source>Runs, best first</source>
        <translation>运行，最好的在前</translation>
    </message>
    <message>
        <source>SWITCH=VALUE, the switch and the value to try: amp=bf16, batch_size=128</source>
        <translation>SWITCH=VALUE，要试用的开关和值：amp=bf16, batch_size=128</translation>
    </message>
    <message>
        <source>Sample of text</source>
        <translation>文本样例</translation>
    </message>
    <message>
        <source>Samples computed at once</source>
        <translation>一次计算的样本数</translation>
    </message>
    <message>
        <source>Samples in a batch; default: 64</source>
        <translation>一批的样本数；默认：64</translation>
    </message>
    <message>
        <source>Samples in a batch; default: 64; with --inference 1, or a list such as 1,8,32</source>
        <translation>批次中的样本数；默认 64；使用 --inference 时为 1，或列表，如 1,8,32</translation>
    </message>
    <message>
        <source>Samples in a batch; default: the project&apos;s, or 64</source>
        <translation>一批的样本数；默认：项目的，或 64</translation>
    </message>
    <message>
        <source>Samples waited {} in the median and {} in the 99th percentile; {} were computed together on average.</source>
        <translation>样本等待时间的中位数为 {}，第 99 百分位为 {}；平均 {} 个一起计算。</translation>
    </message>
    <message>
        <source>Samples, classes, split, how each column of a table is read, and problems: unreadable files, equal samples, columns that reveal the target; everything that training would refuse</source>
        <translation>样本、类别、划分、表格每列的读法以及问题：无法读取的文件、相同的样本、泄露目标的列；以及训练会拒绝的一切</translation>
    </message>
    <message>
        <source>Save what can be read with: stepscope-cli store repair {}</source>
        <translation>保存仍可读取的内容：stepscope-cli store repair {}</translation>
    </message>
    <message>
        <source>Saves what can be read of a damaged one; the damaged file is kept next to it</source>
        <translation>保存损坏的运行库中仍可读取的内容；损坏的文件保留在旁边</translation>
    </message>
    <message>
        <source>Seed; default: the project&apos;s train.seed, or 1</source>
        <translation>随机种子；默认：项目的 train.seed，或 1</translation>
    </message>
    <message>
        <source>Set a switch: --set batch_size=128; may be repeated</source>
        <translation>设置开关：--set batch_size=128；可重复</translation>
    </message>
    <message>
        <source>Sets the note of a run and replaces the old one</source>
        <translation>设置运行的备注，替换原有的备注</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Shows the surplus checkpoints and their size; with --yes deletes them</source>
        <translation>显示多余的检查点及其大小；加 --yes 时删除</translation>
    </message>
    <message>
        <source>Sizes of batches that it can be asked in: 1,8,32</source>
        <translation>推理时可用的批大小：1,8,32</translation>
    </message>
    <message>
        <source>Step no longer than about this</source>
        <translation>最多大约训练这么多秒</translation>
    </message>
    <message>
        <source>Step {} of {}: the median of those recorded, {}.</source>
        <translation>{1} 的第 {0} 步：所记录各步的中位数，{2}。</translation>
    </message>
    <message>
        <source>Steps before the timed ones; default: half a second</source>
        <translation>计时之前的步；默认：半秒</translation>
    </message>
    <message>
        <source>Steps to time; default: about five seconds</source>
        <translation>要计时的步；默认：约五秒</translation>
    </message>
    <message>
        <source>Steps with and without, in turns, from the same weights; times per sample.</source>
        <translation>轮流进行使用和不用它的步，从相同的权重开始；时间按每个样本计。</translation>
    </message>
    <message>
        <source>Stepscope: train models and see where every millisecond and megabyte of the training step goes.</source>
        <translation>Stepscope：训练模型，看清每个训练步的每一毫秒和每一兆字节用在哪里。</translation>
    </message>
    <message>
        <source>Stopped after {} of {}.</source>
        <translation>在{1}中的第 {0} 步后停止。</translation>
    </message>
    <message>
        <source>Stopped before a run began: nothing was trained or kept.</source>
        <translation>在运行开始之前停止：没有训练或保存任何内容。</translation>
    </message>
    <message>
        <source>Subcommands</source>
        <translation>子命令</translation>
    </message>
    <message>
        <source>Suggested learning rate: {} (where the smoothed loss falls most steeply)</source>
        <translation>建议的学习率：{}（平滑后的损失下降最陡处）</translation>
    </message>
    <message>
        <source>Summed call stacks: a line &apos;a;b;c NANOSECONDS&apos; for each, for flamegraph.pl or speedscope</source>
        <translation>汇总的调用栈：每个栈一行 &apos;a;b;c NANOSECONDS&apos;，供 flamegraph.pl 或 speedscope 使用</translation>
    </message>
    <message>
        <source>Switches that were tried</source>
        <translation>试用过的开关</translation>
    </message>
    <message>
        <source>Switches, which can also be changed while training runs.</source>
        <translation>训练运行时也可以改变的内容。</translation>
    </message>
    <message>
        <source>Switches: predicted and measured</source>
        <translation>开关：预测和实测</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tags to add</source>
        <translation>要添加的标签</translation>
    </message>
    <message>
        <source>Tags to remove</source>
        <translation>要去除的标签</translation>
    </message>
    <message>
        <source>Text to continue; default: a new line</source>
        <translation>要续写的文本；默认：一个换行</translation>
    </message>
    <message>
        <source>The ONNX file to write</source>
        <translation>要写出的 ONNX 文件</translation>
    </message>
    <message>
        <source>The configuration kept with the run cannot be read.</source>
        <translation>与运行一起保存的配置无法读取。</translation>
    </message>
    <message>
        <source>The contents of a trace, where the time of its steps goes, and what could not be read</source>
        <translation>跟踪的内容，其各步的时间用在哪里，以及哪些内容无法读取</translation>
    </message>
    <message>
        <source>The copy; default: a file with the date, next to the store</source>
        <translation>副本；默认：运行库旁边带日期的文件</translation>
    </message>
    <message>
        <source>The critical path of a step, and what it would take at best without parts of it</source>
        <translation>一步的关键路径，以及去掉其中一部分后最好能达到的时间</translation>
    </message>
    <message>
        <source>The deleted ones, which can be restored</source>
        <translation>已删除但可恢复的运行</translation>
    </message>
    <message>
        <source>The device for which the memory is planned</source>
        <translation>为哪个设备计划内存</translation>
    </message>
    <message>
        <source>The device to train on</source>
        <translation>用于训练的设备</translation>
    </message>
    <message>
        <source>The effect of each switch</source>
        <translation>每个开关换来了什么</translation>
    </message>
    <message>
        <source>The file of a project&apos;s runs: check, repair, compact, back up</source>
        <translation>项目各运行的文件：检查、修复、压缩、备份</translation>
    </message>
    <message>
        <source>The file to write</source>
        <translation>要写出的文件</translation>
    </message>
    <message>
        <source>The file to write, NAME.ssmodel</source>
        <translation>要写的文件，NAME.ssmodel</translation>
    </message>
    <message>
        <source>The file to write, which ends in .html or .pdf</source>
        <translation>要写出的文件，以 .html 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>The file, or for tensorboard the folder</source>
        <translation>文件，对 tensorboard 则为文件夹</translation>
    </message>
    <message>
        <source>The folder that TensorBoard is started with (--logdir), or the file</source>
        <translation>TensorBoard 启动时所用的文件夹（--logdir），或文件</translation>
    </message>
    <message>
        <source>The folder with data_batch_1.bin ... data_batch_5.bin and test_batch.bin.</source>
        <translation>含有 data_batch_1.bin ... data_batch_5.bin 和 test_batch.bin 的文件夹。</translation>
    </message>
    <message>
        <source>The folder with train.bin and test.bin.</source>
        <translation>含 train.bin 和 test.bin 的文件夹。</translation>
    </message>
    <message>
        <source>The group of the runs in the table of runs</source>
        <translation>这些运行在运行表中的组</translation>
    </message>
    <message>
        <source>The headers of all pictures were read, {} pictures drawn at random were decoded, and equal files were looked for; --whole decodes every one and compares their pixels.</source>
        <translation>已读取所有图片的文件头，解码了随机抽取的 {} 张图片，并查找了相同的文件；--whole 会解码每一张并比较像素。</translation>
    </message>
    <message>
        <source>The highest over the whole run, whatever its switches were.</source>
        <translation>整个运行中的最高值，无论开关如何。</translation>
    </message>
    <message>
        <source>The kernels of the GPU by kind, matrix products compared with the GPU&apos;s roofline, and collectives with their bandwidth</source>
        <translation>按种类列出 GPU 的 kernel、与 GPU 的 roofline 对照的矩阵乘，以及集合通信及其带宽</translation>
    </message>
    <message>
        <source>The last {} of {} lines.</source>
        <translation>共 {1} 行中的最后 {0} 行。</translation>
    </message>
    <message>
        <source>The loss grew without bound at a rate of {}.</source>
        <translation>学习率为 {} 时损失无限增大。</translation>
    </message>
    <message>
        <source>The loss is not finite: first in the batch that begins with sample {}.</source>
        <translation>损失不是有限数：首次出现在从样本 {} 开始的批次中。</translation>
    </message>
    <message>
        <source>The middle of the longest decrease of the loss is far from it, at {}: these losses are noisy. Consider both, or use more --steps.</source>
        <translation>损失最长下降段的中点离它很远，在 {}：这些损失噪声较大。请两者都考虑，或使用更多的 --steps。</translation>
    </message>
    <message>
        <source>The model cannot keep up: {} still waited after twice the time.</source>
        <translation>模型跟不上：两倍时间之后仍有 {} 在等待。</translation>
    </message>
    <message>
        <source>The models of the zoo, the model of a project, or a frozen model</source>
        <translation>模型库中的模型、项目的模型，或冻结的模型</translation>
    </message>
    <message>
        <source>The name of the spans that are the training steps: --step fit takes fit, fit#3; default: the usual names</source>
        <translation>作为训练步的片段的名称：--step fit 会取 fit、fit#3；默认：常用名称</translation>
    </message>
    <message>
        <source>The note; an empty one removes it</source>
        <translation>备注；空的备注会删除它</translation>
    </message>
    <message>
        <source>The ops that ran: self and total time, calls, mean, share</source>
        <translation>运行过的算子：自身和合计时间、调用次数、平均、占比</translation>
    </message>
    <message>
        <source>The peak rates of this GPU are not known, so there is no roofline.</source>
        <translation>该 GPU 的峰值速率未知，因此没有 roofline。</translation>
    </message>
    <message>
        <source>The run ended before its first step.</source>
        <translation>运行在第一步之前就结束了。</translation>
    </message>
    <message>
        <source>The run has no series of figures.</source>
        <translation>该运行没有数值序列。</translation>
    </message>
    <message>
        <source>The run was not compiled far enough to have a memory plan.</source>
        <translation>该运行没有编译到产生内存计划的程度。</translation>
    </message>
    <message>
        <source>The runs of a project</source>
        <translation>项目的运行</translation>
    </message>
    <message>
        <source>The same seed gives the same text</source>
        <translation>相同的种子给出相同的文本</translation>
    </message>
    <message>
        <source>The samples it was most wrong about</source>
        <translation>错得最多的样本</translation>
    </message>
    <message>
        <source>The store is not damaged.</source>
        <translation>运行库没有损坏。</translation>
    </message>
    <message>
        <source>The tensors in memory at its peak, and those that grow from step to step</source>
        <translation>内存达到峰值时其中的张量，以及逐步增长的张量</translation>
    </message>
    <message>
        <source>The time of a step without waiting for data. Predicted is the sum over its kernels of what they took on this machine before, estimated where one was never timed; measured is the median of the steps after the change.</source>
        <translation>不含等待数据的每步时间。预测值是其各 kernel 在本机先前所用时间之和，从未计时的则为估计；实测值是改变之后各步的中位数。</translation>
    </message>
    <message>
        <source>The trace has no shapes of matrix products: operations and bytes are not counted (PyTorch: record_shapes=True).</source>
        <translation>该跟踪没有矩阵乘积的形状：不计算运算量和字节数（PyTorch：record_shapes=True）。</translation>
    </message>
    <message>
        <source>The trace: JSON or JSON in gzip, an SQLite export of Nsight Systems, or a .sstrace; several files: the ranks of one training</source>
        <translation>跟踪：JSON 或 gzip 压缩的 JSON、Nsight Systems 的 SQLite 导出，或 .sstrace；多个文件：同一训练的各 rank</translation>
    </message>
    <message>
        <source>The traces of one training, one of each rank</source>
        <translation>同一训练的跟踪，每个 rank 一个</translation>
    </message>
    <message>
        <source>The weights as one safetensors file with PyTorch&apos;s names and shapes</source>
        <translation>将权重写成一个 safetensors 文件，名称和形状与 PyTorch 相同</translation>
    </message>
    <message>
        <source>They are the moving averages of the weights, which the run was validated with.</source>
        <translation>它们是权重的滑动平均，运行用它来验证。</translation>
    </message>
    <message>
        <source>This command does it:</source>
        <translation>用此命令即可：</translation>
    </message>
    <message>
        <source>Threads to compute with; default: all cores</source>
        <translation>计算线程数；默认：所有核心</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Time the answers of a model instead of its training step; MODEL may also be a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model</source>
        <translation>测量模型的推理时间，而不是训练步；MODEL 也可以是项目、运行或检查点的文件夹、ONNX 文件，或冻结的模型</translation>
    </message>
    <message>
        <source>Time the training step of a model on synthetic data (SGD with momentum)</source>
        <translation>在合成数据上测量模型训练步的时间（带动量的 SGD）</translation>
    </message>
    <message>
        <source>Timeline of {}</source>
        <translation>{} 的时间线</translation>
    </message>
    <message>
        <source>Timeline: stepscope {}</source>
        <translation>时间线：stepscope {}</translation>
    </message>
    <message>
        <source>Times are per step, the parts those of the mean one; how many samples a step held is not known of all runs.</source>
        <translation>时间按每步计，各部分属于平均的一步；并非所有运行都知道一步含多少样本。</translation>
    </message>
    <message>
        <source>Times are per {} samples. The parts are those of the mean step.</source>
        <translation>时间按每 {} 个样本计。各部分属于平均的一步。</translation>
    </message>
    <message>
        <source>To run it:</source>
        <translation>运行方法：</translation>
    </message>
    <message>
        <source>Traces of PyTorch, JAX, Chrome, Nsight Systems or Stepscope</source>
        <translation>PyTorch、JAX、Chrome、Nsight Systems 或 Stepscope 的跟踪</translation>
    </message>
    <message>
        <source>Train a project; Ctrl+C, SIGTERM and a terminal that is closed (SIGHUP) save a checkpoint and stop, a second Ctrl+C ends at once</source>
        <translation>训练项目；Ctrl+C、SIGTERM 和关闭终端（SIGHUP）会保存检查点并停止，再按一次 Ctrl+C 立即结束</translation>
    </message>
    <message>
        <source>Train it: stepscope-cli train {}</source>
        <translation>训练它：stepscope-cli train {}</translation>
    </message>
    <message>
        <source>Train the runs of a sweep one after the other; Ctrl+C stops the run and the sweep</source>
        <translation>依次训练扫描的各个运行；Ctrl+C 停止当前运行和扫描</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本</translation>
    </message>
    <message>
        <source>Training: notes and files left out</source>
        <translation>训练：备注和略去的文件</translation>
    </message>
    <message>
        <source>Training: samples that could not be read</source>
        <translation>训练：无法读取的样本</translation>
    </message>
    <message>
        <source>Try it on the last checkpoint of this run, and store the verdict with the run</source>
        <translation>在此运行的最后一个检查点上试用，并将结论与运行一起保存</translation>
    </message>
    <message>
        <source>Two traces, or folders of runs that captured steps; or a project and the numbers of two of its runs: PROJECT A B</source>
        <translation>两个跟踪，或采集过步的运行的文件夹；或一个项目和它的两个运行的编号：PROJECT A B</translation>
    </message>
    <message>
        <source>Upper bounds by a replay of the critical path; they do not add up{}.</source>
        <translation>由关键路径回放得到的上限；它们不能相加{}。</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Validation samples</source>
        <translation>验证样本</translation>
    </message>
    <message>
        <source>Validation {}</source>
        <translation>验证{}</translation>
    </message>
    <message>
        <source>Validation: notes and files left out</source>
        <translation>验证：备注和略去的文件</translation>
    </message>
    <message>
        <source>Validation: samples that could not be read</source>
        <translation>验证：无法读取的样本</translation>
    </message>
    <message>
        <source>What a trained model says of pictures, rows or texts: one JSON object each, with class, probability and time. Exit code 1 if one of them could not be read; the others are answered</source>
        <translation>训练好的模型对图片、表的行或文本的回答：每个一个 JSON 对象，含类别、概率和用时。有读不了的则退出码为 1；其余照常回答</translation>
    </message>
    <message>
        <source>What became slower or faster from A to B, is new or is gone</source>
        <translation>从 A 到 B 什么变慢、变快、新出现或消失</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>What is not finite is a mark at the edge: a cross is not a number, a triangle is infinite.</source>
        <translation>不是有限数的值是边缘上的标记：叉表示 NaN，三角形表示无穷大。</translation>
    </message>
    <message>
        <source>What this machine can do: CPU, measured peak, memory, GPU, libraries, paths</source>
        <translation>本机的能力：CPU、实测峰值、内存、GPU、库、路径</translation>
    </message>
    <message>
        <source>What trials of switches measured, beside what was estimated</source>
        <translation>开关试用的测量值，与估计值并列</translation>
    </message>
    <message>
        <source>What was looked for besides</source>
        <translation>此外还检查了什么</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>每步的时间用在哪里</translation>
    </message>
    <message>
        <source>Where to compute</source>
        <translation>在哪里计算</translation>
    </message>
    <message>
        <source>Why the step of a trace or a run is slow, and what would help</source>
        <translation>跟踪或运行的每步为什么慢，以及什么会有帮助</translation>
    </message>
    <message>
        <source>With --inference, as MLPerf names them: single (the next query when the last is answered), offline (all samples are there), server (samples arrive at random, --qps of them a second)</source>
        <translation>用于 --inference，名称同 MLPerf：single（上一个查询得到回答后才发下一个）、offline（所有样本一开始就在）、server（样本随机到达，每秒 --qps 个）</translation>
    </message>
    <message>
        <source>With --inference: at least this many, if they take longer</source>
        <translation>用于 --inference：至少测量这么多个查询，即使耗时更长</translation>
    </message>
    <message>
        <source>With --inference: measured for each batch, s</source>
        <translation>用于 --inference：每个批次的测量时间，s</translation>
    </message>
    <message>
        <source>With --inference: programs that answer at the same time, with one copy of the weights; the threads are divided among them</source>
        <translation>配合 --inference：同时推理的程序数，共用一份权重；线程在它们之间分配</translation>
    </message>
    <message>
        <source>With --scenario server: how long a sample waits for others at most, while the largest batch is not full, ms</source>
        <translation>配合 --scenario server：最大的批未满时，一个样本最多等待其他样本多久，毫秒</translation>
    </message>
    <message>
        <source>With --scenario server: samples that arrive a second</source>
        <translation>用于 --scenario server：每秒到达的样本数</translation>
    </message>
    <message>
        <source>With --shared: bind every busy loop to a core; otherwise the system may move them</source>
        <translation>与 --shared 一起：将每个忙循环绑定到一个核；否则系统可能移动它们</translation>
    </message>
    <message>
        <source>With --to file: only what was recorded, which is much smaller</source>
        <translation>与 --to file 一起：只含所记录的内容，小得多</translation>
    </message>
    <message>
        <source>With --without: the fraction of its time that is left, 0 to 1</source>
        <translation>与 --without 一起：其时间保留的比例，0 到 1</translation>
    </message>
    <message>
        <source>With a trace: the traces of the other ranks of the same training</source>
        <translation>与一个跟踪一起：同一训练的其他 rank 的跟踪</translation>
    </message>
    <message>
        <source>With it and train.schedule.scale, steps of this batch size use a rate of {}.</source>
        <translation>用它和 train.schedule.scale，此批大小的步使用的学习率为 {}。</translation>
    </message>
    <message>
        <source>With the current switches: {}; planned in {}</source>
        <translation>按当前开关：{}；计划用时 {}</translation>
    </message>
    <message>
        <source>With train.early_stopping.restore_best = true a run ends with the weights of its best epoch.</source>
        <translation>设置 train.early_stopping.restore_best = true 时，运行以其最佳一轮的权重结束。</translation>
    </message>
    <message>
        <source>Within one machine {} carries {} GB/s one way (data sheet).</source>
        <translation>同一台机器内，{} 单向传输 {} GB/s（数据手册）。</translation>
    </message>
    <message>
        <source>Working memory of a training step</source>
        <translation>一个训练步的工作内存</translation>
    </message>
    <message>
        <source>Write a run, or the comparison of several, as one self-contained page: HTML or PDF</source>
        <translation>将一个运行或多个运行的对比写成一个独立的页面：HTML 或 PDF</translation>
    </message>
    <message>
        <source>Write an HTML page and print that with a browser</source>
        <translation>写出 HTML 页面并用浏览器打印</translation>
    </message>
    <message>
        <source>Write the traces of several ranks as one, with their clocks aligned</source>
        <translation>将多个 rank 的跟踪写成一个，并对齐它们的时钟</translation>
    </message>
    <message>
        <source>Writes a run for another program or another project</source>
        <translation>将运行写出，供其他程序或其他项目使用</translation>
    </message>
    <message>
        <source>Written by the checkpoint of step {} at a temperature of {} with the seed {}.</source>
        <translation>由第 {} 步的检查点写出，温度 {}，种子 {}。</translation>
    </message>
    <message>
        <source>Wrote {}</source>
        <translation>已写入 {}</translation>
    </message>
    <message>
        <source>a classification of {} classes</source>
        <translation>{} 个类别的分类</translation>
    </message>
    <message>
        <source>a guess:</source>
        <translation>猜测：</translation>
    </message>
    <message>
        <source>a regression</source>
        <translation>回归</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>/ 步</translation>
    </message>
    <message>
        <source>about</source>
        <translation>约</translation>
    </message>
    <message>
        <source>achieved</source>
        <translation>达到</translation>
    </message>
    <message>
        <source>after step</source>
        <translation>在该步之后</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>算法带宽</translation>
    </message>
    <message>
        <source>alive at the peak</source>
        <translation>峰值时存活</translation>
    </message>
    <message>
        <source>all of {}</source>
        <translation>所有 {}</translation>
    </message>
    <message>
        <source>all, mean</source>
        <translation>全部，平均</translation>
    </message>
    <message>
        <source>allocated, freed or not</source>
        <translation>已分配，无论是否释放</translation>
    </message>
    <message>
        <source>also {}</source>
        <translation>也可用 {}</translation>
    </message>
    <message>
        <source>and {} classes more</source>
        <translation>另有 {} 个类别</translation>
    </message>
    <message>
        <source>and {} more columns (--json lists all)</source>
        <translation>另有 {} 列（--json 列出全部）</translation>
    </message>
    <message>
        <source>and {} more: --json lists all</source>
        <translation>另有 {} 项：--json 给出全部</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>at</source>
        <translation>于</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>because of</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>best (if there is one), last, or a name of the list</source>
        <translation>best（若有）、last 或列表中的名称</translation>
    </message>
    <message>
        <source>best bus</source>
        <translation>最佳总线</translation>
    </message>
    <message>
        <source>best validation {}</source>
        <translation>最佳验证{}</translation>
    </message>
    <message>
        <source>best {}</source>
        <translation>最佳{}</translation>
    </message>
    <message>
        <source>bus GB/s</source>
        <translation>总线 GB/s</translation>
    </message>
    <message>
        <source>busy loops</source>
        <translation>忙循环</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>call</source>
        <translation>次调用</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>collective, type, ranks (algorithm bandwidth in GB/s)</source>
        <translation>集合通信，类型，rank 数（算法带宽，单位 GB/s）</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>cores held by others</source>
        <translation>被其他程序占用的核</translation>
    </message>
    <message>
        <source>costliest layer</source>
        <translation>最耗时的层</translation>
    </message>
    <message>
        <source>cure</source>
        <translation>对策</translation>
    </message>
    <message>
        <source>dashed: working memory set aside</source>
        <translation>虚线：预留的工作内存</translation>
    </message>
    <message>
        <source>data wait</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>data: {} for training, {} for validation, {}</source>
        <translation>数据：{}用于训练，{} 用于验证，{}</translation>
    </message>
    <message>
        <source>differs by {} in the first steps</source>
        <translation>在最初几步相差 {}</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>dynamic: any batch size; or one number</source>
        <translation>dynamic：任意批大小；或一个数</translation>
    </message>
    <message>
        <source>each (mean)</source>
        <translation>（每个的平均）</translation>
    </message>
    <message>
        <source>epoch {} step {}/{}</source>
        <translation>第 {} 轮 第 {}/{} 步</translation>
    </message>
    <message>
        <source>epoch {}: loss {}{}</source>
        <translation>第 {} 轮：损失 {}{}</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>estimated before: {} times as fast a sample</source>
        <translation>事先估计：每个样本快至 {} 倍</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>f32, or bf16: matrix products in bf16 where the machine multiplies it faster, else f32</source>
        <translation>f32 或 bf16：若本机 bf16 乘法更快，则矩阵乘用 bf16，否则用 f32</translation>
    </message>
    <message>
        <source>failed: {}</source>
        <translation>失败：{}</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>for example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>for the test</source>
        <translation>用于测试</translation>
    </message>
    <message>
        <source>for training</source>
        <translation>用于训练</translation>
    </message>
    <message>
        <source>for validation</source>
        <translation>用于验证</translation>
    </message>
    <message>
        <source>forked from {}</source>
        <translation>分叉自 {}</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>from</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>got {} of the cores that they requested</source>
        <translation>得到了所要求核的 {}</translation>
    </message>
    <message>
        <source>host: threads and their nested spans; gpu: the ops that started GPU work, and that work</source>
        <translation>host：线程及其嵌套的片段；gpu：启动 GPU 工作的算子以及这些工作</translation>
    </message>
    <message>
        <source>how it ended</source>
        <translation>结束方式</translation>
    </message>
    <message>
        <source>in the trace</source>
        <translation>（整个跟踪）</translation>
    </message>
    <message>
        <source>its captured steps</source>
        <translation>它记录的步</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>kernels of</source>
        <translation>内核来自</translation>
    </message>
    <message>
        <source>kernels of the GPU</source>
        <translation>GPU 的 kernel</translation>
    </message>
    <message>
        <source>kind of work, mainly in</source>
        <translation>工作种类，主要在于</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>loaded in</source>
        <translation>加载用时</translation>
    </message>
    <message>
        <source>loader</source>
        <translation>加载器</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>loss {}</source>
        <translation>损失 {}</translation>
    </message>
    <message>
        <source>lost: {}, {}</source>
        <translation>丢失：{}，{}</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>mean size</source>
        <translation>平均大小</translation>
    </message>
    <message>
        <source>mean step</source>
        <translation>平均每步</translation>
    </message>
    <message>
        <source>mean {}, median {}{}</source>
        <translation>平均 {}，中位数 {}{}</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>measured {}, {} of them on quiet cores, in {}{}</source>
        <translation>测量了{}，其中 {} 对在 CPU 核空闲时，用时 {}{}</translation>
    </message>
    <message>
        <source>median step</source>
        <translation>每步中位数</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>memory of the process, predicted</source>
        <translation>进程内存，预测</translation>
    </message>
    <message>
        <source>memory over the nodes of a step</source>
        <translation>一步中各节点的内存</translation>
    </message>
    <message>
        <source>memory traffic</source>
        <translation>内存流量</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>metrics:</source>
        <translation>指标：</translation>
    </message>
    <message>
        <source>mirror at random while training</source>
        <translation>训练时随机镜像</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>no effect here: {}</source>
        <translation>在此不起作用：{}</translation>
    </message>
    <message>
        <source>no tags</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none captured</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>not enough data</source>
        <translation>数据不足</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未发现</translation>
    </message>
    <message>
        <source>not here: {}</source>
        <translation>在此不可用：{}</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not known how busy they were</source>
        <translation>核的占用情况未知</translation>
    </message>
    <message>
        <source>not whole: {}</source>
        <translation>不完整：{}</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>note: {}</source>
        <translation>备注：{}</translation>
    </message>
    <message>
        <source>nothing: the step waits for something else</source>
        <translation>无：这一步在等待别的工作</translation>
    </message>
    <message>
        <source>odd</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>of it</source>
        <translation>占</translation>
    </message>
    <message>
        <source>of it estimated</source>
        <translation>其中估计</translation>
    </message>
    <message>
        <source>of limit</source>
        <translation>占极限</translation>
    </message>
    <message>
        <source>of rank {}</source>
        <translation>，rank {}</translation>
    </message>
    <message>
        <source>of the whole process</source>
        <translation>整个进程</translation>
    </message>
    <message>
        <source>of {}</source>
        <translation>共 {}</translation>
    </message>
    <message>
        <source>of {}{}</source>
        <translation>，共 {}{}</translation>
    </message>
    <message>
        <source>on the host; {} until the last work of the GPU ends</source>
        <translation>（主机）；到 GPU 最后一项工作结束为 {}</translation>
    </message>
    <message>
        <source>on {}</source>
        <translation>，{}</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>op, layer, kernel, stream, shape or node</source>
        <translation>op、layer、kernel、stream、shape 或 node</translation>
    </message>
    <message>
        <source>op, shapes</source>
        <translation>算子，形状</translation>
    </message>
    <message>
        <source>ops, time of the GPU</source>
        <translation>算子，GPU 时间</translation>
    </message>
    <message>
        <source>ops, time of the host</source>
        <translation>算子，主机时间</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>other programs took {} of them</source>
        <translation>其他程序占用了其中的 {}</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>peak {}</source>
        <translation>峰值 {}</translation>
    </message>
    <message>
        <source>peak, planned</source>
        <translation>峰值，计划</translation>
    </message>
    <message>
        <source>peak, pred.</source>
        <translation>预测峰值</translation>
    </message>
    <message>
        <source>peak, predicted</source>
        <translation>峰值，预测</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>块数</translation>
    </message>
    <message>
        <source>place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>point</source>
        <translation>个点</translation>
    </message>
    <message>
        <source>points</source>
        <translation>个点</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>空闲时</translation>
    </message>
    <message>
        <source>random crops after padding by 4 pixels</source>
        <translation>填充 4 个像素后随机裁剪</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>rate {}</source>
        <translation>学习率 {}</translation>
    </message>
    <message>
        <source>read as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>驻留</translation>
    </message>
    <message>
        <source>resident of the step&apos;s memory</source>
        <translation>每步内存中驻留的</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>roofline</source>
        <translation>roofline</translation>
    </message>
    <message>
        <source>roofline of the {}: {} TFLOP/s in bf16, {} in f16, {} in f32, {} GB/s (data sheet)</source>
        <translation>{} 的 roofline：bf16 {} TFLOP/s，f16 {}，f32 {}，{} GB/s（数据手册）</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>run {}</source>
        <translation>运行 {}</translation>
    </message>
    <message>
        <source>run {} {}, {}{}</source>
        <translation>运行 {}：{}，{}{}</translation>
    </message>
    <message>
        <source>run {}, {}: {} of {} points are left</source>
        <translation>运行 {0}，{1}：{3} 个点中保留了 {2} 个</translation>
    </message>
    <message>
        <source>run {}: {}{}, {}, {}, {}, {}</source>
        <translation>运行 {}：{}{}，{}，{}，{}，{}</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>sample {}, loss {}</source>
        <translation>样本 {}，损失 {}</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>samples a second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>saving ...</source>
        <translation>正在保存 ...</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>see</source>
        <translation>参见</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>series:</source>
        <translation>序列：</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>settings that differ (1 is equal):</source>
        <translation>不同的设置（1 项相同）：</translation>
    </message>
    <message>
        <source>settings that differ ({} are equal):</source>
        <translation>不同的设置（{} 项相同）：</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享时</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>smoothed {}</source>
        <translation>平滑后 {}</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>spans</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>started {}, trained {}, {}, {}</source>
        <translation>开始于 {}，训练 {}，{}，{}</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step not measured</source>
        <translation>每步未测量</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>每步 {}</translation>
    </message>
    <message>
        <source>step {}, kernel {}, communication {}, data_loader {}{}</source>
        <translation>每步 {}，kernel {}，通信 {}，数据加载 {}{}</translation>
    </message>
    <message>
        <source>step, median</source>
        <translation>每步，中位数</translation>
    </message>
    <message>
        <source>step, pred.</source>
        <translation>预测每步</translation>
    </message>
    <message>
        <source>step, predicted</source>
        <translation>每步，预测</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>stepscope-cli</source>
        <translation>stepscope-cli</translation>
    </message>
    <message>
        <source>stepscope-cli: interrupted</source>
        <translation>stepscope-cli: 已中断</translation>
    </message>
    <message>
        <source>stepscope-cli: the step is {} slower, more than the limit of {}</source>
        <translation>stepscope-cli: 每步慢了 {}，超过限制 {}</translation>
    </message>
    <message>
        <source>stepscope-cli: {}</source>
        <translation>stepscope-cli: {}</translation>
    </message>
    <message>
        <source>stepscope-cli: {} = {} changes nothing. {}</source>
        <translation>stepscope-cli: {} = {} 不会改变任何内容。{}</translation>
    </message>
    <message>
        <source>stopped before all samples were seen, so there is no result.</source>
        <translation>在看完所有样本之前已停止，因此没有结果。</translation>
    </message>
    <message>
        <source>stopped before every input was answered.</source>
        <translation>在回答完所有输入之前已停止。</translation>
    </message>
    <message>
        <source>stopped before everything was measured, so there is no result.</source>
        <translation>在测量完成之前已停止，因此没有结果。</translation>
    </message>
    <message>
        <source>stopped, and no file was written.</source>
        <translation>已停止，没有写出文件。</translation>
    </message>
    <message>
        <source>stopped, and nothing was written.</source>
        <translation>已停止，什么也没有写。</translation>
    </message>
    <message>
        <source>stops it</source>
        <translation>无法训练</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>switches:</source>
        <translation>开关：</translation>
    </message>
    <message>
        <source>tags: {}</source>
        <translation>标签：{}</translation>
    </message>
    <message>
        <source>takes</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensorboard or file; default: determined by the source</source>
        <translation>tensorboard 或 file；默认：由来源决定</translation>
    </message>
    <message>
        <source>tensorboard: a folder of event files; csv or jsonl: every point as text; file: the whole run for another project</source>
        <translation>tensorboard：事件文件的文件夹；csv 或 jsonl：每个点为文本；file：整个运行，供其他项目使用</translation>
    </message>
    <message>
        <source>the folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>the last column</source>
        <translation>最后一列</translation>
    </message>
    <message>
        <source>the output could not be written completely.</source>
        <translation>输出无法完整写入。</translation>
    </message>
    <message>
        <source>the output could not be written completely: {}.</source>
        <translation>输出无法完整写入：{}。</translation>
    </message>
    <message>
        <source>the same, bit for bit</source>
        <translation>相同，逐位一致</translation>
    </message>
    <message>
        <source>the whole trace {}</source>
        <translation>整个跟踪 {}</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>there are no more than {} of these values</source>
        <translation>这些值的组合不超过{}</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>time of the whole trace{}</source>
        <translation>整个跟踪的时间{}</translation>
    </message>
    <message>
        <source>time of {}{}{}</source>
        <translation>{}的时间{}{}</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>time per {} samples</source>
        <translation>每 {} 个样本的时间</translation>
    </message>
    <message>
        <source>timeline of a step</source>
        <translation>一步的时间线</translation>
    </message>
    <message>
        <source>to predict</source>
        <translation>要预测的</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>train_loss</source>
        <translation>train_loss</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>training would not start: {}: {}</source>
        <translation>训练无法开始：{}：{}</translation>
    </message>
    <message>
        <source>truth \ answer</source>
        <translation>真实 \ 回答</translation>
    </message>
    <message>
        <source>try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>try {}</source>
        <translation>试试 {}</translation>
    </message>
    <message>
        <source>turned: {}</source>
        <translation>改变的开关：{}</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>val loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>val_</source>
        <translation>val_</translation>
    </message>
    <message>
        <source>val_loss</source>
        <translation>val_loss</translation>
    </message>
    <message>
        <source>validated</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>validation loss {}</source>
        <translation>验证损失 {}</translation>
    </message>
    <message>
        <source>validation {}</source>
        <translation>验证{}</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>waited for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>what came of it</source>
        <translation>结果如何</translation>
    </message>
    <message>
        <source>what decides how long it takes</source>
        <translation>决定所需时间的部分</translation>
    </message>
    <message>
        <source>what it would take at best without</source>
        <translation>去掉以下部分后最好能达到的时间</translation>
    </message>
    <message>
        <source>where the step&apos;s time goes</source>
        <translation>每步的时间用在哪里</translation>
    </message>
    <message>
        <source>with</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>with SGD and momentum</source>
        <translation>（带动量的 SGD）</translation>
    </message>
    <message>
        <source>without</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>{{}}, step {{}}: {{}}</source>
        <translation>{{}}，第 {{}} 步：{{}}</translation>
    </message>
    <message>
        <source>{} a step while recorded ({}), {} after it ({})</source>
        <translation>记录时每步 {}（{}），之后 {}（{}）</translation>
    </message>
    <message>
        <source>{} and {}</source>
        <translation>{} 和 {}</translation>
    </message>
    <message>
        <source>{} characters, {} of them different: {} windows</source>
        <translation>{} 个字符，其中 {} 个不同：{} 个窗口</translation>
    </message>
    <message>
        <source>{} findings about the data</source>
        <translation>关于数据有 {} 项发现</translation>
    </message>
    <message>
        <source>{} folders</source>
        <translation>{} 个文件夹</translation>
    </message>
    <message>
        <source>{} for training, {} for validation</source>
        <translation>{} 用于训练，{} 用于验证</translation>
    </message>
    <message>
        <source>{} for training, {} for validation, {} for the test</source>
        <translation>{} 用于训练，{} 用于验证，{} 用于测试</translation>
    </message>
    <message>
        <source>{} freed</source>
        <translation>已释放 {}</translation>
    </message>
    <message>
        <source>{} from its first to its last work</source>
        <translation>{}，从其第一项到最后一项工作</translation>
    </message>
    <message>
        <source>{} in {} of runs that the store does not know (the first: {}) are left alone; remove them by hand if they are not needed</source>
        <translation>{1}中有 {0} 属于运行库不认识的运行（第一个：{2}），保持不动；若不再需要请手动删除</translation>
    </message>
    <message>
        <source>{} is deleted permanently; `store compact` frees its disk space</source>
        <translation>{} 已永久删除；`store compact` 会释放其磁盘空间</translation>
    </message>
    <message>
        <source>{} is frozen in {}: {}, {}</source>
        <translation>{} 已冻结到 {}：{}，{}</translation>
    </message>
    <message>
        <source>{} is in the bin; restore it with: stepscope-cli runs restore {} {}</source>
        <translation>{} 在回收站中；恢复它：stepscope-cli runs restore {} {}</translation>
    </message>
    <message>
        <source>{} is now called {}</source>
        <translation>{} 现在名为 {}</translation>
    </message>
    <message>
        <source>{} is run {} of {} now.</source>
        <translation>{0} 现在是 {2} 的运行 {1}。</translation>
    </message>
    <message>
        <source>{} left</source>
        <translation>剩余 {}</translation>
    </message>
    <message>
        <source>{} median</source>
        <translation>中位数 {}</translation>
    </message>
    <message>
        <source>{} median, {} fastest</source>
        <translation>中位数 {}，最快 {}</translation>
    </message>
    <message>
        <source>{} median, {} times as long</source>
        <translation>中位数 {}，为 {} 倍长</translation>
    </message>
    <message>
        <source>{} more rows are not shown.</source>
        <translation>另有 {} 行未显示。</translation>
    </message>
    <message>
        <source>{} more series are in the Curves tab.</source>
        <translation>另有 {} 个序列在“曲线”标签页中。</translation>
    </message>
    <message>
        <source>{} more settings differ.</source>
        <translation>还有 {} 项设置不同。</translation>
    </message>
    <message>
        <source>{} more: stepscope-cli runs show --json lists all</source>
        <translation>另有 {} 项：stepscope-cli runs show --json 列出全部</translation>
    </message>
    <message>
        <source>{} of the span of the steps</source>
        <translation>占各步时间跨度的 {}</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{} / {}</translation>
    </message>
    <message>
        <source>{} of {} batch norms</source>
        <translation>{}/{} 个批归一化</translation>
    </message>
    <message>
        <source>{} of {} batch norms are folded into the layers before them.</source>
        <translation>{}/{} 个批归一化折叠进其前面的层。</translation>
    </message>
    <message>
        <source>{} of {} failed</source>
        <translation>{1}中有 {0} 个失败</translation>
    </message>
    <message>
        <source>{} of {} not completely on disk</source>
        <translation>{1}中有 {0} 个没有完整写到磁盘</translation>
    </message>
    <message>
        <source>{} of {} numbers, {}: {}</source>
        <translation>{}，每行 {} 个数，{}：{}</translation>
    </message>
    <message>
        <source>{} of {} samples</source>
        <translation>{} / {} 个样本</translation>
    </message>
    <message>
        <source>{} of {} validation samples were right ({}), macro F1 {}.</source>
        <translation>{1} 个验证样本中 {0} 个正确（{2}），宏平均 F1 {3}。</translation>
    </message>
    <message>
        <source>{} of {}, {}</source>
        <translation>{1} 中的 {0}，{2}</translation>
    </message>
    <message>
        <source>{} of {}: a batch of {} is the largest that fits {}; its predicted peak is {}</source>
        <translation>{} 的 {}：批大小 {} 是 {} 能容纳的最大值；其预测峰值为 {}</translation>
    </message>
    <message>
        <source>{} of {}: {}{}</source>
        <translation>第 {} 个，共 {} 个：{}{}</translation>
    </message>
    <message>
        <source>{} on {} ({}): {}</source>
        <translation>{} 在 {}（{}）上：{}</translation>
    </message>
    <message>
        <source>{} on {} of {}</source>
        <translation>{}，{}，每个为 {}</translation>
    </message>
    <message>
        <source>{} on {}, {}</source>
        <translation>{}，{}，{}</translation>
    </message>
    <message>
        <source>{} on {}, {}, {}</source>
        <translation>{1}上有 {0} 个，{2}，{3}</translation>
    </message>
    <message>
        <source>{} others are equal.</source>
        <translation>另有 {} 项相同。</translation>
    </message>
    <message>
        <source>{} pictures of {} classes{}: {}</source>
        <translation>{} 张图片，{} 个类别{}：{}</translation>
    </message>
    <message>
        <source>{} planned, {} of it resident, {} of the process above its start</source>
        <translation>计划 {}，其中驻留 {}，进程比开始时多 {}</translation>
    </message>
    <message>
        <source>{} plans in {}, nothing was run</source>
        <translation>{} 次计划用时 {}，没有运行任何内容</translation>
    </message>
    <message>
        <source>{} read in {}.</source>
        <translation>已读取 {}，用时 {}。</translation>
    </message>
    <message>
        <source>{} streams with {} each</source>
        <translation>{} 个流，每个 {}</translation>
    </message>
    <message>
        <source>{} taken for {}</source>
        <translation>{} 被认作 {}</translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation>{} 到 {}</translation>
    </message>
    <message>
        <source>{} was taken for {}: {}</source>
        <translation>{} 被当作 {}：{}</translation>
    </message>
    <message>
        <source>{} with &quot;{}&quot; at {} of its time</source>
        <translation>{0}，当 &quot;{1}&quot; 为其时间的 {2} 时</translation>
    </message>
    <message>
        <source>{} written, {}.</source>
        <translation>已写入 {}，{}。</translation>
    </message>
    <message>
        <source>{}, among them {} of the GPU</source>
        <translation>{}，其中 GPU 的 {}</translation>
    </message>
    <message>
        <source>{}, batch {} of {}, {}, beside {}{}; {} of each in turns</source>
        <translation>{}，批大小 {}，样本 {}，{}，旁边有{}{}；轮流各{}</translation>
    </message>
    <message>
        <source>{}, batch {} of {}, {}, {}</source>
        <translation>{}，批大小 {}，样本 {}，{}，{}</translation>
    </message>
    <message>
        <source>{}, batches of {}, samples of {}</source>
        <translation>{}，批大小 {}，样本 {}</translation>
    </message>
    <message>
        <source>{}, busy {} of the span of the steps{}</source>
        <translation>{}，忙碌占各步时间跨度的 {}{}</translation>
    </message>
    <message>
        <source>{}, last {} at step {}, smallest {}, largest {}{}</source>
        <translation>{}，最后 {}（第 {} 步），最小 {}，最大 {}{}</translation>
    </message>
    <message>
        <source>{}, samples of {}, {}, {} on {} ({}, {})</source>
        <translation>{}，样本 {}，{}，{}，在 {}（{}，{}）上</translation>
    </message>
    <message>
        <source>{}, seed {}</source>
        <translation>{}，种子 {}</translation>
    </message>
    <message>
        <source>{}, {} ({} alive)</source>
        <translation>{}，{}（存活 {}）</translation>
    </message>
    <message>
        <source>{}, {} a forward pass of the batch</source>
        <translation>{}，该批的一次前向 {}</translation>
    </message>
    <message>
        <source>{}, {} a forward pass of the batch, predicted peak memory of a training step{} {}</source>
        <translation>{}，批的一次前向传播 {}，一个训练步的预测内存峰值{} {}</translation>
    </message>
    <message>
        <source>{}, {} of file, {} in memory</source>
        <translation>{}，文件 {}，内存 {}</translation>
    </message>
    <message>
        <source>{}, {} of the {} measured on this machine</source>
        <translation>{0}，为本机实测 {2} 的 {1}</translation>
    </message>
    <message>
        <source>{}, {} of them disagree with their rule</source>
        <translation>{}，其中 {} 个与其规则不符</translation>
    </message>
    <message>
        <source>{}, {} would be free. Nothing was deleted yet: add --yes to do it.</source>
        <translation>{}，可释放 {}。尚未删除：加 --yes 执行。</translation>
    </message>
    <message>
        <source>{}-{}, median</source>
        <translation>{}-{}，中位数</translation>
    </message>
    <message>
        <source>{}: a frozen model of {}, {}</source>
        <translation>{}：由 {} 冻结的模型，{}</translation>
    </message>
    <message>
        <source>{}: format {}, {}, {} and {} in the bin, {} series, {}</source>
        <translation>{}：格式 {}，{}，{}，回收站中 {} 个，{} 个序列，{}</translation>
    </message>
    <message>
        <source>{}: mean {} on the host, {} until the last work of the GPU ends</source>
        <translation>{}：主机上平均 {}，到 GPU 最后一项工作结束为 {}</translation>
    </message>
    <message>
        <source>{}: no kernel ran on a GPU in its steps</source>
        <translation>{}：在其各步中没有 kernel 在 GPU 上运行</translation>
    </message>
    <message>
        <source>{}: no run of an earlier sweep waits. Leave out --continue, and declare a sweep with [sweep] or --vary.</source>
        <translation>{}：没有等待中的先前扫描的运行。去掉 --continue，并用 [sweep] 或 --vary 声明扫描。</translation>
    </message>
    <message>
        <source>{}: saved {} with {}; the damaged file is kept as {}</source>
        <translation>{}：保存了 {}，{}；损坏的文件保留为 {}</translation>
    </message>
    <message>
        <source>{}: the store is not damaged, nothing was done.</source>
        <translation>{}：运行库没有损坏，没有做任何改动。</translation>
    </message>
    <message>
        <source>{}: the trace is empty</source>
        <translation>{}：跟踪为空</translation>
    </message>
    <message>
        <source>{}: {} freed</source>
        <translation>{}：已释放 {}</translation>
    </message>
    <message>
        <source>{}: {} of {}, step {}, {} with {}, {}</source>
        <translation>{0}：{2} 的 {1}，第 {3} 步，{4}，{5}，{6}</translation>
    </message>
    <message>
        <source>{}: {}, opset {}, {} with {}, {}</source>
        <translation>{}：{}，opset {}，{}，{}，{}</translation>
    </message>
    <message>
        <source>{}: {}, {}, {} of {}, predicted peak memory {}</source>
        <translation>{}：{}，{}，{}，每轮 {}，预测内存峰值 {}</translation>
    </message>
    <message>
        <source>{}: {}. Run `stepscope-cli data check {}`</source>
        <translation>{}：{}。请运行 `stepscope-cli data check {}`</translation>
    </message>
    <message>
        <source>{}; predicts {}{}, {}: {}</source>
        <translation>{}；预测 {}{}，{}：{}</translation>
    </message>
    <message>
        <source>{}epoch {}</source>
        <translation>{}第 {} 轮</translation>
    </message>
    <message>
        <source>{}from step {} on</source>
        <translation>{}从第 {} 步起</translation>
    </message>
    <message>
        <source>{}steps {} to {}</source>
        <translation>{}第 {} 到 {} 步</translation>
    </message>
    <message>
        <source>{}{} after {} in {}</source>
        <translation>{}{}，{}，用时 {}</translation>
    </message>
</context>
</TS>
