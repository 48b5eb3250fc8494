/** Names of presets that the server tells. */
import { t } from "../i18n/index.svelte";

/** In the chosen language; one this page does not know keeps its own. */
export function presetName(preset: string): string {
  return (t.common.presets as Readonly<Record<string, string>>)[preset] ?? preset;
}
