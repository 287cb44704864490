// The select that assigns a lead to a colleague, or to no one.
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { SelectField } from '../../../ui/field.tsx';
import { dismissErrors } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import type { Lead } from '../read-lead-page.ts';
import { assigneeTexts as t, assigneeTexts } from '../inbox-texts.ts';
import { useColleagues } from '../card/use-colleagues.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rolesKey } from '../../../auth/session/roles.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { leadListKey, leadsKey, changeShownLeads } from '../leads-cache.ts';

/** Assigns a lead to the user, a colleague or no one. */
export function AssigneeSelect({ lead }: { lead: Lead }) {
  const { id: me } = useSignedInSession().user;
  const { data: colleagues = [] } = useColleagues();
  const announce = useAnnounce();
  const form = `assignee-${lead.id}`;
  const nameOf = (account: string) =>
    account === me ? t.me : (colleagues.find(({ id }) => id === account)?.name ?? t.former);
  const change = useAssign({
    onAssigned({ to }) {
      dismissErrors(form);
      announce(
        to === null
          ? t.taken(lead.name)
          : to === me
            ? t.givenToYou(lead.name)
            : t.given(lead.name, nameOf(to)),
      );
    },
    onFailed: (error) => showError('code' in error && error.code === '23514' ? t.denied : error, form),
  });
  const assignee = lead.assignee_id ?? '';
  const isListed = assignee === '' || assignee === me || colleagues.some(({ id }) => id === assignee);

  return (
    <SelectField
      label={t.shortLabel}
      aria-label={t.label(lead.name)}
      name="assignee"
      onChange={({ target: { value } }) =>
        change.mutate({ leadId: lead.id, from: lead.assignee_id, to: value || null })
      }
      value={assignee}
    >
      <option value="">{t.nobody}</option>
      <option value={me}>{t.me}</option>
      {!isListed && <option value={assignee}>{nameOf(assignee)}</option>}
      {colleagues
        .filter(({ id }) => id !== me)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}

interface Assignment {
  leadId: string;
  from: string | null;
  to: string | null;
}

async function assign({ leadId, to }: Assignment): Promise<void> {
  const { data } = await browserClient()
    .from('leads')
    .update({ assignee_id: to })
    .eq('id', leadId)
    .select('id')
    .throwOnError();
  // If this account may not change the lead, a policy hides it, without an error.
  if (data.length === 0) throw new Error(assigneeTexts.refused);
}

/** Optimistic; rolled back if the server rejects it. */
function useAssign(callbacks: {
  onAssigned: (change: Assignment) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  function show(leadId: string, account: string | null): void {
    changeShownLeads(queries, (lead) => (lead.id === leadId ? { ...lead, assignee_id: account } : lead));
  }
  return useMutation({
    mutationFn: assign,
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListKey });
      show(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onAssigned(change),
    onError: (error, change) => {
      show(change.leadId, change.from);
      callbacks.onFailed(error);
      // Read again, because the role may have changed.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
