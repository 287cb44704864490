import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/content-list-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/list.ts';
import { AppCard } from './app-card.tsx';
import { readPublishedApps } from './read-apps.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { apps: await readPublishedApps(serverClient(context)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return contentListHead('apps', matches, loaderData.apps);
}

export default function Apps({ loaderData: { apps } }: Route.ComponentProps) {
  return (
    <>
      <div className="band">
        <div className="page services-head">
          <h1>Custom Applications</h1>
          <p>
            Small tools we build, use every day and can set up for you. Each does one job well, and you can
            stop any time.
          </p>
        </div>
      </div>
      <div className="band on-shoal">
        <div className="page apps-band">
          {apps.length === 0 ? (
            <div className="apps-empty">
              <p>No applications available at the moment.</p>
              <ButtonLink to="/contact" variant="secondary">
                Contact us
              </ButtonLink>
            </div>
          ) : (
            <ul className="app-cards">
              {apps.map((app) => (
                <AppCard app={app} key={app.slug} level={2} />
              ))}
              <li className="app-ask">
                <h2>Doing the same job every week?</h2>
                <p>We can probably build a tool for it. Tell us about it.</p>
                <ButtonLink to="/contact" variant="secondary">
                  Contact us
                </ButtonLink>
              </li>
            </ul>
          )}
        </div>
      </div>
    </>
  );
}
