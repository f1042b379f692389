"""Personal data: each form with its check digits, and the numbers that look like it."""

from __future__ import annotations

import pytest

from brainwiki.rules.families import personal


def told(text: str) -> list[tuple[str, str]]:
    """The last word of each kind and the words that were found."""
    return [(one.kind.split()[-1], text[one.start : one.end]) for one in personal.find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "jo.meyer@post.brainwiki", "<jo@post.brainwiki>", "mailto:jo+list@mail.post.brainwiki", "連絡先はjo@post.brainwikiです", "邮箱：jo_m@post.brainwiki。",
        "human:jo@post.brainwiki", "Jo (jo@post.brainwiki), Al", "J.O.M@post-box.brainwiki", "０ｊｏ＠ｐｏｓｔ．ｂｒａｉｎｗｉｋｉ",
    ],
)  # fmt: skip
def test_addresses(text: str) -> None:
    ((kind, _),) = told(text)
    assert kind == "address"


@pytest.mark.parametrize(
    "text",
    [
        "jo@example.com", "jo@example.org", "jo@mail.example.co.jp", "jo@post.test", "jo@localhost.localdomain@", "no-reply@post.brainwiki",
        "noreply@post.brainwiki", "info@post.brainwiki", "Support@post.brainwiki", "security@post.brainwiki", "git@github.com:a/b.git",
        "12+jo@users.noreply.github.com", "dependabot[bot]@users.noreply.github.com", "left-pad@1.3.0", "icon@2x.png", "@jo", "@jo@social.brainwiki",
        "https://jo:x@host.brainwiki/", "you@yourdomain.com", "name@domain.com", "user@host", "a@b", "@decorator.name", "jo@post.local", "root@db.internal",
    ],
)  # fmt: skip
def test_addresses_of_nobody(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "+49 30 2264 5197", "+81 90-0264-5197", "+81-3-6264-5197", "+1 (415) 826-5197", "+1-415-826-5197", "+14158265197",
        "+33.1.82.64.51.97", "+86 134 0264 5197", "+44 20 8264 5197", "+39 06 8264 5197", "tel:+49302264519", "＋４９ ３０ ２２６４ ５１９７",
        "電話は+81-90-0264-5197です", "090-0264-5197", "080 0264 5197", "０７０－０２６４－５１９７", "携帯09002645197", "138-0264-5197", "138 0264 5197",
        "手机13402645197", "電話 03-6264-5197", "Tel. 06-6264-5197", "(+49 30 2264 5197)", "+972 3 826 5197",
    ],
)  # fmt: skip
def test_telephone_numbers(text: str) -> None:
    ((kind, _),) = told(text)
    assert kind == "number"


@pytest.mark.parametrize(
    "text",
    [
        "+10 000 000", "+10,000,000 users", "+123", "+2 000 000", "C++11", "+49", "1+12345678901", "x+4930226451", "2026-05-02T09:00:00+09:00", "+0900",
        "+1-800-555-0199", "+1 415 555 0123", "+44 7700 900123", "+44 20 7946 0958", "+12 345 678 90", "+49 30 1234 5678", "+49 30 0000 0000", "+34.50, 23.20",
        "+3.1 4.7 2.8 9.5", "+4.5.6", "090-1234-5678", "09002645197", "13402645197", "order 13402645197", "1340264519712", "138-02645197", "0120-264-519",
        "03-6264-5197", "01-12-2026", "phone call on 01-12-2026", "phone 2026-05-02", "ISBN 978-3-16-148410-0", "10.4.19045.3803", "192.168.100.200",
        "13800138000", "電話 13800138000", "+99 12 34 56 78 90", "id 090-0264-5197-1", "1090-0264-5197",
    ],
)  # fmt: skip
def test_other_numbers_are_no_telephone_numbers(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "4929 7151 8036 2744", "4929-7151-8036-2744", "４９２９ ７１５１ ８０３６ ２７４４", "card 4929715180362744", "カード番号：4929715180362744", "Visa: 4929715180362744",
        "5425 7816 3042 9570", "2223 5781 6042 9637", "3566 7816 3042 9574", "6011 7816 3042 9578", "3714 781630 42954", "卡号 6212 7816 3042 9575",
    ],
)  # fmt: skip
def test_card_numbers(text: str) -> None:
    ((kind, _),) = told(text)
    assert kind == "number"


