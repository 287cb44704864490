// The select that assigns a lead to a colleague, or to no one.
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { dismissErrorToasts } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import type { Lead } from '../read-leads-page.ts';
import { assigneeTexts, inboxTexts } from '../inbox-texts.ts';
import { assignTexts as t } from './tools-texts.ts';
import { useUpdateLeadColumn } from '../leads/update-lead-column.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';

export function AssigneeSelect({ lead }: { lead: Lead }) {
  const { id: me } = useSignedInSession().user;
  const { data: colleagues = [] } = useAssignableAccounts();
  const announce = useAnnounce();
  const form = `assignee-${lead.id}`;
  const nameOf = (account: string) =>
    account === me
      ? assigneeTexts.me
      : (colleagues.find(({ id }) => id === account)?.name ?? assigneeTexts.former);
  const change = useUpdateLeadColumn('assignee_id', t.refused, {
    onChanged({ to }) {
      dismissErrorToasts(form);
      announce(
        to === null
          ? t.taken(lead.name)
          : to === me
            ? assigneeTexts.givenToYou(lead.name)
            : t.given(lead.name, nameOf(to)),
      );
    },
    onFailed: (error) =>
      showError(
        'code' in error && error.code === '23514' ? t.denied : error,
        form,
        inboxTexts.toastFor(lead.name),
      ),
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
      <option value={me}>{assigneeTexts.me}</option>
      {!isListed && <option value={assignee}>{nameOf(assignee)}</option>}
      <SelectOptions of={colleagues.filter(({ id }) => id !== me).map(({ id, name }) => [id, name])} />
    </SelectField>
  );
}
