// The bar that changes the selected leads.
import { useRef, useState, type SubmitEvent } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { leadStatuses, leadStatusLabel } from '../../../lead/lead-status.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import type { Lead } from '../read-leads-page.ts';
import { bulkTexts as t } from './bulk-texts.ts';
import {
  clearLeadSelection,
  maxSelectedLeads,
  selectLeads,
  stopSelectingLeads,
  useSelectedLeadIds,
} from './selection.ts';
import styles from './bulk-action-bar.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { dismissErrorToasts } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import { assignTexts } from '../tools/tools-texts.ts';
import { leadsQueryKey, updateCachedLeads } from '../leads-cache.ts';
import { clearFormerStatus, recordFormerStatus } from '../leads/update-lead-column.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import type { Database } from '../../../data/database-types.ts';

const kept = 'keep';

/** The number of selected leads, with what can be done with them. */
function Count({ leads }: { leads: readonly Lead[] }) {
  const row = useRef<HTMLDivElement>(null);
  const count = useSelectedLeadIds().size;
  const shown = leads.filter((lead) => !lead.erased_at).slice(0, maxSelectedLeads);
  const isCut = leads.length > maxSelectedLeads;

  function clear(): void {
    // the focused button is about to be removed
    row.current?.querySelector('button')?.focus();
    clearLeadSelection();
  }

  return (
    <div className={styles.count} ref={row}>
      <p>
        <b>{t.selected(count)}</b>
      </p>
      <Button onClick={() => selectLeads(shown.map(({ id }) => id))} variant="ghost">
        {isCut ? t.selectFirst(shown.length) : t.selectAll(shown.length)}
      </Button>
      {count > 0 && (
        <Button onClick={clear} variant="ghost">
          {t.clear}
        </Button>
      )}
    </div>
  );
}

