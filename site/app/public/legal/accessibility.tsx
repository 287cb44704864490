// The accessibility statement page; its action receives barrier reports.
import { agencyTextPresets as presets } from '../../agency/agency-fields.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { backendContext } from '../../data/backend-context.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { removeHeadTitle } from '../../seo/page-head.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePageTexts } from '../../seo/site-page-texts.ts';
import { AccessibilityReportForm } from '../feedback/accessibility-report-form.tsx';
import { feedbackTexts } from '../feedback/feedback-texts.ts';
import {
  readAccessibilityReportFigures,
  receiveAccessibilityReport,
} from '../feedback/receive-accessibility-report.ts';
import { readLeadFormUrlState } from '../lead-form/form-route.ts';
import type { Route } from './+types/accessibility.ts';
import { accessibilityAuditedAt, readAccessibilityEvidence } from './accessibility-evidence.server.ts';
import statement from './accessibility.md?raw';
import { LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const access = context.get(backendContext);
  const { agency, legal } = await access.agency.read();
  const evidence = readAccessibilityEvidence(agency.timeZone, access.version);
  const own = {
    target: legal.accessibilityTarget,
    limits: legal.accessibilityLimits,
    contact: legal.accessibilityContact,
  };
  const isOwn = Object.entries(legal).some(
    ([name, text]) => name.startsWith('accessibility') && text !== presets[name as keyof typeof legal],
  );
  return {
    text: renderLegalText(fillParts(statement, own), agency, evidence),
    revised: isOwn ? null : revised,
    auditedAt: accessibilityAuditedAt,
    auditDate: evidence['auditDate'] ?? '',
    sent: readLeadFormUrlState(request).sent,
    figures: await readAccessibilityReportFigures(context),
  };
}

/** The date of the last change to the built-in text. */
const revised = '2026-11-27';

/** Called before the placeholders are replaced, because the agency's own parts contain placeholders too. */
function fillParts(markdown: string, parts: Readonly<Record<string, string>>): string {
  return markdown.replaceAll(/\{(target|limits|contact)\}/g, (_whole, name: string) => parts[name] ?? '');
}

export function action({ context, request }: Route.ActionArgs) {
  return receiveAccessibilityReport(context, request);
}

/** The page renders its title, because it names problems. */
export function meta({ matches }: Route.MetaArgs) {
  return removeHeadTitle(sitePageHead('accessibility', matches));
}

export default function AccessibilityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, revised: revisedAt, auditedAt: at, auditDate, sent, figures } = loaderData;
  const { name } = useAgency();
  const title = formatPageTitle(sitePageTexts.accessibility.title, name);
  const tags = { time: (date: string) => <time dateTime={at}>{date}</time> };
  return (
    <>
      <title>{actionData ? feedbackTexts.titleWithProblems(title) : title}</title>
      <LegalPage revised={revisedAt} text={text} title={legalTexts.accessibility}>
        <p>
          <RichText tags={tags} text={legalTexts.audited(auditDate)} />
        </p>
      </LegalPage>
      <AccessibilityReportForm figures={figures} outcome={actionData} sent={sent} />
    </>
  );
}
