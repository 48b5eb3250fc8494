/** What a new passkey is called until its owner says otherwise: the kind of device, or nothing. */
const KINDS = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
] as const;

export function deviceName(agent: string = navigator.userAgent): string {
  return KINDS.find(([pattern]) => pattern.test(agent))?.[1] ?? "";
}
