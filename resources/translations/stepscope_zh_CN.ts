<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>stepscope</name>
    <message>
        <source>
It is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
Its name says that it uses tensor cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
momentum %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> &amp;nbsp; in all &lt;b&gt;%1%2 ms&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and at %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and at %1 more or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of arithmetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 beyond the axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · about %1 left of this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · best %1%2 at epoch %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · median %1 · p95 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · workspace %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2: %3
%4: %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (mean of %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (proposed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2 is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 FLOP a byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step in layers that this plan does not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step of %2, median %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against %2: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alive of the step, %2 with what is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 an epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at its highest, at epoch %2; %3 in the last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at offset %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 characters, %2 of them different: %3 windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 deleted runs go for good, with their curves and notes. This cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for training, %2 for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no captured steps: train it, or press C while it trains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no effect here. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in layers that this plan does not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in spans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in steps %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a network. Choose the data to train it on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in the archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in the bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a finite number at step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is still training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kept, mended: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left out: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lost between tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 median, %2 p95 over %3 spans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more in the same colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more spans; zoom in to list them
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more values are computed in the same place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 idle in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 in layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 layers of its kind, slowest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 tensors · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 · %3 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the selected range of %2 in layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the step&apos;s memory while it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on the GPU, %2 together; first %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on the validation data after the last epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 others are equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pictures of %2 classes%3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reaches %2 of the speed, so it is set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 records left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 records mended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 registers a thread, %2 of shared memory a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 resident</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows of %2 columns: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs are in the archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs were deleted, and are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 solid, %2 dashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 spans were lost: the recorder was full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps, %2 epochs in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 train, %2 validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 values lie off the scale, the farthest %2 at %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 → %2 samples/s (%3%4 %, 95 % interval %5 to %6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of this machine&apos;s peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2. Click for peak rates and versions; the arrow chooses what the next run trains on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, best %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, in training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, of which %2 are kept for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, rate %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, stopped in epoch %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, the highest over the whole run
resident of the step&apos;s memory: %2
planned: %3
of the whole process: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 a step, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 for training, %3 for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: captured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: mean of %2 captured steps (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no steps were captured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(no layer)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(of none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ Add run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 not finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 zeros</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, about %1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, largest f32 matmul, all cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, momentum %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, too few steps to tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, warm-up %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, while other programs held the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, within the noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Cuts depend on %1 and are not drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Usual: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 more value is computed in the same place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 other is equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 value lies off the scale: %1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 – 9, 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: not shown here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 10 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 10 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 100 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 100 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 3 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; 30 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A D, drag, Shift+wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Folder of Pictures, One Sub-folder a Class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Run Is Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Table or a Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch of one needs %1, and %2 are free for training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A double click on a layer shows its spans in the timeline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder of pictures, a table, a text, a trace, an ONNX model or a project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A project file says which model to train on what. Open one with Ctrl+O, drop one here, or make one with Ctrl+N.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A project needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is training: the test would take the processor from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step holds %1 samples in %2 and %3 in %4: these are times of steps, not of samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a Note Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds another run to the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alive while %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 samples fit: %2 of %3 free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of it stands in the project file with comments, and under Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that these runs recorded, on top of one another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Applied at the next step; the run goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Applied to the next run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Applies the changed switches (Enter in a field)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arithmetic of one step: forward, recompute and backward; a multiply-add is two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As It Comes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As it is (%1):</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the GPU&apos;s profiler calls it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks the planner which batches fit the memory that is free, and sets the one from which more samples a step give no more speed; nothing is run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At character %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least %1 pictures of %2 classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B, Shift+B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the latest run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to what was seen and selected before (Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back, nothing is written (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backspace, Shift+Backspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar: the most that was resident of the step&apos;s memory, over all switches of the run; pale where only planned. Tick: planned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best %1 on the validation data: that of the best checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks of a launch for each multiprocessor; below 1 some have nothing to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes that the ops of one step read and write, the optimizer&apos;s included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU · </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls of the runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled after %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capture 10 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capture 5 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Captures the next steps of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Careful: only %1 an epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose Data...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose Other Data...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder for the project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the column to predict.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chrome JSON, which Perfetto opens (*.json.gz *.json);;Stepscope trace (*.sstrace);;Spans as CSV (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the range (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or record fewer steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closes Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns ▾</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns, sorting, groups and filter, kept under a name with the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare %1 with the run before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the last two runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare: what differs between runs and what it bought. Select runs in Runs and press Enter, or compare a finished run with the one before it in Curves. A click on a run selects it in every view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continues the newest run that did not finish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continues the selected run from its last checkpoint with the same losses as an unbroken run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies settings and metrics as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Its Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Range Statistics as Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or save this picture, or copy it as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores at work, all programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores at work, this program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create and Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl or Shift selects several; Shift and a click on a heading sorts by one more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F. Enter goes to the next match, Shift+Enter to the one before.
&quot;layer:&quot; before a layer and &quot;name:&quot; before a name find just that one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+Shift+O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+plus, Ctrl+minus, Ctrl+wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves of &lt;b&gt;%1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves: the faint line is the loss of every step, the strong one is smoothed as TensorBoard does, dots are validation after each epoch. Click to select a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark ground</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnosis: what holds the step back, in one sentence, and what would help. A click on a finding selects where it is seen; Try it measures its cure on the running model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does again what was undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a folder of pictures, a table, a text,
a trace, an ONNX model or a project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop data here, or choose it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each name has a colour; %1 colours are shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit Current Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty the Bin...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the run before its first step (Ctrl+.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or a double click finds the calls of a kernel in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or a double click finds the spans of a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or a double click shows it in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter, double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every key of the project file stands here as a form, with what it means.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every op of some steps of a run appears here: each run captures them once, and C captures more.
A trace of another profiler opens with Ctrl+Shift+O, or is dropped here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run is kept here with its settings, metrics and duration. Select two or more to compare them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explains the view that has the focus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F, Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F, W S, A D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Few values that are far off do not flatten the rest; they are told above the chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: rate, batch, epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: val_loss &lt; 0.3 and switches.amp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find Its Others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find its others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find op or layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find op, layer or kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find this layer&apos;s others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds layers, ops, runs and commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold All Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward again (Shift+Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>G, [ ]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU · </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU: how its time went, why it waited, and its kernels. A double click on a kernel finds its calls in the timeline, one on an idle time shows it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph: the layers of the step and what each of them costs. Click a layer or press Enter to see its spans in the timeline; Ctrl+F filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by This</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group the ops by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group the statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTML</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map: steps to the right, values upwards, the mean solid, one deviation dotted. Ridgelines: values to the right, a line a step, the newest in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms of the gradients over the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms of the weights over the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms: how the weights of a layer and their gradients are spread, step by step. Point at a step to read it, or walk with A and D; Ctrl+F filters the parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often it ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the editor of the desktop. Lists of tables, such as [[model.layers]], are edited there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inconclusive: the loss fell by %1, no more than it changes anyway. Take more steps, or click the plot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It begins with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds %1 steps, counted from 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds steps %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its kernels were never timed here; a time that was measured is not held against an estimate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its kernels were timed while other programs held the cores: no time is claimed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep Them Every Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys and Views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LR Range Test...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LR range test...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest batch that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer or op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer, in the order of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of the training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers whose ops run in the step: an activation that is fused into the op before it is no layer of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate over the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning-Rate Range Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learns to tell drawn shapes apart. It draws its own pictures: nothing is downloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves %1 out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light ground</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic axis at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic axis below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic value axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic value axis (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest idle times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss on the validation data after the last epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss over the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, accuracy or error, learning rate and throughput appear here while a run trains, and for every run that is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, accuracy, learning rate and throughput appear here while a run trains, and for every run that is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a project of a folder of pictures, a table or a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes it the project&apos;s learning rate; a click on the plot chooses another one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark This Moment (M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks every span of the same layer, or of the same name, in the timeline (O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of all steps of the run, whatever its switches were; validation and pauses left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the captured steps: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time of a captured step in the layer&apos;s ops, the optimizer&apos;s included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure peak rates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures it on the running model, block by block with and without, and puts everything back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory plan over the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory that is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory: what the planner placed where, op by op. Click an op to see what is alive while it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moments that you marked (M marks one)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More ▾</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mouse and keys (?)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mouse and keys of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N, P</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither memory nor time of a step would change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from Data...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from a Folder of Pictures...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from a Table or a Text...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Chinese font is installed here: install one such as fonts-noto-cjk first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU worked in this trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No curves yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No diagnosis yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No histograms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No histograms kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No histograms yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel was timed here yet, so its time is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory plan yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No projects or traces yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule found anything that holds the step back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run to resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting is called “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No steps captured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No switch is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norm of the gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not enough data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured for this model: Run &gt; LR Range Test suggests a rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not used: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note; Enter keeps it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing captured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found for “%1”. Try one word: a command, a setting, a run, a layer or an op.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is changed. What stands in bold is in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is recorded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing kept of this parameter&apos;s gradient.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing kept of this parameter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing odd was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to diagnose yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of %1 records some are not shown as they were written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the time of all kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One line a run, or the mean of runs that differ in their seed only, or of those of one group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One over another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One page for a browser (*.html);;PDF (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Project...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Report in Browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Trace...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a trace of PyTorch, JAX or Nsight Systems, or a project: what holds its step back is told here in one sentence, with the evidence and what would help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the example %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the project again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a project file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a trace of PyTorch, JAX, Nsight Systems or another profiler in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ops of the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ops of the layer&apos;s forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ops that belong to no layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs held the cores meanwhile, or nobody watched: no claim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs held the cores: no effect of the switch is claimed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the epochs of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the samples trained so far: fair to runs of other batch sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the steps of the run: updates of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the time of day: when the run was started, plus its time of training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the time since the run began, pauses left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview of the capture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page Up, Page Down, Alt+wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pauses the run at the next step, or goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak %1 planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory that one training step is planned to take, of this machine&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak rates are not measured yet. Measuring takes about a second and is best done while nothing trains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture menu of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin up to Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned peak %1: %2 kept from step to step and %3 for the step. %4. Sharing saved %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned: the step&apos;s tensors, and what stays from step to step, as they are placed. Resident: what the operating system held of that memory when the run ended, counted in pages, or what was taken from the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted peak </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted peak memory of one training step, of this machine&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted peak: planning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted step </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted: values that forward ops make and that live past the op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the preparation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projects and traces that you open stand here, with the curve of the last run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposals for the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provisional</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts every dock back to its place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the fields back to what is applied (Escape in a field)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record it again, and let the profiler run for at least one step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records every op of the next five steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove Current Note (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from This List</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove star</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume %1 (%2 at step %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ridgelines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 was deleted, and is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs side by side: settings that differ, what they bought, time and memory. Select two in Runs and press Enter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs: select two or more and press Enter to compare them. Delete can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples of a batch; one after the other where the switch was turned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Picture as PNG...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Picture as SVG...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Picture of the View...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Range Statistics as CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Table as CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save This View As...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Trace As...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a Copy of the Project File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a Copy...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy where you may write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves a checkpoint and ends the run; it can be resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves all layers as comma-separated values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves what the view shows as PNG or SVG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search commands, settings, runs, layers and ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select Its Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an op in the timeline, a tensor in the memory view, or a run: its facts appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the op at which the most memory is in use (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selects %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time over the self time of all rows: the time of all threads and streams in spans, waits among them, is 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings and results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings that differ, metrics, time and memory of these runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings: every key of the project file. What stands in bold is in the file; Enter or Apply writes it, comments and order stay. Undo takes an applied change back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape of what the forward pass makes last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the captured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the selected range of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+X</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+drag, drag on the axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Archived Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show on timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the latest steps of the run in training as they come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the step after (])</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the step before ([)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole capture (F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows a GPU&apos;s kernels and why it waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows all of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows every key of the project file, with its meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows every op of the captured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows every run of the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows how weights and gradients are spread, over the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows loss, accuracy, learning rate and throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows recent projects and traces, and where to drop data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows runs side by side: settings, metrics, time, memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the curves of %1 again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the curves of the selected run; of two or more, on top of one another (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the layers and what each of them costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the layers whose name or ops contain this (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the memory plan over the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the processor, its peak rates and library versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what holds the step back, and what would help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what is in memory while this op runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort Ascending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort Descending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort by This Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spans that run within the range, those that it cuts too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Star</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics of the selected range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 of the capture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step breakdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time not known: its kernels were timed while other programs held the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps are captured while a run of a project trains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stepscope projects (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it before you delete it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it before you open another project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the run and save a checkpoint? It can be resumed later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested rate: %1, where the loss falls most steeply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.csv.gz *.tsv *.data *.txt *.txt.gz *.md);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags of %1 runs, parted by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags of %1, parted by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1 out of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out of the file: the usual value holds then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes back the last change of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes back what is not applied yet (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the last zoom back (Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 cannot be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 is saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 spans of this trace are being indexed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The FLOPs of the layers that it runs, over its time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bytes of their operands, moved once, over its time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data are being looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data is opened, the step is planned and kernels are timed. Curves appear with the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file ends early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The highest of the whole run that was resident of the step&apos;s memory; where nobody measured, as planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kernels of a GPU, how well each uses it, and why it waited. Train on a GPU, or open a trace of one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of the window, from its next start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer whose calls of it take longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of the training step appear here, with parameters, arithmetic, memory and, after a capture, time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of the training step appear here, with what each of them costs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest of them in full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss grew without bound at a rate of %1. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory plan of the training step appears here, op by op, with what is alive at each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The menu of a heading shows archived runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name is that of a folder too: without a slash, and no dot in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next run keeps histograms of every epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next run trains at a learning rate of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next run uses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project file cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project file cannot be written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project file had changed on disk and was read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project file still has its own value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report of a run lists the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run in training keeps its settings; the next one takes what stands there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run that changes are told against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schedule appears here once the data of a project are open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting is copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shortest of them in full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step cannot be built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step cannot be planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step has no ops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step replayed along its critical path, with one cause removed at a time: upper bounds, which do not add up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table cannot be written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table is saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time in spans is the self time of all threads and streams together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time of all its calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The timeline shows every op of a few training steps, the loader workers and the batch queue on one clock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace is saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here with the first histograms that the next run keeps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here, over the steps of a run that keeps histograms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of each layer and their gradients appear here, over the steps of a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window speaks %1 from its next start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their time within the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their time within the range less that of the spans nested in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no two runs to compare yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a project of this name in the folder. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no diagnosis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no other run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for the range test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for this trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These runs have the same settings and results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be trained on as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace has no such step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace holds no events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This view shows where every byte of a training step lies, op by op, and where the peak is. Opening a project plans it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time by op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the selected range of %1 in the layer&apos;s ops, the optimizer&apos;s included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times appear once steps are captured: press C while training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times are of %1, other settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times are of another run, other settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total over calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total over count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces (%1);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a new run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the project again, with another setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained numbers; a weight that layers share is counted where it is read first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains a run, which captures steps by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains networks and shows where every millisecond and megabyte of the step goes.
GPL-3.0-or-later.

%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains the project as a new run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains while the rate grows: a good one lies where the loss falls most steeply (Smith, 2017). Nothing is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tries growing learning rates for some steps and suggests one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tries growing rates for some steps and suggests one; nothing of the project changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns the switch for the runs to come. While a run trains it can be tried first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a step and press Enter (G)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold All Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to %1 fit: %2 of %3 free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use My Home Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use This Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use in the next run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values alive at the selected op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views ▾</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W S, wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W and S zoom, A and D pan, F shows everything, N and P go through the matches, arrow keys go from span to span. The question mark lists all keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warps that a multiprocessor holds, of those that it could: an estimate from grid, block, registers and shared memory, by time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the moving average of the batches, debiased as TensorBoard does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights and gradients of each layer appear here, over the steps of a run that keeps them.
The keys every_epochs and every_steps of [train.histograms] ask for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What colours mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs between this run and the one before it, and what it bought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each switch bought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What holds the step back is told here as soon as steps are captured: each run captures some by itself, and more with C.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What holds the step back, and what would help, is told here once steps of a run are captured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What runs in the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands on the left has to be mended first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the band around a mean is: sample standard deviation, standard error of the mean, or the extremes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the colours of the spans mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the slower of arithmetic and memory would take at the GPU&apos;s measured peaks, over its time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the step would take at best without each cause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this chart shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was recorded behind its end is missing, and is no idle time: %1. Copy the file again, or record it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where %1 Is Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes, by phase and by op. It appears once steps are captured: press C while training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which metrics, settings and figures of the runs are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why did it change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without sharing, the tensors of a step would take %1; the plan lets tensors that are never alive together take turns and needs %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, or comparisons of any column: val_loss &lt; 0.3 and switches.amp and tag:baseline. Joined by and, or, not and parentheses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a rate such as 1e-6 or 0.01</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the comparison as one page, HTML or PDF, that needs no network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the project file (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the run as one HTML page and opens it in the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom of the curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to This Span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to the Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a line a run; results in blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a new project from data: a folder of pictures, a table or a text; dropping them does it too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a range of time, with its statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a span, its neighbours, other rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after the first epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alive while each node runs, as planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alive: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>also timed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 classes more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and of %1 more series</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>annotation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>annotation on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the median of %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most −%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at the peak:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>back and forward through zooms, ranges and notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward, with optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batches %1%2 (smoothed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>began %1 after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>began %1 before it ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best validation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best validation %1 %2 → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks / SM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls / step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>capture five steps for the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>captured step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>captured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cause removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cause removed	at best ms	step at best ms
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change against %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clearing of the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>click on a name, X</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>click, arrow keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clip outliers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>colour: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data wait %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data wait none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diagnosis, curves, timeline, memory, runs, graph, histograms, GPU, comparison, settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1
rate %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1 / %2 · step %3 / %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimated from this machine&apos;s speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster than the median by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit, zoom, pan the view that has the focus; the wheel and dragging do the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold or unfold a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold or unfold all groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from kernels timed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from op %1 (%2) to op %3 (%4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from step to step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from step to step, beside the memory of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gain not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to a step, to the one before or after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>higher or lower rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its time is not known before it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept from step to step: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last read by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last validation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer that costs most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leads to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>logarithmic loss axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mark this moment and write a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory over the nodes of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min–max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>momentum dashed, right axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>most of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms per %1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next and previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next and previous match in the timeline; ? there lists all its keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next and previous note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no project open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no steps were captured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: all %1 are equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note about the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notes about the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now %1%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>op %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>op %1 only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open a project, open a trace; both can be dragged onto the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening the data, choosing kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ops %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or click to choose.
Stepscope looks at it and proposes a model.
Nothing is copied, nothing leaves this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other programs held the cores meanwhile: the machine may do more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>partly timed, partly estimated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pause and continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak %1 in %2, %3 of %4 tensors alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per %1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pictures of %1 × %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>planning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>process %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>project %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate %1
loss %2
smoothed %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the captures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads %1 · writes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removal of a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove the current note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reorders, casts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule	outcome	figure	unit	sentence	cure	at most, ms a step
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save export page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saving a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scalars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule ahead dashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scroll the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>search commands, settings, runs, layers and ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>search names, ops, layers and kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sharing saved %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shortest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show everything, the begin, the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slower than the median by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slowest of %1 layers of its kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smooth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: mean %2, deviation %3, %4 to %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step about %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step at best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step ▶</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stop and save a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>suggested %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switch	change	of	ms before	ms after	samples/s before	samples/s after	peak bytes before	peak bytes after	metric before	metric after
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>targets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text of a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the others of the selected layer or name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan is of other settings than this capture: not shown here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the selected range of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the storage of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time of the selected span, else of what is seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time / step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timed while other programs held the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>track	span	layer	step	begin ms	duration ms
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train %1 (smoothed %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train %1%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train %1, validation %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usual: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>val. loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation %1%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation; train faint, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value	role	shape	type	bytes	offset	first op	last op	made by
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabulary of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the end of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>windows of %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worst first, by what they can gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom about the mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to a box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to the selected span, else to the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>± std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>± stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>◀ step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>&quot;{}&quot; ({}, {} bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; has more than {} different values, too many for classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is named in data.target too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no number. Texts are compared with = != and :</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is no value of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number, which the target &quot;{}&quot; of a regression must be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number, while every value of the column &quot;{}&quot; in the training rows is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number, while {} of the {} values of the column &quot;{}&quot; are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number, while {} of the {} values of the target &quot;{}&quot; are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is too far from the other values of the column &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is too far from the other values of the target &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{}&quot; sets no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a {}; there are none here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;{}&apos; is the name of another layer or of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(name not kept)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(name {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ bias gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, and products reach {} of the machine&apos;s peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, each as soon as its gradient is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, no change beyond the noise of {} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, or {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, other programs took {} of the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, unrecorded {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, while other programs held the cores: the machine may do more. Ask again when it is idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, with the same settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, with {} and {} steps too few to tell it from noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {} of them provisional: they are timed again when the cores are free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-1 or a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-1000 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-1000000 to 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Choose one of the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Did you mean {}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The file has no header, so its columns are numbered from 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The settings are the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>... and {} more like these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 or 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 0.9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 100000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 100000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1000000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1024</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 200</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to `train.epochs`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.05 to 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.1; `rmsprop`, `adagrad`: 0.01; the others: 0.001</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: 4000 for `shapes`, 1024 for `synthetic`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: the cores less the loader&apos;s workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: the kind&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 10000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 100000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1000000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1024</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1024 (`lstm`, `gru`: 256)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 1048576, or an amount of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 262144</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 65536</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95 % interval {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; first, {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; for validation there are{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; of another size are{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; switches that were turned together are not told apart: a run with one of them alone would tell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the rest run on kernels of our own, which multiply in f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the run in training goes on as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch of {} is no multiple of {}: {} of the work is padding or waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch of {} on {} threads leaves {} of their time unused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch of {}; tensor cores want multiples of {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch takes {}; the step waits for data {} of the time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A comparison begins with the name of a column, such as val_loss {} 0.3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A convolution takes images (batch, channels, height, width); put it before flatten, or use data of images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with one sub-folder of JPEG or PNG images for each class, or with train and val folders of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger batch; jax.jit joins small kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger batch; torch.compile(model) joins small kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A loss is a scalar f32 that the model computes; use a reduction such as mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model is a graph without cycles; export it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model learns to tell classes apart: put the pictures of each class into a sub-folder of its own, at least two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample needs at least one value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step has only {}: {}. Learning rate and schedule go with the batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step has {}: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A worker is busy {} and takes no core from computing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A worker is busy {}: what it does for the step is worth its core.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations are computed again for {}, {}, though memory is to spare: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add pictures of the small classes, or weigh them with train.loss.class_weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add type = &quot;...&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add {} = {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An argument of a layer is a number, a list of whole numbers, true or false, or a text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An argument of a model is a number, a list of whole numbers or a text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And {} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply the change instead of trying it: the step before it gives its memory back then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least the last one, and not the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {} are read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autotune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autotune is off, and layers that have several kernels take {}, {}: nobody has timed which is the fastest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches are uneven: {}, and the step waits for the slow ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged before one update of the weights: the update of a batch this many times as large, in the memory of one. A step is then an update, and the last one of an epoch averages what is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks of kernels beside the multiprocessors that they could fill.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both must have one shape; a 1x1 conv2d with input = &quot;...&quot; makes a shortcut of another one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls that wait for the GPU: .item(), synchronous copies, synchronize().</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capture the steps again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the operator where the model was made and export it again, or train the part of the model before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions and the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that images and labels are not exchanged, or download the file again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file is there and may be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder exists and that you may write to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder may be written and the disk has room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that you may read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the delimiter (data.delimiter), or use another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk and its free space; what is not yet saved is kept and saved then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk and the folder&apos;s permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk, or copy the file again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk, or unpack the archive again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path and its permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path and that you may read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path of the ONNX file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path, or make a project: File &gt; New from Data, stepscope-cli new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the permissions of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpointing is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpointing saves memory that nobody needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints hold the training up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chen et al. 2016: the whole forward pass is 25 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose &quot;ones&quot;, or a model with residual blocks such as resnet18</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose 20 to 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a .safetensors file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a CSV file, a text in UTF-8 or a folder of pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a Stepscope project file (TOML)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file that ends in .sstrace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that exists, may be written and has free space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder with a sub-folder of pictures for each class, a CSV file or a text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a least rate above 0 and a most rate above that, such as 1e-6 and 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a name of examples/README.md</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a number of groups that divides the channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a number of heads that divides the width, or change the width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a patch size that divides height and width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller batch, or close programs that hold memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller model, or close programs that hold memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smoothing from 0 and below 1, and a divergence above 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a trace file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a whole number from {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another file, or record the trace again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name, or open that one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another place, or make room on the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another run; this one was deleted from the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another scale_factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another; dimension 1 is the first of a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose at least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose at most {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose cpu or cuda</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose cpu, or another GPU that stepscope-cli doctor names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose cpu, or run stepscope-cli doctor to see what was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose normal or constant for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one from {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of them, such as &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose sizes whose product is that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the data to train it on, and set model.onnx in the project&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder that has a sub-folder of pictures for each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose val_loss or val_{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clocks and their reasons (NVML) are not recorded in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it, or double a quote inside a cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective operations that no kernel hides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication takes {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing activations again takes {} of the step, and memory does not ask for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing activations again takes {} of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing activations again takes {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing activations again takes {}: as much as a whole forward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing activations again takes {}; {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert it in Python with safetensors.torch.save_file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert it to F32, BF16, F16, I64, I32 or U8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the file to UTF-8, for example with iconv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the file, or remove it from the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the model to a newer opset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert them to JPEG or PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies between layouts of images take {}, {}: kernels want another layout than the one that is asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies between layouts take {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies between layouts take {}; the layouts were chosen by time, copies included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies from one layout of images to another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies from or to pageable memory take {} {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies start from pageable memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies that the host must wait for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the file again, or record the trace again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the project to a local disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores lie idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores that the run could compute on and does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create it and put the four files there, or set data.path to where they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create it with a sub-folder of images for each class, or set data.path to where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete it first; what is in the bin can be restored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DenseNet-121 (Huang et al. 2017), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deterministic excludes it: kernels that are chosen by timing may be others in the next run, so the direct ones are taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean &apos;{}&apos;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not trust this file; ask its maker for another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double a quote inside a cell, or remove the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double the batch size (and look at what it does to convergence)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the file again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drops activations after the forward pass and computes them again in the backward pass: memory for time, with the same results. Blocks keeps the input of every block, sqrt about the square root of all layers, budget as much as the checkpoint budget allows. Where that would save no memory, nothing is computed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EfficientNet-B0 (Tan and Le 2019), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding and GRU layers, 2 x 256 by default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding and LSTM layers, 2 x 256 by default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the model with a linear layer of {} output features, one for each token of the vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the model with a linear layer of {} output features, one for each {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal batches on every rank (DistributedSampler with drop_last=True); look at the slow rank&apos;s loader and clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal shards on every device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Even work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expect a model that repeats the text; a hundred thousand characters or more do better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export a report with: nsys export --type sqlite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model again, for example with torch.onnx.export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with constant shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with elements of the type float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with external data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with fixed shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with float inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with its weights inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with one input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with opset {} or older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with the shapes of its inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model with the type float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model without it, or train the part of the model before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the report again with: nsys export --type sqlite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the trace again, or remove that member to open it as any other trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer, larger launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space and check the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space; the previous checkpoint is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some disk space; what is not yet saved is kept and saved then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space or choose another folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space or make the folder writable, then capture again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or set TMPDIR to a folder that has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or set TMPDIR to a folder that is writable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fully connected layers with batch norm for tables, two of 64 by default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fully connected layers with relu, 256 and 128 wide by default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU slowdown, reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU {} spends {} a step in collective operations, GPU {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 0 to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 1 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 1 to 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 1 to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give 2 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a budget of at least {} MiB or choose a smaller batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a budget of at least {} MiB or choose a smaller model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a share of the image&apos;s area above 0 and at most 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a share of the samples from 0 to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a share of the samples from 0 to below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give at least one class a weight above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give at most {} images, and at least one of each of the {} classes for training and validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give every layer a name of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give every value of the model a name of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a type = &quot;...&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it at least one number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it num_embeddings = {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give means of pixels in [0, 1]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one of them, such as scale_factor = 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one weight for each class, in their order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give standard deviations of pixels in [0, 1]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the data a target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the data at least two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give yourself write permission for the folder and runs.db, or copy the project to a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give yourself write permission for the folder, or copy the project to a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give yourself write permission for the project folder, or copy the project to a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give yourself write permission, or copy the project to a folder that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give {} or less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give {} values, or leave the key out for the usual ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How evenly batches are loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How images lie in memory between layers. On: NHWC everywhere, off: NCHW everywhere, with the copies that kernels need which want them otherwise. Auto: blocks of channels, NHWC or NCHW, whichever the layers and the copies between layouts took the least time in together, measured when the plan is first built (the report tells the times); in blocks, convolutions that gain by it take NHWC alone. On a GPU NHWC for mixed precision, as its tensor cores want it, and NCHW for f32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the run&apos;s checkpoints took is not kept with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many cores the machine has and the run used is not kept with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much memory the step needs is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much memory the step would need without checkpointing is not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much memory there is, and how much the step needs, is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the kernels were started is read from the trace&apos;s file: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How unevenly ranks wait in collective operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images are copied between layouts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images that Stepscope draws itself on first use: needs no download.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inline the functions, for example with onnx.inliner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input Dims</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input dims</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no attributes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is about runs of ours on a CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is about runs of ours on a CPU; on a GPU launches tell it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be at least 0 and less than 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be at least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be at least {} and less than {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be between 1 and 16777216</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be between {} and {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be the last dimensions of the input; left out, it is the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes a number, a list of whole numbers, true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes a text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes images (batch, channels, height, width); put it before flatten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes none; remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its attributes are {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its process ended without finishing the run; resume it from its last checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON for Modern C++</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep model.name, [[model.layers]] or model.onnx</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the project on a faster disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this file beside {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep train.clip.norm or train.clip.value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels are not chosen by timing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels are too small for the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels on tensor cores take {} of the kernels&apos; time, others that could run there {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels that change the layout of images take {} of the steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels that leave multiprocessors without a block take {}: they are too small for this GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels with less than one block a multiprocessor take {} of the kernels&apos; time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys have at most four parts, such as train.optimizer.name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers with a choice of kernels take only {} of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LeNet-5 (LeCun et al. 1998) with relu and max pooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out: data.ignore = [&quot;{}&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave some values out, or draw them with kind = &quot;random&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the runs with: stepscope-cli runs list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the runs with: stepscope-cli runs list PROJECT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loader worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loader worker {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for values that are missing or not finite in the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower switches.batch_size or switches.num_workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a sub-folder of images for each class, at least two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make one with: stepscope-cli runs export PROJECT RUN --to file OUT.stepscope-run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk, or check the folder&apos;s permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the folder writable, or copy the trace to one that is; until then the notes last as long as the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix units lie idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean times of whole runs, one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured copy rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured peak (bf16)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured peak (f32)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured peak (int8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memcpy {} ({} -&gt; {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory is nearly full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory lies idle beside an idle GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memset ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend or remove them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cell, leave it empty to leave the row out, name another data.target, or set data.task = &quot;classification&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cell, leave it empty, or name the column in data.ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cell, leave it empty, or set data.task = &quot;classification&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cell, or leave it empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cell, or leave it empty to leave the row out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cells, or name another data.target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the cells, or name the column in data.ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the file by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the line; text values stand in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the row; a cell with the delimiter in it stands in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed precision is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed precision is on; this CPU multiplies bf16 {} times as fast as f32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileNet V2 (Sandler et al. 2018), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MobileNet V3 small (Howard et al. 2019), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More samples are unreadable; they are counted, and listed with the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More work a kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away and reopen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away; new notes make a new one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away; the store of the project&apos;s runs belongs here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Much is computed twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA driver for CUDA {}, {} GPU{}; train on it with --device cuda.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA, Matrix Multiplication Background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX records that are no range and no mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX start and end ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a project file (TOML)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a project file (TOML), or make one: File &gt; New from Data, stepscope-cli new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a run that was trained on data of the kind text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another data.target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name fewer columns in data.target and data.ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name one column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the folder that TensorBoard is started with (--logdir)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbouring ops run as one kernel: activations and additions inside the layer before them, chains of elementwise ops a share at a time that stays in cache. Saves passes over memory, and the memory of what lies between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nesterov momentum needs a momentum and no dampening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU worked in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No batch is small enough, choose a smaller model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No collective operation is in the trace: nothing is communicated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy is recorded between host and GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel ran on the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel ran: only copies are in the trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel uses the tensor cores, and convolutions and matrix products take {} (GPUs since Volta have them).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No saved checkpoint is recorded in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step is recorded: there is nothing to tell yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No validation is recorded, and how long those of the run took is not kept with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No wait for a data loader is recorded: the trace does not say when the step waited for data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not even one sample fits as the switches are: it needs {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nsight Systems: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On a plateau the rate is multiplied by it: choose a number below 1, such as 0.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One CSV file, compressed with gzip or not, for classification or regression. The last column is the target; data.target names another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of the two labels is wrong: remove the wrong copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run alone bought nothing: add another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One text file in UTF-8, compressed with gzip or not, for a language model that learns the next character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only checkpointing = budget keeps to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only operators of the default ONNX domain can be imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with File &gt; Open Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with that version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the trace again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs held the cores meanwhile, or nobody watched: these are no claims.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs held the cores: single slow batches say nothing of the loader.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs held the cores: slow steps may be theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters are named like {}; * stands for any text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory in MiB that checkpointing = budget keeps to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Perfetto, waves below 1 are too small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power and cooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products and convolutions of f32 numbers on the tensor cores of an NVIDIA GPU, several times faster: the factors are rounded to 10 bits of the fraction, sums stay f32. PyTorch&apos;s torch.backends.cuda.matmul.allow_tf32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products in f32 near the machine&apos;s peak take {}, and this CPU multiplies bf16 {} times as fast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products near the peak of f32 take {} of the step: faster ones in bf16 would hardly be felt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products that could run on tensor cores, AMX or bf16 instructions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a flatten layer before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put all its values into one list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put an embedding before it, or reshape the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back a backup of the file; other runs can still be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back a backup of the store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put images into it, or remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it into the layer that it belongs to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it there, or set data.path to where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put pictures into it, or remove the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the data there or change {}; it is relative to the project file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the four MNIST files (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz, t10k-labels-idx1-ubyte.gz) into that folder, or set data.path to where they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the pictures of each class into a sub-folder of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random images made in memory: for measuring speed, not for learning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the loss less often</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record the trace again, from before the work begins until after it is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it, or choose adam or adamw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename its folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename one of them, or set data.header = &quot;no&quot; if the first row is no header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder, or add the class to the pictures for training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder, or add the class to the training images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rendered by Stepscope; may be deleted, and is rendered again when needed.
version 1
images {}
validation {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the file, or remove it from the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace these files or remove them, or raise data.max_bad_share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-101 v1.5 (He et al. 2015), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-18 (He et al. 2015), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-20 for CIFAR-10 (He et al. 2015, section 4.2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-34 (He et al. 2015), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-50 v1.5 (He et al. 2015), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-56 for CIFAR-10 (He et al. 2015, section 4.2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume from another checkpoint, or start the run anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run stepscope-cli doctor to see those there are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run {} has no checkpoint yet, so it begins again from its first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQLite keeps {} at {} instead of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples ahead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples in one training step; memory grows with it, and so does the work that a step shares among the cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples in which power or temperature lowered the clock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples of equal size, decoded beforehand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving checkpoints takes {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale it down, or remove it from the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections are {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selective checkpointing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set a lower train.optimizer.learning_rate or a train.clip.norm and resume the run from its last checkpoint, or start it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set data.path to a folder that may be written, on a disk with room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set data.path to a new folder, or data.kind to image_folder to train on these files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set data.path to the file itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set data.task = &quot;regression&quot;, or name another data.target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set it by hand to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set model.name, for example &quot;resnet20&quot;, or model.onnx, or add [[model.layers]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set train.loss.name = &quot;cross_entropy&quot;, or remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set train.loss.name to mse, l1 or huber, or data.task = &quot;classification&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set train.optimizer.momentum, such as 0.9, and leave dampening at 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set train.schedule.cycle_momentum = false, or choose another optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten the warm-up or raise train.epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ShuffleNet V2 1.0x (Ma et al. 2018), torchvision&apos;s variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single steps take much longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some batches take much longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing at the end. Name a column, or remove the last word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing before &quot;)&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing before &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new run instead of resuming this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it without taskset, or with all cores in its list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the run anew, or choose another run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps could not be recorded, and training goes on without: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps far above the median, and what they cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it there first, or start a new run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TF32 is a type of the tensor cores of NVIDIA GPUs, and this run is on the CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out of one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the folder &quot;{}&quot;, which has sub-folders of pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU is busy only {}; it waits most for {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU is busy {} from its first operation to its last. The trace has no steps, so more cannot be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU is busy {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU is mostly idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU lowers its clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU only communicates for {}: {} a step are not hidden behind kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU waits for launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU waits for launches {} of the steps ({}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU waits for launches {}: {} of {}. It is {} launch-bound ({}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU works {}, and no rule finds what holds it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU&apos;s clock was lowered in {} of the samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU&apos;s clock was lowered in {}{}{}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline and {} have the same switches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The batch does not fit the hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The batch is tiny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The batch size is not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The binary version: data_batch_1.bin to data_batch_5.bin and test_batch.bin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint could be written again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cores that the loader may have are in use: smaller or already decoded samples would help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or not a safetensors file; copy it again or choose another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged; export the run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is left as it is; move it away to start anew, or put back a backup of it (runs.backup-1.db beside it)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is left as it is; please report this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is left as it is; put back a backup of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is left as it is; put back a backup of it (runs.backup-1.db beside it), or save what can be read with: stepscope-cli store repair PROJECT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is truncated or something else; unpack the archive again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter is too long. Shorten it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The four IDX files of MNIST or Fashion-MNIST, compressed or not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host waits for the GPU in every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host waits for the GPU in every step, {}: {} waits of {} together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host waits for the GPU {} of the steps, in {} of {} steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kernels of the layers were chosen by timing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loader cannot keep up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loader&apos;s workers are processes of their own, which this trace does not hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory plan of the run and the memory of its device are not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory that the step needs and that the device has is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model has no images, so there is no layout of images to choose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The momentum goes from the larger one to the smaller one and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest section is [{}]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest valid name is &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest valid name is &quot;{}&quot;. {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the run that is validation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the run that waits for checkpoints.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the step that computes activations again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the steps in which a kernel, a copy or a memset ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The peak of the step beside the memory of the device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The peak rates of this machine were measured while other programs held the cores: `stepscope-cli doctor --again` on quiet ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The peak rates of this machine were never measured: `stepscope-cli doctor` does it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan of a batch of {} is {} for parameters and optimizer and {} for the step, and {} can be had</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project has layers 0 to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project has no [[model.layers]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ranks wait for one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule could not be asked: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is deterministic, which excludes kernels chosen by timing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run trained {}: too short to tell whether checkpoints come too often.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run uses {} of {} cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run uses {}: its process is bound to {} (taskset, OMP or the job&apos;s settings).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run uses {}: train.threads = {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run was deleted from the database; start a new one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run was stopped after {} batches of a step and now updates after every batch: their gradients are dropped, and training goes on with the next batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s record is damaged; start from the project file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same bits in every run on one kind of machine: kernels are not chosen by timing. Results never depend on the loader&apos;s workers, with or without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step computes: {} takes {}, {} of {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step is bound by communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step needs {} at its peak, {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step needs {} of the memory at its peak ({}): fragments or a longer sample can end the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step needs {}, and the GPU is busy {} of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step needs {}; on a CPU the rest is of use to others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step uses {} of the GPU&apos;s memory ({}) and keeps it busy only {}: a larger batch fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step waits for data {} of the time, while other programs held {} of the cores: the loader may only have waited for a core.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step waits for data {} of the time, {} of {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step waits for data {}: {} of {}. It is {} input-bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The switch was not turned, training goes on as before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The switches of the run are not known: a trace alone does not hold them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text in quotes does not end. Close it with {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time that a step waits for its batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace does not join kernels with the calls that started them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace does not tell how many blocks the kernels had on a multiprocessor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace does not tell pageable copies from pinned ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace has no steps and no GPU: what holds a step back cannot be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace has no steps: shares of a step cannot be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace holds no calls of the CUDA runtime.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace holds no memory curve with the size of the device (profile_memory=True records it).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace is of one rank: open the traces of several ranks together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The validation looks better than the model is: remove one of the copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their names hold &quot;tfevents&quot;; name the folder that TensorBoard is started with (--logdir)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no &quot;(&quot; for this. Remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no column &quot;{}&quot;{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no comparison {}. Use &lt; &lt;= &gt; &gt;= = != or :</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no value to compare with. Write one behind {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no worker: the trainer&apos;s own thread reads the batches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory to go on. Choose a smaller switches.batch_size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory to try it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are cut and resized like the others; look whether they belong there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This &quot;(&quot; is not closed. Add &quot;)&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This CPU has no fast products of a narrow type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This CPU multiplies bf16 {} times as fast as f32: there is nothing to use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a bug; please report it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a bug; please report it with the project file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is nested too deeply. Take it apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads that read, decode and augment samples while the trainer computes; 0 reads them in the trainer&apos;s own thread. A run computes on the cores that its workers leave when it begins; workers turned on later share the cores with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time in which the next kernel had not been started yet, and nobody waited for data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times the kernels that can run a layer (direct, Winograd, matrix product) once and keeps the fastest; off takes the direct ones everywhere, as PyTorch does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total Reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a run in one program at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train it for a while first, or name another run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transformer decoder in the layout of GPT-2 (Radford et al. 2019), 6 x 384</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transformer encoder (Vaswani et al. 2017), 6 x 512</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the switch in the window that trains it, or wait for its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack cifar-10-binary.tar.gz (the binary version) into that folder, or set data.path to where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it, and choose the folder that comes out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack the archive again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Stepscope to open it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Stepscope, or put back a backup of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Stepscope; the file is left as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a file with data in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a file with text in it, or download it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a file with two classes or more, or name another data.target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a longer text, or lower data.context_length or data.validation_split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a longer text, raise data.validation_split, or set it to 0 to train without validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a machine with more memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a model of text, or other data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a part of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a real text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a set with two classes or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a table with a column to predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a text in one language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use data of text, or a linear layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use data of the kind text, or another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use data of the other kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use data of this shape, or export the model for yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use images, or the model mlp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use only the {} characters that do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use smaller layers, images or batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use smaller samples or batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the four files of one set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the project file that the run was started with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the two files of one set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VGG-16 with batch norm (Simonyan and Zisserman 2014)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Valid names are {}{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Valid names:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation takes much of the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation takes {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation takes {}: {} each time{}{}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validations are not told apart in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vision transformer, 12 x 192 (Touvron et al. 2021), timm&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vision transformer, 12 x 384 (Touvron et al. 2021), timm&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for it or close it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for it or close it; what is not yet saved is kept and saved then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for that one to end, or stop it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What computing activations again costs, and whether memory asks for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was tried is not kept: no trial of these switches is at hand. Try it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a larger batch would fit where the GPU has too little to do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a step has enough samples for its fixed work and its threads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether kernels were chosen by timing (torch.backends.cudnn.benchmark) is not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether layers run the fastest of their kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether mixed precision multiplies faster here or only converts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether other programs held the cores is not known: single slow batches may be theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether other programs held the cores is not known: slow steps may be theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the batch is a multiple of what tensor cores or threads take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the loader&apos;s workers take cores from computing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a batch of {} still: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without one nobody knows how well the model does on new pictures: add some</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers that are not worth their cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write [sweep] with [[sweep.values]] into the project file, or name keys and values: --vary switches.batch_size=32,64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write each as [[{}]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write each layer as [[model.layers]] with type = &quot;...&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write every dimension once, 0 first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it in UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write its keys under [{}]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write key = &quot;train.optimizer.learning_rate&quot;, or another key of the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write kind = &quot;...&quot; under [data]; kinds are {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write model.layers.0.&lt;argument&gt; for the first layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write name = &quot;...&quot; or onnx = &quot;...&quot; under [model], or a list of [[model.layers]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write path = &quot;...&quot; under [data]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write pattern = &quot;layer4.*&quot;: the names of the parameters that it is for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write set = [&quot;train.optimizer.learning_rate=0.1&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write sizes of at least 1, and at most one -1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write two for each dimension from the last on: [left, right, top, bottom]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write values = [&quot;0.1&quot;, &quot;0.01&quot;]; a range needs kind = &quot;random&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write {} = ... under [train.schedule]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write {} = [30, 60] under [train.schedule]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XProf, kernel launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[{}] takes {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`adagrad`: the rate is divided by 1 + (step - 1) times this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`adagrad`: what the sum of squares starts from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`adam` and its kind, `lamb`: decay of the gradient&apos;s mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`adam` and its kind, `lamb`: decay of the squared gradient&apos;s mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`adam`, `adamw`: the largest squared gradient&apos;s mean so far stands in the denominator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`auto`: `cross_entropy` for classes and tokens, `mse` for numbers to predict, for which `l1` and `huber` can be had as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`constant`, `linear`, `polynomial`, `cosine`: how long the schedule takes; a `cosine` with a length of its own climbs again after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`constant`: the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`cosine_warm_restarts`: each cosine is this many times as long as the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`cosine_warm_restarts`: length of the first cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`cosine`, `cosine_warm_restarts`, `reduce_on_plateau`: the smallest rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`cross_entropy`: how much an answer of each class counts, such as [1, 5] where the second class is rare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`cross_entropy`: this share of every label is spread evenly over all classes (Szegedy et al. 2016); 0.1 is usual for pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`efficientnet_b0`: probability that the last residual branch of a sample is dropped while training; earlier ones less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`gpt`, `transformer`, `lstm`, `gru`: layers one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`gpt`, `transformer`: attention heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`gpt`, `transformer`: numbers that stand for a token; the heads must divide it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`gpt`: 1 uses the table of embeddings as the last layer too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`grid`: every combination of the values; `random`: so many draws from values and ranges; `list`: each run is written out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`huber`: errors below it count squared, those above it linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`image_folder`, `mnist`, `cifar10`, `shapes`, `text`, `table` or `synthetic`; see below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`kaiming_*`: by `fan_in` or `fan_out`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`kaiming_*`: the gain of `linear`, `sigmoid` (1), `tanh` (5/3), `relu` (√2), `leaky_relu` (√(2/(1 + slope²))), `selu` (3/4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`lstm`, `gru`: numbers that stand for a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`, `lenet5`, `resnet20`, `resnet56`, `resnet18`, `resnet34`, `resnet50`, `resnet101`, `vgg16_bn`, `mobilenet_v2`, `mobilenet_v3_small`, `efficientnet_b0`, `shufflenet_v2_x1_0`, `densenet121`, `vit_tiny`, `vit_small`, and of text `gpt`, `transformer`, `lstm`, `gru`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`: `relu`, `relu6`, `leaky_relu`, `elu`, `gelu`, `silu`, `sigmoid`, `tanh`, `hardswish`, `hardsigmoid` or `softplus`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`mlp`, `tabular_mlp`: widths of the hidden layers; `lstm`, `gru`: hidden size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`mobilenet_v2`, `mobilenet_v3_small`: factor of the numbers of channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`model`; `ones`: scales 1, shifts 0; `zero_gamma`: so, but the scale of the last norm of each residual branch starts at 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`model`; `pytorch`: uniform in ±1/√fan_in; `zeros`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`multistep`, such as [30, 60, 90]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`normal`: standard deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`off`, `blocks`, `sqrt`, `budget`, or an amount of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: base rate / first rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: down to the first rate as long as up, then to the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: first rate / last rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: momentum at the highest rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: momentum at the lowest rates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: shape of its parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: share of the run in which the rate grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`one_cycle`: whether the momentum moves too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: a smaller cut is not made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: a smaller improvement is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: epochs after a cut that do not count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: epochs without an improvement that are borne</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`reduce_on_plateau`: threshold as a share of the best value, or as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`resnet20`, `resnet56`: 1 uses 1x1 convolutions in the shortcuts, 0 the paper&apos;s shortcuts without parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`rmsprop`: decay of the squared gradient&apos;s mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`rmsprop`: divide by the deviation of the gradient instead of its size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`sgd`, `rmsprop`: share of the last update that is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`sgd`: Nesterov momentum; needs a momentum and no dampening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`sgd`: how much less a gradient counts in the momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`step`, `multistep`, `exponential`: factor of each cut or epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`step`: epochs between two cuts of the rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`synthetic`: number of classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: `classification`, `regression`, or `auto`: texts, and whole numbers of at most 20 different values, are classes; other numbers, and several targets, are regression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: a file of its own for validation; without one, `data.validation_split` of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: columns that are not shown to the model, such as an identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: what stands between two cells: `comma`, `semicolon`, `tab`, `pipe`, or `auto`: the one that cuts the first rows into equally many cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: what the model is to answer; the name in the header, or the column&apos;s number from 1 (in quotes) where there is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`table`: whether the first row names the columns: `yes`, `no`, or `auto`: it does when none of its cells is a number or empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`tabular_mlp`: batch norm of the columns and after each activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`text`: characters of a window, which is one sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`transformer`: width of the feed-forward layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`vit_tiny`, `vit_small`: blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`vit_tiny`, `vit_small`: height and width of a patch, in pixels; must divide the images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`xavier_*`: factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a VMware shared folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a VirtualBox shared folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch does not have the size of the program&apos;s input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch is to be read to memory of another size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch of {} is larger than the training data, which has {} samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch of {} is larger than the training data, which has {} samples. Choose at most {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a begin (B) without an end; the span is drawn up to the last moment of its thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a box to resize lies outside its image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a budget of {} MiB cannot be met: with activations computed again the step needs {} MiB, of which the parameters take {} MiB and the largest tensor, {}, {} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a budget of {} MiB is smaller than the parameters, which take {} MiB; the largest, {}, takes {} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a checkpoint cannot be made in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a chunk of {} points has {} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a class is asked of data that have none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a complete event (X) without dur, drawn with no length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dataset has more samples than an order can hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a date or a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dimension is negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a fifth of the data validated once an epoch takes 6 to 8 %; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a gradient has not the shape of its value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a gradient rule contributes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a gradient rule gave no gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a graph output names a lost value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a graph output names a value that does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a graph without a loss cannot have it scaled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a histogram of {} is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a kernel of the step wrote {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a key is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a layer&apos;s index lies outside the list of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of numbers such as [0.5, 0.5, 0.5]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list that holds something else than numbers or texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list that holds texts and something else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list with {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a loader started before the first sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a loader without a dataset or without prefetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a loader worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name beyond the first million; it is still in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name in the table StringIds is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a new order of nodes must name every node once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a node reads a value that does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number beyond its meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number that is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number {} {} and {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pass over the graph of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a path in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a project was to begin with a kind of data that there is not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a raw node has no op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a real number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a recording that ends in .sstrace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a roofline needs one time a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a roofline needs the machine&apos;s limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a run that ends early takes the weights of its best checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a sample has the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a sample is read out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a smaller improvement is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a table in the format {} is not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a temporary file cannot be made:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tensor of {} is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tensor&apos;s data does not fit its shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in quotes, or a list of texts such as [&quot;a&quot;, &quot;b&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text or a value is too large for the store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a thread that the description of the recording does not name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a trace in JSON (PyTorch, JAX, Chrome)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value has no place in the memory plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value is renamed to a name that is taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value of a counter is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number or a list of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number, or a list of height and width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a window has another length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a worker is idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 100000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 1000000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, at most 1e30</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 0, below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above 1, at most 1000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations are dropped and computed again in the backward pass, with the same results: all but the inputs of blocks, all but about the square root of the layers, or as many as the budget asks for; `&quot;6 GiB&quot;` is `budget` with that budget. Blocks are what the names of layers tell (`layer3.1`, `block2`); layers that belong to none form blocks that end where activations have shrunk to half. Where it would save no memory, nothing is computed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>addPersistent is for parameters, buffers and optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added to the denominator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>addition and relu fused into {} batch norms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>addition fused into {} batch norms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adds {} and {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after every {} steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after t steps the decay is at most (1 + t) / (10 + t)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after the end (byte {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all its labels are 0, so there is nothing to tell apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all labels are 0, so there is nothing to tell apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tensors together are {}, and there are {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an NVTX range without an end, drawn as a moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an ONNX model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an ONNX model instead of a name: its weights are where training starts, a softmax at its end is left out, since the loss has it; an operator that is not supported is named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an ONNX tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an SQLite export of Nsight Systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an amount of memory such as &quot;6 GiB&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an arena was asked for a negative size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an arena was given a negative size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an arrow that touches no span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an asynchronous begin without an end, drawn as a moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an asynchronous end without a begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an attribute has two types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an element of the event list is no object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an end (E) without a begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an epoch has no batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an event is longer than 16 MiB or never ends; what follows it was not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an event is not valid JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an initializer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an option of compiling the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an option of the data loader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an option of the trainer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {} by {} other kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program has been writing to this project&apos;s runs for seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program holds the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program writes to the same run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arguments (default)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic: {} of {} matrix products multiply in {} on tensor cores{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic: {} of {} matrix products multiply in {}, {} of them on AMX; the rest run in f32 on parts that are converted on the way in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as fast as before{}: {} times ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for an argument that its entry does not list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for {} numbers, a sample of {} has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asynchronous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attends within a window, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attribute {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batches whose gradients are averaged before one update of the weights; a step is then one update, and the last one of an epoch averages what is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before the begin (byte {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beside the running step, one with this change needs {} MiB, and {} MiB are free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best checkpoint of run {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best validation {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best validation {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16 without fast products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16: activations and their gradients are stored in half the bytes, each op in the type that PyTorch&apos;s autocast gives it; weights, sums and the loss stay f32. On a CPU whose products of bf16 are measured to be faster than those of f32 it is arithmetic: matrix products multiply in bf16 wherever that is timed faster. Elsewhere it is storage: they run in f32 on parts that are converted on the way in, which costs some time, and what is gained is memory. fp16: storage with more digits and a smaller range, so that the loss is scaled as by torch.amp.GradScaler and steps whose gradients overflow are skipped. All gradients wait for that check, so small models save no memory with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocked by 16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocked by 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks a multiprocessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks per SM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both traces have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>broadcasts {} from the dimension {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buckets are kept as they lie in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buffer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy cores: other programs took {} of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy only {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte {} is not UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be opened ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read (</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be the shape of a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be written ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot give {} the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>casts to the type {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>casts to {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>channels last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checkpoint of run {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choosing the fastest kernel of every layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chunks are little-endian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>class {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>classification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clipping by norm keeps {} MiB of gradients until the norm is known: the step needs {} MiB instead of {} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock was lowered meanwhile:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column, or list of columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compiling the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute threads {} -&gt; {}, as they were tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computes with {} of the type double, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computes with {} of {}; whole numbers beyond 16777216 are not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computing activations again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control characters or bytes that are no UTF-8 were replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>convolutions in a given layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies and casts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies between layouts and types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores busy, no verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores busy, no verdict: other programs took {} % of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine with warm restarts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counters beyond the first 10,000 are not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counting the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts backwards through {} elements, more than 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts by steps of 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts from {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crops to a region of {} numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cuda cannot be used: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data.kind is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data.kind was not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data.path is missing; data of kind {} is read from files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decides first weights, order of samples, augmentation and dropout; the same seed gives the same losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decides which samples `validation_split` picks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoded samples are kept in memory up to this size, so that later epochs need not decode them; 0 keeps none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>defines the function {}; models with functions of their own are not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draws random numbers in an evaluation, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drops a dimension of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dur is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration is more than 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration is negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eligible kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ends after {} of the {} bytes its header promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ends within its header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch {}, step {}{}{}{}{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs, or parts of one, in which the rate grows in a straight line to where the schedule begins; the schedule follows after it, but `step` and `multistep` count their epochs from the start of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>est. achieved occupancy %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>events of phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>events of phase {} are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every element of a gradient is brought into [-value, value] (`clip_grad_value_`)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>f32 was asked for or timed faster, so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>false leaves biases and the scales of normalizations without weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fans need a weight of at least two dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fills with {} values, one is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frames are read and written as they lie in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from 0, below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the mean gradient of several batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gathered every so many steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gathered in the first step of every so many epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>given initial values are not as many as the value has elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives a volume of {} slices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives an empty result of {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives places in a tensor of {}, more than 16777216</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives the places of its maxima in windows of {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives the shape of a volume or pads it unevenly, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives {} as a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes on with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients are scaled down until the norm over all of them is at most this (`clip_grad_norm_`); no parameter is updated before the norm is known, so all gradients take memory together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients cannot be clipped by norm and by value at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients of {} parameter tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a kernel of {} for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a kernel_shape of {} for a weight of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a mask of {} for {} keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a past of only keys or values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a window of {} for {} elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has an even size, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has an output that does not depend on its input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has another type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has auto_pad {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has biases of the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has both a size and a scale_factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has more than one of name, layers and onnx</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has negative pads, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has neither a name nor layers nor an ONNX file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has neither a size nor a scale_factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no graph, so it is no ONNX model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no row with a value of &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no value of numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has not as many factors as axes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has not as many sizes as axes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has num_outputs of {} for {} outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has one column, but a table needs a target and at least one column to tell it from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has only one class, {}, in the training rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has peepholes of the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has scales that are no numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has starts, ends, axes and steps of different lengths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the activation {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the alpha {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the axis {} of a tensor of {} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the coordinate_transformation_mode {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the direction {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the empty operand {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the keep_aspect_ratio_policy {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the mode {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the nearest_mode {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the norm of p = {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the norm of p = {}, 1 or 2 is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the output {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the output {}, which no node makes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the permutation {}, which does not name each of {} dimensions once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the shape {} with a dimension that is not known or empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the shape {}, and a rule by fan needs at least two dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the shape {}, which is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has the wrong type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has two initializers of the name {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has weights of the shapes {} and {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has whole numbers as its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} bytes, which is no whole number of records of {} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} characters for training, fewer than one window of data.context_length + 1 = {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} characters for validation, fewer than one window of data.context_length + 1 = {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} factors for {} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} heads for an input of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} in its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} inputs, one is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} lengths for {} sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} numbers for an input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} of {} for {} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} outputs for parts of {} from {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} pads for {} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} values in output_padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} values in output_shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has {} values, but the images have {} channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>high is above low</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>high is above low, and with log both are above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highly input-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highly launch-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds files that are not the rendered shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds more than the {} bytes its header promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds more than {} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds neither the files of CIFAR-10 nor other *.bin files of such records for training{}{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds only one character, {}, so there is nothing to learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds the Python version of CIFAR-10, which is not read because it is pickled code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds {} labels, but {} holds {} images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how images lie between layers: `on` NHWC, `off` NCHW everywhere, with the copies that this costs; `auto` takes blocks of channels, or what was fastest where layers were timed; on a GPU NHWC for mixed precision and NCHW for f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how many images to render, or samples to make up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>if step % 50 == 0: print(loss.item())</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images are resized and cropped to this many pixels in width and height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images as NHWC from the loader on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images of {}x{} would become {}x{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>infinite values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inside {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is 1, but a classifier needs two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is a folder, but the data are one file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is an empty list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is damaged (the compressed data end too early)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is damaged ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is in training mode, which is not supported: the mode is the program&apos;s to set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is larger than 2 GiB, which the format does not allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is neither a JPEG nor a PNG image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no order of the {} dimensions of {} with the batch first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a layer type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a model of the zoo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not an IDX file of bytes with {} dimension{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not an argument of the layer type {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not an argument of the model {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not an output of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not in the op table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not in the zoo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not spatial, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not {}, or is cut off or damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is of opset {}, known are 1 to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is of the type {}, the data are {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is of the type {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is the dimension of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is zero_gamma, but no residual branch of the model ends in a norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {} {} and cannot be a loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, but the dataset holds only {} samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, but the images are {} pixels wide and {} high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, dimension {} of {} has {} places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, the input is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, the input {} has {} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, which is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, which makes a batch of more than a terabyte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is {}, with {} of them for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be converted to RGB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be created: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be opened: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be saved: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it could not be tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has a few whole numbers, the others many values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no list &quot;traceEvents&quot;: the profiler that wrote it has recorded nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has {} bytes, less than the 8 of the header&apos;s length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds a file named &quot;{}&quot;, which would lie outside of the run&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds {} tensors, but the model has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is being trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is being trained by another process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no language model, so it writes no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is the first column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is the last column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is the only column of names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is {}, which is not measured in a {} project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it would go from {} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it would take {} steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its bytes cannot hold the pixels that its header promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its format changed since the folder was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header claims {} bytes, but the file has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header claims {} bytes; at most {} are allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header contains a zero byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header gives dimension {} the size {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header gives {} of {} twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has a list where none belongs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has a null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has a number where none belongs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has a text where none belongs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header has true or false where none belongs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header is not a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header is not valid JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header is not valid JSON at byte {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header names {} twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header nests too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its header promises {} bytes, which a file of {} bytes cannot hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its images are {}x{}, those for training {}x{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its parameters take {}, but {} of memory is free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its size changed since the folder was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its tensors have {} bytes, but the file holds {} after the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its tensors need {} bytes, more than the {} bytes of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>jax.device_put of the next batch while this one computes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>jax.jit over the whole train step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>joins {} and {} along the dimension {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keeps a dimension that {} does not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel {} of {} wrote {} of its {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels in {}: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels on tensor cores: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels that wait for each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known argument of the layer type {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known argument of the model {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label {} at index {} is out of range 0 to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lacks its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>large products reach {} GFLOP/s in {} here and {} in f32, {} times as much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches by the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {} has no type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {} is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {} is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers with a choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning rate cut to {}: {} stopped improving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>least gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leaves no column to tell the target from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leaves two dimensions open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of numbers above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of numbers, one a class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of whole numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>load batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loader queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at the pictures, {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking for equal pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking for equal pictures, {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looks for neither infinity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes blocks of {} from {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes {} places of values that are not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured peaks; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring, pair {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory in use without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mirror images left to right at random while training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mixed precision: activations and their gradients stored in bf16 or fp16, each op in the type that PyTorch&apos;s autocast gives it; on a CPU whose bf16 is measured faster than f32 matrix products multiply in bf16 where that is timed faster, elsewhere they run in f32 on parts converted on the way in, at about the speed of f32 and with less memory; `fp16` scales the loss, see `[train.grad_scaler]`, and keeps all gradients until they are checked for overflow, so that small models save no memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model = torch.compile(model, mode=&quot;reduce-overhead&quot;)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model.layers has too many layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model.layers has {} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model.layers is a list of something else than layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model.layers is not a list of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moderately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moderately input-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moderately launch-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than %d scans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiplies a number that is no matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiplies the base rate by batch size / `reference_batch`, or by its square root, also when the batch size changes within a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiplies {} by {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be above zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names a dimension twice in its axes {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names several columns, but a classification has one target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names {} activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names {} activations, which are too few</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>near the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed for the kinds read from files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed, unless there are layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs one number as its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs one whole number as its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs whole numbers as its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs {} numbers while the model is read, which is too many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>neighbouring ops run as one kernel: activations and additions inside the layer before them, chains of elementwise ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested more than 1,000 deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no TensorBoard event file lies in this folder or below it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no column can be predicted: each has one value, or another one in every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layer before this one has the name &apos;{}&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no other column fits better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no parameter matches the pattern &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no run in it can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no verdict: steps without the change became {} % {} meanwhile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no verdict: too few steps could be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no verdict: {} times as fast{}, but the {} is too wide to tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no weight decay for {} biases and norm scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node that makes {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normalises the last {} dimensions of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not to be kept: the loss differs by {} %, and the switch must not change it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not to be kept: with it the loss is not finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not trained, the loss does not depend on: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is computed again: the step would need {} MiB with it and needs {} without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nsys analyze cuda_memcpy_async names every one; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number from 0, below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number of cycles; 0 goes on to the end of the run; the newest window is kept with the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers are stored as they lie in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers to predict have no classes to weigh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers to predict have no labels to smooth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of `random`: how many runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of `random`: the same seed draws the same runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of another type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of numbers of the run is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of opset {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of standardized targets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the GPU&apos;s time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the kernels&apos; time; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the measured f32 peak; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the median; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the recorded time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the samples; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the step; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the steps; Holistic Trace Analysis compares ranks so; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on an NVIDIA GPU, products and convolutions of f32 numbers on its tensor cores, with factors of 10 bits of the fraction; no effect on the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one class has no picture that can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one column has the same value in every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one column is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one kernel each:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of those above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one picture for validation is one of training too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one picture is there twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one picture lies in two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only f32 values that live from step to step have an initial value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only one of the traces has work of a GPU: ops are compared by the time of the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only {} ({} %)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ops of the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ops with {} % of A&apos;s time are not in B: these are not two runs of one model, or not of one device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or {} others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>orbax AsyncCheckpointer, less often</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other oddities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other programs held the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other programs held the cores: no claim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outputs of {} batch norms are made again in the backward pass; {} MiB of activations are not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pads by {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>patches of {} do not divide images of {}x{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>path of a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pauses left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory that `checkpointing = &quot;budget&quot;` keeps to: a number is one of MiB, a text says its unit, `&quot;6 GiB&quot;`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peer to peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ph is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ph is not a known phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>places {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>points are kept in the unknown form {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>points of a metric are missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability that an activation is dropped while training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>products near the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profiler overhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>programs that share a state have different parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>programs that share a state lay a parameter out differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pull of every weight towards 0; `adamw`, `adamw8bit` and `lamb` apply it apart from the gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quiet cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quiet or busy cores: not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>range test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read metrics a step late; no block_until_ready() in the loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recorded {}, unrecorded {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reduced on a plateau</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>registers per thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>regression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relu fused into {} batch norms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relu fused into {} convolutions, linear layers and additions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeats other dimensions than it has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeats {} times, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resident of the step&apos;s, else planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resize {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resizes to {} elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resizes {} elements to {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run r {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run r {} ORDER BY r.id DESC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run {} is not in the bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run_id, parameter, gradient, step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running them again takes {} % more time by the kernels&apos; times here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs step after step over {} steps, more than {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runtime calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples in one training step; memory grows with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>see above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence or map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the average that a step keeps, such as 0.999; the first step copies the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the samples kept for validation, where the data have no validation part of their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the samples of the training or of the validation data that may turn out unreadable while a run reads them, such as a picture damaged in its body; each is named, the next one of its class takes its place, and the run goes on; at least one may be, unless this is 0; above it the run stops and names them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown in the window&apos;s title and in reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since the update of step {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slice {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slowest twentieth over the median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smoothing or divergence is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start or bytes is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start or end is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start or end is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step skipped, loss scale {} -&gt; {}{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {} -&gt; {} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {}: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps after them that are recorded and thrown away, since the first ones hold what recording itself sets up; also before a window that is asked for, and of steps that are followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps after those that are kept as a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps at milestones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps at the begin of each cycle that are not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps before the first cycle; -1 records none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps could not be recorded: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps without an overflow until the scale grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stepscope step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage: {}all {} matrix products run in f32 on parts that are converted on the way in. The conversions cost some time; activations take about half the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subtracted from the pixels, which lie in [0, 1]; one number a channel, or one for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sums up {} elements, more than 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switches act from the next step on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switches.batch_size = {} is the largest that fits, with {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tables of embeddings; the padding row stays 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes elements of {} by {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes elements of {} by {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes numbers, the data are text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes text, the data are numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes the element {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes the rest of numbers that are not whole, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {} and {}, which do not go together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {} elements along a dimension by numbers of the run, more than 64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {} elements, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, 3 or 4 dimensions are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, a matrix is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, a sequence is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, an image is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, channels in dimension 1 are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, classes in dimension 1 are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}, the data give {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes {}; images and sequences are supported, volumes are not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} begins at byte {}, where the one before ends at {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} does not fill whole bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} ends before it begins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has a negative number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has a text as {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has dtype {}, which Stepscope does not compute with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has more than two data_offsets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has the unknown dtype {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has the unknown field {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has too many dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has {} bytes, but its shape and dtype {} need {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} has {} where a whole number belongs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} is too large to address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} is {} {}, but the model has {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor {} lacks dtype, shape or data_offsets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors are written as they lie in memory, and the format is little-endian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text follows a closing quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the CRC-32 of a chunk does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the SQLite file asks for more memory than there is, which a damaged one may do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the SQLite file cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the SQLite file is cut off; what could be read of it is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the SQLite file is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the arguments in the file are damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the attribute {} has no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the attribute {} of the op {} is {}, not {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the base rate that the schedule scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch size for which `train.optimizer.learning_rate` was chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch&apos;s input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the byte 0x{} is not UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the captured trace cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the captured trace cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the captured trace cannot be written:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the captured trace is damaged or cut short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the captured trace was written by a newer version of Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the character {} does not occur in the text of the training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checkpoint cannot be put in place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checkpoint has format version {}; this program reads up to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checkpoint is damaged: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; has pictures for validation, but none for training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the class &quot;{}&quot; occurs only for validation, so no model can learn it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the class folder holds no readable JPEG or PNG image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the class is unknown, because the training images have none of that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the classes are uneven: &quot;{}&quot; has {} pictures, &quot;{}&quot; has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the column &quot;{}&quot; has more than {} different texts, too many for one input each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the configuration kept with the run cannot be read or changed as asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data are opened anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data have classes, for which the loss is a cross-entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data have numbers to predict, not classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data of the tensor {} stand in the wrong field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database has an unexpected content: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database is damaged: an overview does not fit its points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database is damaged: column {} is not {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database is damaged: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the dataset holds no sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the description of the recording (its member &quot;stepscope&quot;) is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk reports an error: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the dropout p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the embedding has {} rows, the vocabulary {} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the end of an arrow without its beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the export has no table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the export has no table StringIds: names are numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the export has no table {}: nothing of that kind was recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be opened: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be read:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be unpacked:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be written:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file ends too early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file ends within the list of events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file grew while it was read; what came after is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has changed since it was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has {} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has {} bytes, its manifest says {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has {} bytes; a project file has at most {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is larger than a gigabyte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is missing or empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is missing, also with .gz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not a text file: it contains a zero byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not an SQLite database, or its beginning is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is written as the memory lies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file of notes is larger than 16 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file was made by a newer Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file&apos;s CRC-32 is {}, its manifest says {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be made ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be made: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder cannot be read ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder for the runs cannot be made: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder of CIFAR-10 does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder of the MNIST files does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the gzip data is cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the gzip data is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the gzip file holds nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image cannot be decoded ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image folder does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image folder holds no class folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image folder holds only one class folder, &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the image is {}x{}, more than {} million pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input is {}, (batch, positions, features) is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input is {}, 4 dimensions are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the adaptive pooling is {}, 4 dimensions are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the batch norm is {}, it has no channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the convolution is {}, 4 dimensions are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the embedding is no list of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the group norm is {}, it has no channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the linear layer is {}, (batch, features) or (batch, positions, features) is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input of the transposed convolution is {}, 4 dimensions are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input {} must be known before the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the kernel height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the kernel width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key {} has no values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key {} stands twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the kind&apos;s usual ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last event is cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last layer gives {}, the data need {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last layer gives {}, the data need {} numbers for each of {} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last steps that the Timeline can follow while a run trains; 0 follows none and costs nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layer of type {} has no {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layer type is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library has no fast product here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is multiplied by {} at first; {} times that after {} steps in a row without an overflow, {} times that after each step that overflows, which is skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is {} at a learning rate of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the metric that `reduce_on_plateau` and early stopping watch, after every epoch; without validation data that of the training data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the moments of tensors from {} elements on take one byte each; such weights are row-major, so that convolutions copy them to their own layout each step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of the file or its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the next run trains another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the next run trains another way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the node does not own its output {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the node reads {} before it is made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the notes cannot be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the notes of this trace cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of output channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of output features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of outputs disagrees with the op table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the op {} has no attribute {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operator {} ({}) cannot be imported: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operator {} ({}) is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operator {} ({}) is of opset {}, which is older than {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operator {} ({}) {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operator {}.{} ({}) is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the order of nodes was not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the output height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the output of {} ({}, tensor {}) holds {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the output width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the path of the project file is not valid UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pixels are divided by it after the mean was subtracted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profiler failed:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project declares no sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project file cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project file cannot be written ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project file does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project has another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project has both a model.name and model.layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project has model.onnx and another model besides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project has no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the quote that opens here is never closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the repaired store cannot be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the repaired store is not whole: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the report could not be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ring of a thread was full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the row has {} cells, the first row has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run ends after this many epochs without an improvement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the running program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the runs of the project cannot be opened in this folder: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the runs of the project cannot be written in this folder: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the runs of the project may be read but not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same bits in every run on one kind of machine: kernels are not chosen by timing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the scale is multiplied by this after `growth_interval` steps in a row without an overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the scale is multiplied by this after a step that overflowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the schedule {} moves the momentum, but {} has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the schedule {} needs {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape of tensor {} is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shapes cannot be rendered there ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the slope of `leaky_relu`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the state before the range test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the state before the trial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the step is planned anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stochastic depth p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the store was made by a newer Stepscope (its format is {}, this program reads {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sweep has more than {} runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the system refused it ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table StringIds has other columns than an export of Nsight Systems, or is damaged: names are numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table of optimizers is not in the order of their kinds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table {} is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table {} is damaged; what could be read of it is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the target &quot;{}&quot; has {} in every training row, so there is nothing to learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor is too large to address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {} has an impossible dimension of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {} has elements of the type {}, which is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {} has {} bytes of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {} lies in the file &quot;{}&quot; outside the model&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {} of shape {} has {} elements of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace does not tell when the trainer waited for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace does not tell which call started which work of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace has calls to a GPU, but not what the GPU did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace has no graph whose nodes could be counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace has no ops and no work of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace has no ops of the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace has no training steps: the whole trace is counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace names no layers: record PyTorch with with_modules=True and with_stack=True</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the trace was written by a newer version of Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the training step needs {}, but {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the training step needs {}, but {} is free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the update of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the value {} of &quot;{}&quot; is infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the values of the column &quot;{}&quot; are so large that their deviation cannot be computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the values of the target &quot;{}&quot; are so large that their deviation cannot be computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights of the tensor {} cannot be read from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole number {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {} has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {} has the attribute {} twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {} lacks its attribute {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {} lacks its input {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {} reads {}, which no node makes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>theoretical occupancy %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are more than {} different characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are two columns &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a project already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no CPU backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no GPU {} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no activation {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no checkpoint &quot;{}&quot; in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no device {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no layer {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no memory for {} batches of {} MiB in the loader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no picture for validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no run {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no run {} to keep &quot;{}&quot; with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no schedule {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such run in this project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such run in {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no tensor {}, which the model has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough disk space for a checkpoint: {} MB are free, {} MB are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough memory for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough memory for tensor {} of {} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough memory to read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is nothing to learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is only one class, &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is something that is no gzip data behind its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they stand as they are to be tried already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this CPU has no fast products of {}, so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this JSON file has no list &quot;traceEvents&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this SQLite file is no export of Nsight Systems: it has none of its tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this does not name an argument of a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this folder has no project.toml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a PyTorch file with a pickle inside, which could run any program when it is loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no file of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no file of notes, or it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a captured trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a text file: it contains a zero byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not valid TOML: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread {} ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads beyond the first 65,535 are shown as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads that compute, at least one and at most one a core; a run keeps the number it began with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads that read, decode and augment samples; 0 does it in the trainer&apos;s own thread; each takes a core from computing (`train.threads`); what a sample is does not depend on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times that training goes through the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times the kernels that can run a layer once and keeps the fastest; off takes the direct ones, as PyTorch does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timestamp is more than 7 days from the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of a text have no weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch-tb-profiler asks for more than 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch-tb-profiler warns from 90 %; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch-tb-profiler; nsys analyze gpu_time_util</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.loss.class_weights has {} numbers, but the data have {} classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.loss.class_weights is 0 for every class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.optimizer.groups[{}] has no pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.schedule.base_momentum is {}, above train.schedule.max_momentum, which is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.schedule.factor does not lower the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.schedule.warmup_epochs is {}, longer than the training of {} epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train.threads = {}, but this process may use {} core{} (its affinity, its cgroup or OMP_THREAD_LIMIT): the run computes with {}, and its results have the last bits of a run with {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tried {}: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true, false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ts is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ts is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turned {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>twice the bytes still fit; ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two converters for one operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two layers have this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two ops have the same name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two tensors of a file have the same name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>type {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation_split: fewer validation samples, or more training samples an epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values that are not numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wait for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights of LSTM and GRU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights of convolutions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights of linear layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights of the best epoch, step {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is between the ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the loss is multiplied by at first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the trace does not tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when all gradients are known to be finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when the norm of all gradients is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the data lie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the warm-up begins, as a share of the rate where it ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether the cores were quiet is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether the cores were quiet is not known: no claim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether the schedule moves after every step or after every epoch; warm-up always moves every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>while training, add this many black pixels on each side and cut out a random part of the old size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>while training, cut out a random part of at least this share of the area and resize it (`image_folder`, `shapes`); 1 turns it off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16): ...  (or torch.backends.cuda.matmul.allow_tf32 = True)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>work lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>work that hardly depends on the batch (updates, beginnings of ops) takes {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>would become more than {} nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} The one before it, of step {}, is used instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} The run goes on from its best checkpoint, step {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} The state since the checkpoint before is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} Training goes on with the next sample of the same answer in its place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} Training goes on, and the checkpoint is tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} Training goes on, and the metrics are kept in memory until they can be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} after step {}{}{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} against {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} against {}: no figure of both is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} against {}: nothing can be said about speed, {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} and {} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} as fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} at the median, {} for the slowest twentieth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} batches are recorded; {} tell whether some take longer than the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} before the first event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cannot be read: {}: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cannot be set in this file without touching the rest of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cannot be taken out of this file without touching the rest of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cannot be used: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cannot be written to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} cells are empty; numbers take the median of their column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} characters are little to learn a language from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} classes have no picture that can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} columns are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} columns have the same value in every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} contains a zero byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} conversions remain as steps of their own; the others happen inside kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} copies from or to pageable memory take {}, and the host waits for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} does not exist: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} from its first operation to its last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} groups do not divide {} channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} groups do not divide {} input channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} groups do not divide {} input channels and {} output channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} groups do not divide {} output channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} h {} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has no amsgrad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has no column &quot;{}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has no gradient, but parameters come before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has not improved for {} epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has pictures, but no sub-folder for each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has too many tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} has {} tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} heads do not divide {} features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} heads of keys do not divide {} of queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} holds no JPEG or PNG pictures, no CSV table and no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} holds something else than tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} holds the kernel choices of another processor or library only. They stay there, and kernels are timed on this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} holds {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} holds {} files of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is a network, not data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is a project, not data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is a section, not a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is a single picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is an archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is an argument of a named model, but the project gives layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is as fast as {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is asked for everywhere, and convolutions take {}: whether blocks of channels or {} are faster here, nobody has measured. Auto does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is being trained by process {} on {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is neither a table nor a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is no folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is not a key of the project file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is not a list of tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is only storage here, and the memory is needed: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is only storage on this CPU: {} of the products&apos; time is multiplied in it, every value is converted to f32 and back, and the memory that this saves is not needed ({}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is the folder of a project, not of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is {} but the op table says {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is {}, which is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is {}, which is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} kernels a step, {} µs each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} kernels change the layout of images between NCHW and NHWC: {}, {} a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} left out: a running number, or a text that differs in nearly every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} loader workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} loader workers and {} compute threads now share {} cores. A run keeps the compute threads that it began with, so that its results stay reproducible; a new run with these workers computes with {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} loader workers and {} compute threads share {} cores, and the workers are busy {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} makes {}, which is made before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} min {} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} no training steps: only the ops of the whole traces can be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} nodes of {} stretches run again in the backward pass; {} MiB of activations are not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the kernels&apos; time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the products&apos; time is multiplied in {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the step, {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the steps ({} from its first operation to its last)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the steps, {} of them beside no other kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of this processor{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of those</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} cores {} kept from computing by {} that {} busy only {}: a batch takes {} to load, the step {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} forward nodes run in {}, {} casts inserted ({} of them of weights)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} pictures cannot be read and {} left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} samples cannot be read, and {} may be:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {} steps take more than {} times the median of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} parameter tensors updated{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} pictures are there twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} pictures for validation are pictures of training too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} pictures lie in two classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} picture{} in a format that is not read {} left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} picture{} of an odd size; most are about {} x {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} reached {}, {} {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} reads its own result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} recurrent layers look up the products of their input weight with the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} samples for training and {} for validation could not be read; the run&apos;s report lists them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} small tensors share {} update{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} steps are known; {} tell whether some are outliers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} takes images, the data are samples of the shape {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} tensors in groups of their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} threads, {}, {}, {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} times as fast{} ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} times as slow{} (95 % interval {} to {})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} to {} is no range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} wait for each other&apos;s results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} where {} has {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} {} {} on {}, {} threads; {} training samples, {} validation samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} → {} per {}, mean of all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, and no sample with the same answer can be read in its place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, or {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, recorded {} at the median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, so training runs on the CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, steps {}-{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, steps {}-{}, live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, with {} threads{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: SQLite&apos;s write-ahead log does not work in this folder. Runs are saved with a rollback journal, which is slower. Move the project to a local disk for full speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: a part of it cannot be read ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: expect products to take up to {} % less time than in f32, and the rest to move half the bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: expect products to take {} times as long as in f32; STEPSCOPE_BF16=storage runs them in f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: fewer than 3 steps: a change cannot be told from noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: left out, because its {} bytes are no whole number of records of {} bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: left out, because only JPEG and PNG images are read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: left out, because {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the data is not what it was when the checkpoint was made, so the losses will not be those of an unbroken run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the file ends in the middle of a record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the file is damaged at byte {}; what stands behind it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the folder lies on {}, where SQLite&apos;s write-ahead log is not safe. Runs are saved with a rollback journal, which is slower, and reading waits for writing. Move the project to a local disk for full speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the labels go to {}, but for training none is {}{}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the names of CIFAR-10&apos;s files are absent. Taken for training:{}; for validation:{}. There are {} classes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the others wait for GPU {}, {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: the recording ended in its last step, which is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} cells for validation hold a text that no training row has; the model is given zeros for them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} damaged records were left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} damaged. The other kernel choices are used, and those of the missing layers are timed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} empty cells of &quot;{}&quot; in the training rows take its median, {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} is lost in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} of run {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} pictures of more than {} KiB, or beyond the {} that are kept, were left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} records without a time were left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} rows have an empty target and are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: {} values that are neither numbers, histograms nor pictures were left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}; STEPSCOPE_BF16=arithmetic asks for products in bf16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}; what came before is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}; what they take more is {} of the time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}the attribute {} as {} where it is {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}the attribute {}, which {} does not know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}{} needs {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
