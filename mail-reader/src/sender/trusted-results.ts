// Parses the Authentication-Results header of the trusted mail server.
import { removeHeaderCommentsAndQuotes } from '../parse/read-mail-headers.ts';

/** What our mail server reports about the sender of a mail (RFC 8601). */
export interface TrustedAuthResults {
  /** `from` is the domain of the From header that the server checked. */
  dmarc: { result: string; from: string } | null;
  /** domain of the envelope sender, if SPF passed */
  spfDomain: string | null;
}

function domainOf(value: string): string {
  return value.slice(value.lastIndexOf('@') + 1).toLowerCase();
}

/** Reads only the topmost header of this server, because lower ones may have been sent with the mail. */
export function readTrustedAuthResults(
  lines: readonly { key: string; line: { toString(encoding: 'latin1'): string } }[],
  authservId: string,
): TrustedAuthResults | null {
  for (const { key, line } of lines) {
    if (key !== 'authentication-results') continue;
    const text = line.toString('latin1');
    const [name = '', ...parts] = removeHeaderCommentsAndQuotes(text.slice(text.indexOf(':') + 1)).split(';');
    if (name.trim().split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) continue;
    const results: TrustedAuthResults = { dmarc: null, spfDomain: null };
    for (const part of parts) {
      const [, method = '', result = ''] = /^\s*([\w-]+)\s*=\s*(\w+)/.exec(part) ?? [];
      const property = (wanted: string): string | undefined =>
        new RegExp(`\\s${wanted}\\s*=\\s*(\\S+)`, 'i').exec(part)?.[1];
      const from = property('header\\.from');
      if (method.toLowerCase() === 'dmarc' && from !== undefined)
        results.dmarc = { result: result.toLowerCase(), from: domainOf(from) };
      const sender = property('smtp\\.mailfrom');
      if (method.toLowerCase() === 'spf' && result.toLowerCase() === 'pass' && sender !== undefined)
        results.spfDomain = domainOf(sender);
    }
    return results;
  }
  return null;
}
