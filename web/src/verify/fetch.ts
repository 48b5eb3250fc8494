/** The record of a table of this site; null when there is none for me, or no network. */
export async function fetchRecord(table: string): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(`/api/tables/${table}/record`);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
