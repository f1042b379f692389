"""The wording of instructions to an agent, in English, Japanese and Chinese.

Patterns are matched against text in small letters. A blank in a pattern stands for up to nine of white space. Each is tried only
where a word stands that it cannot do without, and those of English begin with that word, so that the search is one for a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from brainwiki.claims.patterns import compiled

# Where a wording must begin to be an order in plain prose. any: wherever it stands. clause: at the start of one, since
# "ignore …" orders and "attackers make it ignore …" reports. line: at the start of a line.
Opening = Literal["any", "clause", "line"]


class Order(NamedTuple):
    """An instruction as worded. `plain` ones are orders wherever they stand; others only where nobody looks: they begin
    within a clause, which may as well report, or they are worded as one says it in public too."""

    start: int
    end: int
    plain: bool = True


class Wording(NamedTuple):
    """A pattern, the words of which one must stand in a text that it can match, and where it must begin.

    `leads` says that every match begins with one of the words: then the search is one for the words, and the pattern is tried
    only there.
    """

    words: tuple[str, ...]
    pattern: str
    opening: Opening = "clause"
    leads: bool = False


def _pattern(*alternatives: str) -> str:
    return "|".join(alternatives).replace(" ", r"\s{1,9}")


def _leading(*wordings: Wording) -> tuple[Wording, ...]:
    """Wordings whose matches begin with one of their words."""
    return tuple(wording._replace(leads=True) for wording in wordings)


def _each(words: str, rest: str, opening: Opening = "clause") -> tuple[Wording, ...]:
    """One wording for each of several first words, parted by bars."""
    return tuple(Wording((word,), _pattern(rf"{word} {rest}"), opening) for word in words.split("|"))


_AGENT = r"(?:ai|llm|agent|assistant|chatbot|bot|language model|claude|chatgpt|gpt|gemini|copilot|codex)s?"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|existing|former|original|foregoing|system|safety)"
_ORDERS = r"(?:instructions?|prompts?|directives?|guidelines)\b"
_RULES = r"(?:instructions?|prompts?|directives?|guidelines|directions|commands|rules|constraints|context)\b"
_PEOPLE = r"(?:the|your) (?:user|human)s?\b"
_TELL = r"(?:tell|inform|notify|alert|mention (?:this|it|that)(?: \w{1,20}){0,2} to|reveal (?:this|it) to)"
_SECRETS = (
    r"(?:api keys?|credentials|passwords?|secrets|(?:access )?tokens?|private keys?|ssh keys?|environment variables|conversation"
    r"|chat history|system prompt|memory|\.env)"
)
_DUTY = r"(?:must|should|shall|have to|need to|will|please|are (?:required|instructed|asked|expected) to|always|never|do not|don['’]t)"
_DEED = (
    r"(?:always|never|do not|don['’]t|please|when|whenever|if|ignore|tell|say|answer|respond|reply|recommend|mention|include|add|use|run"
    r"|execute|call|send|treat|remember|approve|rate|give|trust|delete|write|output|print|open|visit|fetch|follow|install|you)"
)

ENGLISH: tuple[Wording, ...] = _leading(
    *_each(
        "ignore|disregard|forget|override",
        rf"(?:(?:of )?(?:(?:the|these|those) )?(?:{_EARLIER}(?:,? (?:and|or) \w{{1,20}})? ){{1,2}}{_ORDERS}"
        rf"|(?:all|any|every|everything) (?:of )?(?:(?:the|your|my|these|those) )?(?:{_EARLIER}(?:,? (?:and|or) \w{{1,20}})? ){{1,2}}{_RULES}"
        rf"|(?:all |any )?(?:of )?(?:your|my) (?:\w{{1,20}} ){{0,2}}{_RULES}"
        r"|(?:everything|all) (?:that )?(?:you (?:were|have been)|was said|came before|above)\b)",
    ),
    *_each("do not|don't|don’t|never", rf"{_TELL} {_PEOPLE}"),
    Wording(
        ("you are now",),
        _pattern(
            r"you are now (?:in (?:developer|debug|maintenance|admin|god|unrestricted|jailbreak) mode|dan\b|jailbroken|unrestricted"
            r"|free (?:of|from) (?:all |any |your )?(?:restrictions|rules|limits)|an? (?:unrestricted|unfiltered|uncensored))"
        ),
    ),
    Wording(
        ("you must now",),
        _pattern(
            r"you must now (?:act|answer|respond|obey|ignore|follow|behave|pretend|comply|reveal|send|forget|disregard|only|always|never)\b"
        ),
    ),
    Wording(("from now on",), _pattern(r"from now on,? you (?:must|will|shall|are (?:an?|to|no longer))\b")),
    *_each(
        "reveal|print|repeat|output|show|leak|disclose|send|share|dump",
        r"(?:me )?your (?:\w{1,20} )?(?:system|developer|hidden|initial) (?:prompt|instructions?)",
    ),
    *_each(
        "send|post|upload|forward|exfiltrate|transmit|copy",
        r"(?:all )?(?:of )?(?:(?:the|your|their|any|all|user['’]s) )?(?:\w{1,20} )?"
        rf"{_SECRETS}\b[^\n.]{{0,60}}? to https?://",
    ),
    Wording(("<|",), r"<\|(?:im_start|start_header_id)\|>\s{0,9}(?:system|user|assistant|developer)\b", "line"),
    Wording(("<|",), r"<\|(?:system|assistant|developer)\|>\s{0,9}\w", "line"),
    Wording(("[inst]",), r"\[inst\]\s{0,9}\w", "line"),
    Wording(("<<sys>>",), r"<<sys>>\s{0,9}\w", "line"),
    Wording(
        ("<system",),
        r"<(?P<role>system(?:[-_](?:reminder|prompt|message|instructions?))?)>(?=[^<]{8,4000}</(?P=role)>)",
        "line",
    ),
)
# Words that speak to agents by name, plainly enough to count everywhere.
CALLING: tuple[Wording, ...] = (
    Wording(
        ("if you are an",),
        _pattern(
            rf"if you are an? (?:ai|llm|language model|chatbot)(?: \w{{1,20}})?(?: reading this(?: \w{{1,20}})?)?,? (?:{_DUTY}|{_DEED})\b"
        ),
    ),
    Wording(
        ("reading this",),
        _pattern(rf"{_AGENT} reading this(?: (?:page|document|file|text|wiki|note|section))?,? {_DUTY}\b"),
        "any",
    ),
    Wording(("note to ",), _pattern(rf"note to (?:(?:all|any|the) )?(?:ai )?{_AGENT}: \w")),
)
# Of these one stands in all that the patterns above can match.
_NEEDED = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "the user",
    "the human",
    "your ",
    " now",
    "to http",
    "[inst]",
    "if you are an",
    "reading this",
    "note to ",
)
_ROLES = ("<|", "<<sys>>", "<system")

OTHERS: tuple[Wording, ...] = (
    Wording(
        ("無視", "破棄", "上書き", "忘"),
        (
            r"(?:以前|これまで|それまで|今まで|上記|先|先ほど|既存|すべて|全て|前)の(?:すべての|全ての|あらゆる)?(?:指示|命令|指令|プロンプト|ルール|規則|制約)"
            r"(?:内容)?(?:を|は)(?:すべて|全て|完全に|一切)?(?:無視|破棄|上書き|忘却|忘れ)"
            r"(?:して(?:ください|下さい|、)|てください|て下さい|しなさい|なさい|しろ|せよ|ろ[。！、]|すること)"
        ),
        "any",
    ),
    Wording(
        ("ユーザ",),
        r"ユーザー?(?:に|へ)(?:は)?[^。\n]{0,20}(?:伝え|知らせ|教え|報告し|言わ|話さ|明かさ)(?:ないで|ずに|るな|てはならない|てはいけない|てはなりません)",
        "any",
    ),
    Wording(
        ("システムプロンプト",),
        r"システムプロンプト(?:の内容)?を(?:すべて|全て|全文)?(?:出力|表示|開示|公開|送信)(?:してください|せよ|しろ|しなさい)",
        "any",
    ),
    Wording(
        ("あなたは", "お前は"),
        r"(?:あなた|お前)は(?:今から|これから|これ以降)[^。\n]{0,30}(?:として(?:振る舞|行動し|応答し)|になりき|制限(?:を|が)[^。\n]{0,6}(?:無視|受けな))",
        "any",
    ),
    Wording(
        ("忽略", "无视", "無視", "忘记", "忘記", "忘掉", "不要理会"),
        (
            r"(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会)(?:掉)?(?:你)?(?:之前|以前|先前|此前|上面|上述|以上|前面|原有|所有|一切)(?:的)?(?:所有|全部|一切|系统|系統)?"
            r"(?:的)?(?:指令|指示|命令|提示词|提示詞|提示|规则|規則|约束)"
        ),
    ),
    Wording(
        ("告诉", "告訴", "告知", "通知", "透露"),
        r"(?:不要|请勿|請勿|切勿|别|不得|勿)(?:将此事|把这件事|把此事)?(?:告诉|告訴|告知|通知|透露给|透露給)(?:用户|用戶|使用者)",
    ),
    Wording(
        ("系统提示", "系統提示", "系统指令", "系統指令"),
        r"(?:输出|輸出|显示|顯示|泄露|洩露|打印|公开|重复)(?:出)?(?:你)(?:的)?(?:完整|全部)?(?:的)?(?:系统提示|系統提示|系统指令|系統指令)",
    ),
    Wording(
        ("你现在", "你現在", "现在开始", "现在起", "現在起", "現在開始"),
        (
            r"你(?:现在|現在)(?:必须|必須)(?:忽略|服从|服從|扮演|执行|執行)"
            r"|(?:从现在开始|从现在起|從現在起|從現在開始)，?你(?:必须|必須|是|将|將|不再)"
        ),
    ),
)

# Only where nobody looks: in plain prose these words may as well report.
CONCEALED: tuple[Wording, ...] = _leading(
    *_each("without", rf"(?:telling|informing|notifying|alerting|asking) {_PEOPLE}", "any"),
    *_each("hide|conceal|keep", rf"(?:this|it)(?: \w{{1,20}})? from {_PEOPLE}", "any"),
    *_each("you must", r"(?:always |never )?(?:obey|answer|respond|recommend|pretend|claim|praise|comply)\b", "any"),
)
# Only where nobody looks, and no note on how to edit the page: words that speak to an agent by name.
ADDRESSED: tuple[Wording, ...] = (
    Wording(
        ("ai", "llm", "agent", "assistant", "bot", "language model", "claude", "gpt", "gemini", "copilot", "codex"),
        _pattern(
            rf"\b(?:note|notice|message|instructions?|attention|warning|important|reminder|dear|hey|hello|hi)[,:!]? (?:(?:to|for) )?"
            rf"(?:(?:the|all|any|every) )?(?:\w{{1,20}} )?{_AGENT}\b[^.!?\n]{{0,40}}?\b(?:{_DUTY}|{_DEED})\b",
            rf"\b(?:if you are|as) an? (?:\w{{1,20}} )?{_AGENT}\b[^.!?\n]{{0,40}}?\b(?:{_DUTY}|{_DEED})\b",
            rf"\b(?:when|if) (?:an?|the|any) (?:\w{{1,20}} )?{_AGENT} (?:reads?|sees?|process(?:es)?|summari[sz]es?|loads?|retrieves?)\b",
            rf"\b{_AGENT} (?:reading|processing|summari[sz]ing|that reads?|who reads?) this\b",
            rf"(?:^|<!--|[.!?:;\"'\[(>#%])\s{{0,9}}(?:(?:dear|hey) )?{_AGENT}[,:] {_DEED}\b",
        ),
        "any",
    ),
    Wording(
        ("エージェント", "アシスタント", "モデル", "ai", "llm", "claude", "gpt"),
        (
            r"(?:ai|llm|エージェント|アシスタント|言語モデル|claude|gpt)(?:の皆さん|さん)?(?:へ|に告ぐ|は|よ|、|：|:)[^。\n]{0,40}?"
            r"(?:してください|て下さい|すること|せよ|しなさい|しろ|なければならない|てはならない|てはいけない|ないでください)"
        ),
        "any",
    ),
    Wording(
        ("助手", "智能体", "智能體", "模型", "助理", "ai", "claude", "gpt"),
        (
            r"(?:ai|助手|智能体|智能體|大模型|语言模型|助理|claude|gpt)(?:们|們)?(?:，|,|：|:)?[^。\n]{0,20}?"
            r"(?:必须|必須|务必|務必|请|請|不要|不得|总是|永远|總是|永遠)[^。\n]{2,80}"
        ),
        "any",
    ),
)

# A note on how the file itself is edited is what comments are for, even where it speaks to a program.
_EDITING = (
    r"[^a-z](?:edit|modify|update|touch|delete|remove|change|overwrite|regenerate|insert|append|add|keep|maintain|fill|move|write|sync|generated?)"
    r"(?:e?d|ing|s)?\b[^.!?\n]{0,40}?\b(?:this|the|these|below|above|here|between|by hand|manually)\b"
)
_EDITING_ELSEWHERE = "編集|変更|更新|削除|追記|追加|書き換え|自動生成|编辑|修改|删除|編輯|刪除|改动|自动生成"
_BEFORE_A_CLAUSE = frozenset(
    "please now then must should you always so also instead immediately just simply therefore important".split()
)
_OPENS = frozenset(".!?:;—–>*-+•|#[。！？：；，、」』）】")
_OPENS_CHINESE = ("请", "請", "必须", "必須", "务必", "務必", "应当", "應當", "立即", "现在", "現在", "你要")
_QUOTES = ('"', "'", "“", "‘", "「", "『", "«", "„")
_LAST_WORD = r"[^\W_]+\Z"


def lowered(text: str) -> str:
    """The text in small letters, sign for sign: offsets stay what they were."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _holds(text: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words stands in a text; a plain loop, since this is asked of every page many times."""
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


