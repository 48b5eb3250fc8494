/** The table and its parts, as one chunk: the table page takes the first, the replay the others. */
export { Desk, setDesk } from "./desk.svelte";
export { default as Felt } from "./Felt.svelte";
export { Game } from "./game.svelte";
export { readHand } from "./hints";
export { default as Moves } from "./Moves.svelte";
export { default as Rack } from "./Rack.svelte";
export { default as Scores } from "./Scores.svelte";
export { default as Table } from "./Table.svelte";
export { tileWords } from "./words";
