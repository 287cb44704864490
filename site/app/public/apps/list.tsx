// The public page that lists published apps: loader, head, cards.
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/site-page-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { pageTexts } from '../page/page-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './app.module.css';
import { EmptyListNotice, PageTitleHeader } from '../page/page-title-header.tsx';
import { emptyListTexts } from '../page/record-texts.ts';
import type { Route } from './+types/list.ts';
import { AppCards } from './app-card.tsx';
import { appsTexts as texts } from './apps-texts.ts';
import { contentTypes } from '../../content/content-types.ts';
import { readPublishedApps } from './read-apps.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { apps: await readPublishedApps(serverClient(context)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return contentListHead('apps', matches, loaderData.apps);
}

export default function AppsPage({ loaderData: { apps } }: Route.ComponentProps) {
  return (
    <>
      <PageTitleHeader title={contentTypes.apps.list.title}>
        <p>{useAgency().appsIntro}</p>
      </PageTitleHeader>
      <div className="band on-shoal">
        <div className={classNames('page', styles.band)}>
          {apps.length === 0 ? (
            <EmptyListNotice text={emptyListTexts.apps} />
          ) : (
            <AppCards apps={apps} level={2}>
              <li className={styles.ask}>
                <div>
                  <h2 className="heading-28">{texts.ask.title}</h2>
                  <p className="mt-12">{texts.ask.text}</p>
                </div>
                <ButtonLink size="public" to="/contact" variant="secondary">
                  {pageTexts.contactUs}
                </ButtonLink>
              </li>
            </AppCards>
          )}
        </div>
      </div>
    </>
  );
}
