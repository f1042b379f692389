"""Texts and what they are cut into, for both tokenizers; random strings of three scripts."""

from __future__ import annotations

import random

# fmt: off
CASES: list[tuple[str, list[str]]] = [
    ("", []),
    ("The sensors measured, measuring measures.", ["the", "sensor", "measur", "measur", "measur"]),
    ("foo_bar C++ v1.10 F#", ["foo", "bar", "foo_bar", "c", "c++", "v1", "10", "v1.10", "f", "f#"]),
    ("roll-out on 2026-11-30 at 0.16 dB", ["roll", "out", "roll-out", "on", "2026", "11", "30", "2026-11-30", "at", "0.16", "db"]),
    ("a+b x++y", ["a", "b", "x", "y"]),
    ("Café Ångström Straße naïve Œuvre Ørsted", ["cafe", "angstrom", "strass", "naiv", "oeuvr", "orst"]),
    ("ＦＵＬＬ　ｗｉｄｔｈ １２３", ["full", "width", "123"]),
    ("猫", ["猫"]),
    ("東京都", ["东", "东京", "京", "京都", "都"]),
    ("圖書館 図書館 图书馆", ["图", "图书", "书", "书馆", "馆"] * 3),
    ("檢索 検索 检索", ["检", "检索", "索"] * 3),
    ("サーバー サーバ サーバｰ サーバ－ ｻｰﾊﾞ", ["サ", "サー", "ー", "ーバ", "バ"] * 5),
    ("ﾃﾞｰﾀ データ デ〜タ", ["デ", "デー", "ー", "ータ", "タ"] * 3),
    ("星見ヶ浦 星見ケ浦", ["星", "星见", "见", "见ケ", "ケ", "ケ浦", "浦"] * 2),
    ("2026年7月にv2へ", ["2026", "年", "7", "月", "月に", "に", "v2", "へ"]),
    ("「記憶」、『証拠』。", ["记", "记忆", "忆", "证", "证据", "据"]),
    ("한국어", ["한", "한국", "국", "국어", "어"]),
    ("Ελλάς ΕΛΛΆΣ", ["ελλασ", "ελλασ"]),
    ("Москва", ["москва"]),
    ("𠮷野家", ["𠮷", "𠮷野", "野", "野家", "家"]),
    ("👍 ok! → ✓ © ™", ["ok", "tm"]),
    ("don't Mika's", ["don", "t", "mika", "s"]),
    ("x" * 50, ["x" * 40]),
    ("end.Next https://example.org/a-b", ["end", "next", "end.next", "http", "exampl", "org", "example.org", "a", "b", "a-b"]),
    ("ﬁle ①② ㍿ Ⅳ", ["file", "12", "株", "株式", "式", "式会", "会", "会社", "社", "iv"]),
]
# fmt: on

WORDS = (
    "caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned "
    "falling hissing fizzed failing filing happy sky probate rate cease controll roll measuring studies study boxes "
    "matches rating used yes dying stayed syzygy toy boy a is ing ed eed sses ies s y e ll"
).split()

_PIECES = (
    *"abcdefghijklmnopqrstuvwxyz", *"ABCXYZ0123456789", *" \n\t.,;:!?-_+#'’\"()[]/@&", *"éèüößÆœøłıİſςΣσàçñ", "e\u0301", "\u0301", "\u0327",
    *"あいうがぱゃっんーゑアイウガパャッンヴヶヵ", *"ｱｲｶﾞﾊﾟｰﾞ", *"、。・「」〜～－―…", *"猫鍵図書館圖书馆檢検检発髪發东東京都記憶証拠會會々〆〇髙﨑",
    *"ＡＢＣａｂｃ１２３＿＋", *"ΑΒΓαβγΆ", *"АБВабвё", *"한국어가", "\u1112\u1161\u11ab", *"𠮷𩸽", *"👍🏽☃①㍿ﬁ½ª", "\u00ad", "\u200b", "\ufeff", "\u3099", "\u0000", "สวัส", "नमस्ते", "שלום",
)  # fmt: skip
_ENDINGS = ("s", "es", "ies", "ed", "ing", "y", "e", "ll", "ess", "eed")


def strings(rng: random.Random, count: int) -> list[str]:
    """Random strings: of single signs, of words with endings, and of signs taken from all of what browsers must read."""
    found: list[str] = []
    for number in range(count):
        if number % 3 == 0:
            found.append("".join(rng.choices(_PIECES, k=rng.randint(0, 30))))
        elif number % 3 == 1:
            stems = ("".join(rng.choices("abdeiglmnoprsty", k=rng.randint(1, 9))) for _ in range(rng.randint(1, 8)))
            found.append(rng.choice(" -_.").join(stem + rng.choice(_ENDINGS) for stem in stems))
        else:
            blocks = (
                (0x20, 0x2FF),
                (0x370, 0x58F),
                (0x3000, 0x30FF),
                (0x3400, 0x34FF),
                (0x4E00, 0x9FFF),
                (0xAC00, 0xAD00),
                (0xFF00, 0xFFEF),
            )
            found.append("".join(chr(rng.randint(*rng.choice(blocks))) for _ in range(rng.randint(1, 30))))
    return found
