/** Where a logo can be seen as it is; on the other ground it stands on a plate. */
export const logoGrounds = ['any', 'light', 'dark'] as const;
export type LogoGround = (typeof logoGrounds)[number];

interface LogoPicture {
  url: string;
  /** pixels */
  width: number;
  height: number;
}

/** What the agency uploaded in place of the drawn mark and its name. */
export interface AgencyLogo extends LogoPicture {
  ground: LogoGround;
  /** for dark grounds; null is the same picture */
  dark: LogoPicture | null;
}

export interface AgencyIcon {
  href: string;
  type: string;
}

/** The wider one is no icon: its letters would be a pixel wide. */
const widestIcon = 1.6;

export function logoOf({
  logo,
  logoDark,
  logoGround,
}: Record<'logo' | 'logoDark' | 'logoGround', string>): AgencyLogo | null {
  const light = pictureOf(logo);
  if (!light) return null;
  const ground = logoGrounds.find((known) => known === logoGround) ?? 'any';
  return { ...light, ground, dark: pictureOf(logoDark) };
}

/** The address has the size. */
function pictureOf(url: string): LogoPicture | null {
  const [, width, height] = /\/(\d+)x(\d+)\.webp$/.exec(url) ?? [];
  return width === undefined ? null : { url, width: Number(width), height: Number(height) };
}

export function isIconShaped({ width, height }: LogoPicture): boolean {
  return width / height <= widestIcon && height / width <= widestIcon;
}

/** The letter that stands for a name, where there is no room for more. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toLocaleUpperCase('en-CA');
}

/** Of the tile behind the letter: `--night` and `--night-buff`. */
const [tile, tileInk] = ['0a2330', 'f8e7b4'];

/** The browser's tab: the logo where it is about square, or else the first letter of the name. */
export function iconOf(name: string, logo: AgencyLogo): AgencyIcon {
  if (isIconShaped(logo)) return { href: logo.url, type: 'image/webp' };
  const letter = initialOf(name).codePointAt(0)?.toString(16);
  return { href: `/icon/${letter}-${tile}-${tileInk}.svg`, type: 'image/svg+xml' };
}
