"""What of a turn the user said in their own words, sentence by sentence: without code, quotes and what was pasted."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from brainwiki.markup import claims, structure
from brainwiki.markup.structure import Block

HIDDEN = "\0"  # stands for a sign of code or of quoted words, so that offsets stay

_QUOTED = re.compile(
    "「[^「」\n]{1,600}」|『[^『』\n]{1,600}』|“[^“”\n]{1,600}”|《[^《》\n]{1,200}》|«[^«»\n]{1,600}»"
    "|\"[^\"\n]{1,600}\"|(?<![^\\s(])[‘'][^‘’'\n]{1,200}[’'](?![^\\W_])"
)
_CODE = frozenset({"code", "fence", "html", "comment"})  # a dollar is money here, not math
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]{0,40})(?:\s[^<>\n]{0,200})?>")
_HEAD_OF_MAIL = re.compile(
    r"(?:From|To|Subject|Sent|Cc|差出人|宛先|件名|送信日時|发件人|收件人|寄件人|主题|主旨)\s?[:：]\s?\S"
    r"|-{2,}\s?(?:Original|Forwarded|Begin)\b|On .{4,80} wrote:$"
)
_LOGGED = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d(?::\d\d|\])|\$ |>>> |#!|Traceback \(|at \S+\(|File \"|diff --git|@@ "
    r"|\+\+\+ |--- \S|[+-]\s?[\w.]+\s?=|[\"{}\]]|</?\w|//|/\*|\* @|(?:import|from|def|class|const|let|var|return|SELECT) \w+.*[=({;:]"
    r"|[\w./\\-]{1,80}\.\w{1,5}[:(]\d+|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|FAILED|PASSED)\b|\w+(?:Error|Exception)\b|\w[\w.-]*\s?=\s?\S)"
)
_SPEAKER = re.compile(
    r"\s*(?:\*\*)?(?:User|Human|Assistant|System|AI|Bot|Tool|Agent|Claude|ChatGPT|用户|用戶|助手|ユーザー|アシスタント)(?:\*\*)?\s?[:：]"
    r"|\s*[^\s:：]{1,20}(?: [^\s:：]{1,20})?\s?[\[(（]\d{1,2}:\d\d"
)
_LEAD_IN = re.compile(
    r"(?:\b(?:logs?|output|(?:e-?)?mails?|messages?|transcript|minutes|letter|article|trace(?:back)?|quote|text|wrote|writes|says|said"
    r"|replied|posted|reads|translate|rewrite|reword|rephrase|proofread|summari[sz]e|polish|README|documentation|thread|chat|pasted?)\b[^:：]{0,40}"
    r"|(?:翻訳|訳して|添削|要約|英語に|日本語に|中国語に|直して|ログ|出力|メール|メッセージ|議事録|記事|返事|返信|引用|エラー|本文|全文|会話|と書|と言)[^:：]{0,20}"
    r"|(?:翻译|翻譯|改写|改寫|润色|潤色|总结|總結|修改|日志|日誌|输出|輸出|邮件|郵件|消息|訊息|留言|纪要|紀要|文章|报错|報錯|原文|全文|回复|回覆|写道|寫道|说|說|来信|來信|对话|對話)[^:：]{0,12})[:：]$"
)
_LINE = re.compile(r"[^\n]*\n?")


class Said(NamedTuple):
    """A sentence of the user: its span in the turn, its words, and the same words with code and quoted ones hidden."""

    start: int
    end: int
    text: str
    bare: str


def said(text: str) -> tuple[Said, ...]:
    """The sentences of a turn that are the user's own, in order; time grows with the length of the text."""
    text = text if "\r" not in text else text.replace("\r\n", "\n").replace("\r", "\n")
    found = structure.read(text, 0)
    hidden = _spans(text, [(one.start, one.end) for one in found.ranges if one.kind in _CODE])
    bare = _hide(text, hidden)
    blocks = sorted(block for block in found.blocks if not _is_quoted(text, block))
    fences = [one.start for one in found.ranges if one.kind in ("fence", "code")]
    return tuple(_sentences(text, bare, _own(text, blocks, fences)))


def _spans(text: str, code: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Code and what stands between a pair of tags, as spans in order."""
    found = list(code)
    opened: dict[str, int] = {}
    for match in _TAG.finditer(text):
        if not match[1]:
            opened.setdefault(match[2], match.start())
        elif match[2] in opened:
            found.append((opened.pop(match[2]), match.end()))
    return sorted(found)


def _hide(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with code and quoted words hidden at the same length."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        start = max(start, at)
        if end > start:
            pieces.append(text[at:start])
            pieces.append(_kept_lines(text[start:end]))
            at = end
    pieces.append(text[at:])
    return _QUOTED.sub(lambda match: HIDDEN * len(match[0]), "".join(pieces))


def _kept_lines(text: str) -> str:
    return "".join("\n" if sign == "\n" else HIDDEN for sign in text) if "\n" in text else HIDDEN * len(text)


def _is_quoted(text: str, block: Block) -> bool:
    """Whether a block stands in a block quote."""
    return ">" in text[text.rfind("\n", 0, block.start) + 1 : block.start] or text.startswith(">", block.start)


def _own(text: str, blocks: list[Block], fences: list[int]) -> Iterator[tuple[int, int]]:
    """The runs of lines that the user wrote; after words such as `here is the log:` the rest is pasted, unless it is fenced."""
    pasted = False
    for number, block in enumerate(blocks):
        if pasted:
            return
        start = block.start
        for line in _LINE.finditer(text, block.start, block.end):
            words = line[0].strip()
            if not words:
                break
            if _HEAD_OF_MAIL.match(words):
                yield start, line.start()
                return
            if _LOGGED.match(words) or _SPEAKER.match(words):
                yield start, line.start()
                start = line.end()
            elif _LEAD_IN.search(words[-120:]):
                following = blocks[number + 1].start if number + 1 < len(blocks) else len(text)
                pasted = not _between(fences, line.start(), following)
                yield start, line.start()
                start = block.end if pasted else line.end()
                if pasted:
                    break
        if start < block.end:
            yield start, block.end


def _between(places: list[int], start: int, end: int) -> bool:
    at = bisect_right(places, start)
    return at < len(places) and places[at] < end


def _sentences(text: str, bare: str, runs: Iterator[tuple[int, int]]) -> Iterator[Said]:
    for start, end in runs:
        for first, last in _lines(text, start, end):
            for sentence in claims.split(bare[first:last]):
                one = _trimmed(text, bare, first + sentence.start, first + sentence.end)
                if one is not None:
                    yield one


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A line is a sentence of its own, unless the next one plainly goes on with it: a paragraph that was wrapped."""
    first = start
    for line in _LINE.finditer(text, start, end):
        if not line[0]:
            break
        if line.end() < end and _goes_on(
            text[max(first, line.end() - 40) : line.end()].rstrip()[-1:],
            text[line.end() : line.end() + 40].lstrip()[:1],
        ):
            continue
        yield first, line.end()
        first = line.end()


def _goes_on(last: str, following: str) -> bool:
    return last in ",、，" or last.isascii() and last.isalnum() and following.isascii() and following.islower()


def _trimmed(text: str, bare: str, start: int, end: int) -> Said | None:
    words = text[start:end]
    start += len(words) - len(words.lstrip(" \t\n\u3000-*•·"))
    end -= len(words) - len(words.rstrip())
    if start >= end:
        return None
    return Said(start, end, text[start:end], bare[start:end])
