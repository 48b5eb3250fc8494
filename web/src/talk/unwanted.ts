/** Whom the reader does not want to hear at any table. */
import { getMe } from "../app/api";
import { getCompany } from "../people/api";

/** Names of those whom the reader has blocked; a guest has blocked nobody. Nobody, too, when there is no answer. */
export async function unwanted(): Promise<readonly string[]> {
  try {
    return (await getMe()).guest ? [] : (await getCompany()).blocked;
  } catch {
    return [];
  }
}
