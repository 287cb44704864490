import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readLeadValues } from '../../../lead/lead-fields.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { FieldError } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { OpenDialog } from '../../screen/open-dialog.tsx';
import { useKept } from '../../screen/use-kept.ts';
import { AddLeadFields } from './add-lead-fields.tsx';
import { addLeadTexts as t } from './add-lead-texts.ts';
import { checkNewLead, type NewLeadField, type NewLeadValues } from './check-new-lead.ts';
import { KnownNote } from './known-note.tsx';
import { knownRequests } from './known-requests.ts';
import { localNow } from './local-now.ts';
import { useAddLead } from './use-add-lead.ts';

const id = 'add-lead';
const errors = { '23514': t.errors.invalid, '23503': t.errors.invalid };

function startValues(): NewLeadValues {
  const empty = readLeadValues(new URLSearchParams());
  return { ...empty, service: '', channel: 'phone', came_at: localNow(), asked: '' };
}

/** A lead of a call or a meeting. A known address or number is said before it is saved. */
export default function AddLeadDialog({
  onAdded,
  onClose,
}: {
  onAdded: (leadId: string) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [leadId] = useState(randomId);
  const [start] = useState(startValues);
  const kept = useKept('add-lead', start);
  const values = kept.value;
  const [problems, setProblems] = useState(new Map<NewLeadField, string>());
  // What was typed when a field was left: a request for each letter would say nothing.
  const [contact, setContact] = useState({ email: '', phone: '' });
  const { data: known } = useQuery(knownRequests(contact));
  const add = useAddLead();

  async function submit(): Promise<void> {
    const checked = checkNewLead(values);
    setProblems(checked.ok ? new Map() : checked.problems);
    if (!checked.ok) {
      const [first] = checked.problems.keys();
      document.querySelector<HTMLElement>(`#${id} [name=${first}]`)?.focus();
      return;
    }
    if (add.isPending) return;
    const typed = { email: values.email, phone: values.phone };
    // A warning that cannot be read keeps nobody from adding the lead.
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
    <OpenDialog
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
      <AddLeadFields
        onChange={(part) => kept.change((now) => ({ ...now, ...part }))}
        onLeaveContact={() => setContact({ email: values.email, phone: values.phone })}
        problems={problems}
        values={values}
      >
        <output>{known && <KnownNote known={known} />}</output>
      </AddLeadFields>
      <div role="alert">{add.error && <FieldError text={errorMessage(add.error, errors)} />}</div>
    </OpenDialog>
  );
}
