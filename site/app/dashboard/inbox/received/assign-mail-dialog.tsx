// The dialog that moves a received mail to a lead.
import { useAgency } from '../../../agency/use-agency.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { TextField } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/icon.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { leadsQueryKey } from '../leads-cache.ts';
import { formatShortDate } from '../../../ui/format-values.ts';
import { readLeadRows } from '../read-leads-page.ts';
import { receivedMailTexts } from './received-mail-texts.ts';
import styles from './mail.module.css';
import { assignMailToLead, type ReceivedMail } from './received-mail.tsx';
import { emptyLeadFilter } from '../lead-filter.ts';
import { inboxTexts } from '../inbox-texts.ts';

const t = receivedMailTexts.join;
const mostFound = 20;
const toTriage = 'triage';

/** Chooses the lead to which a mail belongs, or none. Lists those of its sender first. */
export function AssignMailDialog({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const id = useId();
  const [term, setTerm] = useState(mail.from_address);
  const [chosen, setChosen] = useState('');
  const found = useQuery({
    queryKey: [...leadsQueryKey, 'to-join', term],
    queryFn: async () =>
      (await readLeadRows({ ...emptyLeadFilter, term: term.trim() }, null)).slice(0, mostFound),
    placeholderData: (before) => before,
  });
  const join = useWriteMutation(assignMailToLead, leadsQueryKey, {
    waits: true,
    form: `join-${mail.id}`,
    about: inboxTexts.toastFor(mail.from_name || mail.from_address),
    done: receivedMailTexts.moved,
    onSuccess: onClose,
  });
  const { timeZone } = useAgency();
  const isInThread = mail.message_id !== null;

  function choice(value: string, text: string) {
    return (
      <label className="flex items-baseline gap-10 min-h-44" key={value}>
        <input
          checked={chosen === value}
          name={id}
          onChange={() => setChosen(value)}
          type="radio"
          value={value}
        />
        <span>{text}</span>
      </label>
    );
  }

  return (
    <SubmitDialog
      busyText={t.busy}
      canSubmit={chosen !== ''}
      id={`join-${id}`}
      isBusy={join.isPending}
      onClose={onClose}
      onSubmit={() =>
        chosen !== '' && join.mutate({ mail: mail.id, lead: chosen === toTriage ? null : chosen })
      }
      saves={false}
      submitText={t.choose}
      title={t.title}
    >
      <TextField
        autoComplete="off"
        label={t.search}
        name="lead-search"
        onChange={(event) => setTerm(event.target.value)}
        type="search"
        value={term}
      />
      <fieldset aria-busy={found.isFetching} className={styles.found}>
        <legend className="field-label">{t.found}</legend>
        {found.isPending && <Spinner label={t.loading} />}
        {found.data?.length === 0 && <p className="muted">{t.none}</p>}
        {found.data
          ?.filter(({ id: lead, erased_at: erasedAt }) => erasedAt === null && lead !== mail.lead_id)
          .map((lead) =>
            choice(
              lead.id,
              [
                lead.name,
                lead.email,
                lead.services?.name ?? lead.service_name,
                formatShortDate(lead.created_at, timeZone),
              ]
                .filter(Boolean)
                .join(' · '),
            ),
          )}
        {isInThread && choice(toTriage, t.noLead)}
      </fieldset>
    </SubmitDialog>
  );
}
