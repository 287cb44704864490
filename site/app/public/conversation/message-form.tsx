import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormSigns } from '../lead-form/form-signs.tsx';
import { Honeypot } from '../lead-form/honeypot.tsx';
import { ProblemSummary } from '../page/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { conversationTexts } from './conversation-texts.ts';
import type { MessageOutcome } from './receive-message.ts';

const t = conversationTexts.answer;

/** A plain HTML form: it works the same with scripts and without. */
export function MessageForm({ formKey, outcome }: { formKey: string; outcome: MessageOutcome | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <h2 className="heading-28" id="answer">
        {t.title}
      </h2>
      <form className={formStyles.form} method="post" noValidate ref={form}>
        {outcome && (
          <ProblemSummary
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
            autoFocus
            links={outcome.problem === null ? [] : [{ href: '#message', text: outcome.problem }]}
            note={outcome.failure !== null && outcome.text !== '' ? t.kept : undefined}
            title={outcome.failure ?? t.problems}
          />
        )}
        <FormSigns form={form} submissionKey={formKey} />
        <Honeypot />
        <TextArea
          defaultValue={outcome?.text}
          error={outcome?.problem ?? undefined}
          id="message"
          label={t.label}
          marked
          name="message"
          required
          rows={6}
        />
        <div className={formStyles.foot}>
          <Button icon="send" size="public" type="submit">
            {t.send}
          </Button>
        </div>
      </form>
    </>
  );
}
