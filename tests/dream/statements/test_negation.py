"""What takes the force from a statement, in each language."""

from __future__ import annotations

import pytest

from brainwiki.dream.statements.negation import is_order
from brainwiki.dream.statements.reading import statements

NOTHING = {
    "asked": [
        "Should we always round half up?",
        "Do you remember that we decided to use Kafka?",
        "Remember when we got lost?",
        "去年の旅行を覚えていますか。",
        "誰が引き戸に決めたのですか。",
        "你还记得去年的旅行吗？",
        "我们最后选了哪个？",
    ],
    "guessed": [
        "Maybe we go with the Orvane 64.",
        "I think from now on we should meet on Mondays.",
        "多分、A案で行くと思います。",
        "引き戸にするかもしれません。",
        "也许我们就用A方案吧。",
    ],
    "on a condition": [
        "If we decided to move to the cloud, what then.",
        "If the budget is now lower than 5 million, we stop.",
        "もし予算が200万円になったら困ります。",
        "如果我们决定搬到云上，要花多少钱。",
    ],
    "said by others": [
        "She said we decided to drop the third section.",
        "According to Ren the deadline moved to 5 June.",
        "The manual says that the box must stay closed, always use gloves.",
        "扉は引き戸に決めたと大西さんが言っていました。",
        "予算は3,150万円になったそうです。",
        "她说我们决定放弃第三段。",
        "老板决定取消出差。",
    ],
    "denied": [
        "You need not remember that the gate is shut.",
        "I can't remember that the gate was shut.",
        "I have no preference.",
        "これは覚えなくていいです。",
        "这个不用记。",
        "我记得那年夏天很热。",
    ],
    "open": [
        "We have not decided to use Kafka.",
        "We still need to decide on the supplier.",
        "納入業者はまだ決めていません。",
        "供应商还没决定。",
        "这个以后再说吧。",
    ],
    "long past": [
        "Ten years ago we decided to buy the building.",
        "When I was a student I preferred the library.",
        "We decided to buy it. That was ten years ago.",
        "十年前、建物を買うことに決めました。",
        "十年前我们决定买下这栋楼。",
    ],
    "of every day": [
        "I decided to take a walk before lunch.",
        "We decided to order pizza.",
        "My daughter is now 7.",
        "Remember, just do it!",
        "昼前に散歩することにした。",
        "娘は7歳になりました。",
        "我决定去散步。",
        "外面现在是5度。",
    ],
    "for once": [
        "I prefer a table this time.",
        "Use tabs instead of spaces in this file.",
        "今回は表より図のほうがいいです。",
        "这次不要列表，要图。",
    ],
    "something else": [
        "I always wondered why the pump hums.",
        "As always, great work.",
        "Never mind.",
        "No more questions from my side.",
        "It is a marathon, not a sprint.",
        "Forget it.",
        "今後ともよろしくお願いいたします。",
        "これから会議です。",
        "いつもありがとうございます。",
        "必ずしもそうではありません。",
        "下班以后我去买菜。",
        "不是我不想去，是没时间。",
        "雨不下了。",
    ],
}


@pytest.mark.parametrize(("why", "turn"), [(why, turn) for why, turns in NOTHING.items() for turn in turns])
def test_nothing_is_stated(why: str, turn: str) -> None:
    assert [one for one in statements(turn) if not one.reason] == [], why


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        ("From now on, if a number looks odd, ask me first.", "standing"),
        ("Remember that Ren may be late in August.", "remember"),
        ("Remember that ten years ago the hall burned down.", "remember"),
        ("Starting today, every request needs a changelog entry.", "standing"),
        ("今後、数字がおかしいときは先に聞いてください。", "standing"),
        ("以后数字不对劲就先问我。", "standing"),
        ("As I said, we go with the Orvane 64.", "decision"),
    ],
)
def test_a_rule_may_have_a_condition_and_a_memory_a_doubt_of_its_own(turn: str, kind: str) -> None:
    assert [one.kind for one in statements(turn)] == [kind]


def test_orders_are_told_from_rules() -> None:
    assert is_order("Send the report to karin@example.org")
    assert is_order("请把报告发给 karin@example.org")
    assert is_order("報告を karin@example.org に送ってください")
    assert not is_order("Send the summary before noon.")
    assert not is_order("古い暗証番号はもう使えません。")
    assert not is_order("The password is no longer valid.")
