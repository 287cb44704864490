type Rules = typeof import('./credentials.ts');

let rules: Rules | null = null;

/** Loads the rules of the forms, which nobody needs before one is sent. Rejects offline; a later call retries. */
export async function loadCredentials(): Promise<Rules> {
  rules ??= await import('./credentials.ts');
  return rules;
}

/** Null until loaded. */
export function loadedCredentials(): Rules | null {
  return rules;
}
