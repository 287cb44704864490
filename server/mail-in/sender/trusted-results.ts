// Parses the Authentication-Results header of the trusted mail server.
import { removeHeaderComments } from '../read-heads.ts';

/** What the mail server that took a mail says of its sender (RFC 8601). */
export interface TrustedResults {
  /** `from` is the domain of the From line that it looked at. */
  dmarc: { result: string; from: string } | null;
  /** of the envelope, where SPF passed */
  spfDomain: string | null;
}

function domainOf(value: string): string {
  return value.slice(value.lastIndexOf('@') + 1).toLowerCase();
}

/** Of the topmost line with this name: those below it may have come with the mail. */
export function readTrustedAuthResults(
  lines: readonly { key: string; line: { toString(encoding: 'latin1'): string } }[],
  authservId: string,
): TrustedResults | null {
  for (const { key, line } of lines) {
    if (key !== 'authentication-results') continue;
    const text = line.toString('latin1');
    const [name = '', ...parts] = removeHeaderComments(text.slice(text.indexOf(':') + 1)).split(';');
    if (name.trim().split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) continue;
    const results: TrustedResults = { dmarc: null, spfDomain: null };
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
