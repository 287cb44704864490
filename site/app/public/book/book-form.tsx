import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConsentBox } from '../lead-form/consent-box.tsx';
import { FormSigns } from '../lead-form/form-signs.tsx';
import { LeadFormFields } from '../lead-form/lead-form-fields.tsx';
import { leadFormTexts } from '../lead-form/lead-form-texts.ts';
import { ProblemSummary } from '../page/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { bookTexts as t } from './book-texts.ts';
import type { BookOutcome } from './receive-booking.ts';
import { SlotList } from './slot-list.tsx';

interface BookFormProps {
  slots: readonly string[];
  /** of the outcome of a post, or undefined */
  outcome: BookOutcome | undefined;
  freshKey: string;
}

/** A plain HTML form: it works the same with scripts and without. */
export function BookForm({ slots, outcome, freshKey }: BookFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const written = outcome?.written;
  return (
    <form action="/book" className={formStyles.form} data-screen-only="" method="post" noValidate ref={form}>
      {outcome && (
        <ProblemSummary
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
          autoFocus
          links={[
            ...(outcome.slotProblem === null ? [] : [{ href: '#slot', text: outcome.slotProblem }]),
            ...outcome.problems.map(({ field, instruction }) => ({
              href: `#book-${field}`,
              text: instruction,
            })),
          ]}
          note={leadFormTexts.kept}
          title={outcome.failure ?? leadFormTexts.problems}
        />
      )}
      <FormSigns form={form} submissionKey={written?.key ?? freshKey} />
      <section aria-labelledby="times">
        <h2 className="heading-28 mb-16" id="times">
          {t.times}
        </h2>
        <SlotList chosen={written?.slot ?? ''} error={outcome?.slotProblem ?? undefined} slots={slots} />
      </section>
      <section aria-labelledby="you" className={formStyles.form}>
        <h2 className="heading-28" id="you">
          {t.you}
        </h2>
        <p>{t.phoneHint}</p>
        <LeadFormFields
          id="book"
          kind="proposal"
          problems={outcome?.problems ?? []}
          values={written?.values ?? null}
        />
        <ConsentBox id="book" isTicked={written?.consented ?? false} />
      </section>
      <div className={formStyles.foot}>
        <Button icon="check" size="public" type="submit">
          {t.submit}
        </Button>
      </div>
    </form>
  );
}
