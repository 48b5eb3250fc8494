import type { Texts } from "../index.svelte";
import type { statistics as tr } from "../tr/statistics";

/** Texts of the public statistics. */
export const statistics: Texts<typeof tr> = {
  lead: "Every deal of every ended table is counted here: which tile became the indicator, who was dealt how many okeys, how the dice fell.",
  loading: "Fetching the numbers…",
  failed: "The numbers could not be fetched.",
  retry: "Try again",
  seat: (n) => `Seat ${n}`,
  amount: "Count",
  expected: "Expected",
  share: "Share",
  numbers: "All the numbers",
  noneYet: "No match has ended yet. The numbers appear here a minute after the first one has.",
  few: (deals) =>
    `Few deals have been counted so far (${deals}). So few would only show a coarse fault; it is normal that the bars differ.`,

  summary: {
    title: "Tables counted",
    matches: "Matches dealt",
    deals: "Deals",
    outcome: "How the table ended",
    outcomes: [
      "Finished",
      "Cancelled before the list",
      "Cancelled after the list, before any deal",
      "Cancelled in play",
    ],
    unread: "Not counted, because the log could not be read",
    why: "The deals of cancelled matches count too. If they did not, everyone who leaves a bad rack would bend the numbers. Running matches are never looked at.",
  },

  read: {
    title: "How to read this",
    line: "Each bar is what was counted; the dark line is what to expect when only chance is at work. The light band on both sides of the line is ordinary variation; about one bar in twenty ends outside it.",
    p: "p is the chance of a deviation as large as this, or larger, even when dealing is faultless. A small p alone is no fault: out of twenty tests, one below 0.05 is to be expected.",
    level: (tests, level) =>
      `The level was fixed beforehand: ${level} for each of the ${tests} tests, one in a thousand for all of them together. A p below the level deserves an inquiry.`,
    below: (names) => `Below the level now: ${names}.`,
    noneBelow: "No test is below the level now.",
    tooFew: "Too few for a test.",
    pValue: (p) => `p = ${p}`,
    pBelow: (p) => `p = ${p}, below the level`,
  },

  figures: {
    indicator: {
      title: "Indicator",
      text: "Each of the fifty-two faces should be the indicator equally often.",
    },
    dice: {
      title: "Dice",
      text: "The two dice that choose the tile: apart by the first die, the bars are the pips of the second. Throws that open a false joker are repeated; only the last throw counts.",
    },
    rolls: {
      title: "Roll for the start",
      text: "The first throws that decide who begins.",
    },
    roller: {
      title: "Winner of the roll",
      text: "Tables of two use seats 1 and 3, tables of three use 1, 2 and 4; the expectation follows that.",
    },
    repeats: {
      title: "The same indicator twice in a row",
      text: "Within a match the indicator may show the same face as in the deal before: one time in fifty-two. Much more often would mean that something is carried over from deal to deal.",
    },
    okeys: {
      title: "Okeys dealt, by seat",
      text: "How many okeys were among the tiles dealt: none, one, two.",
    },
    false_jokers: {
      title: "False jokers dealt, by seat",
      text: "How many false jokers were among the tiles dealt: none, one, two.",
    },
    pairs: {
      title: "Pairs dealt, by seat",
      text: "How many pairs of equal tiles were among the tiles dealt. An okey counts as the tile it shows.",
    },
  },
  firstDie: (n) => `First die ${n}`,
  of: (n) => `${n} counted`,

  kinds: {
    title: "People and computers",
    text: "How many came in a hundred dealt racks. The starter gets one tile more, so the expectation follows who started how often.",
    what: "What",
    who: "To whom",
    racks: "Racks",
    perHundred: "In a hundred",
    people: "People",
    computers: "Computers",
    names: { okeys: "Okeys", false_jokers: "False jokers", pairs: "Pairs" },
  },

  ends: {
    title: "How the deals ended",
    how: "End",
    names: [
      "The starter finished",
      "Another seat finished",
      "The pile was empty",
      "The move limit was reached",
      "Cancelled",
      "Lost on time",
    ],
    turns: "Turn of the finisher",
    seats: "Table",
    seatsValue: (n) => `${n} seats`,
    turn: ["Starter", "Second", "Third", "Fourth"],
    kinds: "Finishes of people and computers",
    finishes: "Finishes",
    text: "There is no expectation for these: to move first with fifteen tiles is an advantage, and finishing takes skill. Only the counts are published.",
  },

  limits: {
    title: "What these numbers show, and what they do not",
    items: [
      "They show coarse faults of the shuffle, a seat or the computers being favoured, a wrong order of dealing.",
      "They do not show a small bias: one tile coming to one place one per cent too often takes tens of millions of deals to see.",
      "They do not show a single rigged match. For that, verify the deck of that match.",
      "They do not show somebody who knows the tiles beforehand: a perfectly shuffled deck can be known too. Against that stand the signatures given while each table is set up.",
      "The numbers change with every match and can be looked at as often as one likes; whoever looks often will see a small p one day.",
    ],
    verify: "Verify the deck",
  },

  raw: {
    title: "Raw counts",
    text: "Every count and every test is in one JSON file; you can work out the p-values yourself. The list of tables is public: the secret seed of each table is published when it ends.",
    download: "Download the counts",
    outcomes: "List of tables",
  },
};
