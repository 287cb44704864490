import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { LeadOutcome } from './read-form-state.ts';
import styles from './lead-form.module.css';
import { leadFormTexts } from './lead-form-texts.ts';
import { ConsentBox } from './consent-box.tsx';
import { LeadFormFields } from './lead-form-fields.tsx';
import { leadTexts } from '../../lead/lead-texts.ts';
import type { LeadKind, LeadProblem } from '../../lead/lead-fields.ts';
import { UnsentNote } from './unsent/unsent-note.tsx';
import { useLeadForm } from './use-lead-form.ts';
import { ProblemSummary } from '../page/problem-summary.tsx';

export interface LeadFormProps {
  kind: LeadKind;
  /** prefix of the ids: a page may have two forms */
  id: string;
  /** where a post without scripts goes */
  action: string;
  initialOutcome: LeadOutcome | undefined;
  onSent: () => void;
  /** the id of the dialog that Cancel closes, when the form is in one */
  dialogId?: string;
}

/** A plain HTML form, enhanced with scripts. */
export function LeadForm({ kind, id, action, initialOutcome, onSent, dialogId }: LeadFormProps) {
  // key of the fields: a reset form renders them again, empty
  const [round, setRound] = useState(0);
  const { form, problems, isBusy, failure, submit } = useLeadForm(kind, initialOutcome, onSent);
  const texts = leadTexts.submission[kind];
  const written = round === 0 && initialOutcome && 'values' in initialOutcome ? initialOutcome : undefined;
  const isPosted = initialOutcome?.outcome === 'invalid' && problems === initialOutcome.problems;
  return (
    <Form
      action={action}
      className={styles.form}
      data-screen-only=""
      method="post"
      noValidate
      onReset={() => setRound(round + 1)}
      onSubmit={submit}
      ref={form}
    >
      <LeadFormSummary failure={failure} id={id} isPosted={isPosted} problems={problems} />
      <LeadFormFields id={id} key={round} kind={kind} problems={problems} values={written?.values ?? null} />
      <ConsentBox id={id} isTicked={written?.consented ?? false} key={`consent ${round}`} />
      <p className="sr-only" data-form-status="" tabIndex={-1}>
        {isBusy ? texts.busy : ''}
      </p>
      {!isBusy && (
        <UnsentNote
          kind={kind}
          onRemoved={() => form.current?.querySelector<HTMLElement>('[data-form-status]')?.focus()}
        />
      )}
      <div className={styles.foot}>
        {dialogId !== undefined && (
          <Button size="public" command="close" commandfor={dialogId} variant="secondary">
            {leadFormTexts.cancel}
          </Button>
        )}
        <Button
          size="public"
          busy={isBusy}
          busyText={texts.busy}
          {...(kind === 'contact' ? { icon: 'send' } : {})}
          type="submit"
        >
          {texts.submit}
        </Button>
      </div>
    </Form>
  );
}

/** The problems of a submission, with links to the fields. It takes the focus. */
function LeadFormSummary({
  id,
  problems,
  failure,
  isPosted,
}: {
  id: string;
  problems: readonly LeadProblem[];
  failure: string | null;
  /** of a post without scripts, after which no toast says the first rule */
  isPosted: boolean;
}) {
  if (problems.length === 0 && failure === null) return null;
  const kept = failure === null ? undefined : leadFormTexts.kept;
  return (
    <ProblemSummary
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the browser gives it the focus
      autoFocus
      data-form-summary=""
      links={problems.map(({ field, instruction }) => ({ href: `#${id}-${field}`, text: instruction }))}
      note={isPosted ? problems[0]?.message : kept}
      title={failure ?? leadFormTexts.problems}
    />
  );
}
