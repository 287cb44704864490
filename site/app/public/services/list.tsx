// The list of services.
import { redirect, Link, useNavigate } from 'react-router';
import type { AgencyValuesShownOn } from '../../agency/agency-fields.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { backendContext } from '../../data/backend-context.ts';
import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/site-page-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { pageTexts } from '../page/page-texts.ts';
import { EmptyListNotice, PageTitleHeader } from '../page/page-title-header.tsx';
import { emptyListTexts } from '../page/record-texts.ts';
import { CachedContourArt } from '../../art/cached-contour-art.tsx';
import type { Route } from './+types/list.ts';
import { contentTypes } from '../../content/content-types.ts';
import { readPublishedServices } from './read-services.ts';
import { ServiceTile } from './service-tile.tsx';
import { classNames } from '../../ui/class-names.ts';
import priceStyles from './service-prices.module.css';
import styles from './services.module.css';
import { servicesTexts as t } from './services-texts.ts';
import { RichText } from '../../texts/rich-text.tsx';
import type { MouseEvent } from 'react';
import categoryFilterStyles from './category-filter.module.css';
import { sortByName } from '../../data/sort-by-name.ts';
import { MagentaRing } from '../../art/magenta-ring.tsx';
import reputationPromoStyles from './reputation-promo.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const [{ services: words }, all] = await Promise.all([
    context.get(backendContext).agency.read(),
    readPublishedServices(serverClient(context)),
  ]);
  const categories = countCategories(all);
  const requestedKey = new URL(request.url).searchParams.get('category');
  const chosen = categories.find(({ key }) => key === requestedKey)?.key ?? null;
  // Unknown categories redirect to the whole list, because each would be cached as a separate page.
  if (requestedKey !== null && chosen === null) throw redirect('/services');
  return {
    words,
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

function markResults(text: string, payForResults: string): string {
  return payForResults === ''
    ? text
    : text.replaceAll(payForResults, () => `<results>${payForResults}</results>`);
}

export default function ServicesPage({
  loaderData: { categories, chosen, services, total, words },
}: Route.ComponentProps) {
  const { servicesIntro, payForResults, reputationPromo } = useAgency();
  return (
    <>
      <PageTitleHeader title={contentTypes.services.list.title}>
        {total > 0 && servicesIntro !== '' && (
          <p>
            <RichText tags={tags} text={markResults(servicesIntro, payForResults)} />
          </p>
        )}
      </PageTitleHeader>
      {reputationPromo === 'shown' && <ReputationPromo words={words} />}
      {services.length === 0 ? (
        <EmptyListNotice className="page py-72" text={emptyListTexts.services} />
      ) : (
        <>
          {categories.length > 1 && <CategoryFilter categories={categories} chosen={chosen} total={total} />}
          <ul className="tiles">
            {services.map((service) => (
              <ServiceTile key={service.slug} level={2} service={service} />
            ))}
            <li className="tile">
              <div className={classNames('tile-words', styles.ask)}>
                <h2>{t.ask.title}</h2>
                <p className="mt-12">{words.servicesAsk}</p>
                <ButtonLink className="mt-20" size="public" to="/contact" variant="secondary">
                  {pageTexts.contactUs}
                </ButtonLink>
              </div>
            </li>
            <li aria-hidden="true" className={classNames('tile', styles.water)} data-screen-only="">
              <CachedContourArt className="cover" seed="open-water" shape="sheet" />
            </li>
          </ul>
        </>
      )}
    </>
  );
}

const listId = 'list';
interface CategoryCount {
  key: string;
  name: string;
  count: number;
}

interface CategoryFilterProps {
  categories: readonly CategoryCount[];
  /** key of a category; null means all */
  chosen: string | null;
  total: number;
}

/** Links that filter by URL. With scripts the scroll position stays; without, the fragment leads back to the list. */
function CategoryFilter({ categories, chosen, total }: CategoryFilterProps) {
  return (
    <div className="band" id={listId}>
      <div className={classNames('page', categoryFilterStyles.filter)} data-screen-only="">
        <nav aria-label={t.filter.label}>
          <ul className="cluster">
            <Choice isChosen={chosen === null} path="/services">
              {t.filter.all(total)}
            </Choice>
            {categories.map(({ key, name, count }) => (
              <Choice isChosen={chosen === key} key={key} path={`/services?category=${key}`}>
                {t.filter.category(name, count)}
              </Choice>
            ))}
          </ul>
        </nav>
        <output className="muted text-16 font-semibold">
          {t.filter.order(categories.find(({ key }) => key === chosen)?.count ?? total)}
        </output>
      </div>
    </div>
  );
}

function Choice({ path, isChosen, children }: { path: string; isChosen: boolean; children: string }) {
  const navigate = useNavigate();

  /** Keeps scroll position and focus. */
  function choose(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path, { preventScrollReset: true });
  }

  return (
    <li>
      <Link
        className="tap-target text-16 font-semibold"
        aria-current={isChosen ? 'true' : undefined}
        data-late=""
        onClick={choose}
        to={`${path}#${listId}`}
      >
        {children}
      </Link>
    </li>
  );
}

/** The key of a category in a URL: "E-mail" is ?category=e-mail. */
function categoryKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Categories of the visible services, by name. */
function countCategories(services: readonly { category: string | null }[]): CategoryCount[] {
  const counts = new Map<string, CategoryCount>();
  for (const { category } of services) {
    if (category === null) continue;
    const key = categoryKey(category);
    counts.set(key, { key, name: category, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return sortByName([...counts.values()], ({ name }) => name);
}

/** Splits "Ask at the right moment: A text after the job" into a heading and a text. */
function splitBenefit(line: string): { title: string; text: string } {
  const [title = '', ...text] = line.split(/:\s+/);
  return { title, text: text.join(': ') };
}

function ReputationPromo({ words }: { words: AgencyValuesShownOn<'services'> }) {
  return (
    <section aria-labelledby="promo-title" className="band on-drying">
      <div className={classNames('page', reputationPromoStyles.row)}>
        <div>
          <p className="caption">{t.promo.caption}</p>
          <h2 id="promo-title">{words.reputationTitle}</h2>
          <p className={reputationPromoStyles.text}>{words.reputationText}</p>
          <ButtonLink size="public" to="/contact">
            <RichText text={t.promo.learnMore} />
          </ButtonLink>
        </div>
        <ol>
          {words.reputationBenefits.map(splitBenefit).map(({ title, text }, i) => (
            <li key={title}>
              <MagentaRing size="sm">
                <span aria-hidden="true">{i + 1}</span>
              </MagentaRing>
              <div>
                <h3>{title}</h3>
                {text !== '' && <p className="text-17 leading-15">{text}</p>}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
