import { fourthColour } from "../app/settings.svelte";
import { t } from "../i18n/index.svelte";
import { FALSE_JOKER, type Face, numberOf } from "../rules/tiles";
import { type Colour, colourWord } from "./faces";

type Words = Readonly<Record<"red" | "yellow" | "green" | "blue" | "black", string>>;

function word(words: Words, colour: Colour): string {
  return words[colour === "yellow" ? fourthColour() : colour];
}

/** "kırmızı", or "Kırmızı" at the start of a sentence; the fourth colour as the skin prints it. */
export function colourName(colour: Colour, capital = false): string {
  return word(capital ? t.common.coloursCapital : t.common.colours, colour);
}

/** Two letters of the colour: Kı, Sa or Ye, Ma, Si. */
export function colourLetters(colour: Colour): string {
  return word(t.common.coloursShort, colour);
}

/**
 * Accessible name of a face 0..52. With the okey's face known, a real okey and a false joker say what they are:
 * "Kırmızı 5" · "Okey, sarı 8, joker" · "Sahte okey, sarı 8 yerine". `capital = false` gives "kırmızı 5" for use in sentences.
 */
export function tileName(face: Face, okey: Face | null = null, capital = true): string {
  const texts = t.common.tile;
  if (face === FALSE_JOKER) {
    return okey === null ? texts.falseJoker : texts.falseJokerFor(colourName(colourWord(okey)), numberOf(okey));
  }
  if (face === okey) return texts.okey(colourName(colourWord(face)), numberOf(face));
  return texts.plain(colourName(colourWord(face), capital), numberOf(face));
}
