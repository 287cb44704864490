import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/terms.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import terms from './terms.md?raw';

export function loader() {
  return renderLegalText(terms);
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('terms', matches, (origin) => [plainPage(origin, 'WebPage', sitePages.terms)]);
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage text={loaderData} title={legalTexts.terms}>
      <EffectiveDate today={loaderData.effective} />
    </LegalPage>
  );
}
