"""English: what is a sign of a statement, what takes its force away, and what is politeness only."""

from __future__ import annotations

import re

from brainwiki.dream.statements.trigger import Doubts, Language, any_of, table, words

# Where a clause may begin. What opens a sentence (`OK,`, `By the way,`) was passed over before.
_START = r"(?:^|(?<=[,;:—–] )|(?<=\band )|(?<=\bso )|(?<=\bbut )|(?<=\bthen )|(?<= )(?=please (?:remember|note|keep in mind|bear in mind) that ))"
_PLEASE = (
    r"(?:(?:please|kindly|do|just|also|(?:can|could|would|will) you|i(?:'d| would) (?:like|want) you to|i (?:want|need) you to"
    r"|you (?:should|must|need to|have to)|let's|let us) ){0,3}"
)
_KEEP = (
    r"(?:remember|note|(?:keep|bear) in mind|(?:don't|do not|never) forget|memori[sz]e|make a (?:mental )?note|take note"
    r"|write down|jot down|be aware)"
)
_MONTHS = (
    "january february march april june july august september october november december jan feb mar apr jun jul aug sep sept "
    "oct nov dec monday tuesday wednesday thursday friday saturday sunday"
)
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred half"
)
FIGURE = rf"(?:[$€£¥]? ?[-+]?\d[\w.,:/%-]*|\b(?:{words(_NUMBERS)})\b|\b(?:{words(_MONTHS)}|may \d)\b)"
_NOT_A_NAME = (  # how a sentence begins that gives no named thing a value
    r"(?:(?:it|that|this|there|he|she|they|i|we|you|who|what|which|write|show|explain|check|add|create|test|assert|verify|ensure|print|run"
    r"|find|look|see|tell|give|let|make|change|set|fix|update|use|when|while|because|since|after|as|although|though|how|why|where)\b)"
)
_NEAR = r"(?:(?:about|around|roughly|at most|at least|only|just|the|a|an|on|week|q|version|v|sek|usd|eur|room|level) ?){0,3}"
_GONE = r"(?:[^,;.?]|[.,](?=\d)){1,40}?"
_TO = rf"{_NEAR}{FIGURE}"
_CHANGED = (
    r"(?:changed|increased|raised|lowered|reduced|decreased|dropped|risen|rose|fell|fallen|grew|grown|(?:goes|went|gone) (?:up|down)"
    r"|moved|moves|postponed|pushed(?: back| out)?|delayed|shifted|rescheduled|extended|cut|bumped|updated|adjusted|set|revised"
    r"|brought forward|put (?:back|off)|shortened|corrected)"
)
_STANDING_VERBS = (  # what one asks of an agent for all time
    "use state write put ask check run keep add include give show send call answer reply respond start end make name round mark "
    "record measure compare commit push deploy merge test review log store save delete remove mention cite link quote list explain "
    "summarize summarise translate format sort convert confirm verify tell say share publish change edit touch modify rename import "
    "install create build paste copy cc invite schedule book plan order pay sign assume guess trust rely calibrate attach number "
    "label print open close lock back prefer go take let leave avoid disclose expose hardcode skip ignore wear switch turn set pin "
    "rebase squash force-push bring provide offer read report warn notify document describe specify define follow wait begin combine "
    "mix hand fill clean draw plot colour color propose suggest reformat rewrite mock bump update address spell abbreviate apologise "
    "apologize repeat sum charge ship store both"
)
_ORDER = rf"(?!give up|say (?:never|die))(?:{words(_STANDING_VERBS)}) (?=\S)"
_HENCE = (
    r"(?:from (?:now|here|today|this (?:day|week|month|point)) on(?:wards?)?|from now onwards?|s"
    r"tarting (?:today|now|this week)|as of (?:today|now|this week)|going forward|henceforth)"
)
_NOTED = (
    r"(?:this|that|it|these|the following|the next (?:line|sentence|point)|down|in mind|for (?:me|later|next time|the future)"
    r"|please|too|well|of|as well)"
)
_IS_DONE = (  # a rule about a thing
    r"(?:go(?:es)?|gets?|comes?|stays?|belongs?|must|needs?|travels?|stands?"
    r"|(?:is|are) (?!(?:delayed|tired|annoyed|confused|cancelled|bored|used|supposed)\b)(?:\w+ed|written|kept|sent|put|shown|left|drawn|given))"
)
_SOMEBODY = (
    r"(?:he|she|they|it|there|that|this|i|we|you|life|love|everybody|everyone|people|time|somebody|someone|something"
    r"|(?:my|his|her|their) \w+|the (?:weather|train|bus|traffic|sun|rain))"
)
YOU_NEVER = (  # what an agent may not do by itself; without such words behind it, it is a complaint
    r"(?:you|agents?|nobody|no agent) (?:(?:must |should |may |can )?never|(?:don't|do not) ever) (?:send|push|deploy|merge|delete|publish|sign|order|pay|buy"
    r"|book|cancel|share|post|release|commit|answer|reply|invite|accept|approve|forward|contact|call|email|mail|change|remove) [^;?]{0,80}?"
    r"\b(?:in (?:my|our) name|on (?:my|our) behalf|for me\b|(?:until|unless|before) (?:i(?! (?:ask|tell|complain|remind))|you (?:ask|check|have))\b"
    r"|without (?:asking|telling|showing|my|our|me|approval|permission|a (?:review|yes|confirmation)))"
)
_BUSINESS = (
    "use adopt drop keep replace switch migrate ship store compute stream process support publish release cancel postpone host "
    "deploy standardize standardise rename limit split merge require outsource"
)
_WHO = r"(?:we|the team|our team|our group|the group)"
_HAVE = r"(?:'ve| have| has)?(?: now| finally| just| both| all| also| jointly| since){0,2}"

