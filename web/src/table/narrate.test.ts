import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../app/settings.svelte";
import { catalogues } from "../i18n/index.svelte";
import type { AnyEvent, FaultBlock, Sitters, View } from "../net/wire";
import { tilesFromFaces } from "../rules/testing";
import { cuesOf, diceText, eventText, narrate } from "./narrate";
import { faultText, groupText, handText, kindOf, tileWords } from "./words";

const [y7, y8, b11, b3, k13, r2, F] = tilesFromFaces("y7 y8 b11 b3 k13 r2 F".split(" "));
const OKEY = y8 >> 1;

const sitters: Sitters = [
  { name: "Ali", level: null, connected: true },
  { name: "Ayşe", level: "orta", connected: true },
  { name: "Can", level: "orta", connected: true },
  { name: "Gül", level: "orta", connected: true },
];

const teller = { sitters, okey: OKEY, rules: { count: "down", bonus: 1, penalty: 2, move: 30 } };

function view(more: Partial<View> = {}): View {
  return {
    viewer: 0,
    kinds: [1, 2, 2, 2],
    turn: 0,
    indicator: y7,
    dice: [3, 5],
    discards: [[], [], [], [b11]],
    scores: [20, 20, 20, 20],
    ranks: [0, 0, 0, 0],
    ...more,
  } as View;
}

const tell = (event: AnyEvent, before = view(), after = view(), tile: number | null = null) =>
  eventText({ event, tile }, before, after, teller);

beforeEach(() => {
  settings.lang = "tr";
  settings.skin = "klasik-sari";
});

describe("what is read out", () => {
  it("tells dice, indicator and okey", () => {
    expect(diceText(view(), OKEY)).toBe("Zar 3 ve 5: üçüncü yığın, beşinci taş. Gösterge sarı 7, okey sarı 8.");
    settings.lang = "en";
    expect(diceText(view(), OKEY)).toBe("Dice 3 and 5: third stack, fifth tile. Indicator yellow 7, okey yellow 8.");
  });

  it("tells draws, takes and throws, own and others'", () => {
    expect(tell({ e: "drawn", seat: 0 }, view(), view(), b3)).toBe("Mavi 3 çektin.");
    expect(tell({ e: "drawn", seat: 1 })).toBe("Ayşe desteden çekti.");
    expect(tell({ e: "taken", seat: 1, tile: k13 })).toBe("Ayşe siyah 13 taşını aldı.");
    expect(tell({ e: "thrown", seat: 1, tile: r2 })).toBe("Ayşe kırmızı 2 attı.");
    settings.lang = "en";
    expect(tell({ e: "drawn", seat: 0 }, view(), view(), b3)).toBe("You drew blue 3.");
    expect(tell({ e: "taken", seat: 1, tile: k13 })).toBe("Ayşe took black 13.");
  });

  it("calls the turn with what is offered and the time", () => {
    const event: AnyEvent = { e: "thrown", seat: 3, tile: b11 };
    const frame = { event, tile: null } as never;
    expect(narrate(frame, view({ turn: 3 }), view(), teller).assertive).toBe(
      "Sıra sende. Verilen taş: mavi 11. Süre 30 saniye.",
    );
    settings.lang = "en";
    expect(narrate(frame, view({ turn: 3 }), view(), teller).assertive).toBe(
      "Your turn. Offered: blue 11. 30 seconds.",
    );
    expect(narrate(frame, view({ turn: 3 }), view({ turn: 1 }), teller).assertive).toBe("");
  });

  it("tells a finish and what it changed", () => {
    const finished: AnyEvent = { e: "finished", seat: 2, kind: 2, tile: y8, groups: [] };
    expect(tell(finished)).toBe("Can bitirdi: çift, okey atarak.");
    const ended: AnyEvent = { e: "deal_ended", seat: 2, reason: 1, changes: [-8, -8, 0, -8] };
    expect(tell(ended, view(), view({ scores: [12, 12, 20, 12] }))).toBe("Senin puanın 20, şimdi 12.");
    expect(tell({ e: "deal_ended", seat: null, reason: 2, changes: [0, 0, 0, 0] })).toMatch(/^El berabere/);
    expect(
      tell(
        { e: "match_ended", seat: null, reason: 1, scores: [0, 0, 9, 0], ranks: [2, 2, 1, 2] },
        view(),
        view({ ranks: [2, 2, 1, 2] }),
      ),
    ).toBe("Maç bitti. Kazanan: Can");
  });

  it("tells the indicator as the table counts it", () => {
    expect(tell({ e: "shown", seat: 1, tile: y7 })).toBe("Gösterge: Ayşe. Diğer oyuncular 1 puan kaybetti.");
    const up = { ...teller, rules: { ...teller.rules, count: "up" } };
    expect(eventText({ event: { e: "shown", seat: 1, tile: y7 }, tile: null }, view(), view(), up)).toBe(
      "Gösterge: Ayşe, 1 puan kazandı.",
    );
  });

  it("reads the hand by groups", () => {
    const hand = [tilesFromFaces("r4 r5 r6".split(" ")), tilesFromFaces("b9 k9 y9".split(" ")), [r2], [F]];
    expect(handText(hand, OKEY)).toBe(
      "8 taş. 1. grup: seri, kırmızı 4, 5, 6. 2. grup: per, 9: mavi, siyah, sarı. Tek taşlar: kırmızı 2, sahte okey, sarı 8 yerine.",
    );
    expect(groupText([y8, r2], OKEY)).toBe("çift, kırmızı 2");
  });

  it("names the fourth colour as the skin prints it", () => {
    settings.skin = "klasik-yesil";
    expect(tileWords(y7, null)).toBe("yeşil 7");
    expect(tileWords(y8, OKEY, true)).toBe("Okey, yeşil 8, joker");
  });
});

