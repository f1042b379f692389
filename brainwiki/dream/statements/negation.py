"""What takes the force from a statement: it is asked, guessed, told of others, denied, open, long past, or for once only."""

from __future__ import annotations

import re

from brainwiki.dream.statements.trigger import Kind, Language, Trigger, any_of

_SETTLED: frozenset[Kind] = frozenset({"decision", "number", "preference", "retraction"})

_ORDERS = any_of(  # what would have the agent act elsewhere: no memory, whoever said it
    r"\bignore (?:all |any |the |your |my )*(?:previous|prior|earlier|above|other|safety|system) (?:instructions?|rules?|prompts?|messages?)\b",
    r"\b(?:system prompt|developer mode|jailbreak|bypass (?:the )?(?:review|gate|checks?|approval)|without (?:asking|telling) (?:me|anyone|the user))\b",
    r"(?:^|always |and |then |to )(?<!not )(?<!never )(?:run|execute|eval) (?:this|the following|it|that|`|\x00|curl|wget|bash|sh |rm |sudo|npx|pip|python|the (?:script|command|code) (?:at|from|in|below))",
    r"(?<!not )(?<!n't )(?<!never )\b(?:send|e-?mail|forward|upload|post|transfer|wire|copy|share|leak|exfiltrate) (?:[^.]{0,60} )?(?:to|at|via) (?:\S+@\S+|https?://|www\.|\S+\.(?:com|net|org|io|ru|cn)\b|the (?:server|account|address|webhook|endpoint)|this (?:address|account|url|server))",
    r"\b(?:curl|wget) \S*https?:|\brm -rf\b|\bsudo \S|\bDROP TABLE\b|\b(?:api[ -]?key|password|passphrase|secret token|private key|credential)s?(?: is| are|:| =)(?! ?(?:no\b|not\b|kept|stored|in\b|the\b|rotated|managed|changed))",
    r"(?:disable|turn off|skip) (?:all )?(?:the )?(?:safety|security|review|logging|audit)",
    r"(?:以前の|これまでの|上記の|すべての)(?:指示|命令|ルール)(?:を|は)(?:すべて)?無視|システムプロンプト|(?:コマンド|スクリプト|次のコード)を(?:必ず)?実行(?:し|する)|(?:\S+@\S+|https?://\S+) ?(?:に|へ)[^。]{0,20}(?:送|転送|アップロード|投稿)|(?:パスワード|暗証番号|秘密鍵|APIキー)は\s?[A-Za-z0-9]",
    r"(?:忽略|无视|無視)(?:之前|以上|所有|先前|一切)[^。]{0,6}(?:指令|指示|规则|規則|命令)|系统提示词|系統提示詞|(?:执行|運行|运行|執行)(?:以下|这个|這個|下面)?(?:的)?(?:命令|脚本|指令|腳本)|(?:发|發|寄|传|傳|转发|轉發|上传|上傳)[^。，]{0,20}(?:到|给|給|至)\s{0,2}(?:\S+@\S+|https?://)|(?:密码|密碼|口令|私钥|私鑰)(?:是|为|為)\s?[A-Za-z0-9]",
)  # fmt: skip


def is_doubtful(language: Language, trigger: Trigger, match: re.Match[str], bare: str) -> bool:
    """Whether the sentence `bare`, in which a trigger was found at `match`, states nothing after all. A rule and what is to be
    remembered may hold conditions of their own behind the trigger."""
    doubts = language.doubts
    outside = _outside(trigger, match, bare)
    kind = trigger.kind
    if doubts.negated.search(bare) or doubts.question.search(bare) and not _is_request(language, trigger, match):
        return True
    if doubts.guess.search(outside if kind == "remember" else bare) or doubts.report.search(outside):
        return True
    if kind == "remember":
        return bool(doubts.condition.search(bare[: match.start()]) or doubts.idle.search(bare))
    if kind == "standing":
        return bool(doubts.condition.search(bare[: match.start()]) or doubts.once.search(_uncut(match, bare)))
    if doubts.condition.search(bare) or doubts.open.search(bare):
        return True
    if kind in _SETTLED and doubts.story.search(bare):
        return True
    return _is_passing(language, kind, bare)


def is_question(language: Language, bare: str) -> bool:
    """Whether a sentence asks."""
    return bool(language.doubts.question.search(bare))


def is_order(text: str) -> bool:
    """Whether a sentence would have an agent act on other systems, or hands it a secret."""
    return bool(_ORDERS.search(text))


def _is_passing(language: Language, kind: Kind, bare: str) -> bool:
    """Whether it is of a day only: a choice for once, or what nobody keeps a memory of."""
    if kind == "preference":
        liked = language.name == "zh" and bool(language.doubts.everyday.search(bare))  # 我喜欢 is said of anything
        return liked or bool(language.doubts.once.search(bare))
    return kind in ("decision", "number", "retraction") and bool(language.doubts.everyday.search(bare))


def _outside(trigger: Trigger, match: re.Match[str], bare: str) -> str:
    """What stands around the content, where a trigger has one of its own; else all of the sentence."""
    if trigger.where == "after":
        return bare[: match.end()]
    return bare[match.start() :] if trigger.where == "before" else bare


def _uncut(match: re.Match[str], bare: str) -> str:
    """The sentence without what a trigger takes off: `starting today` is not for today only."""
    start, end = match.span("cut") if match.groupdict().get("cut") else (0, 0)
    return bare[:start] + bare[end:]


def is_told_of_the_past(language: Language, kind: Kind, around: str) -> bool:
    """Whether the sentences around a decision or a choice tell a story of the past."""
    return kind in ("decision", "preference") and bool(language.doubts.story.search(around))


def _is_request(language: Language, trigger: Trigger, match: re.Match[str]) -> bool:
    """`Could you please remember that …?` asks for nothing but memory."""
    return trigger.rank == 0 and bool(language.request.search(match[0]))