TRIGGERS = table(
    ("remember", "after", rf"{_START}{_PLEASE}{_KEEP}(?: for (?:me|later|the future|next time))?(?: please)?,? that (?=\S+ \S)", 0),
    ("remember", "after", rf"^{_PLEASE}{_KEEP}(?: {_NOTED}){{0,4}}\s?[:—–-]\s?(?=\S)", 0),
    ("remember", "after", rf"^{_PLEASE}(?:remember|note|don't forget|do not forget), (?=\S+ \S+ \S)(?!remember)", 0),
    (
        "remember", "after", rf"^{_PLEASE}(?:remember|(?:keep|bear) in mind|don't forget|do not forget|note) (?=(?:my|our|i|we|i'm|we're|i've|we've|(?-i:[A-Z])\w+|the \w+)\b[^?]{{0,60}}?(?:\b(?:is|are|has|have|am|needs?|wants?|prefers?"
        r"|likes?|hates?|goes|go|only|lives?|works?|reads?|must|does|do|uses?)\b|'m\b|'re\b|'ve\b))(?!(?:what|when|how|the (?:time|day|night|old|last|first))\b)", 0,
    ),
    ("remember", "after", rf"^{_PLEASE}remember to (?=(?:always|never|use|ask|put|state|write|keep|round|check|call|include|add|mark|say)\b)(?![^.]*\b(?:today|tomorrow|tonight|later|now|this (?:morning|evening|afternoon))\b)", 0),
    ("remember", "after", r"^(?:for (?:the record|(?:your )?future reference|your memory)|note to self|memo|nb|n\.b\.|to remember|(?:save|store|add|put) (?:this |it )?(?:to|in|into) (?:your |the )?memory|(?:please )?(?:save|store|keep|write down) (?:this|that|it)(?: down)?(?: for (?:later|me|next time|the future))?)\s?[:,—–-]\s?(?=\S+ \S)", 0),
    ("remember", "before", rf"[,;—–-]\s?{_PLEASE}(?:remember|note|keep|bear|don't forget|do not forget|write|make a note of|take note of)(?: {_NOTED}){{1,4}}[.! ]*$", 0),
    ("remember", "before", rf"[,;—–]\s?{_PLEASE}(?:remember|take note|make a note)[.! ]*$", 0),
    ("remember", "next", rf"^{_PLEASE}{_KEEP}(?: (?:this|these|the following|the next (?:line|sentence|point))| for (?:me|later|next time|the future)| please| well| of)*[.:! ]*$", 0),
    ("remember", "last", rf"^{_PLEASE}(?:{_KEEP}|keep|bear|write|save|store)(?: {_NOTED}){{1,5}}(?: (?:for|when|in|at|with) (?:the|my|our|any|all|every|you|future) ?[\w ]{{0,40}})?[.! ]*$", 0),
    ("correction", "after", r"^(?:(?:a |one |small |quick |minor |my |important ){0,2}correction(?: (?:to|of|on|about|for) [^:]{2,50}(?=:))?|erratum|corrigendum|let me correct (?:myself|that|this)|to correct (?:myself|that)|i (?:must|have to|need to) correct (?:myself|that))\s?(?:[:,;—–-]|\. (?=\S))\s?", 0),
    ("correction", "next", r"^(?:(?:a |one |small |quick |minor |my |important ){0,2}correction|let me correct (?:myself|that|this)|i (?:must|have to|need to) correct (?:myself|that))[.:! ]*$", 0),
    ("correction", "after", r"^i (?:(?:was|am) wrong|misspoke|made a (?:mistake|typo|slip)|stand corrected|mistyped|got (?:that|it) wrong|gave you the wrong \w+)(?: (?:there|earlier|before|about (?:that|it|this)|with (?:that|it)|just now)){0,2}\s?[:;,—–-]\s?(?=\S+ \S)", 0),
    ("correction", "next", r"^i (?:(?:was|am) wrong|misspoke|made a (?:mistake|typo|slip)|stand corrected|got (?:that|it) wrong|gave you the wrong \w+)(?: (?:there|earlier|before|about (?:that|it|this)|with (?:that|it)|just now)){0,2}[.! ]*$", 0),
    ("correction", "whole", r"^(?P<cut>actually,? |in fact,? )(?!i (?:think|guess|do|am|don't)\b|no\b)\S.{0,160}?\b(?:is|are|was|were|has|have|costs?|means|takes)\b.{1,120}?(?P<cut2>,? (?:and )?not (?P<gone>[^,;.]{1,60}))(?=[.!]?$)"),
    ("correction", "whole", rf"^(?P<cut>actually,? |in fact,? )(?:the|our|my|(?-i:[A-Z])\S*)\b.{{2,80}}?\b(?:is|are|has|have|costs?)\b {_TO}(?=[^?]*$)"),
    ("correction", "whole", rf"^(?P<cut0>actually,? |in fact,? )?(?!it\b|that\b|this\b|there\b|actually\b|in fact\b)(?:the|our|my|(?-i:[A-Z])\S*)\b[^,;]{{2,120}}? {FIGURE}[^,;.]{{0,40}}(?P<cut>, (?:and )?not (?:at |in |by |until |on )?(?P<gone>(?:\w+ ){{0,2}}{_TO}[^,;.]{{0,30}}))(?=[.!]?$)"),
    ("retraction", "whole", rf"{_START}{_PLEASE}(?<!not )(?<!n't )forget (?:about |everything about |all about |what i (?:said|told you|wrote) (?:about|on|earlier about) |that (?=\S+ \S+ ?\S)|(?=(?:the|my|our) ))(?!time\b|it\b|the (?:time|rest|question|joke|typo|mistake|error|noise|last (?:message|question|one)|previous (?:message|question|one))\b)\S"),
    ("retraction", "whole", rf"{_START}{_PLEASE}(?:disregard|ignore|delete|drop|remove) (?:what i (?:said|told you|wrote) (?:about|on|earlier about)|(?:the|my|our) (?:old |earlier |previous )?(?:note|memory|rule|preference|decision) (?:about|on|that)) \S"),
    ("retraction", "last", rf"^{_PLEASE}(?:forget (?:that|this)(?: again| please)?|scratch that|strike that|disregard that|i take (?:that|it) back|(?:that|this)(?: is|'s) (?:no longer (?:true|valid|correct|the case|so|needed|current)|not (?:true|valid|correct|the case) (?:any ?more|any longer)))[.! ]*$"),
    ("retraction", "whole", r"^(?!(?:it|there|that|this|he|she|they|who|which|what)\b)[^,;]{0,120}?\b(?:is|are|am|was|were|do|does|we|i|you|has|have|will|can|may|[a-z]+)\b no longer \S"),
    ("retraction", "whole", r"^(?!(?:it|there|that|this|he|she|they|who|which|what|we|i|you)\b)[^,;?]{2,60}? no longer \w{3}"),
    ("retraction", "whole", r"^(?!(?:it|there|that|this|he|she|they|who|which|what)\b)[^,;]{2,100}?\b(?:is|are|am|do|does|has|have)(?: not|n't) (?!know|care|understand|remember|see|want|like)[^,;]{2,80}? (?:any ?more|any longer)\b"),
    ("standing", "whole", rf"^(?!.*\b(?:i'll|i will|i'm going to|i promise)\b)(?P<cut>{_HENCE},?)(?=.)"),
    ("standing", "whole", rf"^(?!.*\b(?:i'll|i will|i'm going to|i promise)\b).{{3,200}}?(?P<cut>,? {_HENCE})\b"),
    ("standing", "whole", r"^(?P<cut>(?:in (?:the )?future|for (?:all )?future \w+|next time|in all future \w+),?) (?=(?:please|always|never|don't|do not|use|write|keep|put|ask|let|i want|i'd like|answer|reply|call|send|make|give|show|add|avoid|prefer|only|no|start|end|include|leave|skip|check|round|state|name)\b)"),
    ("standing", "whole", rf"(?:^|(?<=[;:—–] ))(?P<cut>(?:please |you (?:should|must) |and |also ){{0,2}})(?:always|never(?: again)?) {_ORDER}"),
    ("standing", "whole", rf"^{_ORDER}[^;?]{{1,120}}?, (?:and )?never (?!(?:mind|too|again|ever|fear|give|come|look|know|is|was|were|had|have|seen|heard|been|saw|met|done)\b)[^;,?]{{2,60}}[.! ]*$"),
    ("standing", "whole", rf"^(?=.*, (?:always|without exception)\b)(?:{_ORDER}|(?!(?:if|when|unless|once|{_SOMEBODY})\b)[^;?]{{2,60}}? {_IS_DONE} )[^;?]{{1,100}}, (?:always|without exception)[.! ]*$"),
    ("standing", "whole", r"^(?:outdoors|indoors|outside|inside|abroad|(?:in|on|at|for|with|after|before|during|under|above|below) (?!(?:my|our|the) (?:life|experience|opinion|view|heart|family|childhood)\b|(?:me|us|summer|winter)\b)(?:[\w'’-]+ ){0,4}?[\w'’-]+),? (?:always|never) (?!the (?:same|one|best|worst|first|last)\b)(?:the|both|with|without|in|on|as|from|\d[\w.,]*|two|three|four|(?-i:[A-Z])\w+) ?\S"),
    ("standing", "whole", rf"^{YOU_NEVER}"),
    ("standing", "whole", rf"{_START}i (?:always|never) (?:want|need) (?!to (?:go|be|see|do) )(?=\S+ \S)"),
    ("standing", "whole", rf"(?:^|(?<=[;:—–] ))(?P<cut>(?:please ){{0,1}})(?:don't|do not) ever {_ORDER}"),
    ("standing", "after", r"^(?:(?:please )?make (?:it|this|that) a (?:(?:standing|general|hard|house) )?rule|(?:new|house|standing|general|hard|ground|basic|team) rule|rule)(?: is)?(?: that\b|\s?[:,—–-])\s?(?=\S+ \S)"),
    ("decision", "after", r"^(?:(?:final|our|the|my|team|today's|a|new) ){0,2}decisions?(?:(?: (?:made|taken|is|from today|of today|today)){0,2}\s?(?:[:—–]|\bthat\b)| (?:made|taken),)\s?(?=\S+ \S)"),
    ("decision", "after", r"^(?:it(?:'s| is| was| has been) )?(?:now |finally )?(?:decided|agreed|settled)\s?(?:[:—–]|\bthat\b)\s?(?=\S+ \S)"),
    ("decision", "next", r"^(?:(?:final|our|the|my|team) ){0,2}decisions?(?: (?:made|taken))?[:! ]*$"),
    ("decision", "last", r"^(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:decided|settled|agreed|our decision|the decision|final)(?: then)?[.! ]*$"),
    ("decision", "whole", rf"(?P<cut>\b(?:{_WHO}{_HAVE}|i(?:'ve| have)(?: now| finally| just)?) (?:decided|agreed|settled)(?:,? that|\s?:) ?)(?=\S+ \S)"),
    ("decision", "whole", rf"\b(?:{_WHO}|i(?=(?:'ve| have)))(?P<cut>{_HAVE} (?:decided|agreed)(?: yesterday| today| now| finally| in the end| last week| this (?:morning|week)| together| on (?:mon|tues|wednes|thurs|fri)day)? to)(?= \S)"),
    ("decision", "whole", rf"\bi (?:finally |just )?(?P<cut>decided to )(?=(?:{words(_BUSINESS)})\b)"),
    ("decision", "whole", rf"\b(?:{_WHO}{_HAVE}|i(?:'ve| have)?(?: now| finally| just)?) (?:(?:decided|agreed|settled) (?:on|against|for|not to|in favou?r of)|(?<!i )(?:chose|chosen|picked|opted for|selected) (?!up\b|out\b|to\b|me\b|you\b|him\b|her\b))(?= ?\S)"),
    ("decision", "whole", rf"\b(?:(?:{_WHO}|i)(?:'ll| will|'re| are|'m| am)?(?: now| then)? (?:go(?:ing)?|stick(?:ing)?|stay(?:ing)?) with|{_WHO}(?:'ll| will)?(?: now| then)? go for) (?!you\b|him\b|her\b|me\b|them\b|us\b|the flow|my (?:wife|husband|kids|mother|friend)|a (?:walk|run|swim|drive|ride|coffee|beer|drink)|it\b|that\b|this\b|lunch|dinner|broke)(?=\S)"),
    ("decision", "whole", rf"{_START}(?P<cut>let's (?:just )?)(?:go|stick|stay) with (?!you\b|it\b|that\b|this\b|the flow)(?=\S)"),
    ("decision", "whole", r"^we (?:reverse|revoke|drop|undo|overturn) (?:the|our) (?P<gone>[^,.:]{1,40}?) decision\b"),
    ("preference", "whole", rf"(?:{_START}|^(?:for|in|on|when|with|at|as for|as to) [^,?]{{2,50}},? )(?:i|we)(?:'d| would)?(?: much| really| strongly| still| now| generally| usually| always| also| personally){{0,2}} prefer (?!not to[.!]*$)(?!(?:not to (?:say|talk|answer|think)|it|that|this|these|those|him|her|them|you)\b)(?=\S)"),
    ("preference", "whole", rf"(?:{_START}|^(?:for|in|on|when|with|at|as for|as to) [^,?]{{2,50}},? )i(?:'d| would)(?: much| really| always)? rather (?=(?:have|get|see|use|keep|receive|read|work|meet|pay|you (?:used|wrote|sent|gave|kept|called|asked|left|put|said|did|had)|we (?:used|kept|met|had|did))\b)(?=\S+ \S+ \S)"),
    ("preference", "whole", rf"{_START}(?:i|we) like (?!(?:to think|that|this|it|you|him|her)\b)[^,?.]{{2,60}} (?:better|more) than (?P<gone>[^,.;]{{2,60}})"),
    ("preference", "whole", rf"{_START}i now (?:want|prefer|need|like) (?!(?:you )?to\b)(?=\S)"),
    ("preference", "whole", r"^my (?:preferred|preference)\b[^,?]{0,40} (?:is|are)\b (?=\S)"),
    ("preference", "whole", r"^(?!(?:give|show|send|bring|make|change|try|take|put|run|open|test|do|let) )[^,;?]{2,80} (?:instead of|rather than) (?P<gone>[^,;.?]{2,60}?)(?P<cut>,? please)[.! ]*$"),
    ("preference", "whole", rf"{_START}(?P<cut>(?:please ){{0,1}})(?:use|write|prefer|answer (?:with|in)) [^,;?]{{2,60}} (?:instead of|rather than|and not|, not) (?P<gone>[^,;.?]{{2,60}})[.! ]*$"),
    ("preference", "whole", rf"{_START}(?P<cut>(?:and ){{0,1}})no more (?P<gone>(?!than|of|questions|time|news|coffee|money|excuses|for (?:me|today)|today|pain|surprises)[^,;.?]{{3,60}}?)(?:(?P<cut2>,? please)|(?= in | for | at | from now))?[^,;?]{{0,40}}[.! ]*$"),
    ("preference", "whole", rf"{_START}(?:i|we) (?:don't|do not|no longer) want (?P<gone>(?!to\b|it\b|that\b|this\b|you\b)[^,;.?]{{3,60}}?) (?:any ?more|any longer|in (?:my|the|your|our) \w+)"),
    ("preference", "whole", rf"{_START}(?P<cut>(?:please ){{0,1}})call me (?-i:[A-Z])\w+(?:,? not (?P<gone>[^,;.]{{2,40}}))?[.! ]*$"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME})[^;?]{{2,100}}?\b(?:is|are|has|have|stands? at|costs?|takes?|lasts?|counts?|holds?|needs?) now {_TO}(?:[^,;.?]{{0,40}}?(?:, (?:up|down) from (?P<gone>{_GONE})|,? (?:instead of|and not|not|no longer) (?P<gone2>{_GONE}))(?=[.,;!]*(?: |$)))?"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME})[^;,?]{{2,80}}? (?:is|are|has|have|costs?|takes?) {_TO}[^,;.?]{{0,20}}? now[.! ]*$"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME})[^;?]{{2,80}}? now (?:is|are|has|have|stands at|costs?|takes?|lasts?|counts?|holds?|needs?|becomes?) {_TO}[^,;.?]{{0,40}}?(?:,? (?:instead of|and not|not|up from|down from) (?P<gone>[^,;.]{{1,40}}))?(?=[,;.!]|$)"),
    ("number", "whole", rf"^(?=.*, )(?!{_NOT_A_NAME})[^;?]{{2,80}}?, (?P<gone>{FIGURE}[^,;.?]{{0,20}}?) (?:have |has )?(?:becomes?|became|turned? into|(?:is|are) now) {_TO}"),
    ("number", "whole", rf"^(?=.*, (?:and )?no longer )(?!{_NOT_A_NAME})(?!.*\b(?:he|she|it|they|this|that|there) (?:is|are)\b)[^;?]{{2,80}}?\b(?:is|are|becomes?) (?:now )?(?:our|the|a|an|my|their|his|her) [^,;?]{{2,60}}, (?:and )?no longer (?:(?:our|the|a|an|my|their|his|her) )?(?P<gone>(?!\w+ing\b)[^,;.?]{{3,50}})[.! ]*$"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME})[^;?]{{2,100}}?\b{_CHANGED}(?: (?:up|down|back|out|forward))?(?: from (?P<gone>[^,;.?]{{1,40}}?))? (?:to|until|till) {_TO}"),
    ("number", "whole", rf"^(?:we|i)(?:'ve| have)?(?: just| now)? {_CHANGED} (?:the|our|my) (?!file|code|function|test|variable|line|branch|cursor|button)[\w' -]{{3,50}}?(?: (?:up|down|back))?(?: from (?P<gone>[^,;.?]{{1,30}}?))? (?:to|until|till) {_TO}"),
    ("number", "whole", rf"^(?:the|our|my|(?-i:[A-Z])\w+'s)? ?(?:\w+ )?(?:new|revised|updated|adjusted) (?!year|york|car|baby|job)[\w' -]{{2,50}}? (?:is|are|will be|:) {_TO}"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME})[^;?]{{2,80}}?\b(?:becomes?|became|will become|will be|is going to be) (?:{_TO})[^;?]{{0,40}}? (?:instead of|up from|down from|and not) (?P<gone>[^,;.]{{1,40}})"),
    ("number", "whole", rf"^(?!{_NOT_A_NAME}|\d)[^;?]{{2,80}}?\b(?:becomes?|became|has become|will become) {_NEAR}(?:[$€£]? ?\d)"),
    ("number", "whole", rf"\bwe (?:'re |are )?(?:go|goes|going|change|changed|move|moved|raise|raised|cut|increase|increased|reduce|reduced|lower|lowered) (?:[^,;?]{{0,40}} )?from (?P<gone>{_TO})[^,;.?]{{0,20}}? to {_TO}"),
    ("number", "whole", rf"^(?P<cut>(?:yes|yep|ok|okay|right|good|fine),? (?:please )?)(?:make|set|change|raise|lower|put|move) the (?!time|code|file|function|test|font|line)[\w' -]{{3,40}} (?:to )?{_TO}[^;?]{{0,20}}$"),
)  # fmt: skip

