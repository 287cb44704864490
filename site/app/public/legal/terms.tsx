// The terms of service page: the owner's own text or the preset.
import { backendContext } from '../../data/backend-context.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import type { Route } from './+types/terms.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import preset from '../../agency/legal/terms.md?raw';

export async function loader({ context }: Route.LoaderArgs) {
  const { agency, legal } = await context.get(backendContext).agency.read();
  const own = agency.payForResults === '' ? preset.replace(payPerResults, '') : preset;
  return { text: renderLegalText(legal.terms || own, agency), isOwn: legal.terms !== '' };
}

/** The section about what the agency sells only while it has a text for it. */
const payPerResults = /^## Pay-per-results\n[^]*?(?=^## )/m;

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('terms', matches);
}

/** When our preset text last changed. */
const revised = '2026-11-23';

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { text, isOwn } = loaderData;
  return (
    <LegalPage revised={isOwn ? null : revised} text={text} title={legalTexts.terms}>
      <EffectiveDate text={text} />
    </LegalPage>
  );
}
