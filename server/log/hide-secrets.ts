// Registers the secret values of the environment; masks them in printed text.
import { secretVariablePattern, type Environment } from '../settings/config.ts';

const loginInUrl = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*:[^\s@]*@/gi;
const minLength = 4;
let secrets: string[] = [];

/** Hides the values of secret variables, and passwords in addresses. */
export function registerSecrets(environment: Environment): void {
  const found = Object.entries(environment).flatMap(([name, value]) =>
    value
      ? [
          ...(secretVariablePattern.test(name) ? [value] : []),
          ...(name.endsWith('_URL') ? passwordsIn(value) : []),
        ]
      : [],
  );
  secrets = [...new Set(found)]
    .filter((secret) => secret.length >= minLength)
    .toSorted((a, b) => b.length - a.length);
}

/** The password of an address, encoded as in the address and decoded as libraries print it. */
function passwordsIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

export function hideSecrets(text: string): string {
  let hidden = text;
  for (const secret of secrets) hidden = hidden.replaceAll(secret, '…');
  return hidden.replaceAll(loginInUrl, '$1…@');
}
