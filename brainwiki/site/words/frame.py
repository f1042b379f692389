"""Words of the frame: what stands on every page whatever it shows, and the page for what is not found."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.site.words.row import Row

WORDS: Mapping[str, Row] = {
    "header": ("Top of the page", "ページ上部", "页首"),
    "skip": ("Skip to the text", "本文へ", "跳到正文"),
    "on_page": ("On this page", "このページの内容", "本页内容"),
    "scheme": ("Colours", "配色", "配色"),
    "scheme_auto": ("Colours of the system", "システムの配色", "跟随系统配色"),
    "scheme_light": ("Light colours", "明るい配色", "浅色"),
    "scheme_dark": ("Dark colours", "暗い配色", "深色"),
    "not_found": ("There is no such page", "そのページはありません", "没有这个页面"),
    "not_found_why": (
        "It may have been renamed, merged into another page or withdrawn, or the address has a slip in it.",
        "名前が変わったか、別のページに統合されたか、取り下げられたか、アドレスに誤りがあるかもしれません。",
        "页面可能已改名、并入其他页面或被撤下，也可能地址有误。",
    ),
    "not_found_ways": ("From here", "ここから", "可以从这里继续"),
    "not_found_search": (
        "Or look for it with the search at the top of the page.",
        "または、ページ上部の検索で探してください。",
        "也可以用页首的搜索查找。",
    ),
    "made_with": (
        "Built with brainwiki and Material for MkDocs",
        "brainwiki と Material for MkDocs で作成",
        "由 brainwiki 与 Material for MkDocs 生成",
    ),
}
