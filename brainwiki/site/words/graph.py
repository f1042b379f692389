"""Words of the graph and of what is related."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.site.words.row import Row

WORDS: Mapping[str, Row] = {
    "graph": ("Graph", "グラフ", "图谱"),
    "graph_lead": (
        "The most linked pages, grouped by how they hang together. The lists below name the same pages.",
        "リンクの多いページを、つながりごとにまとめた図です。下の一覧には同じページが並びます。",
        "链接最多的页面，按彼此的联系分组。下方列表列出相同的页面。",
    ),
    "graph_all": ("The whole graph", "全体のグラフ", "完整图谱"),
    "graph_rest": ("Smaller groups", "小さなまとまり", "较小的分组"),
    "graph_alone": ("Joined to nothing", "つながりのないページ", "没有联系的页面"),
    "graph_find": ("Find a page", "ページを探す", "查找页面"),
    "graph_type": ("Type", "種類", "类型"),
    "graph_tag": ("Tag", "タグ", "标签"),
    "graph_any": ("any", "すべて", "不限"),
    "graph_freshness": ("Freshness", "鮮度", "时效"),
    "graph_stale": ("stale", "期限切れ", "已过期"),
    "graph_current": ("not stale", "有効", "未过期"),
    "graph_none": ("No page is like that.", "該当するページはありません。", "没有符合条件的页面。"),
    "connections": ("Connections", "つながり", "联系"),
    "linked_both": ("Linked both ways", "相互リンク", "互相链接"),
    "links_to": ("Links to", "リンク先", "链出页面"),
    "near_linked_from": ("Linked from", "リンク元", "链入页面"),
    "rests_on": ("Rests on", "根拠", "依据"),
    "near_cited_by": ("Cited by", "引用元", "被引用于"),
    "related": ("Related", "関連ページ", "相关页面"),
    "related_hint": (
        "Not linked here, but linked with the same pages",
        "ここからのリンクはないが、同じページとつながるもの",
        "与本页无链接，但与相同的页面相连",
    ),
    "edges_links": ("Links", "リンク", "链接"),
    "edges_evidence": ("Evidence", "根拠", "依据"),
    "steps_two": ("Two steps", "2段階", "两步"),
    "zoom_in": ("Zoom in", "拡大", "放大"),
    "zoom_out": ("Zoom out", "縮小", "缩小"),
    "zoom_fit": ("Fit", "全体表示", "适应窗口"),
    "enlarge": ("Enlarge", "大きく表示", "放大显示"),
    "graph_close": ("Close", "閉じる", "关闭"),
}
