// The select that filters the lead list by assignee.
import { useState } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { noAssignee } from '../lead-filter.ts';
import { assigneeTexts as t } from '../inbox-texts.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';

interface AssigneeFilterProps {
  value: string | null;
  hidesLabel?: boolean;
  onChange: (assignee: string | null) => void;
}

/** Filters the list: leads of everyone, of the user, of a colleague, or without an assignee. */
export function AssigneeFilter({ value, onChange, hidesLabel = false }: AssigneeFilterProps) {
  const { id: me } = useSignedInSession().user;
  // The colleagues are loaded once the control gets the focus, because on most visits it is not used.
  const [isWanted, setIsWanted] = useState(false);
  const isKnown = value === null || value === me || value === noAssignee;
  const { data } = useAssignableAccounts(isWanted || !isKnown);
  const others = (data ?? []).filter(({ id }) => id !== me);
  const isListed = isKnown || others.some(({ id }) => id === value);
  return (
    <SelectField
      hidesLabel={hidesLabel}
      label={t.filter.label}
      name="assignee"
      onFocus={() => setIsWanted(true)}
      onPointerEnter={() => setIsWanted(true)}
      onChange={(event) => onChange(event.target.value || null)}
      value={value ?? ''}
    >
      <option value="">{t.filter.everyone}</option>
      <option value={me}>{t.filter.mine}</option>
      <option value={noAssignee}>{t.filter.nobodys}</option>
      {!isListed && <option value={value}>{t.former}</option>}
      <SelectOptions of={others.map(({ id, name }) => [id, name])} />
    </SelectField>
  );
}
