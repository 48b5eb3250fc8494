"""Every text of the terminal, in Turkish and English. Refusals go by their code, as everywhere in the project.

Names and numbers get no suffixes (vowel harmony); sentences are built around them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Lang: TypeAlias = Literal["tr", "en"]
LANGS: Final[tuple[Lang, ...]] = ("tr", "en")

COLOURS: Final[Mapping[Lang, tuple[str, ...]]] = MappingProxyType(
    {"tr": ("kırmızı", "sarı", "mavi", "siyah"), "en": ("red", "yellow", "blue", "black")}
)
PREFIXES: Final[Mapping[Lang, tuple[str, ...]]] = MappingProxyType(
    {"tr": ("kı", "sa", "ma", "si"), "en": ("r", "y", "b", "k")}
)
"""How a colour is written before its number, and typed."""

_FAULTS: Final = {
    "not_your_turn": ("Sıra sende değil.", "It is not your turn."),
    "must_draw_first": ("Önce bir taş çek ya da al.", "Draw or take a tile first."),
    "must_throw": ("Elinde 15 taş var; bir taş at.", "You have 15 tiles; throw one."),
    "nothing_to_take": ("Alınacak taş yok.", "There is no tile to take."),
    "deck_empty": ("Destede taş kalmadı.", "The deck is empty."),
    "tile_not_held": ("Bu taş elinde değil.", "You do not hold that tile."),
    "finish_not_possible": (
        "Bu elle bitemezsin: {n} taş gruplara girmiyor.",
        "You cannot finish: {n} tiles fit no group.",
    ),
    "arrangement": ("Bu dizilişle bitemezsin.", "You cannot finish with this arrangement."),
    "group_too_short": (
        "{row}. sıra {a}–{b}: grup en az 3 taş olmalı.",
        "Row {row}, {a}–{b}: a group needs at least 3 tiles.",
    ),
    "run_broken": (
        "{row}. sıra {a}–{b}: seri {x} ile {y} arasında kopuk.",
        "Row {row}, {a}–{b}: the run breaks between {x} and {y}.",
    ),
    "run_wraps": (
        "{row}. sıra {a}–{b}: 13-1 ile biten seriye taş eklenemez.",
        "Row {row}, {a}–{b}: a run that ends in 13-1 cannot go on.",
    ),
    "false_joker_not_wild": (
        "{row}. sıra {a}–{b}: sahte okey yalnız {okey} yerine geçer.",
        "Row {row}, {a}–{b}: the false joker stands only for {okey}.",
    ),
    "mixed_colours": (
        "{row}. sıra {a}–{b}: seride tek renk olmalı.",
        "Row {row}, {a}–{b}: a run has one colour.",
    ),
    "repeated_colour": (
        "{row}. sıra {a}–{b}: {colour} bu grupta iki kez var.",
        "Row {row}, {a}–{b}: {colour} appears twice in the set.",
    ),
    "set_too_long": (
        "{row}. sıra {a}–{b}: per en çok 4 taştan oluşur.",
        "Row {row}, {a}–{b}: a set has at most 4 tiles.",
    ),
    "missing_gap": (
        "{row}. sıra {a}–{b}: iki grup arasında boşluk bırak.",
        "Row {row}, {a}–{b}: leave a gap between two groups.",
    ),
    "not_a_pair": (
        "{row}. sıra {a}–{b}: bu iki taş çift değil.",
        "Row {row}, {a}–{b}: these two tiles are not a pair.",
    ),
    "mixed_finish": ("Çift ile seri ve per karıştırılamaz.", "Pairs cannot be mixed with runs and sets."),
    "pairs_only": (
        "Çifte gittin; yalnız yedi çiftle bitebilirsin.",
        "You declared pairs; only seven pairs can finish.",
    ),
    "indicator_none": ("Göstergenin eşi elinde yok.", "You do not hold the indicator's twin."),
    "indicator_drawn": (
        "Gösterge yalnız dağıtılan taşlarla gösterilir; bu taşı sonradan aldın.",
        "The twin counts only if it was dealt; you drew this one.",
    ),
    "indicator_late": (
        "Gösterge yalnız {moment} öncesinde gösterilir.",
        "The indicator can only be shown before {moment}.",
    ),
    "indicator_done": ("Gösterge bu el gösterildi.", "The indicator has already been shown this deal."),
    "not_in_this_game": ("Bu oyunda yok: {what}.", "Not part of this game: {what}."),
    "must_take": ("Deste bitti; verilen taşı almalısın.", "The pile is empty; take the offered tile."),
    "already_drawn": ("Bu tur taş aldın; şimdi bir taş at.", "You have drawn this turn; throw a tile."),
    "already_declared": ("Bu el zaten çifte gidiyorsun.", "You have already declared pairs."),
    "match_over": ("Maç bitti.", "The match is over."),
    "not_seated": ("Bu masada oturmuyorsun.", "You are not seated here."),
    "no_deal": ("Şu anda el oynanmıyor.", "No deal is being played now."),
    "rack_mismatch": ("Dizilişte ıstakandaki taşların hepsi yok.", "The arrangement does not hold your whole rack."),
}
"""Refusals by code (UX, messages)."""

_PARAMS: Final = {
    "first_draw": ("ilk çekiş", "the first draw"),
    "first_throw": ("ilk atış", "the first throw"),
    "indicator": ("gösterge", "the indicator"),
    "declare": ("çifte gitme", "playing for pairs"),
    "red": ("kırmızı", "red"),
    "yellow": ("sarı", "yellow"),
    "blue": ("mavi", "blue"),
    "black": ("siyah", "black"),
}
"""Words that stand in the parameters of a refusal."""

_HAND: Final = {
    "unknown_tile": (
        "{tile}: böyle bir taş yok (r, y, b, k ile 1-13, F sahte okey, O okey)",
        "{tile}: unknown tile (r, y, b, k with 1-13; F the false joker; O an okey)",
    ),
    "too_many_copies": (
        "{tile}: gösterge ve el birlikte bir taştan en çok iki tane içerir",
        "{tile}: indicator and hand hold at most two copies of a tile",
    ),
    "false_joker_indicator": (
        "{tile}: sahte okey gösterge olamaz",
        "{tile}: a false joker cannot be the indicator",
    ),
    "wrong_number_of_tiles": (
        "{n} taş: bir el 14 ya da 15 taştır",
        "{n} tiles: a hand has 14 or 15 tiles",
    ),
    "hand_complete": ("Tamam", "Complete"),
    "hand_distance": ("Bitişe kalan taş", "Tiles from finishing"),
    "hand_arrangement": ("Diziliş", "Arrangement"),
    "hand_loose": ("Tek taşlar", "Loose tiles"),
    "hand_useful": ("İşe yarayan taşlar", "Useful tiles"),
    "hand_finishes": ("Atınca bitiren taşlar", "Throws that finish"),
    "hand_best": ("En iyi atış", "Best throw"),
    "copies": ("{n} taş", "{n} tiles"),
    "none": ("yok", "none"),
    "melds": ("seri ve per", "melds"),
    "pairs": ("yedi çift", "seven pairs"),
}

_TABLE: Final = {
    "title": (
        "Okey · {rules} · {goal} · düzey: {level} · tohum: {seed}",
        "Okey · {rules} · {goal} · level: {level} · seed: {seed}",
    ),
    "klasik": ("Klasik", "Classic"),
    "kahvehane": ("Kahvehane", "Coffee-house"),
    "ikramiye": ("İkramiye", "Pot"),
    "usta": ("Usta", "Master"),
    "rummy": ("Okey Rummy", "Okey Rummy"),
    "kolay": ("kolay", "easy"),
    "orta": ("orta", "medium"),
    "zor": ("zor", "hard"),
    "goal_down": ("Başlangıç {n}", "Start {n}"),
    "goal_up": ("Hedef {n}", "Goal {n}"),
    "goal_pot": ("Pay {n}", "Stake {n}"),
    "welcome": ("Komutlar için: yardım", "For the commands: help"),
    "you": ("Sen", "You"),
    "computer": ("Bilgisayar {letter}", "Computer {letter}"),
    "dice": (
        "El {deal}. Başlayan: {name}. Zar {first} ve {second}. Gösterge {indicator}, okey {okey}.",
        "Deal {deal}. First to throw: {name}. Dice {first} and {second}. Indicator {indicator}, okey {okey}.",
    ),
    "rolled": ("İlk zar: {rolls}. En yüksek: {name}.", "First roll: {rolls}. Highest: {name}."),
    "head": (
        "El {deal} · Gösterge {indicator} · Okey {okey} · Deste {pile}",
        "Deal {deal} · Indicator {indicator} · Okey {okey} · Pile {pile}",
    ),
    "lap": ("son tur", "last lap"),
    "scores": ("Puan", "Score"),
    "thrown_by": ("Atılan", "Thrown"),
    "declared_mark": ("çifte gidiyor", "plays for pairs"),
    "offered": ("Verilen taş: {tile}", "Offered: {tile}"),
    "turn_draw": ("Sıra sende: {can}", "Your turn: {can}"),
    "hand_count": ("{n} taş", "{n} tiles"),
    "hand_group": ("{number}. grup: {kind}, {tiles}", "Group {number}: {kind}, {tiles}"),
    "run": ("seri", "run"),
    "set": ("per", "set"),
    "pair": ("çift", "pair"),
    "block": ("taşlar", "tiles"),
    "okey": ("okey", "okey"),
    "false_joker": ("sahte okey", "false joker"),
    "by_hand": ("Elle dizdin; kendiliğinden dizmek için: diz", "Arranged by hand; to arrange by itself: arrange"),
    "drew_own": ("Çektiğin: {tile}", "You drew {tile}."),
    "took_own": ("Aldığın: {tile}", "You took {tile}."),
    "threw_own": ("Attığın: {tile}", "You threw {tile}."),
    "drew_unnamed": ("Desteden çektin.", "You drew."),
    "declared_own": ("Çifte gidiyorsun.", "You play for pairs."),
    "drew": ("{name} desteden çekti", "{name} drew"),
    "took": ("{name} {tile} taşını aldı", "{name} took {tile}"),
    "then_threw": (", {tile} attı.", ", threw {tile}."),
    "threw": ("{name} {tile} attı.", "{name} threw {tile}."),
    "shown": ("Gösterge: {name}. Diğer oyuncular {n} puan kaybetti.", "Indicator: {name}. The others lose {n}."),
    "shown_up": ("Gösterge: {name}, kazanılan puan {n}.", "Indicator: {name}, {n} gained."),
    "declared": ("Çifte gidiyor: {name}.", "{name} plays for pairs."),
    "claimed": ("Yanlış bitiş: {name}, kaybedilen puan {n}.", "Wrong claim: {name}, {n} lost."),
    "automatic": ("Süre doldu; taş senin yerine çekilip atıldı.", "Time is over; a tile was drawn and thrown for you."),
    "finished": (
        "El bitti. Bitiren: {name} ({kind}), atılan taş {tile}",
        "Deal over. Finished by {name} ({kind}), thrown tile {tile}",
    ),
    "kind_normal": ("normal bitiş", "normal"),
    "kind_pairs": ("çift bitiş", "pairs"),
    "kind_okey": ("okey atarak", "throwing the okey"),
    "kind_both": ("çift, okey atarak", "pairs, throwing the okey"),
    "deal_drawn": ("El berabere: kimse bitiremedi, puan değişmedi.", "Drawn deal: nobody finished, scores unchanged."),
    "deal_drawn_shown": ("El berabere: kimse bitiremedi.", "Drawn deal: nobody finished."),
    "change": ("{name}: {change}, şimdi {score}", "{name}: {change}, now {score}"),
    "next_deal": ("Sonraki el için Enter.", "Enter for the next deal."),
    "match_over_head": ("Maç bitti.", "Match over."),
    "winner": ("Kazanan: {names}", "Winner: {names}"),
    "winners": ("Birlikte kazananlar: {names}", "Joint winners: {names}"),
    "no_winner": ("Kazanan yok.", "No winner."),
    "rank": ("{rank}. {name}: {score}", "{rank}. {name}: {score}"),
    "input_ended": ("Girdi bitti, maç yarım kaldı.", "End of input, the match stays unfinished."),
    "left": ("Maçtan ayrıldın.", "You left the match."),
    "confirm_throw_okey": (
        "Okeyi atmak üzeresin. Emin misin? (evet / hayır)",
        "You are about to throw the okey. Are you sure? (yes / no)",
    ),
    "pairs_confirm": (
        "Çifte gidersen bu el normal bitemezsin. Atılan bütün taşları görebilirsin. Çifte gidilsin mi? (evet / hayır)",
        "If you go for pairs you cannot finish normally this deal. You will see all discards. Go for pairs? (yes / no)",
    ),
    "dropped": ("Vazgeçildi.", "Nothing changed."),
    "undone": ("Önceki diziliş.", "The arrangement before."),
    "nothing_to_undo": ("Geri alınacak diziliş yok.", "There is no arrangement to undo."),
    "no_clock": ("Bu maçta süre yok.", "This match has no clock."),
    "last_moves": ("Son hamleler", "Last moves"),
    "no_moves": ("Bu el henüz hamle yok.", "No moves in this deal yet."),
    "all_discards": ("Atılan taşlar", "Discards"),
    "top_only": ("yalnız üsttekiler görünür", "only the top ones are shown"),
    "hint_away": ("Bitişe kalan taş: {n}. İşe yarayan: {tiles}", "Tiles from finishing: {n}. Useful: {tiles}"),
    "hint_throw": ("Önerilen atış: {tile}", "Suggested throw: {tile}"),
    "hint_finish": ("Şunu atarak bitebilirsin: {tiles}", "You can finish by throwing {tiles}"),
    "hint_level": ("İpucu yalnız kolay düzeyde verilir.", "Hints are given at level easy only."),
    "lang_set": ("Dil: Türkçe", "Language: English"),
    "unknown_command": ("Anlaşılmadı: {text}. Komutlar için: yardım", "Not understood: {text}. For the commands: help"),
    "which_colour": ("{text}: hangi renk? {choices}", "{text}: which colour? {choices}"),
    "unknown_typed": ("{text}: böyle bir taş yok. Örnek: {example}", "{text}: no such tile. Example: {example}"),
    "tile_missing": ("Hangi taş? Örnek: {example}", "Which tile? Example: {example}"),
    "twice": ("{tile} iki kez yazıldı ama elinde bir tane var.", "{tile} is written twice, you hold one."),
    "colour_choice": ("{prefix} ({colour})", "{prefix} ({colour})"),
    "or": (" ya da ", " or "),
    "can_draw": ("çek", "draw"),
    "can_take": ("al", "take"),
    "can_throw": ("at {example}", "throw {example}"),
    "can_finish": ("bitir {example}", "finish {example}"),
    "can_show": ("göster", "show"),
    "can_declare": ("çifte git", "declare"),
}

HELP: Final[Mapping[Lang, str]] = MappingProxyType(
    {
        "tr": """\
