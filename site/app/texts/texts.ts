/** Texts for users: strings, functions of values that return one, or groups of them. */
export type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };
