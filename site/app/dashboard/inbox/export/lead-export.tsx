import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announcer.tsx';
import { useFoundCount } from '../use-found-count.ts';
import { useLeadTotals } from '../use-lead-totals.ts';
import { isSearched, type LeadFilter } from '../lead-filter.ts';
import { useLeadExport } from './use-lead-export.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../inbox-toolbar.module.css';

const t = inboxTexts.export;

/** Undefined where it is not known: a search is counted up to a thousand. */
function useExpectedCount(filter: LeadFilter): number | undefined {
  const { data: totals } = useLeadTotals();
  const { data: found } = useFoundCount(filter);
  if (isSearched(filter)) return found !== undefined && found <= 1000 ? found : undefined;
  return filter.status ? totals?.byStatus.get(filter.status) : totals?.all;
}

/** One button starts and cancels the export, so that the focus stays. */
export function LeadExport({ filter }: { filter: LeadFilter }) {
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
    <div className={styles.export}>
      {running && (
        <>
          <progress
            aria-label={t.label}
            max={expected ?? 1}
            value={expected === undefined ? undefined : done}
          />
          <span className="figure">
            {expected === undefined || expected < done
              ? t.progressOfUnknown(done)
              : t.progress(done, expected)}
          </span>
        </>
      )}
      <Button
        disabled={expected === 0 && !running}
        icon={running ? 'close' : 'download'}
        onClick={toggle}
        variant="ghost"
      >
        <span className={styles.exportWord}>{running ? t.cancel : t.start}</span>
      </Button>
    </div>
  );
}
