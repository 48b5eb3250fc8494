/** The game chosen last; the first page starts it again in one click. Kept in this browser. */
import { type Choice, choiceFor, type PresetName, validChoice } from "./ruleset";

const KEY = "okey.choice";

function load(): Choice {
  try {
    return validChoice(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return validChoice(null);
  }
}

export const choice: Choice = $state(load());

/** Another preset brings its own options; the level and the number of players stay. */
export function choosePreset(preset: PresetName): void {
  if (preset === choice.preset) return;
  const seats = choice.seats;
  Object.assign(choice, choiceFor(preset, choice.level), { seats });
}

/** The options of the preset as it comes. */
export function resetOptions(): void {
  Object.assign(choice, choiceFor(choice.preset, choice.level));
}

export function keepChoice(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Storage may be refused; the choice then lasts as long as the page.
  }
}
