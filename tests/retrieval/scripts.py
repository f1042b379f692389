"""Texts in many scripts and forms, written for the tests of counting: each is named by its language or its form."""

from __future__ import annotations

SCRIPTS: dict[str, str] = {
    "english": "The chamber was measured at night with the ventilation on and off. Anything above sixteen decibels counts as a failure, "
    "so we looked at the door seal first and at the cable ducts afterwards. Nobody should call the client before the report is ready.",
    "german": "Die Messung der schallarmen Kammer fand nachts statt, einmal mit und einmal ohne Lüftung. Grenzwertüberschreitungen werden "
    "unverzüglich gemeldet; danach prüfen wir zuerst die Türdichtung und anschließend die Kabeldurchführungen.",
    "french": "La chambre a été mesurée pendant la nuit, avec et sans ventilation. Tout dépassement doit être signalé immédiatement, puis "
    "nous vérifions d'abord le joint de la porte et ensuite les passages de câbles.",
    "finnish": "Kaiuton huone mitattiin yöllä ilmanvaihto päällä ja pois päältä. Raja-arvojen ylityksistä ilmoitetaan viipymättä, minkä "
    "jälkeen tarkistetaan ensin oven tiiviste ja sitten kaapeliläpiviennit.",
    "dutch": "De geluidsarme kamer werd 's nachts gemeten, met en zonder ventilatie. Overschrijdingen van de grenswaarde worden meteen "
    "gemeld; daarna controleren we eerst de deurafdichting en vervolgens de kabeldoorvoeren.",
    "polish": "Komora bezechowa została zmierzona nocą, przy włączonej i wyłączonej wentylacji. Przekroczenia wartości granicznych należy "
    "niezwłocznie zgłosić, potem sprawdzamy uszczelkę drzwi i przepusty kablowe.",
    "turkish": "Yankısız oda gece, havalandırma açık ve kapalıyken ölçüldü. Sınır değerin aşılması hemen bildirilir, ardından önce kapı "
    "contası, sonra kablo geçişleri kontrol edilir.",
    "swahili": "Chumba kisicho na mwangwi kilipimwa usiku, feni zikiwa zimewashwa na zimezimwa. Kiwango kikizidi lazima kiripotiwe mara "
    "moja, kisha tunakagua kwanza muhuri wa mlango.",
    "indonesian": "Ruang kedap gema diukur pada malam hari, dengan ventilasi menyala dan mati. Setiap pelampauan ambang batas harus segera "
    "dilaporkan, kemudian kami memeriksa segel pintu terlebih dahulu.",
    "vietnamese": "Phòng câm được đo vào ban đêm, khi bật và khi tắt thông gió. Mọi trường hợp vượt ngưỡng phải được báo cáo ngay, sau đó "
    "chúng tôi kiểm tra gioăng cửa trước rồi đến các lỗ luồn cáp.",
    "romaji": "Nagumo-san wa Hoshimigaura no hagurumabako o shirabete, Kobe no hanmukyoushitsu de ankeisouon o hakarimashita.",
    "russian": "Безэховую камеру измеряли ночью, при включённой и выключенной вентиляции. О превышении предельных значений следует "
    "немедленно сообщать, затем проверяем уплотнение двери и кабельные вводы.",
    "ukrainian": "Безлунну камеру вимірювали вночі, з увімкненою та вимкненою вентиляцією. Про перевищення граничних значень слід "
    "негайно повідомляти, потім перевіряємо ущільнення дверей.",
    "greek": "Ο ανηχοϊκός θάλαμος μετρήθηκε τη νύχτα, με και χωρίς εξαερισμό. Κάθε υπέρβαση των οριακών τιμών αναφέρεται αμέσως και "
    "έπειτα ελέγχουμε τη στεγανοποίηση της πόρτας.",
    "hebrew": "החדר נטול ההד נמדד בלילה, עם אוורור ובלעדיו. יש לדווח מיד על כל חריגה מערכי הסף, ולאחר מכן בודקים תחילה את אטם הדלת.",
    "arabic": "تم قياس الغرفة عديمة الصدى ليلا مع تشغيل التهوية وإيقافها. يجب الإبلاغ فورا عن أي تجاوز للقيم الحدية، ثم نفحص مانع التسرب في الباب.",
    "persian": "اتاق بدون پژواک شب‌هنگام با تهویه روشن و خاموش اندازه‌گیری شد. هرگونه تجاوز از حد مجاز باید فوری گزارش شود.",
    "hindi": "प्रतिध्वनि रहित कक्ष को रात में मापा गया, वेंटिलेशन चालू और बंद दोनों के साथ। सीमा से अधिक होने पर तुरंत सूचना दी जाए।",
    "bengali": "প্রতিধ্বনিহীন কক্ষটি রাতে মাপা হয়েছিল, বায়ুচলাচল চালু ও বন্ধ রেখে। সীমা ছাড়ালে সঙ্গে সঙ্গে জানাতে হবে।",
    "tamil": "எதிரொலி இல்லாத அறை இரவில் அளக்கப்பட்டது, காற்றோட்டம் இயங்கும்போதும் நிறுத்தப்பட்டபோதும். வரம்பு மீறினால் உடனே தெரிவிக்க வேண்டும்.",
    "thai": "ห้องไร้เสียงสะท้อนถูกวัดในเวลากลางคืน ทั้งเปิดและปิดระบบระบายอากาศ หากเกินค่าที่กำหนดต้องรายงานทันที แล้วตรวจสอบซีลประตูก่อน",
    "burmese": "ပဲ့တင်သံကင်းသောအခန်းကို ညအချိန်တွင် တိုင်းတာခဲ့သည်။ သတ်မှတ်ချက်ကျော်လွန်ပါက ချက်ချင်း အစီရင်ခံရမည်။",
    "khmer": "បន្ទប់គ្មានសំឡេងឆ្លើយត្រូវបានវាស់នៅពេលយប់។ ប្រសិនបើលើសកម្រិត ត្រូវរាយការណ៍ភ្លាម។",
    "georgian": "უექო ოთახი ღამით გაზომეს, ჩართული და გამორთული ვენტილაციით. ზღვრის გადაჭარბების შესახებ დაუყოვნებლივ უნდა გვაცნობოთ.",
    "armenian": "Անարձագանք սենյակը չափվել է գիշերը, միացված և անջատված օդափոխությամբ։ Սահմանային արժեքի գերազանցման մասին պետք է անհապաղ հայտնել։",
    "amharic": "የማያስተጋባው ክፍል በሌሊት ተለካ፣ አየር ማናፈሻው በርቶና ጠፍቶ። ከገደቡ በላይ ከሆነ ወዲያውኑ ሪፖርት ይደረግ።",
    "tibetan": "བྲག་ཆ་མེད་པའི་ཁང་པ་མཚན་མོར་ཚད་འཇལ་བྱས་སོ། ཚད་ལས་བརྒལ་ན་འཕྲལ་དུ་བརྡ་སྤྲོད་དགོས།",
    "korean": "무향실은 밤에 환기를 켠 상태와 끈 상태에서 모두 측정했습니다. 기준을 넘으면 즉시 보고하고, 먼저 문 패킹을 확인한 다음 케이블 관통부를 봅니다.",
    "japanese": "半無響室の受入検査では夜間に、空調の停止時と稼働時の両方で暗騒音を測る。目標を超えたら扉の気密ゴム、次にケーブル貫通部を調べる。"
    "クライアントへのメールは下書きまでとし、送信は必ずミカ本人が行う。",
    "simplified chinese": "第三批四十只，给纸浆车间做备件。目标价一千零五十元，交期不超过十周；邮件里不要先报数量，先看望屿试用结果再谈价。",
    "traditional chinese": "半無響室於夜間量測，空調開啟與關閉各一次。超過限值須立即回報，接著先檢查門的氣密條，再檢查電纜貫穿處。",
    "classical chinese": "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。寒來暑往，秋收冬藏。閏餘成歲，律呂調陽。雲騰致雨，露結為霜。",
    "half width kana": "ﾃﾞｰﾀﾍﾞｰｽﾉﾊﾞｯｸｱｯﾌﾟｦﾄﾙ。ＦＵＬＬ　ｗｉｄｔｈ　１２３４。",
    "emoji": "👍 🎉🎉 👩‍👩‍👧‍👦 🏳️‍🌈 🇯🇵🇨🇳 ✅ ❌ ⚠️ 🙇🏽‍♀️ 1️⃣ 🫠 🧑🏿‍🚀",
    "ancient scripts": "𒀭𒂗𒆤 𓂀𓆣𓋹 𐤀𐤋𐤐 𐎠𐎭𐎶 ᚠᚢᚦᚨᚱᚲ",
    "rare han": "𠮷野家 𩸽 𠀋 㐂 䴘 龘 齉 𡃁 鬱",
    "mathematics": "∀ε>0 ∃δ>0: |x−a|<δ ⇒ |ƒ(x)−ƒ(a)|<ε; 𝒜 ⊆ ℝ², ∑ᵢ xᵢ² ≤ ∮ ∇×𝐁·d𝐀, \\frac{\\partial u}{\\partial t} = \\alpha \\nabla^2 u",
    "box drawing": "┌──────┬──────┐\n│ a    │ b    │\n├──────┼──────┤\n│ ░▒▓█ │ ◆◇●○ │\n└──────┴──────┘",
    "python": 'def share(rows: Mapping[str, int], *, room: int = 0) -> dict[str, int]:\n    """Shares."""\n    return {k: max(1, v // room)\n            for k, v in sorted(rows.items(), key=lambda r: (-r[1], r[0]))}\n',
    "json": '{"path": "knowledge/sensor-drift.md", "why": {"lexical_rank": 1, "semantic_rank": null, "fused": 0.0952381}, "stale": false, "at": "2026-10-21T02:05:00+02:00"}',
    "hexadecimal": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 c-xesnu6rj 446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "base64": "QnJhaW5zIGFyZSB3aWtpcyB3aXRoIGV2aWRlbmNlLg== iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "address": "https://git.example.org/team/memory/-/blob/3f2c1d9/wiki/knowledge/people/%E5%8D%97%E9%9B%B2.md?ref_type=heads&plain=1#L10-L14",
    "table": "| Item | Room | Level dB(A) | Date |\n|---|---|---:|:---:|\n| SX-14 | B2 | 86.7 | 2026-10-20 |\n| SX-15 | B3 | 15.6 | 2026-11-17 |\n",
    "markdown": "- Above 10 dB nothing is corrected. [cite:1,3] ^c-xesnu6rj\n    - (until 2026-03-24) **Nothing** was, see [[hush-line#Results|the _line_]]. [cite:2]\n\n```sh\n$ rm -rf ./build && make\n```\n",
    "paths": "C:\\Users\\mika\\AppData\\Local\\brainwiki\\index-7.sqlite3 /usr/share/doc/libxkbcommon-x11-0/changelog.gz sessions/2026-08-18-claude-code-lczfhezqdg#turn-6",
    "digits": "3.14159265358979323846264338327950288419716939937510 +81-78-555-0142 1,234,567,890.00 0x7ffe12ab",
    "shouting": "DO NOT SEND MAIL IN MY NAME! ABSOLUTELY NOTHING WITHOUT APPROVAL, INCLUDING AUTOMATED NOTIFICATIONS.",
    "blanks": "a\n\n\n\n\n        b\t\t\tc          d\n \n \n  e\r\n\r\nf\u3000\u3000g\u00a0h",
    "punctuation": "!!! ??? ... --- *** ___ ~~~ ((([[[{{{<<<>>>}}}]]]))) @#$%^&*()_+-=|\\:;\"'<>,./?`~ #!/!#@!$?%^&",
    "nonsense": "xqzjkvw bnmtrplk zzyxqj wqrtpsdf ghjklzx cvbnmqw lpoiuy trewqasd",
}
