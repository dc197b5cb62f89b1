"""Texts of the heuristic language."""

import pickle

import pytest
import unstuck


def test_values_and_texts():
    h = unstuck.Heuristic("max(blockers, 0.5*hybrid)", domain="rush-hour")
    values = unstuck.features("jam:1")
    assert h("jam:1") == h.h("jam:1") == max(values["blockers"], 0.5 * values["hybrid"])
    assert h.features == ["blockers", "hybrid"] and str(h) == "max(blockers, 0.5*hybrid)"
    assert pickle.loads(pickle.dumps(h)) == h and hash(h) == hash(unstuck.Heuristic(h.text, "rush-hour"))
    assert unstuck.Heuristic("1*blockers + (2 - 2)", "rush-hour").simplified().text == "blockers"
    assert unstuck.Heuristic("0.12345*blockers", "rush-hour").rounded(2).text == "0.12*blockers"
    assert h.predict([[1.0, 9.0], [2.0, 0.0]], ["blockers", "hybrid"]) == [4.5, 2.0]


def test_every_form():
    h = unstuck.Heuristic("2*blockers", "rush-hour")
    assert "<svg" in h._repr_svg_() and h.export("latex") == "2 \\cdot \\mathit{blockers}\n"
    for form in ("text", "infix", "json", "dot", "python", "c", "rust"):
        assert h.export(form)
    with pytest.raises(unstuck.Error, match="unknown form 'latx'; did you mean 'latex'?"):
        h.export("latx")


def test_files(tmp_path, root):
    policy = unstuck.Heuristic("@" + str(root / "domains" / "rush-hour" / "hand.policy"), domain="rush-hour")
    policy.save(tmp_path / "copy.heuristic")
    assert unstuck.Heuristic(f"@{tmp_path / 'copy.heuristic'}") == policy
    assert unstuck.solve("jam:1", heuristic=f"@{tmp_path / 'copy.heuristic'}").solved
    with pytest.raises(unstuck.Error, match="cannot be read"):
        unstuck.Heuristic("@absent.heuristic")
    with pytest.raises(unstuck.Error, match="a heuristic has at most 64 KiB"):
        unstuck.Heuristic("@/dev/zero")


def test_refusals():
    with pytest.raises(unstuck.Error, match="the text names no domain"):
        unstuck.Heuristic("blockers")
    with pytest.raises(unstuck.Error, match="line 1, column"):
        unstuck.Heuristic("2 * / 3", "rush-hour")
    with pytest.raises(unstuck.Error, match="korf:1 is tiles, and the heuristic is for rush-hour"):
        unstuck.Heuristic("blockers", "rush-hour")("korf:1")
