import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/privacy.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import privacy from './privacy.md?raw';

export function loader() {
  return renderLegalText(privacy);
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('privacy', matches, (origin) => [plainPage(origin, 'WebPage', sitePages.privacy)]);
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage text={loaderData} title={legalTexts.privacy}>
      <EffectiveDate today={loaderData.effective} />
    </LegalPage>
  );
}
