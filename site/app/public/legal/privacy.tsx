import { backendContext } from '../../data/backend-context.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/privacy.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import preset from '../../agency/legal/privacy.md?raw';

export async function loader({ context }: Route.LoaderArgs) {
  const { agency, legal } = await context.get(backendContext).agency.read();
  return renderLegalText(legal.privacy || preset, agency);
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
