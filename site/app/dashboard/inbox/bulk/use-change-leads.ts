import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rolesKey } from '../../../auth/session/roles.ts';
import { useWrite } from '../../../data/use-write.ts';
import { dismissErrors } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import { assigneeTexts } from '../assignee/assignee-texts.ts';
import { leadsKey } from '../leads-key.ts';
import { clearFormerStatus, recordFormerStatus } from '../moved/former-status.ts';
import { changeShownLeads } from '../shown-leads.ts';
import { changeLeads, restoreLeads, type AppliedChange } from './change-leads.ts';
import { describeApplied, describeRestored } from './describe-applied.ts';
import { clearSelection } from './selection.ts';

const form = 'bulk';

/** Applies a change to the selected leads and takes it back. What was done stays said, and can be undone, until the next. */
export function useChangeLeads(nameOf: (assignee: string | null) => string) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [result, setResult] = useState('');
  const [applied, setApplied] = useState<AppliedChange>();

  function say(text: string, undoable?: AppliedChange): void {
    dismissErrors(form);
    setResult(text);
    setApplied(undoable);
    announce(text);
  }

  function fail(error: Error): void {
    showError('code' in error && error.code === '23514' ? assigneeTexts.denied : error, form);
    // The role may have changed.
    void queries.invalidateQueries({ queryKey: rolesKey });
  }

  const apply = useWrite(changeLeads, leadsKey, {
    onError: fail,
    onSuccess(change) {
      const former = new Map(change.former.map((lead) => [lead.lead_id, lead]));
      changeShownLeads(queries, (lead) => {
        const was = former.get(lead.id);
        if (!was?.is_changed) return lead;
        if (change.status !== null) recordFormerStatus(lead.id, was.former_status);
        return {
          ...lead,
          status: change.status ?? lead.status,
          assignee_id: change.assignee === null ? lead.assignee_id : change.assignee || null,
        };
      });
      clearSelection();
      const isChanged = change.former.some((lead) => lead.is_changed);
      say(describeApplied(change, nameOf(change.assignee)), isChanged ? change : undefined);
    },
  });
  const undo = useWrite(restoreLeads, leadsKey, {
    onError: fail,
    onSuccess(restored, change) {
      const former = new Map(change.former.map((lead) => [lead.lead_id, lead]));
      const ids = new Set(restored);
      for (const id of ids) clearFormerStatus(id);
      changeShownLeads(queries, (lead) => {
        const was = former.get(lead.id);
        if (!was || !ids.has(lead.id)) return lead;
        return {
          ...lead,
          status: change.status === null ? lead.status : was.former_status,
          assignee_id: change.assignee === null ? lead.assignee_id : was.former_assignee,
        };
      });
      say(describeRestored(change, restored));
    },
  });
  return { apply, undo, applied, result, say };
}
