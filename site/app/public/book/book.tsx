// The page on which a consultation is booked.
import { data } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { backendContext } from '../../data/backend-context.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { noindexPageHead, removeHeadTitle } from '../../seo/page-head.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { sitePageTexts } from '../../seo/site-page-texts.ts';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { leadFormTexts } from '../lead-form/lead-form-texts.ts';
import { unknownPathTexts } from '../../ui/unknown-path.ts';
import { NotFoundContent } from '../layout/error-page.tsx';
import { ContactAside } from '../contact/contact-form-layout.tsx';
import { CallLink } from '../page/call-link.tsx';
import type { Route } from './+types/book.ts';
import { bookTexts as t } from './book-texts.ts';
import styles from './book.module.css';
import { readFreeSlots } from './read-booking.ts';
import { receiveBooking, type BookingFailure } from './receive-booking.ts';
import { useRef } from 'react';
import { MarketingConsentCheckbox, LeadFormFields } from '../lead-form/lead-form-fields.tsx';
import { HiddenSubmissionFields } from '../lead-form/hidden-submission-fields.tsx';
import { toFieldLinks, InvalidLeadToast } from '../lead-form/lead-form.tsx';
import { FormSentNotice } from '../page/form-sent-notice.tsx';
import { PageTitleHeader } from '../page/page-title-header.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { ChosenTime, SlotPicker } from './slot-picker.tsx';

/** `key` identifies a submission, so that a form that is sent twice books once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { agency } = await context.get(backendContext).agency.read();
  if (!agency.openPages.includes('book')) return data(null, { status: 404 });
  const isHeld = new URL(request.url).searchParams.get('sent') === '1';
  return data({ slots: await readFreeSlots(context), key: crypto.randomUUID(), isHeld });
}

export function action({ context, request }: Route.ActionArgs) {
  return receiveBooking(context, request);
}

/** The page renders its title itself, because the title contains problems. */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData)
    return noindexPageHead(matches, unknownPathTexts.documentTitle, unknownPathTexts.description);
  return removeHeadTitle(sitePageHead('book', matches));
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, consultationMinutes, contactSteps } = useAgency();
  if (!loaderData) return <NotFoundContent />;
  const { slots, key, isHeld } = loaderData;
  const hasForm = slots.length > 0 || actionData !== undefined;
  const heading = sitePageTexts.book.title;
  const title = formatPageTitle(heading, name);
  return (
    <>
      <title>{actionData ? leadFormTexts.titleWithProblems(title) : title}</title>
      <PageTitleHeader title={heading}>
        <p>{hasForm ? t.intro(consultationMinutes) : t.none}</p>
      </PageTitleHeader>
      <div className={`page ${styles.page}`}>
        {isHeld && !actionData && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
          <FormSentNotice autoFocus text={t.held.text} title={t.held.title} />
        )}
        {hasForm ? (
          <BookForm freshKey={key} outcome={actionData} slots={slots} />
        ) : (
          <div className="cluster gap-24">
            <ButtonLink size="public" to="/contact">
              {t.contact}
            </ButtonLink>
            <CallLink variant="secondary" />
          </div>
        )}
      </div>
      <ContactAside isWide steps={hasForm ? Object.values(t.steps) : contactSteps} />
    </>
  );
}

interface BookFormProps {
  slots: readonly string[];
  /** the outcome of a post, or undefined */
  outcome: BookingFailure | undefined;
  freshKey: string;
}

/** A plain HTML form, which works the same with and without scripts. */
function BookForm({ slots, outcome, freshKey }: BookFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { problems = [], slotProblem = null, failure = null, written = null } = outcome ?? {};
  const wrong = [
    ...(slotProblem === null ? [] : [{ id: 'slot', label: t.times }]),
    ...toFieldLinks('book', problems),
  ];
  return (
    <form action="/book" className={styles.form} data-screen-only="" method="post" noValidate ref={form}>
      {wrong.length > 0 && <InvalidLeadToast message={slotProblem ?? problems[0]?.message} />}
      <ProblemSummary
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
        autoFocus
        className="col-span-full"
        fields={wrong}
        title={failure}
      >
        {failure !== null && <p>{leadFormTexts.kept}</p>}
      </ProblemSummary>
      <section aria-labelledby="times">
        <HiddenSubmissionFields form={form} submissionKey={written?.key ?? freshKey} />
        <h2 className="heading-28 mb-16" id="times">
          {t.times}
        </h2>
        <SlotPicker
          chosen={written?.chosen}
          error={slotProblem ?? undefined}
          id="slot"
          slots={slots}
          takesFocus={slotProblem !== null && wrong.length === 1}
        />
      </section>
      <section aria-labelledby="you" className={formStyles.form}>
        <h2 className="heading-28" id="you">
          {t.you}
        </h2>
        <p>{t.phoneHint}</p>
        <LeadFormFields id="book" kind="proposal" problems={problems} values={written?.values ?? null} />
        <MarketingConsentCheckbox id="book" isTicked={written?.consented ?? false} />
        <ChosenTime form={form} />
        <div className={formStyles.foot}>
          <Button icon="check" size="public" type="submit">
            {t.submit}
          </Button>
        </div>
      </section>
    </form>
  );
}
