import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConsentBox } from '../lead-form/consent-box.tsx';
import { fetchHint } from '../lead-form/fetch-hint.ts';
import { hiddenFields } from '../lead-form/hidden-fields.ts';
import { LeadFormFields } from '../lead-form/lead-form-fields.tsx';
import { leadFormTexts } from '../lead-form/lead-form-texts.ts';
import { ProblemSummary } from '../page/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { useFirstTouch } from '../lead-form/use-first-touch.ts';
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
  const hint = useRef<HTMLInputElement>(null);
  const written = outcome?.written;
  async function fillHint() {
    const fetched = await fetchHint();
    if (hint.current) hint.current.value = fetched;
  }
  useFirstTouch(form, () => void fillHint());
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
      <input name={hiddenFields.key} type="hidden" value={written?.key ?? freshKey} />
      <input name={hiddenFields.hint} ref={hint} type="hidden" />
      <section aria-labelledby="times">
        <h2 id="times">{t.times}</h2>
        <SlotList chosen={written?.slot ?? ''} error={outcome?.slotProblem ?? undefined} slots={slots} />
      </section>
      <section aria-labelledby="you" className={formStyles.form}>
        <h2 id="you">{t.you}</h2>
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
