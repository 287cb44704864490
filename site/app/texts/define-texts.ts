// Declares texts for users.

/** Texts for users: strings, functions of values that return one, or groups of them. */
type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };

/** Declares the texts of one module, in English. */
/* @__NO_SIDE_EFFECTS__ */
export function defineTexts<Catalogue extends Texts>(texts: Catalogue): Catalogue {
  return texts;
}
