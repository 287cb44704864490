// Reads marketing consent from a lead form; its version, wording, expiry of implied consent.
import type { Agency } from '../agency/agency.ts';
import { productSettings } from '../agency/product-settings.ts';
import { hashText } from '../art/random.ts';

/** A person's consent, as it is stored with the lead. */
export interface MarketingConsent {
  version: string;
  text: string;
}

/** The facts and texts in a request for consent: the sender, the wording, and the addresses for a withdrawal. */
export type ConsentAgency = Pick<
  Agency,
  'name' | 'legalName' | 'addressLines' | 'phone' | 'email' | 'consentLabel' | 'consentHint'
>;

interface ConsentWording {
  label: string;
  hint: string;
  /** language and hash of the texts; a form that was opened before the texts changed sends another version */
  version: string;
}

/** Adds the legal name and the addresses of the sender to the owner's texts, as Canada's anti-spam law requires. */
export function consentWordingOf(agency: ConsentAgency): ConsentWording {
  const { name, legalName, addressLines, phone, email, consentLabel: label } = agency;
  const sender = [legalName || name, ...addressLines, phone, email].join(', ');
  const hint = `${agency.consentHint} ${sender}.`;
  const hash = hashText(`${label} ${hint}`).toString(36);
  return { label, hint, version: `${productSettings.locale}.${hash}` };
}

/**
 * The consent that the visitor gave; `given` is the value of the box, a version. Another version than the present one
 * is no consent, because the text that the visitor saw is not known.
 */
export function readMarketingConsent(given: string, agency: ConsentAgency): MarketingConsent | null {
  const { label, hint, version } = consentWordingOf(agency);
  return given === version ? { version, text: `${label} ${hint}` } : null;
}

/** By Canada's anti-spam law, a request is an implied consent for six months. Clamped to the month's last day. */
export function impliedConsentEnd(requestedAt: string): Date {
  const end = new Date(requestedAt);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 6);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
