// The export button of the inbox: starts, cancels, reports the CSV download of leads.
import { useAgency } from '../../../agency/use-agency.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { useAnnounce } from '../announcer.tsx';
import { useFoundLeadCount, useLeadTotals } from '../toolbar/count-leads.ts';
import { needsLeadSearch, type LeadFilter } from '../lead-filter.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../toolbar/inbox-toolbar.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast, toastError, toastSuccess } from '../../../ui/toast.tsx';
import { errorMessage } from '../../../ui/error-message.ts';

const form = 'export';

/** Why an export was aborted. */
type Reason = 'cancelled' | 'left';

/** Runs one export at a time; `done` is the number of leads so far, null if none is running. */
function useLeadExport() {
  const { timeZone } = useAgency();
  const queries = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const current = useRef<AbortController>(undefined);

  useEffect(() => () => current.current?.abort('left' satisfies Reason), []);

  async function start(filter: LeadFilter): Promise<void> {
    let leads = 0;
    const { signal } = (current.current = new AbortController());
    setDone(0);
    try {
      const { exportLeadsToCsvFile } = await import('./export-leads-to-csv-file.ts');
      const name = await exportLeadsToCsvFile(queries, filter, timeZone, signal, (count) => {
        leads = count;
        setDone(count);
      });
      toastSuccess({ title: t.done(leads, name), form });
    } catch (error) {
      if (!signal.aborted) toastError({ title: t.failedTitle, description: errorMessage(error), form });
      else if ((signal.reason as Reason) === 'left') toast({ title: t.leftTitle, description: t.left });
    } finally {
      current.current = undefined;
      setDone(null);
    }
  }

  function cancel(): void {
    current.current?.abort('cancelled' satisfies Reason);
  }

  return { done, start, cancel };
}

const t = inboxTexts.export;

/** The number of leads to export; undefined if a search finds more than the database counts. */
function useExpectedCount(filter: LeadFilter): number | undefined {
  const { data: totals } = useLeadTotals();
  const { data: found } = useFoundLeadCount(filter);
  if (needsLeadSearch(filter)) return found !== undefined && found <= 1000 ? found : undefined;
  return filter.status ? totals?.byStatus.get(filter.status) : totals?.all;
}

/** The same button starts and cancels the export, so that the focus stays. */
export function ExportLeadsButton({ filter }: { filter: LeadFilter }) {
  const { done, start, cancel } = useLeadExport();
  const announce = useAnnounce();
  const expected = useExpectedCount(filter);
  const running = done !== null;

  function toggle(): void {
    announce(running ? t.cancelled : t.started);
    if (running) cancel();
    else void start(filter);
  }

  return (
    <div className={classNames('row flex-none gap-4-12 nowrap', styles.export)}>
      {running && (
        <>
          <progress
            aria-label={t.label}
            max={expected ?? 1}
            value={expected === undefined ? undefined : done}
          />
          <span className={styles.word}>
            <span className="figure">
              {expected === undefined || expected < done
                ? t.progressOfUnknown(done)
                : t.progress(done, expected)}
            </span>
          </span>
        </>
      )}
      <ToolbarButton
        disabled={expected === 0 && !running}
        icon={running ? 'close' : 'download'}
        label={running ? t.cancel : t.start}
        onClick={toggle}
        word={running ? t.cancel : t.start}
      />
    </div>
  );
}
