"""Words of the search."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.site.words.row import Row

WORDS: Mapping[str, Row] = {
    "search_keys": ("Search ( / or Ctrl+K )", "検索（/ または Ctrl+K）", "搜索（/ 或 Ctrl+K）"),
    "search_off": (
        "All pages (searching needs scripts)",
        "すべてのページ（検索にはスクリプトが必要です）",
        "全部页面（搜索需要启用脚本）",
    ),
    "search_here": ("Search this wiki", "このウィキを検索", "搜索本维基"),
    "search_results": ("Results", "検索結果", "搜索结果"),
    "search_one": ("1 page", "1ページ", "1个页面"),
    "search_none": ("Nothing found for “{}”.", "「{}」は見つかりませんでした。", "没有找到“{}”。"),
    "search_try": (
        "Try fewer or other words; the beginning of a word is enough.",
        "語を減らすか、別の語でお試しください。単語は書き出しだけでも見つかります。",
        "可减少词语或换个说法；英文单词输入开头即可。",
    ),
    "search_failed": (
        "The search index could not be loaded.",
        "検索の索引を読み込めませんでした。",
        "无法加载搜索索引。",
    ),
    "search_more": ("Show more", "さらに表示", "显示更多"),
    "search_close": ("Close", "閉じる", "关闭"),
    "search_phrase": ("exact phrase", "そのままの語句", "完整词句"),
    "search_without": ("without", "除外する語", "排除词"),
}