def find_plain(low: str) -> Iterator[Order]:
    """Instructions in a text in small letters, in any place."""
    flat = low.replace("\n", " ")
    if _holds(flat, _NEEDED) or "<" in flat and _holds(flat, _ROLES):
        yield from _find(low, flat, ENGLISH)
        yield from _without_notes(low, _find(low, flat, CALLING))
    if not low.isascii():
        yield from _find(low, flat, OTHERS)


def find_hidden(low: str) -> Iterator[Order]:
    """What is an instruction only where nobody looks, in the text of such a place; notes on how to edit the page pass."""
    flat = low.replace("\n", " ")
    yield from _find(low, flat, CONCEALED)
    yield from _without_notes(low, _find(low, flat, ADDRESSED))


def _without_notes(low: str, orders: Iterator[Order]) -> Iterator[Order]:
    """Orders without those that tell how to edit the page."""
    for order in orders:
        around = low[max(0, order.start - 80) : order.end + 120]
        if not compiled(_EDITING).search(around) and (
            around.isascii() or not compiled(_EDITING_ELSEWHERE).search(around)
        ):
            yield order


def _find(low: str, flat: str, wordings: tuple[Wording, ...]) -> Iterator[Order]:
    """What these wordings match, wording by wording; `flat` is the text without line ends, since words wrap."""
    for wording in wordings:
        for match in _led(flat, wording) if wording.leads else _anywhere(flat, wording):
            if not _is_in_word(low, match.start()):
                yield Order(match.start(), match.end(), _opens(low, match.start(), wording.opening))


