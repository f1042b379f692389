"""Words that stand in every text and are not asked for: English ones by their stems, Chinese and Japanese ones as pairs."""

from __future__ import annotations

from brainwiki.retrieval.tokens import terms

_ENGLISH = """
a about again all also am an and any are as at be because been being between both but by can could did do does doing
don during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself
just let me more most my myself no nor not now of off on once only or other ought our ours out over own same she should so some
such than that the their theirs them then there these they this those through to too under until up us very was we were what when
where which while who whom whose why will with would you your yours s t d ll m re ve doesn didn isn aren wasn weren won couldn
shouldn wouldn hasn haven hadn
"""
_CHINESE = """
什么 怎么 怎样 如何 为何 为什 么样 哪些 哪个 哪里 哪儿 是否 是不 不是 有没 没有 可以 我们 你们 他们 它们 这个 那个 这些 那些 的是 了吗
是什 有哪 有什 时候 多少 一个 一下 请问 关于 以及 还是 或者
"""
_JAPANESE = (
    "何で 何の 何が 何を 何か 何故 誰が 誰の 誰か 何時 教え 下さ 場合 事は 事が 事を 時に 時は 為に 様に 中で 私の 私は"
)

STOP = frozenset(
    term
    for word in (_ENGLISH + _CHINESE + _JAPANESE).split()
    for term in terms(word)
    if len(term) > 1 or term.isascii()
)
