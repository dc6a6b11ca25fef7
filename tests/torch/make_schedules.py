"""Writes schedules.json: the learning rates and momenta of torch.optim.lr_scheduler over 1,000 steps, thinned, for schedule_test.cpp.

Run by hand where torch is installed; the build never runs it:
    python3 tests/torch/make_schedules.py > tests/torch/schedules.json

A case has the arguments as the project file has them (with one step an epoch, so that epochs are steps) and [step, rate, momentum] rows.
"""
import json
import warnings

import torch
from torch.optim import lr_scheduler as s

warnings.simplefilter("ignore")
STEPS = 1000


def optimizer(lr):
    return torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=lr, momentum=0.9)


def case(name, make, arguments, base=0.4, warmup=0, factor=0.01, chained=False, metric=None):
    opt = optimizer(base)
    if warmup:
        first = s.LinearLR(opt, factor, 1.0, warmup)
        rest = make(opt)
        scheduler = s.ChainedScheduler([first, rest]) if chained else s.SequentialLR(opt, [first, rest], [warmup])
    else:
        scheduler = make(opt)
    rows = []
    for step in range(STEPS):
        group = opt.param_groups[0]
        changed = metric and rows and group["lr"] != rows[-1][1]
        if step < 12 or step % 37 == 0 or step > STEPS - 4 or changed:
            rows.append([step, group["lr"], group["momentum"]])
        opt.step()
        if step + 1 < STEPS:
            scheduler.step(metric(step)) if metric else scheduler.step()
    return dict(name=name, base=base, warmup=warmup, factor=factor, arguments=arguments, rows=rows)


def noisy(step):
    """A loss that falls, rests and rises, with a wobble; the same in schedule_test.cpp."""
    fall = max(0.2, 2.0 - 0.004 * step)
    return fall + 0.05 * ((step * 7919) % 13) / 13 + (0.001 * (step - 700) if step > 700 else 0)


def cases():
    def name(schedule, **arguments):
        return dict(name=schedule, **arguments)

    yield case("constant", lambda o: s.ConstantLR(o, 1.0), name("constant"))
    yield case("constant with a factor", lambda o: s.ConstantLR(o, 0.25, 300), name("constant", factor=0.25, length_epochs=300))
    yield case("linear", lambda o: s.LinearLR(o), name("linear"))
    yield case("linear down", lambda o: s.LinearLR(o, 1.0, 0.05, 777), name("linear", start_factor=1.0, end_factor=0.05, length_epochs=777))
    yield case("step", lambda o: s.StepLR(o, 30), name("step", gamma=0.1) | dict(step_epochs=30))
    yield case("step slow", lambda o: s.StepLR(o, 7, 0.97), name("step", step_epochs=7, gamma=0.97))
    yield case("step after warm-up", lambda o: s.StepLR(o, 100, 0.5), name("step", step_epochs=100, gamma=0.5), warmup=150, chained=True)
    yield case("multistep", lambda o: s.MultiStepLR(o, [100, 400, 400, 900]), name("multistep", milestones=[100, 400, 400, 900]))
    yield case("multistep gamma", lambda o: s.MultiStepLR(o, [1, 5, 999], 0.3), name("multistep", milestones=[1, 5, 999], gamma=0.3))
    yield case("exponential", lambda o: s.ExponentialLR(o, 0.99), name("exponential", gamma=0.99))
    yield case("exponential after warm-up", lambda o: s.ExponentialLR(o, 0.995), name("exponential", gamma=0.995), warmup=40, factor=0.1)
    yield case("polynomial", lambda o: s.PolynomialLR(o), name("polynomial"))
    yield case("polynomial 0.9", lambda o: s.PolynomialLR(o, 1000, 0.9), name("polynomial", length_epochs=1000, power=0.9))
    yield case("polynomial after warm-up", lambda o: s.PolynomialLR(o, 600, 2.0), name("polynomial", length_epochs=600, power=2.0), warmup=100)
    yield case("cosine", lambda o: s.CosineAnnealingLR(o, STEPS), name("cosine"))
    yield case("cosine with a floor", lambda o: s.CosineAnnealingLR(o, STEPS, 0.003), name("cosine", minimum=0.003))
    yield case("cosine that climbs again", lambda o: s.CosineAnnealingLR(o, 170, 0.01), name("cosine", length_epochs=170, minimum=0.01))
    yield case("cosine after warm-up", lambda o: s.CosineAnnealingLR(o, STEPS - 50), name("cosine"), warmup=50)
    yield case("restarts", lambda o: s.CosineAnnealingWarmRestarts(o, 90), name("cosine_warm_restarts", restart_epochs=90))
    yield case("restarts doubling", lambda o: s.CosineAnnealingWarmRestarts(o, 33, 2, 0.001),
               name("cosine_warm_restarts", restart_epochs=33, restart_factor=2, minimum=0.001))
    yield case("restarts after warm-up", lambda o: s.CosineAnnealingWarmRestarts(o, 50, 3),
               name("cosine_warm_restarts", restart_epochs=50, restart_factor=3), warmup=20, factor=0.2)
    yield case("one cycle", lambda o: s.OneCycleLR(o, 0.4, total_steps=STEPS), name("one_cycle"))
    yield case("one cycle, three phases", lambda o: s.OneCycleLR(o, 0.4, total_steps=STEPS, pct_start=0.4, three_phase=True, div_factor=10),
               name("one_cycle", pct_start=0.4, three_phase=True, div_factor=10))
    yield case("one cycle, linear", lambda o: s.OneCycleLR(o, 0.4, total_steps=STEPS, anneal_strategy="linear", final_div_factor=100,
                                                           base_momentum=0.8, max_momentum=0.99),
               name("one_cycle", anneal="linear", final_div_factor=100, base_momentum=0.8, max_momentum=0.99))
    yield case("one cycle without momentum", lambda o: s.OneCycleLR(o, 0.4, total_steps=STEPS, cycle_momentum=False),
               name("one_cycle", cycle_momentum=False))
    yield case("plateau", lambda o: s.ReduceLROnPlateau(o), name("reduce_on_plateau"), metric=noisy)
    yield case("plateau, cooldown", lambda o: s.ReduceLROnPlateau(o, factor=0.5, patience=3, cooldown=7, min_lr=0.001),
               name("reduce_on_plateau", factor=0.5, patience=3, cooldown=7, minimum=0.001), metric=noisy)
    yield case("plateau, absolute, higher is better",
               lambda o: s.ReduceLROnPlateau(o, mode="max", factor=0.7, patience=5, threshold=0.01, threshold_mode="abs"),
               name("reduce_on_plateau", factor=0.7, patience=5, threshold=0.01, threshold_mode="abs"), metric=noisy)
    yield case("plateau, large eps", lambda o: s.ReduceLROnPlateau(o, factor=0.9, patience=0, eps=0.01),
               name("reduce_on_plateau", factor=0.9, patience=0, eps=0.01), metric=noisy)


print("[")
print(",\n".join(json.dumps(c) for c in cases()))
print("]")
