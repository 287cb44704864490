import { backendContext } from '../../data/backend-context.ts';
import { serverClient } from '../../data/server-client.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/privacy.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import preset from '../../agency/legal/privacy.md?raw';

/** The text says what is done: how long messages and backups are kept is what the owners chose. */
export async function loader({ context }: Route.LoaderArgs) {
  const access = context.get(backendContext);
  const { agency, legal } = await access.agency.read();
  const { data } = await serverClient(context).rpc('retention_months').throwOnError();
  return renderLegalText(legal.privacy || preset, agency, {
    // null where it is off: the types of functions do not say so
    retention: legalTexts.retention(data as number | null),
    backups: legalTexts.backups(access.backupsKept),
  });
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('privacy', matches, (origin, agency) => [
    plainPage(origin, 'WebPage', sitePages(agency).privacy),
  ]);
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage text={loaderData} title={legalTexts.privacy}>
      <EffectiveDate today={loaderData.effective} />
    </LegalPage>
  );
}