/** Controls for status and assignee of the selected leads, and undo of the last change. */
export default function BulkActionBar({ leads }: { leads: readonly Lead[] }) {
  const { id: me } = useSignedInSession().user;
  const ids = useSelectedLeadIds();
  const { data: colleagues = [] } = useAssignableAccounts();
  const [status, setStatus] = useState(kept);
  const [assignee, setAssignee] = useState(kept);
  const form = useRef<HTMLFormElement>(null);
  const { apply, undo, applied, result, say } = useChangeLeads((account) =>
    account === ''
      ? t.nobody
      : account === me
        ? t.you
        : (colleagues.find(({ id }) => id === account)?.name ?? ''),
  );

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (apply.isPending || undo.isPending) return;
    const change = { status: status === kept ? null : status, assignee: assignee === kept ? null : assignee };
    if (ids.size === 0) say(t.noLead, applied);
    else if (ids.size > maxSelectedLeads) say(t.tooMany(maxSelectedLeads), applied);
    else if (change.status === null && change.assignee === null) say(t.noChange, applied);
    else apply.mutate({ ...change, ids: [...ids] });
  }

  function takeBack(): void {
    if (!applied || undo.isPending) return;
    undo.mutate(applied, {
      // the focused button is about to be removed
      onSuccess: () => form.current?.querySelector('select')?.focus(),
    });
  }

  function finish(): void {
    stopSelectingLeads();
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-select-leads] > button')];
    buttons.find((button) => button.checkVisibility())?.focus();
  }

  return (
    <section aria-label={t.label} className={styles.bar} data-bulk="" data-screen-only="">
      <Count leads={leads} />
      <form className={styles.change} onSubmit={submit} ref={form}>
        <SelectField
          hidesLabel
          label={t.status}
          name="bulk-status"
          onChange={({ target }) => setStatus(target.value)}
          value={status}
        >
          <option value={kept}>{t.keepStatus}</option>
          <SelectOptions of={leadStatuses.map((one) => [one, leadStatusLabel(one)])} />
        </SelectField>
        <SelectField
          hidesLabel
          label={t.assignee}
          name="bulk-assignee"
          onChange={({ target }) => setAssignee(target.value)}
          value={assignee}
        >
          <option value={kept}>{t.keepAssignee}</option>
          <option value={me}>{t.giveTo(t.you)}</option>
          <option value="">{t.giveTo(t.nobody)}</option>
          <SelectOptions
            of={colleagues.filter(({ id }) => id !== me).map(({ id, name }) => [id, t.giveTo(name)])}
          />
        </SelectField>
        <Button busy={apply.isPending} busyText={t.busy} type="submit">
          {t.apply}
        </Button>
        <Button onClick={finish} variant="secondary">
          {t.finish}
        </Button>
      </form>
      {result !== '' && (
        <div className={styles.result}>
          <p>{result}</p>
          {applied && (
            <Button busy={undo.isPending} busyText={t.undoing} onClick={takeBack} variant="secondary">
              {t.undo}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const form = 'bulk';

/**
 * Applies a change to the selected leads and undoes it. The result is shown, and can be undone, until the next
 * change.
 */
function useChangeLeads(nameOf: (assignee: string | null) => string) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [result, setResult] = useState('');
  const [applied, setApplied] = useState<AppliedChange>();

  function say(text: string, undoable?: AppliedChange): void {
    dismissErrorToasts(form);
    setResult(text);
    setApplied(undoable);
    announce(text);
  }

  function fail(error: Error): void {
    showError('code' in error && error.code === '23514' ? assignTexts.denied : error, form);
  }

  const apply = useWriteMutation(changeLeads, leadsQueryKey, {
    onError: fail,
    onSuccess(change) {
      const former = new Map(change.former.map((lead) => [lead.lead_id, lead]));
      updateCachedLeads(queries, (lead) => {
        const was = former.get(lead.id);
        if (!was?.is_changed) return lead;
        if (change.status !== null) recordFormerStatus(lead.id, was.former_status);
        return {
          ...lead,
          status: change.status ?? lead.status,
          assignee_id: change.assignee === null ? lead.assignee_id : change.assignee || null,
        };
      });
      clearLeadSelection();
      const isChanged = change.former.some((lead) => lead.is_changed);
      say(describeApplied(change, nameOf(change.assignee)), isChanged ? change : undefined);
    },
  });
  const undo = useWriteMutation(restoreLeads, leadsQueryKey, {
    onError: fail,
    onSuccess(restored, change) {
      const former = new Map(change.former.map((lead) => [lead.lead_id, lead]));
      const ids = new Set(restored);
      for (const id of ids) clearFormerStatus(id);
      updateCachedLeads(queries, (lead) => {
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

/** Sentences about what was changed and what was not. `name` is the new assignee. */
function describeApplied({ status, assignee, ids, former }: AppliedChange, name: string): string {
  const changed = former.filter((lead) => lead.is_changed).length;
  const already = former.length - changed;
  const gone = ids.length - former.length;
  const parts = [describeChanged(changed)];
  if (already > 0) parts.push(t.already(already));
  if (gone > 0) parts.push(t.gone(gone));
  return parts.join(' ');

  function describeChanged(count: number): string {
    if (count === 0) return t.noneChanged;
    if (status === null) return t.givenTo(count, name);
    const label = leadStatusLabel(status);
    return assignee === null ? t.setTo(count, label) : t.setAndGiven(count, label, name);
  }
}

/** Sentences about which leads an undo restored and which it did not. */
function describeRestored({ former }: AppliedChange, restored: readonly string[]): string {
  const left = former.filter((lead) => lead.is_changed).length - restored.length;
  return left > 0 ? `${t.undone(restored.length)} ${t.left(left)}` : t.undone(restored.length);
}

interface LeadsChange {
  /** null keeps the status */
  status: string | null;
  /** the id of an account, '' for no assignee; null keeps the assignee */
  assignee: string | null;
}

type FormerLead = Database['public']['Functions']['change_leads']['Returns'][number];

interface AppliedChange extends LeadsChange {
  ids: readonly string[];
  former: FormerLead[];
}

/** The arguments that are set; the database function has defaults for the others. */
function values({ status, assignee }: LeadsChange) {
  return {
    ...(status === null ? {} : { status }),
    ...(assignee === null ? {} : assignee === '' ? { unassign: true } : { assignee }),
  };
}

async function changeLeads(change: LeadsChange & { ids: readonly string[] }): Promise<AppliedChange> {
  const data = await callDatabaseFunction('change_leads', { leads: [...change.ids], ...values(change) });
  return { ...change, former: data };
}

/** Returns the restored leads. A lead that was changed by someone else since is not restored. */
const restoreLeads = ({ former, ...change }: AppliedChange) =>
  callDatabaseFunction('restore_leads', {
    former: former.filter((lead) => lead.is_changed),
    ...values(change),
  });