_AUX = "do does did is are was were can could should would will have has shall may"
_SAID = (
    "said says told tells claims claimed thinks thought believes believed wrote writes mentioned mentions suggested suggests "
    "insists insisted argued argues heard reported announced reckons proposed proposes asked asks wants wanted hopes "
    "complained joked explained warned recommends recommended"
)
_TASK = (
    r"^(?:please |can you |could you )?(?:rewrite|translate|reword|rephrase|shorten|proofread|summari[sz]e|polish|improve|explain|parse"
    r"|render|convert|paraphrase|edit|fix|check)\b[^:]{0,80}:"
)
_HEARD = r"\b(?:i (?:heard|read|was told)|according to|rumou?r|word (?:is|has it)|apparently|allegedly|supposedly|reportedly)\b"

DOUBTS = Doubts(
    question=any_of(
        r"\?[\"'”’)\]\s]*$",
        rf"^(?:{words(_AUX)}) (?:i|we|you|it|that|there|they|he|she|the|anyone|someone|somebody)\b(?!.*[.!]$)",
        rf"^(?:what|who|why|how|which|where) (?:{words(_AUX)}|about|if)\b",
        r"^(?:do|did|can) you (?:still )?remember\b(?! that .*please)", r"^remember (?:when|how|the (?:time|day|night|old))\b",
        r"\bi (?:always )?wonder",
    ),
    guess=any_of(
        r"\b(?:maybe|perhaps|possibly|probably|presumably|hypothetically|hopefully|theoretically)\b",
        r"\b(?:might|could be|would be|could have|should have|would have|may(?! \d)(?=\b.{0,3} (?:be|become|go|move|change|have))) ?",
        r"\bi (?:guess|suppose|think|believe|imagine|hope|wish|doubt|feel like|assume)\b", r"\b(?:not sure|unsure|uncertain|no idea|wondering|tempted|leaning|considering|thinking (?:of|about)|toying)\b",
        r"\b(?:it seems|seems like|looks like|sounds like|imagine|what if|let's say|say we|in theory|if only|pretend|suppose|supposing|as if)\b",
    ),
    condition=any_of(r"\b(?:if|unless|in case|assuming|provided|depending|once (?:we|i|you|the|they|it|that)|until (?:we|i|you|they|it)|as soon as|whenever|before we|after we|when (?:we|i|you|the|they))\b"),
    report=any_of(
        rf"(?<!\bi )(?<!\bwe )(?<!\byou )\b(?:{words(_SAID)})\b", r"\b(?:i|we) (?:told|asked|warned) (?!you\b)\w+", _HEARD, _TASK,
        r"\b(?:the (?:docs?|documentation|article|readme|book|blog|spec|paper|website|manual|email|mail|letter|post|comment|minutes)|everyone|everybody|people|they) (?:says?|said|states?|decided|agreed|prefers?|always|never|all)\b",
        r"\b(?:he|she|they|it|who|(?:my|his|her|their) \w+) (?:always|never|prefers?|decided|agreed)\b",
        rf"(?!{YOU_NEVER})\byou (?:always|never|prefers?|decided|agreed)\b",
    ),
    negated=any_of(
        r"\b(?:need(?:n't| not)|no need to|not necessary to|(?:don't|do not|doesn't|didn't|won't|can't|cannot|never|needn't) (?:have to |need to |want you to |really )?)(?: ?(?:remember|note|keep in mind|memori[sz]e|write (?:this|that|it) down|make a note|store|save))\b",
        r"\bnot (?:going to |to )?(?:remember|note|memori[sz]e)\b", r"\b(?:don't|do not|please don't|never) (?:forget to|prefer)\b", r"\b(?:i (?:can't|cannot|don't|never|hardly|barely|vaguely|still|just|now)) (?:quite )?remember\b",
        r"\b(?:no|not a|without a|never a|isn't a|any) (?:preference|decision)\b",
    ),
    open=any_of(
        r"\b(?:whether|let me (?:think|know|see|sleep))\b",
        r"\b(?:have|has|had|did|do|does|is|are|was|were|can|could|will|would)(?:n't| not| never| yet to)(?: yet| really| been| fully| finally){0,2} (?:decide|decided|agree|agreed|settle|settled|chosen|choose|picked|final|fixed|sure)\b",
        r"\b(?:undecided|still open|open again|to be (?:decided|confirmed|agreed)|tbd|tbc|not (?:yet )?(?:final|decided|fixed|settled|agreed)|no decision|pending|up in the air|yet to (?:decide|agree)|remains to be|under discussion)\b",
        r"\b(?:still|need to|have to|must|should|let's|will|'ll|want to|going to|before we|until we|when we|once we|help (?:me|us)|trying to|to) (?:be )?(?:decid(?:e|ing)|discuss(?:ing)?|agree on|choose|talk about)\b",
        r"\b(?:almost|nearly|half|about to|close to|on the verge of) (?:decided|agreed|deciding)\b",
    ),
    story=any_of(
        r"\b(?:years?|months|decades|centuries|ages) ago\b", r"\blast (?:year|century|decade)\b", r"\bback (?:then|in|when)\b", r"\bin (?:1[89]\d\d|20[01]\d)\b",
        r"\bwhen (?:i|we|she|he) (?:was|were|lived|started|had|moved|worked|joined|first)\b", r"\b(?:used to|at the time|in those days|at that time|once upon|one day|that (?:day|year|summer|winter|night))\b",
        r"\bas a (?:child|kid|student|teenager|junior)\b", r"\b(?:had|having|'d) (?:decided|agreed|chosen|settled)\b", r"\b(?:previous|former|old|first|last) (?:job|company|employer|team|life|office)\b",
        r"\b(?:grandfather|grandmother|grandparents|my (?:mother|father|dad|mum|mom))\b", r"\bin the (?:film|movie|book|novel|story|game|dream|show)\b", r"\bso (?:we|i) (?:decided|chose|went) .*\b(?:and|but) (?:then|it)\b",
    ),
    idle=any_of(
        r"\b(?:yourself|here for you|anything is possible|just do it|stay(?:ing)? (?:positive|strong)|you got this|you can do it|not alone|give up|make a difference|your dreams?|hard work|stumbling|be kind)\b",
    ),
    everyday=any_of(
        r"\b(?:take|took|taking|go for|going for|have|grab|get) (?:a |an |some |another )?(?:\w+ )?(?:walk|nap|break|bath|shower|run|swim|rest|day off|beer|coffee|tea|drink|lunch|dinner|breakfast|bite|trip|holiday|dog|cat|haircut)\b",
        r"\b(?:pizza|sushi|movie|film|gym|bed|beach|park|cinema|restaurant|weather|umbrella|cake|garden|kitchen|sofa|party|birthday party|wine|sandwich|soup|salad)\b",
        r"\bto (?:sleep|eat|cook|bake|relax|stay (?:home|in|up)|walk|leave early|wait|get married|paint|watch|read|sit|celebrate|hike|travel|drive|cycle|bike|call it a (?:day|night)|skip (?:lunch|dinner|breakfast))\b",
        r"\b(?:train|bus|flight|plane|traffic|ferry|tram) (?:is|was|are|were|has)\b.*\b(?:late|delayed|postponed)\b", r"\b(?:daughter|son|baby|kid|child|nephew|niece|dog|cat|puppy|wife|husband)\b.*\b(?:is|are|turned|turns)\b", r"\b(?:tests?|build|pipeline|job|suite|script|query|request|compiler?|install)\b.*\b(?:seconds?|ms|minutes?|errors?|failures?|warnings?)\b", r"\b(?:raining|snowing|sunny|degrees (?:outside|today))\b", r"\b(?:years old|turns|turned) \b",
    ),
    once=any_of(r"\b(?:once more|again and|rerun|re-run|this time|for now|for today|today|tonight|here|right now|just (?:this )?once|for the moment|in this (?:file|case|function|test|pr|commit|line|branch|message|one|script|module|class|loop)|(?<!press )(?<!push )(?:this|that|the) (?:function|variable|loop|line|test|file|class|method|branch|commit(?! messages?)|script|module|snippet|button|query|endpoint|button))\b"),
)  # fmt: skip

