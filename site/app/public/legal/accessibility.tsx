import { RichText } from '../../texts/rich-text.tsx';
import { backendContext } from '../../data/backend-context.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/accessibility.ts';
import { auditedAt, readEvidence } from './accessibility-evidence.server.ts';
import statement from './accessibility.md?raw';
import { LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { agency } = await context.get(backendContext).agency.read();
  const evidence = readEvidence(agency.timeZone);
  return {
    text: renderLegalText(statement, agency, evidence),
    auditedAt,
    auditDate: evidence['auditDate'] ?? '',
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('accessibility', matches, (origin, agency) => [
    plainPage(origin, 'WebPage', sitePages(agency).accessibility),
  ]);
}

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  const { text, auditedAt: at, auditDate } = loaderData;
  const tags = { time: (date: string) => <time dateTime={at}>{date}</time> };
  return (
    <LegalPage text={text} title={legalTexts.accessibility}>
      <p>
        <RichText tags={tags} text={legalTexts.audited(auditDate)} />
      </p>
    </LegalPage>
  );
}
