import type { Texts } from "../index.svelte";
import type { learn as source } from "../tr/learn";

export const learn: Texts<typeof source> = {
  good: "Yes",
  bad: "No",
  indicator: "Indicator",
  okey: "Okey",
  thrown: "Thrown tile",

  howto: {
    presets: "Games",
    lead: {
      klasik: "The okey most people know: scores count down, the program checks the arrangement.",
      kahvehane: "As in the coffee-house: you arrange your own tiles and remember what was thrown.",
      ikramiye: "One deal for a pot: everybody puts in a stake, the finisher takes it.",
      usta: "Pairs are worth much and are declared; whoever finished last starts.",
      rummy: "Scores count up; the match ends with the deal in which the goal is reached.",
    },
    play: "Play by these rules",

    brief: "In brief",
    facts: {
      seats: "Players",
      seatsValue: "2, 3 or 4",
      count: "Counting",
      countDown: (points) => `Down from ${points}`,
      countUp: (points) => `Up to ${points}`,
      countPot: "Stakes in a pot",
      arrange: "Arrangement",
      arrangeValue: { auto: "The program checks", manual: "You arrange" },
      show: "Indicator",
      showYes: "May be shown",
      showNo: "Not used",
      declare: "Declared pairs",
      yes: "Yes",
      no: "No",
      discards: "Discards",
      discardsValue: { all: "All can be seen", top: "Only the top one is seen" },
      exhaust: "When the pile is empty",
      exhaustValue: { lap: "One last lap", turn: "The deal ends" },
      start: "Starter",
      startValue: { rotate: "In turn", roller: "First by die, then in turn", finisher: "The last finisher" },
    },

    aim: "The aim",
    aimText:
      "Make your 14 tiles fall into complete groups, throw the fifteenth and so finish the deal, before anybody else.",

    tiles: "The tiles",
    tilesText: (fourth) =>
      `There are 106 tiles. Red, ${fourth}, blue and black each have the numbers 1 to 13, two of each: 104 tiles. The other two are the false jokers. Every colour has a mark as well; look at the mark if colours are hard to tell apart.`,
    tilesCaption: "The four colours and the false joker",

    okeyTitle: "Indicator and okey",
    okeyText:
      "In each deal one tile is turned up: the indicator. The next number of its colour is the okey of the deal; after 13 comes 1. An okey stands for any tile, itself included. On your rack it wears a violet frame.",
    okeyCaption: "Indicator blue 4: blue 5 is the okey, and the false joker counts as blue 5",
    falseJokerText: "The false joker is not wild. It stands only for the tile that is the okey of this deal.",

    deal: "The deal",
    dealText:
      "The tiles are shuffled into 21 stacks of five, one is left over. A die is thrown twice: first it finds the stack, then the indicator in it, counted from the bottom. The left-over tile fills the gap. If a false joker turns up, both throws are made again.",
    dealCount:
      "The starter gets 15 tiles, the others 14. The rest is the pile: 48 tiles for four players, 62 for three, 76 for two.",
    dealStart: {
      rotate:
        "Before the first deal everybody throws a die. The highest deals, the next one starts. With every deal the start moves on by one.",
      roller:
        "Before the first deal everybody throws a die; the highest starts. With every deal the start moves on by one.",
      finisher:
        "Before the first deal everybody throws a die. The highest deals, the next one starts. Later deals are started by the last finisher; after a drawn deal the start moves on by one.",
    },

    turn: "A turn",
    turnText: {
      right: "Play passes to the player on the right.",
      left: "Play passes to the player on the left.",
    },
    turnSteps: {
      start: "The starter does not draw, but throws one of 15 tiles.",
      draw: "Everybody else first gets a tile: from the pile, or the last tile that the previous player threw.",
      throw: "Then one tile is thrown. The tile just taken may be thrown back at once.",
    },
    turnOkey: "Whoever takes a thrown okey may use it as an okey.",
    turnDiscards: {
      all: "You may look at all discards.",
      top: "Of each player’s discards only the top one is seen.",
      topDeclared: "Of each player’s discards only the top one is seen. Whoever has declared pairs sees them all.",
    },

    melds: "Runs, sets and pairs",
    run: "Run",
    runText: "At least three consecutive numbers of one colour. A 1 may follow 13 and then ends the run.",
    runWrap: "The 1 ends the run; no 2 can follow",
    set: "Set",
    setText: "Three or four tiles of one number, all of different colours.",
    setTwice: "No colour twice",
    pair: "Pair",
    pairText:
      "Two tiles of the same colour and number. An okey makes a pair with any tile; two false jokers are a pair too.",
    pairCaption: "A pair with an okey, and two false jokers",
    wildText: "An okey stands for the missing tile. One group may even hold two okeys.",
    wildCaption: "The okey stands for black 8",
    falseCaption: "The false joker stands for blue 5",

    finish: "Finishing",
    finishText:
      "On your turn, with 15 tiles in hand, you may finish: the 14 tiles left after your throw must be complete. Either all of them are in runs and sets, or they are seven pairs; never a mixture.",
    finishMelds: "With runs and sets: two runs, two sets",
    finishPairs: "Seven pairs; two equal pairs are allowed",
    finishFive: "Five complete triples are not a finish: once a tile is thrown, the other 14 are not complete.",
    finishOkey:
      "Throwing an okey to finish raises the value. Throwing a false joker does not count as throwing an okey.",
    finishRefused: "If your hand is not complete, you are told why. There is no penalty and your turn goes on.",

    arrange: "Arrangement",
    arrangeText: {
      auto: "Lay the rack as you like. When you finish, the program finds the best arrangement; of two readings the better paying one counts.",
      manual:
        "The rack is read as you laid it. Every group stands alone, with an empty place between two groups. Runs may rise or fall.",
    },
    arrangeGood: "There is a gap between the groups; the second run falls",
    arrangeBad: "No gap: six tiles are read as one group",
    arrangeHelp: "“Arrange” lays the best arrangement for you.",

    show: "Showing the indicator",
    showText: {
      dealt:
        "If the indicator’s twin was dealt to you, you may show it before your first throw. A twin drawn or taken later does not count.",
      throw:
        "If you hold the indicator’s twin, you may show it before your first throw. One drawn or taken until then counts too.",
      draw: "If you hold the indicator’s twin, you may show it before your first draw or take. The starter shows it before the first throw.",
    },
    showPays: {
      down: (n) => (n === 1 ? "The others lose 1 point." : `The others lose ${n} points.`),
      up: (n) => (n === 1 ? "It gains 1 point." : `It gains ${n} points.`),
    },
    showRest:
      "You need not wait for your turn. It is no move, happens once in a deal at most, and the tile stays on your rack.",

    declare: "Going for pairs",
    declareText:
      "At any moment of the deal, on your turn or not, you may declare that you go for pairs. It cannot be taken back in this deal: you can then finish with seven pairs only. In return you see all discards, and the table sees your declaration.",
    declareQuiet: "Finishing with seven pairs without declaring is fine too.",

    exhaust: "When the pile is empty",
    exhaustText: {
      lap: "When the last tile has been drawn and one thrown, one more lap is played. Each player in turn must take the offered tile, then throws one or finishes. Whoever drew the last tile has no further turn. If nobody finishes, the deal is drawn.",
      turn: "The deal ends with the turn of the player who drew the last tile. Without a finish it is drawn.",
    },
    exhaustMoves: (n) => `After ${n} moves without a finish the deal is drawn too. A drawn deal changes no score.`,

    points: "Points",
    pointsCaption: {
      down: "What a finish takes from each other player",
      up: "What the finisher gains",
      pot: "Stakes the finisher gets from each other player",
    },
    pointsHead: { finish: "Finish", points: "Points", stakes: "Stakes" },
    pointsRow: {
      normal: "Normal",
      okey: "Throwing an okey",
      pairs: "Pairs",
      both: "Pairs and throwing an okey",
      show: "Indicator",
    },
    pointsDouble: "If you wish: a finish counts twice when the indicator is red or black.",

    end: "The end of the match",
    endText: {
      down: (points) =>
        `Everybody starts with ${points} points. When a deal ends and a score is zero or less, the match is over.`,
      up: (points) => `When a deal ends and a player has ${points} points or more, the match is over.`,
      pot: () => "The match is over with the deal.",
    },
    endGoals: "Goals",
    endGoalsHead: { length: "Length", seats: (n) => `${n} players` },
    endWinner: "The highest score wins; equal scores win together. At most 100 deals are played.",
    endPot:
      "Before the deal everybody puts in a stake. The finisher takes the pot. After a finish with an okey or with pairs the others pay one more stake, once even if it was both. A drawn deal gives the stakes back. Against the computer a stake is 1 point.",
    endComputer: "Against the computer a move may take 10 minutes. The clock runs only while you are connected.",
  },

  playwell: {
    lead: "The tiles are some luck; the rest is attention. Advice of old players.",
    tips: "Advice",
    count: {
      title: "Count what is gone",
      text: (fourth) => `There are two of each tile. If both ${fourth} 3 are out, do not wait for 1-2-3 in ${fourth}.`,
      caption: (fourth) => `These two wait for ${fourth} 3: in vain when both are gone`,
    },
    runs: {
      title: "Prefer runs to sets",
      text: "A set stops at four tiles, a run grows. Each open end is another way in.",
      caption: "12 and 13 take 11 as well as 1",
    },
    tie: {
      title: "Tie the okey to a tile that may come",
      text: "Let the okey stand for a tile that is likely to turn up. Tied to a dead tile it stays there.",
      caption: "Black 5 or black 8 sets the okey free",
    },
    free: {
      title: "Better still: keep the okey free",
      text: "An okey that belongs to no group can be thrown, and finishing that way is worth double.",
      caption: "The groups are complete without it: the okey can be thrown",
    },
    next: {
      title: "Watch the next player",
      text: "Your throws go there. Whoever took blue 3 and threw another 3 collects blue around 3. Hold its neighbours a round longer.",
      caption: "Do not hand these to a collector of blue 3",
    },
    previous: {
      title: "Listen to the previous player",
      text: "What is thrown tells what is not collected. It is also the only discard you can take.",
      caption: "Red after red: red is not collected",
    },
    pairs: {
      title: "Decide early on pairs",
      text: "Three pairs and an okey, or four or five pairs at the start, are worth it. Pairs and runs want different tiles; do not chase both.",
      caption: "Three pairs and an okey: go for pairs",
    },
    wait: {
      title: "Weigh the wait",
      text: "With a complete hand and a tied okey you may wait for the tile that frees it; players call it dönmek. It pays double, at the risk that somebody else finishes first. The fewer tiles in the pile, the greater the risk.",
      caption: "Black 8 would let the okey be thrown",
    },

    example: "A worked deal: finish or wait?",
    exampleText: "Okey Rummy. A normal finish pays 3 points, throwing the okey 6.",
    step: (n, all) => `Step ${n} of ${all}`,
    restart: "From the start",
    steps: {
      hand: (fourth) =>
        `Your hand is complete: four red, three 9, four ${fourth}, and black 6, 7 completed by the okey. The okey is tied there.`,
      draw: "You drew red 11. You can throw it and finish. Or throw it and wait for the okey to come free.",
      finish: "You threw red 11 and finished. A normal finish: 3 points.",
      wait: "You threw red 11 and did not finish. Black 5 or black 8 would set the okey free.",
      take: "The previous player threw black 8 and you took it. Black 6, 7, 8 is complete without the okey.",
      okey: "You threw the okey and finished. Finishing with the okey: 6 points.",
      risk: "Somebody else might have finished in between; then you would have gained nothing.",
    },
    chooseFinish: "Finish now",
    chooseWait: "Throw and wait",
    won: (n) => `+${n} points`,
    rack: "Your rack",
  },

  history: {
    lead: "As tradition tells it, not as historians do.",
    domino: "It all began, they say, with domino in China.",
    boards: "The Persians stood the pieces on boards, so that all could see their own and nobody a rival’s.",
    turaft:
      "In the fifteenth century the game reached the Ottoman lands. Its first name was el turaft: tiles set in order.",
    kiraat: "Later they called it ol kıraat-ı: reading the rival’s tiles.",
    name: "The name Okey is said to come from those initials and from the English OK.",
    end: "Whether there is proof we do not know. We told it as it is told in the coffee-house.",
  },

  glossary: {
    lead: "Words heard at the table, and other words for them.",
    search: "Search the glossary",
    placeholder: "for example: false joker",
    clear: "Clear the search",
    found: (n) => (n === 1 ? "1 term" : `${n} terms`),
    none: "We did not find this word.",
    also: "Also called:",
    other: "Turkish:",
  },

  terms: {
    tile: { term: "Tile", text: "One of the 106 pieces: 104 with a colour and a number, and two false jokers." },
    rack: {
      term: "Rack",
      text: "The board that holds a player’s tiles: two rows on the table, three on a narrow screen.",
    },
    colour: { term: "Colour", text: "Red, yellow, blue, black. In some sets the fourth colour is green or orange." },
    okey: { term: "Okey", text: "The two tiles one above the indicator in its colour. They stand for any tile." },
    false_joker: {
      term: "False joker",
      text: "The two tiles without a number. Not wild: an ordinary copy of the okey’s face.",
    },
    indicator: { term: "Indicator", text: "The tile turned up at the deal. It names the okey." },
    run: { term: "Run", text: "At least three consecutive numbers of one colour. 12-13-1 yes, 13-1-2 no." },
    set: { term: "Set", text: "Three or four tiles of one number, all of different colours." },
    group: { term: "Group", text: "A run or a set. In the coffee-house both are often called per." },
    pair: { term: "Pair", text: "Two tiles of the same colour and number." },
    pairs: { term: "Seven pairs", text: "A finish with seven pairs instead of runs and sets." },
    deal: { term: "Deal", text: "From the shuffle to a finish or a draw." },
    match: { term: "Match", text: "Deals played until the match is decided." },
    seat: { term: "Seat", text: "A player’s side of the table." },
    dealer: { term: "Dealer", text: "The player before the starter." },
    starter: { term: "Starter", text: "The player who gets 15 tiles and throws the first without drawing." },
    pile: { term: "Pile", text: "The face-down tiles in the middle, drawn from the front." },
    draw: { term: "Draw", text: "To get a tile from the pile." },
    take: { term: "Take", text: "To get the last tile that the previous player threw." },
    throw: { term: "Throw", text: "To put down a tile, which ends the turn." },
    discards: {
      term: "Discards",
      text: "The tiles thrown at a player’s corner. Only the top one is offered, and only to the next player.",
    },
    move: { term: "Move", text: "A turn that ends with a thrown tile." },
    finish: { term: "Finish", text: "With 14 complete tiles, to throw the fifteenth on the pile." },
    normal_finish: { term: "Normal finish", text: "With runs and sets, throwing a tile that is no okey." },
    okey_finish: {
      term: "Finish by throwing the okey",
      text: "To throw a real okey when finishing; it is worth more.",
    },
    pairs_finish: { term: "Pairs finish", text: "To finish with seven pairs; worth more than a normal finish." },
    declared: {
      term: "Going for pairs",
      text: "Collecting seven pairs. Where it is declared, there is no way back and all discards are seen.",
    },
    show: {
      term: "Showing the indicator",
      text: "Showing the indicator’s twin to gain points or to cost the others some.",
    },
    twin: { term: "Twin", text: "The other tile of the same colour and number." },
    waiting: { term: "Waiting", text: "Holding a complete hand without finishing, until the okey comes free." },
    flip: { term: "Flipping the okey", text: "Turning an okey face down on the rack. It changes only the look." },
    drawn: { term: "Drawn deal", text: "A deal that nobody finished. Scores do not change." },
    lap: {
      term: "Last lap",
      text: "The lap played in the classic game when the pile is empty; the offered tile must be taken.",
    },
    start_score: { term: "Starting score", text: "The score from which the game counts down." },
    goal: { term: "Goal", text: "The score that ends a match that counts up." },
    pot: { term: "Pot", text: "All stakes together; the finisher takes it." },
    stake: { term: "Stake", text: "What one player puts into the pot." },
    double: {
      term: "Double on red/black indicator",
      text: "A finish counts twice when the indicator is red or black.",
    },
    arrangement: {
      term: "Arrangement",
      text: "How tiles lie on the rack. In some games the program checks, in others it is read as you laid it.",
    },
    distance: { term: "Tiles from finishing", text: "The fewest tiles that must change until the hand is complete." },
    useful: { term: "Useful tiles", text: "Tiles that would bring the hand nearer to a finish." },
    reserve: { term: "Reserve time", text: "One time for the whole match, used when the time per move is over." },
    level: { term: "Level", text: "Strength of the computer: easy, medium, hard." },
  },
};
