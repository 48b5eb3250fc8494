/**
 * Folds a text for search: what a keyboard without Turkish letters would give. I, İ, ı and i are one letter, ş is s, ğ is g;
 * circumflexes and other marks fall away. Only for comparing, never for showing.
 */
export function fold(text: string): string {
  return text
    .replace(/[Iİı]/g, "i")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