Taşlar: kı5 kırmızı 5 (◆), sa5 sarı 5 (▲), ma5 mavi 5 (●), si5 siyah 5 (■).
Okey parantez içinde; sahte okey ★ ile, yerine geçtiği taş yanında: F, sahte.
  çek              desteden çek              al            verilen taşı al
  at kı5           taş at                    bitir sa3     bu taşı atarak bitir
  göster           göstergeyi göster         çifte git     çifte gitmeyi ilan et
  diz              en iyi diziliş            çift diz      çiftlere göre diz
  diz kı4 kı5 kı6 / sa9 ma9 si9              elle diz: gruplar / ile ayrılır
  geri             dizilişi geri al          el            elini oku
  masa             masayı göster             atılanlar     bütün atılan taşlar
  puan             puanlar                   son           son hamleler
  saat             süre                      ipucu         kolay düzeyde ipucu
  dil en           İngilizce                 çık           maçtan ayrıl""",
        "en": """\
Tiles: r5 red 5 (◆), y5 yellow 5 (▲), b5 blue 5 (●), k5 black 5 (■).
Okeys are in brackets; the false joker is ★ with what it stands for: F, false.
  draw             draw from the pile        take          take the offered tile
  throw r5         throw a tile              finish y3     throw it and finish
  show             show the indicator        declare       declare pairs
  arrange          best arrangement          arrange pairs arrange by pairs
  arrange r4 r5 r6 / y9 b9 k9                arrange by hand: groups parted by /
  undo             undo the arrangement      hand          read your hand
  table            show the table            discards      all discards
  score            scores                    last          last moves
  clock            time                      hint          a hint at level easy
  lang tr          Turkish                   quit          leave the match""",
    }
)

TEXTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({**_FAULTS, **_PARAMS, **_HAND, **_TABLE})
"""Key -> (Turkish, English)."""
FAULT_CODES: Final = frozenset(_FAULTS)


class Words:
    """The texts of one language."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        self._place = LANGS.index(lang)

    def __call__(self, key: str, **params: object) -> str:
        """The text of `key` with its parameters. An unknown key raises `KeyError`."""
        return TEXTS[key][self._place].format(**params)

    def word(self, value: object) -> str:
        """A word in a parameter (`first_draw`, `red`) in this language; what has no text stays as it is."""
        text = TEXTS.get(str(value))
        return str(value) if text is None else text[self._place]
