/**
 * A turn game of four with as little in it as there can be: draw a tile from a hidden pile, throw one that all see.
 * Each player is shown the own rack only, as at a table of okey.
 */
const TILES = 106;

export const Turns = {
  name: "turns",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => {
    const pile = Array.from({ length: TILES }, (_, tile) => tile);
    const racks = [0, 1, 2, 3].map(() => pile.splice(0, 14));
    return { pile, racks, discards: [[], [], [], []] };
  },
  moves: {
    draw: ({ G, playerID }) => {
      if (G.racks[playerID].length === 15) return "INVALID_MOVE";
      if (G.pile.length === 0) G.pile = G.discards.splice(0, 4, [], [], [], []).flat();
      G.racks[playerID].push(G.pile.pop());
    },
    throw: ({ G, playerID, events }, tile) => {
      const rack = G.racks[playerID];
      const at = rack.indexOf(tile);
      if (rack.length !== 15 || at < 0) return "INVALID_MOVE";
      rack.splice(at, 1);
      G.discards[playerID].push(tile);
      events.endTurn();
    },
  },
  playerView: ({ G, playerID }) => ({
    rack: G.racks[playerID] ?? [],
    sizes: G.racks.map((rack) => rack.length),
    pile: G.pile.length,
    discards: G.discards,
  }),
};