ENGLISH = Language(
    name="en",
    triggers=TRIGGERS,
    doubts=DOUBTS,
    opening=re.compile(
        r"(?:(?:(?:ok|okay|right|yes|yeah|yep|no|nope|good|great|fine|perfect|sure|alright|all right|thanks|thank you|thanks a lot|hi|hello|hey|good morning|well|oh|ah|oops|sorry|wait|exactly"
        r"|by the way|btw|one (?:more|last) thing|another thing|also|next|first|second|finally|good news|quick note|important|reminder|attention|fyi|hmm|as (?:i|we) said|after (?:some|the|a|today's|yesterday's|our|long) [^,]{2,40}"
        r"|for (?:what it's worth|clarity)|to be clear|as discussed|in short|in the end|(?:hi|hey|hello|dear) \w+|so|and|but|then)(?:[,.:;!—–-]+ | (?=(?:we|i|the|please|let's|from|actually|remember|note|forget|always|never)\b)))\s*|(?:so|and|but|then|also) (?!far|that|long|much|many|again|to speak))+",
        re.IGNORECASE,
    ),
    polite=re.compile(r"(?:^|(?<=[,;:] ))(?:please|kindly),? |,? (?:please|thanks|thank you|cheers)(?=[.!? ]*$)", re.IGNORECASE),
    ending=re.compile(r"[.!?;,:\s]+$"),
    vague=re.compile(
        r"^(?!it (?:is|was) [^.]{2,60} (?:who|that) )(?:(?:it|they|he|she|him|them|which)\b|(?:that|this|these|those)(?:'s| (?:is|are|was|were|has|have|will|can|needs?|goes|works?|should|must|means?|one|ones)\b)"
        r"|(?:and|or|but|to|not) |\S+$)",
        re.IGNORECASE,
    ),
    request=re.compile(r"\b(?:could|would|will) you\b|\bcan you please\b", re.IGNORECASE),
    stop=".",
)  # fmt: skip
