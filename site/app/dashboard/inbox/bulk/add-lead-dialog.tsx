// The dialog in which a colleague adds a lead, with a notice about known addresses or numbers.
import { useAgency } from '../../../agency/use-agency.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readLeadValues } from '../../../lead/lead-fields.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { FieldError } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import {
  NewLeadFields,
  checkNewLead,
  type NewLeadField,
  type NewLeadValues,
  type StaffEnteredLead,
  nowForDateTimeField,
} from './new-lead-fields.tsx';
import { addLeadTexts as t } from './add-lead-texts.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { parsePhoneNumber } from '../../../contact/phone-number.ts';
import { useHref } from 'react-router';
import { RichText } from '../../../texts/rich-text.tsx';
import { personViewLocation } from '../leads/related-leads.ts';
import styles from './add-lead.module.css';

const id = 'add-lead';
const errors = { '23514': t.errors.invalid, '23503': t.errors.invalid };

function startValues(timeZone: string): NewLeadValues {
  const empty = readLeadValues(new URLSearchParams());
  return { ...empty, service: '', channel: 'phone', came_at: nowForDateTimeField(timeZone), asked: '' };
}

interface AddLeadDialogProps {
  onAdded: (leadId: string) => void;
  onClose: () => void;
}

/** Adds a lead from a call or a meeting. Shows before saving whether the address or number is already known. */
export default function AddLeadDialog({ onAdded, onClose }: AddLeadDialogProps) {
  const queries = useQueryClient();
  const [leadId] = useState(randomId);
  const { timeZone } = useAgency();
  const [start] = useState(() => startValues(timeZone));
  const kept = useStoredDraft('add-lead', start);
  const values = kept.value;
  const [problems, setProblems] = useState(new Map<NewLeadField, string>());
  // Set only when a field loses the focus, because a lookup after each letter would return nothing useful.
  const [contact, setContact] = useState({ email: '', phone: '' });
  const { data: known } = useQuery(knownRequests(contact));
  const add = useWriteMutation(addLead, leadsQueryKey, { waits: true });

  async function submit(): Promise<void> {
    const checked = checkNewLead(values, timeZone);
    setProblems(checked.ok ? new Map() : checked.problems);
    if (!checked.ok) {
      const [first] = checked.problems.keys();
      document.querySelector<HTMLElement>(`#${id} [name=${first}]`)?.focus();
      return;
    }
    if (add.isPending) return;
    const typed = { email: values.email, phone: values.phone };
    // If the lookup of earlier leads fails, the lead is added without a warning.
    const found = await queries.fetchQuery(knownRequests(typed)).catch(() => null);
    if (found && found.id !== known?.id) return setContact(typed);
    add.mutate(
      { ...checked.lead, id: leadId },
      {
        onSuccess() {
          kept.drop();
          toastSuccess({ title: t.added, description: checked.lead.fields.name });
          onAdded(leadId);
        },
      },
    );
  }

  function close(): void {
    kept.drop();
    onClose();
  }

  return (
    <SubmitDialog
      busyText={t.busy}
      id={id}
      isBusy={add.isPending}
      onClose={close}
      onSubmit={() => void submit()}
      submitText={known ? t.submitAnyway : t.submit}
      title={t.title}
      unsaved={kept.isChanged && !add.isSuccess ? t.unsaved : undefined}
    >
      <p className="muted">{t.intro}</p>
      <NewLeadFields
        onChange={(part) => kept.change((now) => ({ ...now, ...part }))}
        onLeaveContact={() => setContact({ email: values.email, phone: values.phone })}
        problems={problems}
        values={values}
      >
        <output>{known && <KnownNote known={known} />}</output>
      </NewLeadFields>
      <div role="alert">{add.error && <FieldError text={errorMessage(add.error, errors)} />}</div>
    </SubmitDialog>
  );
}

/** Idempotent: two calls with the same id create one lead. */
const addLead = ({ id, ...lead }: StaffEnteredLead & { id: string }) =>
  callDatabaseFunction('add_lead', { ...lead, lead: id });

interface Contact {
  email: string;
  phone: string;
}

/** The newest lead with this address or phone number, and how many such leads there are; null if there is none. */
async function readKnown({ email, phone }: Contact) {
  const data = await callDatabaseFunction('known_requests', {
    email: email.trim(),
    phone: parsePhoneNumber(phone) ? phone.trim() : '',
  });
  return data[0] ?? null;
}

function knownRequests(contact: Contact) {
  return {
    queryKey: [...leadsQueryKey, 'known', contact.email.trim().toLowerCase(), contact.phone.trim()],
    queryFn: () => readKnown(contact),
    enabled: contact.email.includes('@') || parsePhoneNumber(contact.phone) !== null,
  };
}

const dayMs = 86_400_000;

/** A notice that this address or number has earlier requests. The link keeps the typed input. */
function KnownNote({ known }: { known: { id: string; name: string; created_at: string; total: number } }) {
  const [now] = useState(() => Date.now());
  const href = useHref(personViewLocation(known.id, known.id));
  const days = Math.max(0, Math.floor((now - Date.parse(known.created_at)) / dayMs));
  return (
    <span className={styles.known}>
      <span>{t.known(known.name, days, known.total)}</span>{' '}
      <a className="link" href={href} rel="noreferrer" target="_blank">
        <RichText text={t.openKnown} />
      </a>
    </span>
  );
}
