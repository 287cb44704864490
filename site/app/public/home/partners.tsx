// The row of partners' logos on the home page.
import { classNames } from '../../ui/class-names.ts';
import { type AgencyLogo, agencyLogoOf } from '../../agency/agency-logo.ts';
import { pictureSrcSetOf } from '../../ui/picture-sources.ts';
import { homeTexts } from './home-texts.ts';
import styles from './partners.module.css';
import type { ServerClient } from '../../data/server-client.ts';
import { dataOrThrow } from '../../data/data-or-throw.ts';

interface Partner {
  name: string;
  isSample: boolean;
  /** shown instead of the name */
  logo: AgencyLogo | null;
}

/** A ruled row of names, which wraps and does not move. Rendered only if there are any. */
export function PartnerLogos({ partners }: { partners: readonly Partner[] }) {
  const { title, samplesTitle } = homeTexts.partners;
  const hasSamples = partners.some(({ isSample }) => isSample);
  return (
    <section aria-labelledby="partners-title" className="band on-paper above-line">
      <div className={classNames('page', styles.partners)}>
        <h2 className="caption" id="partners-title">
          {hasSamples ? samplesTitle : title}
        </h2>
        <ul className="overflow-hidden">
          {partners.map(({ name, logo }) => (
            <li className="display" key={name}>
              {logo ? <PartnerLogo logo={logo} name={name} /> : name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** On a plate if it would be invisible on the background of the theme. */
function PartnerLogo({ logo, name }: { logo: AgencyLogo; name: string }) {
  const { width, height } = equalAreaLogoSize(logo);
  return (
    <span className={styles.logo} data-plate={logo.ground === 'any' ? undefined : logo.ground}>
      <img
        alt={name}
        height={height}
        loading="lazy"
        sizes={`${width}px`}
        src={logo.url}
        srcSet={pictureSrcSetOf(logo.url) ?? undefined}
        width={width}
      />
    </span>
  );
}

const area = 6000;
const [maxWidth, maxHeight] = [208, 64];

/** The size of a logo in a row, in CSS pixels: all have about the same area, so that none dominates. */
export function equalAreaLogoSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(Math.sqrt(area / (width * height)), maxWidth / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}

const maxPartners = 40;

export async function readPartners(client: ServerClient): Promise<Partner[]> {
  const query = client.from('partners').select('name, is_sample, logo_url, logo_ground');
  const rows = dataOrThrow('partners', await query.order('sort_order').order('name').limit(maxPartners));
  return rows.map(({ name, is_sample: isSample, logo_url: logo, logo_ground: logoGround }) => ({
    name,
    isSample,
    logo: agencyLogoOf({ logo: logo ?? '', logoDark: '', logoGround }),
  }));
}
