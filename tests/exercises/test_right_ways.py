"""Each exercise accepts its reference and other right ways of writing it."""

import numpy as np
from collected import for_each
from right_ways import RIGHT_WAYS
from whichbank_authoring.exercises import ALL
from whichbank_authoring.table import outputs

from whichbank.exercises import check
from whichbank.exercises.properties import same
from whichbank.exercises.running import run_all

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
CODE = [e for e in CHECKED if e.kind == "code"]
DESCRIBED = {  # the way that Exercise.other puts into words
    "tokens.2": "next_by_table",
    "tokens.3": "apply_by_stack",
    "company.2": "guess_by_one_hot",
    "company.3": "sampling_by_torch",
    "average.2": "cosine_of_units",
    "average.3": "lean_of_mean_unit",
    "reading.2": "states_in_a_table",
    "reading.3": "memory_by_products",
    "mixing.2": "mix_by_broadcast",
    "mixing.3": "mend_where",
    "choosing.2": "softmax_pairwise",
    "choosing.3": "attention_in_torch",
    "jobs.2": "scaled_by_product",
    "jobs.3": "weights_by_log",
    "roles.2": "weights_by_einsum",
    "roles.3": "attention_by_one_matrix",
    "downhill.2": "step_by_autograd",
    "learning.1": "loss_by_logaddexp",
    "learning.2": "padded_without_padding",
    "learning.4": "step_by_cross_entropy",
    "scale.2": "slopes_by_squares",
    "ripples.2": "by_complex_numbers",
    "ripples.3": "embed_by_loop",
    "heads.2": "merge_by_concatenate",
    "heads.3": "many_side_by_side",
    "masks.2": "causal_with_triu",
    "across.1": "across_sentence_by_sentence",
    "bend.2": "mlp_by_units",
    "block.2": "norm_by_matrix",
    "block.3": "half_by_units",
    "block.5": "rms_by_length",
    "block.6": "gate_by_tanh",
    "block.7": "block_head_by_head",
    "writer.2": "weights_in_torch",
    "writer.3": "perplexity_as_a_geometric_mean",
    "writer.5": "stack_by_itself",
    "writer.6": "model_by_one_hot",
    "real.2": "heads_by_index",
    "real.3": "sentences_by_einsum",
    "cost.2": "merge_by_logaddexp",
    "cost.3": "blocks_by_padding",
    "cost.5": "grouped_by_four_axes",
    "cutting.1": "cut_by_change",
    "cutting.2": "shares_by_one_matrix",
}
WAYS = [(exercise, way) for exercise, ways in RIGHT_WAYS.items() for way in ways]


@for_each("exercise, way", WAYS)
def test_right_way_passes(exercise, way):
    report = check(exercise, way)
    assert report.ok, report
    assert report.status == "right"
    assert report.mistakes == ()
    assert "right" in repr(report)


def in_single_precision(reference):
    def way(*inputs):
        return np.float32(
            reference(*(x.astype(np.float32) if x.dtype.kind == "f" else x for x in inputs))
        )

    return way


def in_lists(reference):
    return lambda *inputs: np.asarray(reference(*(x.copy(order="F") for x in inputs))).tolist()


@for_each("exercise", CODE, parts=2)
def test_right_ways_pass_in_single_precision_in_lists_and_with_fresh_cases(exercise):
    ways = [in_single_precision(exercise.reference), in_lists(exercise.reference)]
    for way in ways:
        assert check(exercise.id, way).ok, check(exercise.id, way)
    for seed in range(8):
        made = list(exercise.cases(np.random.default_rng(seed)))
        cases = tuple(tuple(case[name] for name in exercise.inputs) for case in made)
        for way in [*ways, *RIGHT_WAYS[exercise.id]]:
            outcomes, _ = run_all(way, cases)
            for outcome, want, case in zip(outcomes, outputs(exercise, made), made, strict=True):
                assert same(outcome.value, want), (seed, way, case, outcome.value, want)


@for_each("exercise", CODE)
def test_the_other_way_that_is_told_is_one_that_passes(exercise):
    assert DESCRIBED[exercise.id] in {
        getattr(way, "__name__", "") for way in RIGHT_WAYS[exercise.id]
    }
    told = " ".join(check(exercise.id, RIGHT_WAYS[exercise.id][0]).message.split())
    assert told.endswith(f"cases agree. Another way: {exercise.other}")


def test_every_exercise_has_three_other_ways():
    assert list(RIGHT_WAYS) == [e.id for e in CHECKED]
    assert all(len(ways) >= 3 for ways in RIGHT_WAYS.values())
