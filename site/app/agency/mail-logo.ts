// The agency's logo in mails: a PNG, because several mail programs show no WebP.
import type { Agency } from './agency.ts';

/** The largest size in a mail, in pixels; the file is twice as large, for dense screens. */
const largest = { width: 240, height: 48 };
export const mailLogoDensity = 2;

export interface MailLogo {
  src: string;
  /** also shown where images are blocked */
  alt: string;
  width: number;
  height: number;
  /** whether the logo needs a dark background */
  isForDark: boolean;
}

/** Null if the agency has no logo. */
export function mailLogoOf({ name, logo }: Pick<Agency, 'name' | 'logo'>, siteUrl: string): MailLogo | null {
  if (!logo) return null;
  const scale = Math.min(largest.width / logo.width, largest.height / logo.height, 1);
  return {
    src: `${siteUrl}${mailLogoPath(logo.url)}`,
    alt: name,
    width: Math.round(logo.width * scale),
    height: Math.round(logo.height * scale),
    isForDark: logo.ground === 'dark',
  };
}

/** A new logo has a new path, because mail programs cache images. Ends as the path of its file in the storage does. */
export function mailLogoPath(logoUrl: string): string {
  const file = logoUrl.replace(/\.webp$/, '').replaceAll(/[^\w-]+/g, '-');
  return `/mail-logo/${file.slice(-60)}.png`;
}
