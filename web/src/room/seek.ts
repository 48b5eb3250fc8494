/** Tables that this tab came to by quick match and has not sat down at: there the page takes a chair by itself. */
const KEY = "okey.quick";

/** The table was found by quick match. */
export function seek(table: string): void {
  try {
    sessionStorage.setItem(KEY, table);
  } catch {
    // Without storage the person takes a chair by hand.
  }
}

export function seeks(table: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === table;
  } catch {
    return false;
  }
}

/** The person sits, or chooses for themselves. */
export function found(table: string): void {
  if (seeks(table)) sessionStorage.removeItem(KEY);
}
