import { useRef, useState, type SubmitEvent } from 'react';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { leadStatuses, statusLabel } from '../../../lead/lead-status.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { useColleagues } from '../assignee/use-colleagues.ts';
import type { Lead } from '../read-lead-page.ts';
import { bulkTexts as t } from './bulk-texts.ts';
import { clearSelection, mostSelected, selectLeads, stopSelecting, useSelectedIds } from './selection.ts';
import { useChangeLeads } from './use-change-leads.ts';
import styles from './bulk-bar.module.css';

const kept = 'keep';

/** What is selected, and what can be done with it. */
function Count({ leads }: { leads: readonly Lead[] }) {
  const row = useRef<HTMLDivElement>(null);
  const count = useSelectedIds().size;
  const shown = leads.filter((lead) => !lead.erased_at).slice(0, mostSelected);
  const isCut = leads.length > mostSelected;

  function clear(): void {
    // its button goes
    row.current?.querySelector('button')?.focus();
    clearSelection();
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

/** Status and responsibility of the selected leads, and undo of what was done last. */
export default function BulkBar({ leads }: { leads: readonly Lead[] }) {
  const { id: me } = useSignedIn().user;
  const ids = useSelectedIds();
  const { data: colleagues = [] } = useColleagues();
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
    else if (ids.size > mostSelected) say(t.tooMany(mostSelected), applied);
    else if (change.status === null && change.assignee === null) say(t.noChange, applied);
    else apply.mutate({ ...change, ids: [...ids] });
  }

  function takeBack(): void {
    if (!applied || undo.isPending) return;
    undo.mutate(applied, {
      // the button goes, and the focus with it
      onSuccess: () => form.current?.querySelector('select')?.focus(),
    });
  }

  function finish(): void {
    stopSelecting();
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
          {leadStatuses.map((one) => (
            <option key={one} value={one}>
              {statusLabel(one)}
            </option>
          ))}
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
          {colleagues
            .filter(({ id }) => id !== me)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {t.giveTo(name)}
              </option>
            ))}
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
