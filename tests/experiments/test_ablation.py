"""Blocks without one of their parts: what the switches switch, and the recorded runs."""

import numpy as np
import pytest
import torch

from whichbank.experiments import ablation
from whichbank.experiments.ablation import (
    DEEP,
    EVERY,
    N_SEEDS,
    RUNS,
    SHALLOW,
    STEPS,
    SWITCHES,
    Parts,
)
from whichbank.experiments.news import pieces


def test_switches_are_all_different_and_the_whole_block_is_first():
    assert SWITCHES[0] == Parts()
    assert len({str(parts) for parts in SWITCHES}) == len(SWITCHES) == 24


@pytest.mark.parametrize("attention", [True, False])
def test_a_letter_sees_no_later_one_and_without_attention_no_earlier_one(attention):
    model = ablation.untrained(Parts(attention=attention), 2).eval()
    ids, _ = pieces()
    with torch.no_grad():
        before, changed = model(ids[:1]), ids[:1].clone()
        changed[0, 10] = (changed[0, 10] + 1) % 39
        moved = (model(changed) - before).abs().amax(dim=-1)[0] > 0
    assert not moved[:10].any()
    assert moved[10]
    assert bool(moved[11:].any()) == attention


def test_parts_are_what_the_blocks_have():
    block = ablation.untrained(Parts(mlp="none", skip=False, norm="post"), 2).blocks.blocks[0]
    assert (block.feed_forward, block.skip, block.norm) == (None, False, "post")
    assert (
        ablation.untrained(Parts(mlp="straight"), 2).blocks.blocks[1].feed_forward.activation
        == "none"
    )


def test_gradients_come_one_a_block_and_agree_with_the_record():
    for parts in (Parts(), Parts(skip=False, norm="none")):
        rows = [
            ablation.gradient_by_layer(ablation.untrained(parts, DEEP, seed=seed))
            for seed in range(N_SEEDS)
        ]
        made = np.exp(np.log(np.array(rows)).mean(axis=0))
        np.testing.assert_allclose(made, ablation.recorded_gradients()[str(parts)], rtol=0.05)


def test_without_skip_and_norm_the_gradient_is_gone_at_the_first_block():
    lost, whole = (
        ablation.recorded_gradients()[str(p)] for p in (Parts(skip=False, norm="none"), Parts())
    )
    assert lost[0] < 1e-8 * lost[-1]
    assert whole[0] > 0.1 * whole[-1]


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    model, loss = ablation.train(Parts(), SHALLOW, steps=EVERY)
    np.testing.assert_allclose(loss, ablation.recorded(SHALLOW)[str(Parts())][0][:2], atol=0.02)
    assert ablation.held_out_loss(model) == pytest.approx(loss[-1])


def test_record_has_what_it_says():
    for n_layers, runs in RUNS.items():
        record = ablation.recorded(n_layers)
        assert list(record) == list(runs)
        for name, (parts, _) in runs.items():
            rows, stops = record[name].shape
            removed = sum(
                a != b for a, b in zip(vars(parts).values(), vars(Parts()).values(), strict=True)
            )
            assert stops == STEPS[n_layers] // EVERY + 1
            assert rows == N_SEEDS if removed <= 1 else 1 <= rows <= N_SEEDS
    assert list(ablation.recorded_gradients()) == [str(parts) for parts in SWITCHES]