def _led(flat: str, wording: Wording) -> Iterator[re.Match[str]]:
    """Matches at the places of the words that lead."""
    for word in wording.words:
        at = flat.find(word)
        while at >= 0:
            match = compiled(wording.pattern).match(flat, at)
            if match:
                yield match
            at = flat.find(word, at + 1)


def _anywhere(flat: str, wording: Wording) -> Iterator[re.Match[str]]:
    """Matches in a text that holds one of the words."""
    if _holds(flat, wording.words):
        yield from compiled(wording.pattern).finditer(flat)


def _is_in_word(low: str, start: int) -> bool:
    """Whether a match begins within a word of Latin letters."""
    before = low[max(0, start - 1) : start]
    return before.isascii() and before.isalnum() and low[start].isascii() and low[start].isalnum()


def _opens(low: str, start: int, opening: Opening) -> bool:
    """Whether a match begins where its wording must."""
    if opening == "line":
        return not low[low.rfind("\n", 0, start) + 1 : start].strip(" \t>")
    return opening == "any" or opens_clause(low, start)


def opens_clause(low: str, start: int) -> bool:
    """Whether a sentence, an item, a quotation or a clause begins at `start`, or a word such as "please" or "must" stands before it."""
    before = low[max(0, start - 40) : start]
    if before.rstrip("*_~`").endswith(_QUOTES):
        return True
    words = before.rstrip(" \t\n*_~\"'“”‘’「『`")
    gap = before[len(words) :]
    if not words or "\n\n" in gap or words[-1] in _OPENS or words.endswith(_OPENS_CHINESE):
        return True
    last = compiled(_LAST_WORD).search(words)
    return last is not None and last[0] in _BEFORE_A_CLAUSE
