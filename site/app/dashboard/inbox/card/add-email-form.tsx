// The form that adds an email address to a lead that has none.
import type { FormEvent } from 'react';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { leadFields } from '../../../lead/lead-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextField } from '../../../ui/field.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { useAnnounce } from '../announcer.tsx';
import { leadTitleId } from '../leads/list-position.tsx';
import type { Lead } from '../read-leads-page.ts';
import { leadOriginTexts } from './lead-origin-texts.ts';
import styles from './lead-card.module.css';

const t = leadOriginTexts.email;

const addEmail = ({ lead, email }: { lead: string; email: string }) =>
  callDatabaseFunction('add_lead_email', { lead, email });

/** For a lead that was added with only a number. With an address, it can be replied to. */
export default function AddEmailForm({ lead }: { lead: Lead }) {
  const { value: email, change, drop } = useStoredDraft(`email:${lead.id}`, '');
  const announce = useAnnounce();
  const add = useWriteMutation(addEmail, ['leads'], {
    waits: true,
    onSuccess() {
      drop();
      announce(t.added(lead.name));
      // the reply box replaces the form
      document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus({ preventScroll: true });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!add.isPending) add.mutate({ lead: lead.id, email });
  }

  return (
    <form className={styles.addEmail} noValidate onSubmit={submit}>
      <TextField
        aria-label={t.label(lead.name)}
        autoComplete="off"
        error={add.error ? errorMessage(add.error, { '23514': t.invalid }) : undefined}
        label={t.shortLabel}
        maxLength={leadFields.email.maxLength}
        name="lead-email"
        onChange={(event) => change(event.target.value)}
        type="email"
        value={email}
      />
      <Button busy={add.isPending} busyText={t.busy} type="submit" variant="secondary">
        {t.save}
      </Button>
    </form>
  );
}
