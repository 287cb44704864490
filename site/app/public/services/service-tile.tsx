import { Badge } from '../../ui/badge.tsx';
import { ChartFile } from '../../art/chart-file.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { tileSizes } from '../../ui/picture-sources.ts';
import { PriceFrom } from './price-text.tsx';
import type { ServiceTileData } from './read-services.ts';

/** A tile is a summary: its row must not grow with the longest list. The service's page shows them all. */
const mostChips = 8;

/** A service as a map tile. Its picture, or else the chart of its slug. `level` keeps the headings in order. */
export function ServiceTile({ service, level }: { service: ServiceTileData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className="tile">
      <div className="tile-picture">
        {service.picture ? (
          <Picture
            alt={service.picture.alt}
            height={176}
            sizes={tileSizes}
            src={service.picture.url}
            width={480}
          />
        ) : (
          <ChartFile seed={service.slug} shape="tile" word={service.category} />
        )}
      </div>
      <div className="tile-words">
        {service.category !== null && <Badge variant="land">{service.category}</Badge>}
        <Heading>{service.name}</Heading>
        <p className="tile-pitch">{service.pitch}</p>
        {service.chips.length > 0 && (
          <ul aria-label="Features" className="chips">
            {service.chips.slice(0, mostChips).map((chip) => (
              <li className="buoy" key={chip}>
                {chip}
              </li>
            ))}
            {service.chips.length > mostChips && <li>{`and ${service.chips.length - mostChips} more`}</li>}
          </ul>
        )}
        <div className="tile-foot">
          <PageLink className="text-link tile-link" to={`/services/${service.slug}`}>
            Learn more
            <span className="sr-only">{` about ${service.name}`}</span>
            <Icon name="arrow-right" />
          </PageLink>
          <PriceFrom price={service.startsAt} />
        </div>
      </div>
    </li>
  );
}
