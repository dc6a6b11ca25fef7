// What the GPU tab shows of the trace on display, and where in the timeline it leads to.
#include "views/common/selection.h"
#include "views/gpu/gpu_view.h"
#include "views/session/device_peaks.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

namespace stepscope {

QWidget* makeGpuView(const ViewContext& c) {
  auto* view = new GpuView;
  QObject::connect(&c.trace, &ShownTrace::changed, view, [c, view] { view->setTrace(c.trace.trace()); });
  QObject::connect(&c.peaks, &DevicePeaks::changed, view, [c, view] {
    const MachineSpeed& speed = c.peaks.speed();
    if (c.peaks.ofGpu()) view->setPeak({speed.f32, speed.bf16, speed.f16, speed.bandwidth});
  });
  QObject::connect(view, &GpuView::kernelActivated, &c.trace, &ShownTrace::find);
  QObject::connect(view, &GpuView::rangeActivated, view, [c](TimeRange range) {
    Q_EMIT c.window.viewRequested(QStringLiteral("timeline"));
    c.selection.ranges()->setSelected(range);
    c.selection.ranges()->setSeen(range);
  });
  return view;
}

}  // namespace stepscope
