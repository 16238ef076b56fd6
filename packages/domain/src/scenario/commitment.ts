import type { Recipe } from './recipe.ts';

/** The one way to write a value down: JSON without blanks, the fields of every object in the order of their names. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** A scenario whose recipe is public. */
export interface RevealedRecipe {
  recipe: Recipe;
  /** 64 hexadecimal digits, drawn at random: without it the recipe could be guessed from its hash. */
  salt: string;
}

/** What the commitment of a scenario is the SHA-256 of, in UTF-8. */
export function commitmentText({ recipe, salt }: RevealedRecipe): string {
  return canonicalJson({ recipe, salt });
}

/**
 * Whether a recipe is the one that a scenario was published with.
 * @param commitment 64 hexadecimal digits, public before the start
 * @param sha256 of a text in UTF-8, as hexadecimal digits
 */
export function isCommitted(revealed: RevealedRecipe, commitment: string, sha256: (text: string) => string): boolean {
  return sha256(commitmentText(revealed)) === commitment;
}
