import { RichText } from '../../texts/rich-text.tsx';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { plainPage } from '../../seo/structured-data.ts';
import type { Route } from './+types/accessibility.ts';
import { auditedAt, readEvidence } from './accessibility-evidence.server.ts';
import statement from './accessibility.md?raw';
import { LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';

export function loader() {
  const evidence = readEvidence();
  return { text: renderLegalText(statement, evidence), auditedAt, auditDate: evidence['auditDate'] ?? '' };
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('accessibility', matches, (origin) => [
    plainPage(origin, 'WebPage', sitePages.accessibility),
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
