"""Words by which a judge tells doubt, an end, a new name, and what strangers may not bring, in English, Japanese and Chinese."""

from __future__ import annotations

import re
from typing import NamedTuple

# Doubt: what is said so was not said for certain.
HEDGE = re.compile(
    r"\bmay (?:be|have|well|come|become|go|get|need|still|soon|even|not be)\b|\b(?:might|could|perhaps|maybe|possibl[ey]|possibility"
    r"|probabl[ey]|presumably|apparently|supposedly|reportedly|allegedly|hopefully|likely|unlikely|tentative(?:ly)?|seems?|seemed"
    r"|appears? to|rumou?rs?|uncertain|unsure|not (?:yet )?(?:sure|certain|decided|settled|final)|undecided|guess(?:es)?|suppose"
    r"|assum(?:e|es|ing)|i (?:think|believe|doubt|expect)|(?:he|she|they) (?:thinks?|believes?|guess(?:es)?|expects?|hopes?)|if all goes"
    r"|considering|thinking (?:of|about)|toying with|in theory|as far as i know|expected to|should (?:be|have|go|come|arrive))\b"
    r"|かも(?:しれ|知れ|。|、|ね|$)|かもしれ|たぶん|多分|おそらく|恐らく|だろう|でしょう|らしい|可能性|見込み|はず(?:です|だ|。|、|$)|もしか|ような気"
    r"|みたい(?:です|だ|。|、|$)|かなと|と思(?:う|い|っ)|検討中|検討して|未定|まだ決ま|予想|と聞いた気|のでは(?:ない|、|。|$)"
    r"|可能|也许|也許|或许|或許|大概|估计|估計|恐怕|好像|似乎|应该是|應該是|据说|據說|听说|聽說|有望|预计|預計|说不定|說不定|打算|考虑|考慮|还没定|還沒定|未定|不确定"
    r"|猜|没准|八成是|多半"
)
PERMITS_NOT_DOUBTS = re.compile(
    r"\bmay (?:also )?(?:use|enter|open|see|read|come in|take|keep|borrow|visit|sign|approve)\b"
)

# An end: after it something no longer holds.
ENDED = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|dissolved|cancel(?:led|ed)|ended|closed|stopped|dropped|gone|retired|abandoned|over|removed"
    r"|abolished|called off|withdrawn|ceased|discontinued|returned|was given up|gave up|quit|left|obsolete|invalid|never did|wrong)\b"
    r"|やめ|止め|終わ|終了|中止|廃止|解散|なくな|取り消|取消|もう[^。]{0,20}(?:ない|ません|なかった)|撤回|返却|返し|退職|閉鎖|不要"
    r"|已经?停|停了|停止|结束|結束|解散|取消|撤销|不再|作废|废止|没有了|不用了|还回|归还|关闭|关门|退出|离职|终止|停办"
)
# A new name, or two names of one.
RENAMED = re.compile(
    r"\b(?:formerly|previously|renamed|rename|new name|called|goes by|known as|used to be|became|becomes|is now|changed (?:its|her|his|their) name"
    r"|since (?:her|his|their) (?:wedding|marriage)|n[ée]e|alias|pen name|stage name|under the name)\b"
    r"|旧姓|旧称|旧名|改名|改称|改姓|芸名|筆名|の名で|愛称|名称|という名|呼び名|名を|と名"
    r"|原名|曾用名|改名|更名|改用|艺名|藝名|笔名|筆名|招牌|叫|改称|旧称"
)
SAYS_RENAMED = re.compile(
    r"\b(?:formerly|previously|renamed|née|now called|alias|also known as)\b|旧姓|旧称|旧名|改名|改称|の名で|原名|曾用名|更名|改名|艺名|藝名|笔名"
)

# Standing orders: what is to be done from now on.
STANDING = re.compile(
    r"\b(?:from now on|always|never|every time|make sure|do not ever|in future|henceforth)\b|今後|これから(?:は|も)|以後|常に|必ず|決して|毎回|してください|すること"
    r"|今后|以后|從今|从现在起|从今|每次|永远|总是|务必|必须|别再"
)
# Words to machines, or to whoever keeps a memory.
ADDRESSED = re.compile(
    r"\b(?:ai|llm|assistants?|agents?|chatbots?|bots?|language models?|summari[sz]ers?)\b[^.!?]{0,60}[:：,]|\b(?:store|remember|record|save|memori[sz]e|note|add)"
    r" (?:that|this|it|to (?:the|your) memory)\b|\bignore (?:all|any|previous|the)\b"
    r"|(?:ai|エージェント|アシスタント|要約[^。]{0,8}(?:方|人|もの)|自動[^。]{0,10}方|モデル)[^。]{0,12}[へは：:、]|(?:記憶|記録|覚え|書き残|書き込|登録|保存)(?:して|す|せ|る)?(?:ください|こと|せよ|おいて|おく)"
    r"|(?:ai|助手|助理|智能体|智能助理|机器人|模型)[^。]{0,8}(?:请|請|注意|记|記|务必|必须)|请?(?:记住|記住|牢记|写入记忆|保存到记忆)"
)


class Guarded(NamedTuple):
    """A thing that the words of strangers may not introduce, and how it is told."""

    name: str
    pattern: re.Pattern[str]


GUARDED = (
    Guarded("a link", re.compile(r"https?://|\bwww\.|\b[\w-]+\.(?:com|org|net|io|dev|app|cn|jp)\b")),
    Guarded(
        "an address",
        re.compile(
            r"[\w.+-]+@[\w-]+\.|\b(?:addresse?s?|street|postcode|zip code|p\.?o\.? box|deliver(?:ies)? to|ship(?:ped)? to|send (?:it |them |parcels )?to|mail to)\b"
            r"|住所|宛先|宛て|送り先|届け先|送付先|番地|地址|寄到|寄往|寄给|收件|巷|邮编|邮箱"
        ),
    ),
    Guarded(
        "an account",
        re.compile(
            r"\b(?:accounts?|iban|bic|swift|bank|wallet|payments?|payee|transfer|pay|invoices? (?:need|go)|charge[ds]?)\b|口座|振込|振り込み|支払|請求先|免除|会費は免"
            r"|账户|账号|帳號|帐号|付款|汇款|转账|扣款|收款|支付|免费用|免除"
        ),
    ),
    Guarded(
        "credentials",
        re.compile(
            r"\b(?:passwords?|passphrases?|passcodes?|tokens?|secrets?|api keys?|credentials?|pins?|access codes?|door codes?)\b|パスワード|暗証番号|合言葉|認証|秘密鍵"
            r"|密码|密碼|口令|验证码|密钥|令牌"
        ),
    ),
    Guarded(
        "a permission",
        re.compile(
            r"\b(?:may|allowed|permit(?:s|ted)?|permission|access|authori[sz]ed?|approv(?:e|es|ed|al)|admin|rights?|enter|without (?:asking|approval|review|a signature)"
            r"|need(?:s)? no|clearance|waived?|exempt(?:ed)?)\b"
            r"|許可|認め|権限|承認|入室|立ち入|てよい|てもよい|ても良い|使える|変えられ|入れる|確認なし|無断|免除"
            r"|允许|允許|许可|可以|准许|批准|权限|授权|通行|进入|可进|放行|无需|不用审|免审"
        ),
    ),
)
