"""The words of the site itself, in the languages that it speaks; pages keep their own."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "ja", "zh")

# key: English, Japanese, Chinese
_TABLE: Mapping[str, tuple[str, str, str]] = {
    "home": ("Home", "ホーム", "首页"),
    "pages": ("Pages", "ページ", "页面"),
    "sources": ("Sources", "資料", "来源"),
    "sessions": ("Sessions", "セッション", "会话"),
    "tasks": ("Tasks", "タスク", "任务"),
    "rules": ("Rules", "ルール", "规则"),
    "proposals": ("Proposals", "提案", "提案"),
    "changes": ("Changes", "変更履歴", "变更"),
    "all_in_folder": ("All {} in this folder", "このフォルダーの全{}件", "此文件夹全部{}项"),
    "menu": ("Menu", "メニュー", "菜单"),
    "search": ("Search", "検索", "搜索"),
    "type": ("Type", "種類", "类型"),
    "stable": ("stable", "安定", "稳定"),
    "draft": ("draft", "下書き", "草稿"),
    "deprecated": ("deprecated", "非推奨", "已弃用"),
    "confidence": ("{} % confident", "確信度 {} %", "可信度 {} %"),
    "confidence_hint": (
        "How sure the writers are of this page",
        "このページに対する確信の度合い",
        "作者对本页的把握程度",
    ),
    "fresh": ("fresh until {}", "{}まで有効", "{}前有效"),
    "stale": ("stale since {}", "{}から期限切れ", "自{}起已过期"),
    "stale_hint": (
        "Past this date the page must be checked before it is trusted",
        "この日以降は確認してから使うこと",
        "此日期后须核实方可信任",
    ),
    "generated": ("written {}", "{} 作成", "{} 写成"),
    "verified": ("verified {}", "{} 検証", "{} 核实"),
    "updated": ("updated {}", "{} 更新", "{} 更新"),
    "human-reviewed": ("reviewed by a person", "人が確認済み", "已由人审阅"),
    "machine-confirmed": ("confirmed by machine", "機械が確認済み", "已由机器确认"),
    "unverified": ("not verified", "未検証", "未核实"),
    "aliases": ("Also known as", "別名", "别名"),
    "tags": ("Tags", "タグ", "标签"),
    "properties": ("Properties", "プロパティ", "属性"),
    "superseded": ("This page has been superseded.", "このページは置き換えられました。", "本页已被取代。"),
    "successor": ("Read {} instead.", "{}を参照してください。", "请改读{}。"),
    "evidence": ("Evidence", "根拠", "依据"),
    "evidence_n": ("Evidence {}: {}", "根拠{}：{}", "依据{}：{}"),
    "no_evidence": ("No such evidence: {}", "該当する根拠なし：{}", "无此依据：{}"),
    "rest": ("1 claim rests on it", "これに基づく記述1件", "据此的陈述1条"),
    "rests": ("{} claims rest on it", "これに基づく記述{}件", "据此的陈述{}条"),
    "uncited": ("not cited in the text", "本文で未引用", "正文未引用"),
    "quoted": ("quote found", "引用文を確認", "引文已核对"),
    "readable": ("can be read", "閲覧可", "可阅读"),
    "misquoted": ("quote not found", "引用文なし", "未找到引文"),
    "asserted": ("asserted only", "断言のみ", "仅为断言"),
    "unreadable": ("cannot be read here", "ここでは閲覧不可", "此处无法阅读"),
    "broken": ("leads nowhere", "行き先なし", "无处可循"),
    "private": ("Not published", "非公開", "未公开"),
    "go_turn": ("Read turn {}", "発話{}を読む", "阅读第{}轮"),
    "go_session": ("Read the session", "セッションを読む", "阅读会话"),
    "go_page": ("Read the page", "ページを読む", "阅读页面"),
    "go_lines": ("Read line {}", "{}行目を読む", "阅读第{}行"),
    "go_file": ("Open the file", "ファイルを開く", "打开文件"),
    "go_url": ("Open the address", "リンクを開く", "打开链接"),
    "commit": ("Commit {}", "コミット {}", "提交 {}"),
    "turn": ("turn {}", "発話{}", "第{}轮"),
    "line": ("line {}", "{}行目", "第{}行"),
    "lines": ("The text with its line numbers", "行番号付きの本文", "带行号的正文"),
    "linked_from": ("Linked from", "リンク元", "链入页面"),
    "cited_by": ("Cited by", "引用元", "被引用于"),
    "more": ("{} more", "ほか{}件", "另有{}项"),
    "no_page": ("No page answers to “{}”", "「{}」というページはありません", "没有名为“{}”的页面"),
    "ambiguous": ("Several pages answer to “{}”", "「{}」に当たるページが複数あります", "有多个页面对应“{}”"),
    "not_shown": ("“{}” is not published", "「{}」は公開されていません", "“{}”未公开"),
    "edit": ("Edit this page", "このページを編集", "编辑本页"),
    "report": ("Report this claim", "この記述を報告", "举报此陈述"),
    "report_page": ("Report a mistake", "誤りを報告", "报告错误"),
    "until": ("until {}", "{}まで", "至{}"),
    "conversation": ("Conversation", "会話", "对话"),
    "no_transcript": ("The transcript is not at hand.", "記録は手元にありません。", "记录不在此处。"),
    "user": ("User", "ユーザー", "用户"),
    "assistant": ("Assistant", "アシスタント", "助手"),
    "tool": ("Tool", "ツール", "工具"),
    "system": ("System", "システム", "系统"),
    "turns": ("{} turns", "{}回の発話", "{}轮"),
    "unreadable_lines": (
        "{} lines of the transcript cannot be read.",
        "記録の{}行が読めません。",
        "记录中有{}行无法读取。",
    ),
    "due": ("due {}", "期限 {}", "到期 {}"),
    "no_due": ("no date", "期限なし", "无日期"),
    "other": ("Other pages", "その他のページ", "其他页面"),
    "count": ("{} pages", "{}ページ", "{}个页面"),
    "empty": ("Nothing here yet.", "まだ何もありません。", "暂无内容。"),
    "no_index": (
        "This wiki has no index; here is what it holds.",
        "索引がないため、内容の一覧を示します。",
        "本维基没有索引，内容如下。",
    ),
    "raw": ("Evidence file", "根拠ファイル", "依据文件"),
    "findings": ("{} findings block", "{}件の指摘が公開を妨げています", "{}项问题阻止发布"),
    "findings_served": (
        "Mend them and save: this page follows. The rest of the site is built as far as it goes.",
        "直して保存すると、このページも更新されます。残りのページは可能な範囲で作られています。",
        "修正并保存后本页会随之更新。其余页面已尽量生成。",
    ),
    "findings_built": (
        "This site was built although these findings block.",
        "これらの指摘があるまま作られたサイトです。",
        "本站在存在这些问题的情况下生成。",
    ),
    "findings_hidden": ("{} more in files that are not published", "非公開ファイルにほか{}件", "未公开文件中另有{}项"),
    "findings_show": ("Show the findings", "指摘を見る", "查看问题"),
    "not_found": ("There is no such page.", "そのページはありません。", "没有这个页面。"),
    "made_with": (
        "Built with brainwiki and Material for MkDocs",
        "brainwiki と Material for MkDocs で作成",
        "由 brainwiki 与 Material for MkDocs 生成",
    ),
}


class Words(dict[str, str]):
    """The words of one language by key; a word that takes a value holds `{}`."""

    def say(self, key: str, *values: object) -> str:
        """The word with its values filled in."""
        return self[key].format(*values)


def words_of(language: str) -> Words:
    """The site's words in a language (a BCP 47 tag), English where it is not spoken."""
    base = language.partition("-")[0].lower()
    column = LANGUAGES.index(base) if base in LANGUAGES else 0
    return Words((key, row[column]) for key, row in _TABLE.items())
