import { useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { withoutTitle } from '../../seo/page-head.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePages } from '../../seo/site-pages.ts';
import { organization, plainPage } from '../../seo/structured-data.ts';
import { CallLink } from '../page/call-link.tsx';
import type { Route } from './+types/contact.ts';
import { ContactFacts } from './contact-facts.tsx';
import { contactTexts } from './contact-texts.ts';
import { leadFormTexts } from '../lead-form/lead-form-texts.ts';
import { fitTitle } from '../../seo/fit-text.ts';
import { readFormState } from '../lead-form/read-form-state.ts';
import { LeadForm } from '../lead-form/lead-form.tsx';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { sendLead } from '../lead-form/send-lead.ts';
import { SentNote } from '../lead-form/sent-note.tsx';

const title = fitTitle(sitePages.contact.title);

export function loader({ request }: Route.LoaderArgs) {
  return readFormState(request);
}

export function action({ context, request }: Route.ActionArgs) {
  return receiveLead({ context, request, kind: 'contact' });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendLead(serverAction);
}

/** Sending a lead changes nothing that this page shows. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** The title is rendered below, because it names problems. */
export function meta({ matches }: Route.MetaArgs) {
  return withoutTitle(
    sitePageHead('contact', matches, (origin) => [
      plainPage(origin, 'ContactPage', sitePages.contact, { mainEntity: organization(origin) }),
    ]),
  );
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  // actionData is of a post without scripts; a submission with scripts comes after it.
  const [isSent, setIsSent] = useState(loaderData.sent && actionData === undefined);
  const hasProblems = !isSent && actionData !== undefined && actionData.outcome !== 'sent';

  function showConfirmation() {
    setIsSent(true);
    requestAnimationFrame(() => document.getElementById('sent')?.focus());
  }

  return (
    <div className="contact">
      <title>{hasProblems ? leadFormTexts.titleWithProblems(title) : title}</title>
      <div className="contact-form">
        <h1>{sitePages.contact.title}</h1>
        <CallLink className="contact-call" variant="secondary" />
        <p className="contact-lead">{contactTexts.intro}</p>
        {isSent && <SentNote kind="contact" />}
        <LeadForm
          action="/contact"
          id="contact"
          kind="contact"
          onSent={showConfirmation}
          initialOutcome={actionData}
        />
      </div>
      <ContactFacts />
    </div>
  );
}
