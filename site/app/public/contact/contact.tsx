// The contact page: its loader, the action that stores a contact lead, head, form.
import { useEffect, useRef } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { removeHeadTitle } from '../../seo/page-head.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePageTexts } from '../../seo/site-page-texts.ts';
import { sitePagesOf } from '../../seo/site-pages.ts';
import { organizationJsonLd, webPageJsonLd } from '../../seo/structured-data.ts';
import { PageLeadForm } from '../lead-form/lead-form.tsx';
import { readLeadFormUrlState } from '../lead-form/form-route.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { classNames } from '../../ui/class-names.ts';
import { CallLink } from '../page/call-link.tsx';
import type { Route } from './+types/contact.ts';
import { ContactFormLayout } from './contact-form-layout.tsx';
import styles from './contact.module.css';
import { contactTexts } from '../lead-form/lead-form-texts.ts';

const { title } = sitePageTexts.contact;

export function loader({ request }: Route.LoaderArgs) {
  return readLeadFormUrlState(request);
}

export function action({ context, request }: Route.ActionArgs) {
  return receiveLead({ context, request, kind: 'contact' });
}

export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

/** The form renders the page's title, because the title contains problems. */
export function meta({ matches }: Route.MetaArgs) {
  return removeHeadTitle(
    sitePageHead('contact', matches, (origin, agency) => [
      webPageJsonLd(origin, 'ContactPage', sitePagesOf(agency).contact, {
        mainEntity: organizationJsonLd(origin, agency),
      }),
    ]),
  );
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, contactSteps } = useAgency();
  const { sent } = loaderData;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    async function keep() {
      const { keepTyping } = await import('../lead-form/keep-typing.ts');
      if (form.current) stop = keepTyping(form.current, { isSent: sent, copiesOnSend: true });
    }
    void keep().catch(() => {});
    return () => stop?.();
  }, [sent]);
  return (
    <ContactFormLayout invites steps={contactSteps}>
      <h1>{title}</h1>
      <CallLink className={classNames('mt-24', styles.call)} variant="secondary" />
      <p className={styles.intro}>{contactTexts.intro}</p>
      <div ref={form}>
        <PageLeadForm
          action="/contact"
          id="contact"
          kind="contact"
          outcome={actionData}
          sent={sent}
          title={formatPageTitle(title, name)}
        />
      </div>
    </ContactFormLayout>
  );
}
