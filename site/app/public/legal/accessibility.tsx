// The accessibility statement page; its action receives barrier reports.
import { useAgency } from '../../agency/use-agency.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { backendContext } from '../../data/backend-context.ts';
import { fitTitle, removeHeadTitle } from '../../seo/page-head.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePageTexts } from '../../seo/site-page-texts.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { webPageJsonLd } from '../../seo/structured-data.ts';
import { FeedbackForm } from '../feedback/feedback-form.tsx';
import { feedbackTexts } from '../feedback/feedback-texts.ts';
import { readFeedbackFigures, receiveFeedback } from '../feedback/receive-feedback.ts';
import { readFormState } from '../lead-form/form-route.ts';
import type { Route } from './+types/accessibility.ts';
import { accessibilityAuditedAt, readAccessibilityEvidence } from './accessibility-evidence.server.ts';
import statement from './accessibility.md?raw';
import { LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { agency } = await context.get(backendContext).agency.read();
  const evidence = readAccessibilityEvidence(agency.timeZone);
  return {
    text: renderLegalText(statement, agency, evidence),
    auditedAt: accessibilityAuditedAt,
    auditDate: evidence['auditDate'] ?? '',
    sent: readFormState(request).sent,
    figures: await readFeedbackFigures(context),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return receiveFeedback(context, request);
}

/** The page renders its title, because it names problems. */
export function meta({ matches }: Route.MetaArgs) {
  return removeHeadTitle(
    sitePageHead('accessibility', matches, (origin, agency) => [
      webPageJsonLd(origin, 'WebPage', sitePages(agency).accessibility),
    ]),
  );
}

export default function Accessibility({ loaderData, actionData }: Route.ComponentProps) {
  const { text, auditedAt: at, auditDate, sent, figures } = loaderData;
  const { name } = useAgency();
  const title = fitTitle(sitePageTexts.accessibility.title, name);
  const tags = { time: (date: string) => <time dateTime={at}>{date}</time> };
  return (
    <>
      <title>{actionData ? feedbackTexts.titleWithProblems(title) : title}</title>
      <LegalPage revised="2026-11-23" text={text} title={legalTexts.accessibility}>
        <p>
          <RichText tags={tags} text={legalTexts.audited(auditDate)} />
        </p>
      </LegalPage>
      <FeedbackForm figures={figures} outcome={actionData} sent={sent} />
    </>
  );
}
