// The route that serves /.well-known/security.txt (RFC 9116): how to report a vulnerability.
import { productSettings } from '../agency/product-settings.ts';
import { backendContext } from '../data/backend-context.ts';
import type { Route } from './+types/security-txt.ts';

/** At most a year. Cached pages are rendered again each day, so the day moves on. */
const validDays = 180;

interface SecurityContact {
  email: string;
  /** `tel:` and the number; `tel:+` without one */
  phoneHref: string;
}

/** Empty without an email address and a phone number, because the standard requires a contact. */
export function createSecurityText({ email, phoneHref }: SecurityContact, origin: string, now: Date): string {
  const contacts = [
    ...(email === '' ? [] : [`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`]),
    ...(/\d/.test(phoneHref) ? [phoneHref] : []),
  ];
  if (contacts.length === 0) return '';
  const expires = new Date(now);
  expires.setUTCHours(24 * validDays, 0, 0, 0);
  const list = contacts.map((contact) => `Contact: ${contact}\n`).join('');
  const { language } = new Intl.Locale(productSettings.locale);
  const canonical = `${origin}/.well-known/security.txt`;
  return `${list}Expires: ${expires.toISOString()}\nPreferred-Languages: ${language}\nCanonical: ${canonical}\n`;
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { agency } = await context.get(backendContext).agency.read();
  const text = createSecurityText(agency, new URL(request.url).origin, new Date());
  if (text === '') throw new Response(null, { status: 404 });
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