describe("refusals", () => {
  it("have a text for every code, in both languages", () => {
    const tr = Object.keys(catalogues.tr.faults).sort();
    expect(Object.keys(catalogues.en.faults).sort()).toEqual(tr);
  });

  it("are located and worded", () => {
    const blocks: FaultBlock[] = [
      { code: "run_broken", row: 1, start: 3, end: 5, params: { x: "y7", y: "y9" } },
      { code: "repeated_colour", row: 2, start: 1, end: 3, params: { colour: "blue" } },
      { code: "group_too_short", row: 2, start: 7, end: 7, params: {} },
    ];
    expect(faultText({ code: "arrangement", params: { n: 7 }, blocks })).toBe(
      "Diziliş bitmeye uygun değil. 1. sıra 3–5: seri sarı 7 ile sarı 9 arasında kopuk. 2. sıra 1–3: mavi bu grupta iki kez var. Böyle 1 grup daha var.",
    );
    expect(faultText({ code: "indicator_late", params: { moment: "first_throw" }, blocks: [] })).toBe(
      "Gösterge yalnız ilk atış öncesinde gösterilir.",
    );
    expect(faultText({ code: "no_such_code", params: {}, blocks: [] })).toBe("Bu hamle kabul edilmedi (no_such_code).");
  });
});

describe("cues", () => {
  it("give the turn its own sound", () => {
    expect(cuesOf({ e: "thrown", seat: 3, tile: r2 }, view({ turn: 3 }), view())).toEqual(["other", "turn"]);
    expect(cuesOf({ e: "thrown", seat: 0, tile: r2 }, view(), view({ turn: 1 }))).toEqual(["throw"]);
    expect(cuesOf({ e: "finished", seat: 2, kind: 1, tile: r2, groups: [] }, view(), view())).toEqual(["lose"]);
  });

  it("tell the four kinds of finish apart", () => {
    expect([
      kindOf(1, r2, OKEY),
      kindOf(2, r2, OKEY),
      kindOf(1, y8, OKEY),
      kindOf(2, y8, OKEY),
      kindOf(1, F, OKEY),
    ]).toEqual(["melds", "pairs", "meldsOkey", "pairsOkey", "melds"]);
  });
});
