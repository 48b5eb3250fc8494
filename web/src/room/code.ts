/** Short codes as people type them: ASCII only, so that no Turkish i becomes one; blanks and dashes are forgiven. */
const CODE = /^[ABCDEFGHJKLMNPRSTUVYZ23456789]{6}$/;

/** The code that was typed, or null. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, "").replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32));
  return CODE.test(code) ? code : null;
}
