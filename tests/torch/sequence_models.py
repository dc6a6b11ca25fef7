"""The zoo's models of sequences, written with torch.nn under the names of their parameters in core/models: the peers of tests and bench."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    """Heads of a packed projection; the names of its two layers differ from model to model."""

    def __init__(self, width, heads, causal, names, dropout=0.0):
        super().__init__()
        self.heads, self.causal, self.dropout, self.names = heads, causal, dropout, names
        setattr(self, names[0], nn.Linear(width, 3 * width))
        setattr(self, names[1], nn.Linear(width, width))

    def forward(self, x):
        packed = getattr(self, self.names[0])(x)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in packed.chunk(3, dim=-1))
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout if self.training else 0.0, is_causal=self.causal)
        return getattr(self, self.names[1])(y.transpose(1, 2).flatten(-2))


class FeedForward(nn.Module):
    def __init__(self, width, names, approximate):
        super().__init__()
        self.names, self.approximate = names, approximate
        setattr(self, names[0], nn.Linear(width, 4 * width))
        setattr(self, names[1], nn.Linear(4 * width, width))

    def forward(self, x):
        return getattr(self, self.names[1])(F.gelu(getattr(self, self.names[0])(x), approximate=self.approximate))


class GptBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(width), Attention(width, heads, True, ("c_attn", "c_proj"))
        self.ln_2, self.mlp = nn.LayerNorm(width), FeedForward(width, ("c_fc", "c_proj"), "tanh")

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, context, vocabulary, layers=6, width=384, heads=6):
        super().__init__()
        self.transformer = nn.ModuleDict(
            dict(wte=nn.Embedding(vocabulary, width), wpe=nn.Embedding(context, width),
                 h=nn.ModuleList(GptBlock(width, heads) for _ in range(layers)), ln_f=nn.LayerNorm(width)))

    def forward(self, tokens):
        t = self.transformer
        x = t.wte(tokens) + t.wpe(torch.arange(tokens.shape[1], device=tokens.device))
        for block in t.h:
            x = block(x)
        return F.linear(t.ln_f(x), t.wte.weight)


class Recurrent(nn.Module):
    def __init__(self, kind, context, vocabulary, layers=2, hidden=256, embedding=128):
        super().__init__()
        self.encoder = nn.Embedding(vocabulary, embedding)
        self.rnn = kind(embedding, hidden, layers, batch_first=True)
        self.decoder = nn.Linear(hidden, vocabulary)

    def forward(self, tokens):
        return self.decoder(self.rnn(self.encoder(tokens))[0])


class Transformer(nn.Module):
    def __init__(self, context, vocabulary, layers=6, width=512, heads=8, feedforward=2048):
        super().__init__()
        self.embedding, self.position = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        layer = nn.TransformerEncoderLayer(width, heads, feedforward, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.decoder = nn.Linear(width, vocabulary)

    def forward(self, tokens):
        mask = nn.Transformer.generate_square_subsequent_mask(tokens.shape[1])
        x = self.embedding(tokens) + self.position(torch.arange(tokens.shape[1], device=tokens.device))
        return self.decoder(self.encoder(x, mask=mask, is_causal=True))


class VitBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.attn = nn.LayerNorm(width, 1e-6), Attention(width, heads, False, ("qkv", "proj"))
        self.norm2, self.mlp = nn.LayerNorm(width, 1e-6), FeedForward(width, ("fc1", "fc2"), "none")

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Vit(nn.Module):
    """timm's VisionTransformer; patch_embed is a module with one layer there."""

    def __init__(self, width, heads, image, classes, patch_size=16, depth=12):
        super().__init__()
        self.cls_token = nn.Parameter(torch.zeros(1, 1, width))
        self.pos_embed = nn.Parameter(torch.zeros(1, (image // patch_size) ** 2 + 1, width))
        self.patch_embed = nn.ModuleDict(dict(proj=nn.Conv2d(3, width, patch_size, patch_size)))
        self.blocks = nn.Sequential(*(VitBlock(width, heads) for _ in range(depth)))
        self.norm, self.head = nn.LayerNorm(width, 1e-6), nn.Linear(width, classes)

    def forward(self, x):
        x = self.patch_embed["proj"](x).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), 1) + self.pos_embed
        return self.head(self.norm(self.blocks(x))[:, 0])


MODELS = dict(
    gpt=Gpt, transformer=Transformer, lstm=lambda *a, **k: Recurrent(nn.LSTM, *a, **k), gru=lambda *a, **k: Recurrent(nn.GRU, *a, **k),
    vit_tiny=lambda *a, **k: Vit(192, 3, *a, **k), vit_small=lambda *a, **k: Vit(384, 6, *a, **k))
