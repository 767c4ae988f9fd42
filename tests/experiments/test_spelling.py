"""The text in letters: its pieces, what is held out, and the loss of a guess."""

import torch

from whichbank.experiments.spelling import letters, pieces, spelling_loss


def test_pieces_follow_one_another_and_are_held_out():
    ids, following = pieces()
    assert torch.equal(ids[0, 1:], following[0, :-1])
    assert ids[1, 0] == following[0, -1]
    held_out, _ = pieces(held_out=True)
    assert held_out.shape == (100, 32)
    seen = {tuple(row) for row in ids.tolist()}
    assert not seen & {tuple(row) for row in held_out.tolist()}
    assert int(ids.max()) < len(letters())


def test_a_loss_is_the_share_of_what_follows():
    ids, following = pieces(held_out=True)
    likely = torch.nn.functional.one_hot(following, len(letters())) * 2.0  # every next letter two points ahead

    def model(given):
        assert given is ids
        return likely

    share = 1 / (1 + (len(letters()) - 1) * torch.exp(torch.tensor(-2.0)))
    torch.testing.assert_close(spelling_loss(model, ids, following), -share.log())
