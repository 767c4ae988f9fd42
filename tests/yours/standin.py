"""A small model with the shape of all-MiniLM-L6-v2, for machines that have no published weights."""

import torch
from torch import nn

from whichbank.transformer import Encoder

PIECES = ("[CLS]", "[SEP]", "[UNK]", "the", "bank", "##s", "apple", "ate", "an", ".")
WIDTH, HEADS, EPS = 8, 2, 1e-12


class Small(nn.Module):
    """Embeddings, a norm and an encoder, with the names of ``whichbank.pretrained.MiniLM``."""

    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(len(PIECES), WIDTH)
        self.positions = nn.Embedding(12, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=EPS)
        self.encoder = Encoder(3, WIDTH, HEADS, 20, norm="post", activation="gelu", eps=EPS)

    @torch.no_grad()
    def trace(self, ids):
        """Return the vectors and the weights of every layer."""
        places = torch.arange(len(ids))
        x = self.tokens(ids) + self.positions(places) + self.segments.weight[0]
        return self.encoder.trace(self.norm(x)[None])


def small():
    """Return the model with random weights, the same each time, none of them 0 or 1."""
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = Small().eval()
        for x in model.parameters():
            x.data += 0.3 * torch.randn_like(x)
    return model


def weights(model):
    """Return its weights as arrays."""
    return {name: x.detach().numpy() for name, x in model.state_dict().items()}
