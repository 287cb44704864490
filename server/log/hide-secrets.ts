import { secretNames } from '../config.ts';

const loginInAddress = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*:[^\s@]*@/gi;
const leastLength = 4;
let secrets: string[] = [];

/** Reads which texts must never be written: secret settings as they are, and the passwords inside addresses. */
export function rememberSecrets(environment: Record<string, string | undefined>): void {
  const found = Object.entries(environment).flatMap(([name, value]) =>
    value
      ? [...(secretNames.test(name) ? [value] : []), ...(name.endsWith('_URL') ? passwordsIn(value) : [])]
      : [],
  );
  secrets = [...new Set(found)]
    .filter((secret) => secret.length >= leastLength)
    .toSorted((a, b) => b.length - a.length);
}

/** As it is written in the address, and as a library decodes it. */
function passwordsIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** A text for the log or the screen without the secrets of the settings, whoever put them in. */
export function hideSecrets(text: string): string {
  let hidden = text;
  for (const secret of secrets) hidden = hidden.replaceAll(secret, '…');
  return hidden.replaceAll(loginInAddress, '$1…@');
}
