import { settings } from "../app/settings.svelte";

/** The twelve cues; `win` and `lose` are the two voices of a finish. */
export type Cue =
  | "pick"
  | "place"
  | "draw"
  | "throw"
  | "other"
  | "turn"
  | "low"
  | "shown"
  | "declared"
  | "win"
  | "lose"
  | "error"
  | "message";

/** A knock of wood: a burst of filtered noise over a short tone. Times in s, `pitch` in Hz, `level` 0..1. */
interface Knock {
  at: number;
  pitch: number;
  level: number;
  length: number;
  /** Share of the tone; the rest is noise. */
  tone: number;
}

const knock = (at: number, pitch: number, level = 0.5, length = 0.06, tone = 0.4): Knock => ({
  at,
  pitch,
  level,
  length,
  tone,
});

const CUES: Record<Cue, readonly Knock[]> = {
  pick: [knock(0, 1900, 0.18, 0.03)],
  place: [knock(0, 1150, 0.35, 0.05)],
  draw: [knock(0, 1500, 0.25, 0.04), knock(0.05, 1150, 0.3, 0.05)],
  throw: [knock(0, 820, 0.55, 0.09), knock(0.06, 1000, 0.15, 0.04)],
  other: [knock(0, 700, 0.3, 0.08)],
  turn: [knock(0, 660, 0.4, 0.22, 0.9), knock(0.13, 880, 0.4, 0.3, 0.9)],
  low: [knock(0, 980, 0.35, 0.09, 0.95)],
  shown: [knock(0, 784, 0.35, 0.16, 0.9), knock(0.1, 988, 0.35, 0.2, 0.9)],
  declared: [knock(0, 523, 0.4, 0.16, 0.85), knock(0.11, 523, 0.4, 0.16, 0.85)],
  win: [0, 1, 2, 3].map((i) => knock(i * 0.13, [523, 659, 784, 1047][i], 0.4, 0.4, 0.92)),
  lose: [knock(0, 494, 0.35, 0.3, 0.9), knock(0.18, 392, 0.35, 0.45, 0.9)],
  error: [knock(0, 220, 0.4, 0.12, 0.8), knock(0.1, 196, 0.4, 0.16, 0.8)],
  message: [knock(0, 880, 0.2, 0.1, 0.9)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Whether the browser holds the sound back until the page is touched. */
export function soundBlocked(): boolean {
  return !settings.muted && context !== null && context.state === "suspended";
}

/** The first gesture unlocks the sound. */
export function unlockSound(): void {
  if (settings.muted) return;
  context ??= make();
  if (context?.state === "suspended") void context.resume();
}

function make(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  const made = new AudioContext();
  noise = made.createBuffer(1, made.sampleRate * 0.1, made.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return made;
}

/** Play a cue and give its small buzz, as the settings allow. Every cue also has its text elsewhere. */
export function cue(name: Cue): void {
  if (settings.haptics && navigator.userActivation?.hasBeenActive && (name === "place" || name === "turn")) {
    navigator.vibrate?.(name === "turn" ? [30, 60, 30] : 12);
  }
  const wanted = !settings.turnSoundOnly || name === "turn" || name === "low";
  if (settings.muted || settings.volume === 0 || !wanted || context?.state !== "running") return;
  const out = context.createGain();
  out.gain.value = (settings.volume / 100) ** 1.5;
  out.connect(context.destination);
  for (const part of CUES[name]) strike(context, out, part);
}

function strike(audio: AudioContext, out: AudioNode, { at, pitch, level, length, tone }: Knock): void {
  const start = audio.currentTime + at;
  const end = start + length;
  const voice = (source: AudioScheduledSourceNode, share: number, through?: BiquadFilterNode) => {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(level * share, start);
    gain.gain.exponentialRampToValueAtTime(0.0005, end);
    source.connect(through ?? gain);
    through?.connect(gain);
    gain.connect(out);
    source.start(start);
    source.stop(end);
  };
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(pitch, start);
  voice(oscillator, tone);
  if (tone > 0.75 || !noise) return;
  const burst = audio.createBufferSource();
  burst.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 1.6;
  filter.Q.value = 1.2;
  voice(burst, 1 - tone, filter);
}