@pytest.mark.parametrize(
    "text",
    [
        "4929 7151 8036 2742", "4929715180362744", "commit 4929715180362744", "4111 1111 1111 1111", "4242 4242 4242 4242", "card 4242424242424242",
        "1234 5678 9012 3452", "0000 0000 0000 0000", "9929 7151 8036 2741", "4929 7151 80362744", "4503599627370496", "1700000000000000", "4929-7151-8036-2744-1",
        "card 4929.7151.8036.2744", "id=a4929715180362744", "978-3-16-148410-0", "card 0f4929715180362744",
    ],
)  # fmt: skip
def test_other_rows_of_digits_are_no_cards(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "DE07 5001 0517 5407 3849 61",
        "DE07500105175407384961",
        "IBAN：DE07500105175407384961。",
        "口座DE07 5001 0517 5407 3849 61",
    ],
)
def test_accounts(text: str) -> None:
    ((kind, words),) = told(text)
    assert kind == "number"
    assert words.startswith("DE07")


@pytest.mark.parametrize(
    "text",
    [
        "DE08 5001 0517 5407 3849 61",
        "DE07 5001 0517 5407 3849",
        "DE89 3704 0044 0532 0130 00",
        "GB82 WEST 1234 5698 7654 32",
        "XX07 5001 0517 5407 3849 61",
        "ABDE07500105175407384961",
    ],
)
def test_other_codes_are_no_accounts(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "110105198402293715",
        "身份证号：110105198402293715。",
        "11010519491231002X",
        "マイナンバーは5821 0974 6133です",
        "個人番号：582109746133",
        "My Number 5821-0974-6133",
        "850317-1092468",
        "529.982.247-25",
    ],
)
def test_identity_numbers(text: str) -> None:
    ((kind, _),) = told(text)
    assert kind == "number"


@pytest.mark.parametrize(
    "text",
    [
        "110105198402293716",
        "110105198413293715",
        "a110105198402293715",
        "582109746133",
        "5821 0974 6133",
        "マイナンバーは5821 0974 6134です",
        "850317-1092467",
        "850337-1092468",
        "529.982.247-26",
        "111.111.111-11",
        "1.529.982.247-25",
    ],
)
def test_other_numbers_are_no_identity_numbers(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("digits", "right"),
    [
        ("4111111111111111", True),
        ("4111111111111112", False),
        ("79927398713", True),
        ("0", True),
        ("18", True),
        ("19", False),
    ],
)
def test_luhn(digits: str, right: bool) -> None:
    assert personal.luhn(digits) is right


@pytest.mark.parametrize(
    "value", ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606", "NO9386011117947"]
)
def test_printed_accounts_have_the_right_remainder(value: str) -> None:
    assert personal.iban(value)
    assert not personal.iban(value[:-1] + ("1" if value[-1] != "1" else "2"))
    assert not personal.iban(value[:-1])


def test_one_wrong_digit_is_always_noticed() -> None:
    checks = [
        (personal.luhn, "4929715180362744"),
        (personal.chinese_id, "110105198402293715"),
        (personal.my_number, "123456789018"),
        (personal.korean_id, "8503171092468"),
        (personal.cpf, "52998224725"),
    ]
    for check, right in checks:
        assert check(right)
        wrong = [right[:-1] + digit for digit in "0123456789" if digit != right[-1]]
        assert not any(check(one) for one in wrong)


@pytest.mark.parametrize(
    ("digits", "made_up"),
    [
        ("01234567", True),
        ("9876501", True),
        ("11112222", True),
        ("0900000", True),
        ("9002645197", False),
        ("4930226451", False),
    ],
)
def test_made_up_numbers(digits: str, made_up: bool) -> None:
    assert personal.is_made_up(digits) is made_up


def test_of_two_that_overlap_the_first_is_told() -> None:
    assert told("4929 7151 8036 2744 and jo@post.brainwiki") == [
        ("number", "4929 7151 8036 2744"),
        ("address", "jo@post.brainwiki"),
    ]


def test_places_hold_in_full_width_text() -> None:
    text = "電話：０９０－０２６４－５１９７。"
    assert told(text) == [("number", "０９０－０２６４－５１９７")]
