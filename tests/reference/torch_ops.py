"""What each op of the op table means in PyTorch: one function an op, called with the node's inputs (None where an optional one is absent)
and its attributes. An op with several outputs gives a tuple; outputs that only the backward pass reads may be left out at the end."""
import math

import numpy as np
import torch
import torch.nn.functional as F


def fused_relu(y, a):
    return F.relu(y) if a.get("relu") else y


# --- core/base/philox.h: Philox4x32-10 (Salmon et al., SC 2011) --------------------------------------------------------------------
def philox(seed, index, b):
    """First block of PhiloxStream(seed, index, b) for an array of indices: four uint32 each."""
    index = np.asarray(index, dtype=np.uint64)
    c = [np.zeros_like(index), index & 0xFFFFFFFF, index >> np.uint64(32), np.full_like(index, b)]
    k = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        p0, p1 = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [
            (p1 >> np.uint64(32)) ^ c[1] ^ np.uint64(k[0]),
            p1 & np.uint64(0xFFFFFFFF),
            (p0 >> np.uint64(32)) ^ c[3] ^ np.uint64(k[1]),
            p0 & np.uint64(0xFFFFFFFF),
        ]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack(c, axis=-1)


def kept(count, seed, a):
    """Whether each of `count` draws is kept: element e takes lane e % 4 of block e / 4."""
    blocks = philox(int(seed.item()), np.arange((count + 3) // 4), a["op_id"])
    draws = blocks.reshape(-1)[:count]
    return torch.from_numpy((draws >> np.uint64(8)).astype(np.float64) * 2.0**-24 >= a["p"])


# --- convolutions, pooling ---------------------------------------------------------------------------------------------------------
def conv2d(a, x, w, b=None):
    return fused_relu(F.conv2d(x, w, b, a["stride"], a["padding"], a["dilation"], a["groups"]), a)


def conv_transpose2d(a, x, w, b=None):
    return F.conv_transpose2d(x, w, b, a["stride"], a["padding"], a["output_padding"], a["groups"], a["dilation"])


def max_pool2d(a, x):
    return F.max_pool2d(x, a["kernel"], a["stride"], a["padding"], a.get("dilation", 1), a.get("ceil_mode", False))


def avg_pool2d(a, x):
    return F.avg_pool2d(x, a["kernel"], a["stride"], a["padding"], a.get("ceil_mode", False), a["count_include_pad"])


def adaptive_avg_pool2d(a, x):
    return F.adaptive_avg_pool2d(x, a["output_size"])


def adaptive_max_pool2d(a, x):
    return F.adaptive_max_pool2d(x, a["output_size"])


def resize(a, x):
    return F.interpolate(x, a["size"], mode=a["mode"], align_corners=a["align_corners"] if a["mode"] == "bilinear" else None)


def global_avg_pool(a, x):
    return F.adaptive_avg_pool2d(x, 1)


def shortcut_pad(a, x):
    (h, w), before, after = a["stride"], a["pad_before"], a["pad_after"]
    return F.pad(x[:, :, ::h, ::w], (0, 0, 0, 0, before, after))


# --- moving elements ---------------------------------------------------------------------------------------------------------------
def concat(a, *xs):
    return torch.cat(xs, a["axis"])


def split(a, x):
    return torch.split(x, a["sizes"], a["axis"])


def slice(a, x):
    return x[tuple(map(__builtins__["slice"], a["starts"], a["ends"], a["steps"]))]


def pad(a, x):
    """F.pad reflects and repeats the last two or three dimensions only; gathering along each dimension does so for all."""
    before, after = a["before"], a["after"]
    if a["mode"] == "constant":
        return F.pad(x, [n for pair in zip(before[::-1], after[::-1]) for n in pair], "constant", a["value"])
    for d, size in enumerate(x.shape):
        places = np.pad(np.arange(size), (before[d], after[d]), a["mode"])
        x = x.index_select(d, torch.from_numpy(places))
    return x


def transpose(a, x):
    return x.permute(a["permutation"])


def channel_shuffle(a, x):
    return F.channel_shuffle(x, a["groups"]) if x.dim() > 3 else x.reshape(len(x), a["groups"], -1).transpose(1, 2).reshape(x.shape)


# --- norms -------------------------------------------------------------------------------------------------------------------------
def batch_norm(a, x, gamma, beta, mean, var, residual=None):
    y = F.batch_norm(x, mean.clone(), var.clone(), gamma, beta, True, a["momentum"], a["eps"])
    return fused_relu(y if residual is None else y + residual, a)


def layer_norm(a, x, gamma=None, beta=None):
    return F.layer_norm(x, x.shape[-a["dims"]:], gamma, beta, a["eps"])


def rms_norm(a, x, gamma=None):
    return F.rms_norm(x, x.shape[-a["dims"]:], gamma, a["eps"])


def group_norm(a, x, gamma=None, beta=None):
    if gamma is None and beta is not None:  # PyTorch fails on a bias alone
        gamma = torch.ones_like(beta)
    return F.group_norm(x, a["groups"], gamma, beta, a["eps"])


# --- linear ------------------------------------------------------------------------------------------------------------------------
def linear(a, x, w, b=None):
    return fused_relu(F.linear(x, w, b), a)


def matmul(a, x, y):
    return (x.mT if a["transpose_a"] else x) @ (y.mT if a["transpose_b"] else y)


# --- sequences ---------------------------------------------------------------------------------------------------------------------
def embedding(a, table, indices):
    return F.embedding(indices, table, None if a["padding_idx"] < 0 else a["padding_idx"])


def attention(a, q, k=None, v=None, key_mask=None, seed=None):
    if k is None:
        q, k, v = q.chunk(3, dim=-1)
    q, k, v = (t.unflatten(-1, (a["heads"], -1)).transpose(1, 2) for t in (q, k, v))
    seen = torch.ones(q.shape[0], 1, q.shape[2], k.shape[2], dtype=torch.bool)
    if a["causal"]:
        seen = seen.tril()
    if key_mask is not None:
        seen = seen & key_mask.bool()[:, None, None, :]
    scale = a["scale"] or None
    if not a.get("p"):
        y = F.scaled_dot_product_attention(q, k, v, seen, scale=scale)
    else:  # PyTorch draws its own mask; ours is written out
        scores = q @ k.transpose(-1, -2) * (scale or q.shape[-1] ** -0.5)
        p = scores.masked_fill(~seen, -math.inf).softmax(-1)
        y = p * kept(p.numel(), seed, a).reshape(p.shape) / (1 - a["p"]) @ v
    return y.transpose(1, 2).flatten(-2)


def recurrent(cell, a, x, weights, states):
    """Outputs of a cell over the steps, and its last states."""
    w_ih, w_hh, b_ih, b_hh = weights
    if b_ih is not None or b_hh is not None:  # a cell takes both biases or none
        zeros = x.new_zeros(w_ih.shape[0])
        weights = w_ih, w_hh, zeros if b_ih is None else b_ih, zeros if b_hh is None else b_hh
    steps = range(x.shape[1])
    outputs = [None] * x.shape[1]
    for t in reversed(steps) if a["reverse"] else steps:
        states = cell(x[:, t], states, *weights)
        states = states if isinstance(states, tuple) else (states,)
        outputs[t] = states[0]
        states = states if len(states) > 1 else states[0]
    return torch.stack(outputs, 1), *(states if isinstance(states, tuple) else (states,))


def lstm(a, x, w_ih, w_hh, b_ih=None, b_hh=None, h0=None, c0=None):
    w_ih = torch.eye(x.shape[2], dtype=x.dtype) if w_ih is None else w_ih  # x is the input's part of the gates already
    zeros = x.new_zeros(x.shape[0], w_hh.shape[1])
    states = (zeros if h0 is None else h0, zeros if c0 is None else c0)
    return recurrent(torch.lstm_cell, a, x, (w_ih, w_hh, b_ih, b_hh), states)


def gru(a, x, w_ih, w_hh, b_ih=None, b_hh=None, h0=None):
    w_ih = torch.eye(x.shape[2], dtype=x.dtype) if w_ih is None else w_ih
    zero = x.new_zeros(x.shape[0], w_hh.shape[1])
    return recurrent(torch.gru_cell, a, x, (w_ih, w_hh, b_ih, b_hh), zero if h0 is None else h0)


# --- elementwise -------------------------------------------------------------------------------------------------------------------
def relu(a, x):
    return F.relu(x)


def add(a, x, y):
    return fused_relu(x + y, a)


def dropout(a, x, seed):
    return x * kept(x.numel(), seed, a).reshape(x.shape) / (1 - a["p"])


def stochastic_depth(a, x, seed):
    return x * kept(len(x), seed, a).reshape(-1, *[1] * (x.dim() - 1)) / (1 - a["p"])


def reshape(a, x):
    return x.reshape(a["shape"])


# --- activations -------------------------------------------------------------------------------------------------------------------
def leaky_relu(a, x):
    return F.leaky_relu(x, a["alpha"])


def elu(a, x):
    return F.elu(x, a["alpha"])


def gelu(a, x):
    return F.gelu(x, approximate=a["approximate"])


def silu(a, x):
    return F.silu(x)


def sigmoid(a, x):
    return torch.sigmoid(x)


def tanh(a, x):
    return torch.tanh(x)


def hardswish(a, x):
    return F.hardswish(x)


def hardsigmoid(a, x):
    return F.relu6(x + 3) / 6  # F.hardsigmoid rounds 1/6 to f32 in its gradient


def softplus(a, x):
    return F.softplus(x, a["beta"], a["threshold"])


# --- arithmetic --------------------------------------------------------------------------------------------------------------------
def sub(a, x, y):
    return x - y


def mul(a, x, y):
    return x * y


def div(a, x, y):
    return x / y


def pow(a, x, y):
    return torch.pow(x, y)


def neg(a, x):
    return -x


def exp(a, x):
    return torch.exp(x)


def log(a, x):
    return torch.log(x)


def equal(a, x, y):
    """Zero gradients in place of none."""
    return (x == y).to(x.dtype) + 0 * x + 0 * y


def less(a, x, y):
    return (x < y).to(x.dtype) + 0 * x + 0 * y


def select(a, x, y):
    return torch.where(x != 0, y, 0) + 0 * x


def erf(a, x):
    return torch.erf(x)


def floor(a, x):
    return torch.floor(x)


def convert(a, x):
    """Numbers throughout, since whole ones cannot pass on a gradient of zero."""
    return (x.to(torch.float64) if a["to"] == "f32" else torch.trunc(x))


def sqrt(a, x):
    return torch.sqrt(x)


def clamp(a, x):
    return torch.clamp(x, a.get("min"), a.get("max"))


def expand(a, x):
    return x.expand(a["shape"]) * a.get("scale", 1.0)


def fill(a):
    return torch.full(a["shape"], a["value"], dtype=torch.float64)


# --- reductions --------------------------------------------------------------------------------------------------------------------
def sum(a, x):
    return torch.sum(x, a["axes"], a["keepdim"])


def mean(a, x):
    return torch.mean(x, a["axes"], a["keepdim"])


def max(a, x):
    return torch.amax(x, a["axes"], a["keepdim"])


def argmax(a, x):
    if a.get("last"):
        return x.shape[a["axis"]] - 1 - torch.argmax(x.flip(a["axis"]), a["axis"], a["keepdim"])
    return torch.argmax(x, a["axis"], a["keepdim"])


def product_sum(a, x, y):
    return torch.sum(x * y, a["axes"], a["keepdim"])


# --- softmax -----------------------------------------------------------------------------------------------------------------------
def softmax(a, x):
    return F.softmax(x, a["axis"])


def log_softmax(a, x):
    return F.log_softmax(x, a["axis"])


# --- losses ------------------------------------------------------------------------------------------------------------------------
def softmax_cross_entropy(a, logits, labels, weights=None):
    smoothing, ignore = a.get("label_smoothing", 0.0), a.get("ignore_index", -1)
    return F.cross_entropy(logits, labels.long(), weights, ignore_index=ignore, label_smoothing=smoothing)


def nll_loss(a, logp, labels, weights=None):
    return F.nll_loss(logp, labels.long(), weights, ignore_index=a["ignore_index"], reduction=a["reduction"])


def counted(loss, a, x, t, **more):
    """An element loss of the elements whose target is a number; the others add nothing."""
    seen = ~torch.isnan(t)
    each = torch.where(seen, loss(x, torch.where(seen, t, x.detach() * 0 + 0.5), reduction="none", **more), 0.0)
    divisors = dict(sum=1, mean=seen.sum(), batchmean=len(x), none=1)
    return each if a["reduction"] == "none" else each.sum() / divisors[a["reduction"]]


def mse_loss(a, x, t):
    return counted(F.mse_loss, a, x, t)


def l1_loss(a, x, t):
    return counted(F.l1_loss, a, x, t)


def huber_loss(a, x, t):
    return counted(F.huber_loss, a, x, t, delta=a["delta"])


def bce_with_logits_loss(a, x, t, pos_weight=None):
    return counted(F.binary_cross_entropy_with_logits, a, x, t, pos_weight=pos_weight)


def kl_div_loss(a, x, t):
    return counted(F.kl_div, a, x, t)
