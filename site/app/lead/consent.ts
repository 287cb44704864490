// Reads marketing consent from a lead form; its version, wording, expiry of implied consent.
import { consentTexts } from './consent-texts.ts';

/** Language and number of the text that the forms show. */
export const consentVersion = 'en-CA.1';

/** What a person agreed to, as it is stored with the lead. */
export interface Consent {
  version: string;
  text: string;
}

/** `given` is the value of the box. One of another version is no consent: its words are not known here. */
export function readConsent(given: string, agency: ConsentAgency): Consent | null {
  if (given !== consentVersion) return null;
  const { label, hint } = consentWording(agency);
  return { version: consentVersion, text: `${label} ${hint}` };
}

/** Who asks, and where one can take it back. */
export type ConsentAgency = Record<'name' | 'phone' | 'email', string>;

export function consentWording({ name, phone, email }: ConsentAgency): { label: string; hint: string } {
  return { label: consentTexts.label(name), hint: consentTexts.hint(phone, email) };
}

/** By Canada's anti-spam law a request is an implied consent for six months. Clamped to the month's last day. */
export function impliedConsentEnd(requestedAt: string): Date {
  const end = new Date(requestedAt);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 6);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
