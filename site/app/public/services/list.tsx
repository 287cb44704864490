import { redirect } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/content-list-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { pageTexts } from '../page/page-texts.ts';
import { ListEmpty, ListHeader } from '../page/list-header.tsx';
import { ArtFile } from '../../art/art-file.tsx';
import type { Route } from './+types/list.ts';
import { categoryKey, countCategories } from './service-categories.ts';
import { CategoryFilter } from './category-filter.tsx';
import { contentTypes } from '../../content/content-types.ts';
import { readPublishedServices } from './read-services.ts';
import { ReputationPromo } from './reputation-promo.tsx';
import { ServiceTile } from './service-tile.tsx';
import { classNames } from '../../ui/class-names.ts';
import priceStyles from './service-prices.module.css';
import styles from './services.module.css';
import { servicesTexts as texts } from './services-texts.ts';
import { RichText } from '../../texts/rich-text.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const all = await readPublishedServices(serverClient(context));
  const categories = countCategories(all);
  const requestedKey = new URL(request.url).searchParams.get('category');
  const chosen = categories.find(({ key }) => key === requestedKey)?.key ?? null;
  // Unknown categories redirect to all: each would be a cached page of its own.
  if (requestedKey !== null && chosen === null) throw redirect('/services');
  return {
    total: all.length,
    categories,
    chosen,
    services: all.filter(
      ({ category }) => chosen === null || (category !== null && categoryKey(category) === chosen),
    ),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return contentListHead('services', matches, loaderData.services);
}

const tags = { results: (words: string) => <b className={priceStyles.results}>{words}</b> };

export default function Services({
  loaderData: { categories, chosen, services, total },
}: Route.ComponentProps) {
  const { consultationMinutes, reputationPromo } = useAgency();
  return (
    <>
      <ListHeader title={contentTypes.services.list.title}>
        {total > 0 && (
          <p>
            <RichText text={texts.summary(total)} tags={tags} />
          </p>
        )}
      </ListHeader>
      {reputationPromo === 'shown' && <ReputationPromo />}
      {services.length === 0 ? (
        <ListEmpty className="page py-72" text={texts.empty} />
      ) : (
        <>
          <CategoryFilter categories={categories} chosen={chosen} total={total} />
          <ul className="tiles">
            {services.map((service) => (
              <ServiceTile key={service.slug} level={2} service={service} />
            ))}
            <li className="tile">
              <div className={classNames('tile-words', styles.ask)}>
                <h2>{texts.ask.title}</h2>
                <p className="tile-pitch">{texts.ask.text(consultationMinutes)}</p>
                <ButtonLink className="mt-20" size="public" to="/contact" variant="secondary">
                  {pageTexts.contactUs}
                </ButtonLink>
              </div>
            </li>
            <li aria-hidden="true" className={classNames('tile', styles.water)} data-screen-only="">
              <ArtFile className="cover" seed="open-water" shape="sheet" terrainSeed="open-water" />
            </li>
          </ul>
        </>
      )}
    </>
  );
}
