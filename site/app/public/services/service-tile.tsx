// The tile of a service in a list: picture, category, features, starting price.
import { useAgency } from '../../agency/use-agency.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { TilePicture } from '../page/tile-picture.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { serviceTileTexts as texts, serviceTileTexts } from '../page/record-texts.ts';
import type { ServiceTileData } from './read-services.ts';
import { formatDollars } from '../../ui/format-values.ts';
import type { StartingPrice } from '../../content/pricing.ts';
import styles from './service-prices.module.css';

/** Limits the height of a row; the service's page shows all chips. */
const maxChips = 8;

/** A service as a tile with its picture, or the art of its slug. `level` is that of the heading. */
export function ServiceTile({ service, level }: { service: ServiceTileData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className="tile">
      <TilePicture picture={service.picture} slug={service.slug} table="services" />
      <div className="tile-words">
        {service.category !== null && <Badge variant="land">{service.category}</Badge>}
        <Heading>{service.name}</Heading>
        <p className="mt-12">{service.pitch}</p>
        {service.chips.length > 0 && (
          <ul aria-label={texts.features} className="chips mt-12">
            {service.chips.slice(0, maxChips).map((chip) => (
              <li className="buoy" key={chip}>
                {chip}
              </li>
            ))}
            {service.chips.length > maxChips && (
              <li>{texts.moreFeatures(service.chips.length - maxChips)}</li>
            )}
          </ul>
        )}
        <div className="tile-foot">
          <PageLink className="text-link tile-link" to={`/services/${service.slug}`}>
            <RichText text={texts.learnMore(service.name)} />
            <Icon name="arrow-right" />
          </PageLink>
          <PriceFrom price={service.startsAt} />
        </div>
      </div>
    </li>
  );
}

const tags = { b: (words: string) => <b>{words}</b> };

/** "from $850 a month + Pay for Results", or one of the two. */
function PriceFrom({ price }: { price: StartingPrice }) {
  const { payForResults } = useAgency();
  const { from } = price;
  const byResults = price.byResults ? payForResults : '';
  if (!from && byResults === '') return null;
  if (!from) return <span className={classNames(styles.note, styles.results)}>{byResults}</span>;
  return (
    <span className={styles.note}>
      <RichText
        tags={tags}
        text={serviceTileTexts.priceFrom(formatDollars(from.amount), from.unit, byResults)}
      />
    </span>
  );
}
