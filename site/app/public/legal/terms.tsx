import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/terms.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
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
    <LegalPage revised="November 22, 2026" text={loaderData} title="Terms of Service">
      <EffectiveDate today={loaderData.effective} />
    </LegalPage>
  );
}
