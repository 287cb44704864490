// Parses the agency's uploaded logo: size, background, browser tab icon, initial letter.
import type { ColourValues } from '../colours/colour-tokens.ts';

/** Backgrounds on which a logo can be recognised; on others it is shown on a plate. */
export const logoBackgrounds = ['any', 'light', 'dark'] as const;
export type LogoBackground = (typeof logoBackgrounds)[number];

interface LogoPicture {
  url: string;
  /** pixels */
  width: number;
  height: number;
}

/** The pictures that the agency uploaded; they replace its name. */
export interface AgencyLogo extends LogoPicture {
  ground: LogoBackground;
  /** the picture for dark backgrounds; null: the same picture */
  dark: LogoPicture | null;
}

export interface AgencyIcon {
  href: string;
  type: string;
}

/** A wider logo cannot be an icon, because its letters would be a pixel wide. */
const widestIcon = 1.6;

export function agencyLogoOf({
  logo,
  logoDark,
  logoGround,
}: Record<'logo' | 'logoDark' | 'logoGround', string>): AgencyLogo | null {
  const light = pictureOf(logo);
  if (!light) return null;
  const ground = logoBackgrounds.find((known) => known === logoGround) ?? 'any';
  return { ...light, ground, dark: pictureOf(logoDark) };
}

/** Reads the size of the picture from its URL. */
function pictureOf(url: string): LogoPicture | null {
  const [, width, height] = /\/(\d+)x(\d+)\.webp$/.exec(url) ?? [];
  return width === undefined ? null : { url, width: Number(width), height: Number(height) };
}

export function isNearlySquare({ width, height }: LogoPicture): boolean {
  return width / height <= widestIcon && height / width <= widestIcon;
}

/** The letter that represents a name if there is no space for more. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toLocaleUpperCase('en-CA');
}

type IconColours = Pick<ColourValues, 'night' | 'night-buff' | 'magenta-line'>;

const digits = (hex: string): string => hex.slice(1);

function drawnAs(what: string): AgencyIcon {
  return { href: `/icon/${what}.svg`, type: 'image/svg+xml' };
}

/**
 * The icon in the browser's tab: the uploaded icon, else the logo if it is nearly square, else the first letter of the
 * name. The sample agency has its own mark.
 */
export function agencyIconOf(
  { name, icon }: Record<'name' | 'icon', string>,
  { logo, hasSampleMark }: { logo: AgencyLogo | null; hasSampleMark: boolean },
  { night, 'night-buff': buff, 'magenta-line': line }: IconColours,
): AgencyIcon {
  const picture = icon || (logo && isNearlySquare(logo) ? logo.url : '');
  if (picture !== '') return { href: picture, type: 'image/webp' };
  if (hasSampleMark) return drawnAs(`ring-${line.map(digits).join('-')}`);
  const letter = initialOf(name).codePointAt(0)?.toString(16);
  return drawnAs(`${letter}-${digits(night[0])}-${digits(buff[0])}`);
}
