/** Names of people as the page shows them. */
import { t } from "../i18n/index.svelte";

/** What the server calls whoever has deleted their account; nobody else may bear the name. */
export const DELETED = "silinmiş oyuncu";

/** A person's name as it is shown: that of a deleted account in the reader's language, any other as it is. */
export function personName(name: string): string {
  return name === DELETED ? t.common.deletedPlayer : name;
}
