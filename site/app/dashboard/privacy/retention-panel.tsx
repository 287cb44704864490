// The choice of how long leads are kept, with a preview of what would be erased, the log of past erasures.
import { useAgency } from '../../agency/use-agency.ts';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { formatLongDate } from '../../ui/format-values.ts';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import { formatCalendarDay } from '../screen/format-calendar-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import styles from './privacy.module.css';
import {
  privacyQueryName,
  setRetention,
  useRetentionPreview,
  useRetention,
  type RetentionMonths,
  type RetentionPreview,
} from './privacy-queries.ts';
import type { Database } from '../../data/database-types.ts';

type Day = Database['public']['Functions']['retention_log']['Returns'][number];

/** Numbers by day, without names. */
function RetentionLog({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return <p className="muted">{t.logEmpty}</p>;
  return (
    // can be scrolled by keyboard if the columns do not fit
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <section aria-label={t.log} className={styles.scroll} tabIndex={0}>
      <table className={styles.log}>
        <caption>{t.log}</caption>
        <thead>
          <tr>
            {Object.values(t.logColumns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, leads, clients, quarantined, registers }) => (
            <tr key={day}>
              <th scope="row">{formatCalendarDay(day)}</th>
              <td>{leads}</td>
              <td>{clients}</td>
              <td>{quarantined}</td>
              <td>{registers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const t = privacyTexts.retention;
const choices = [1, 3, 6, 12, 18, 24, 36, 48, 60, 84, 120];

function Due({ preview }: { preview: RetentionPreview }) {
  const { timeZone } = useAgency();
  const { leads, clients, quarantined, first } = preview;
  if (leads + clients + quarantined === 0) return <p>{t.nothing}</p>;
  return (
    <>
      <p>{t.preview(t.leads(leads), t.clients(clients), t.spam(quarantined))}</p>
      {first.length > 0 && (
        <details>
          <summary>{t.first}</summary>
          <ul>
            {first.map(({ id, name, last_contact: at }) => (
              <li className="grid gap-6 py-16 hair-top" key={id}>
                <b>{name}</b>
                <span className="small muted">{t.lastContact(formatLongDate(at, timeZone))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** `waits`: no owner has decided yet, so the preselected value can be saved unchanged. */
function Chooser({ saved, waits }: { saved: RetentionMonths; waits: boolean }) {
  const typed = useStoredDraft('retention', String(saved ?? ''));
  const months = typed.value === '' ? null : Number(typed.value);
  const preview = useRetentionPreview(months);
  const save = useWriteMutation(setRetention, [privacyQueryName], {
    waits: true,
    form: 'retention',
    done: t.saved,
    onSuccess: typed.drop,
  });
  const offered =
    saved === null || choices.includes(saved) ? choices : [...choices, saved].toSorted((a, b) => a - b);
  return (
    <>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate(months);
        }}
      >
        <SelectField
          label={t.label}
          name="months"
          onChange={(event) => typed.change(event.target.value)}
          value={typed.value}
        >
          <SelectOptions of={offered.map((choice) => [choice, t.months(choice)])} />
          <option value="">{t.never}</option>
        </SelectField>
        <Button busy={save.isPending} disabled={months === saved && !waits} icon="check" type="submit">
          {t.save}
        </Button>
      </form>
      <div aria-live="polite" className="stack">
        {months === null ? (
          <p>{t.off}</p>
        ) : (
          <QueryResult failedText={t.failed} loadingText={privacyTexts.loading} query={preview}>
            {(data) => <Due preview={data} />}
          </QueryResult>
        )}
      </div>
    </>
  );
}

/** How long leads are kept, what would be erased, and what was erased. */
export function RetentionPanel() {
  const retention = useRetention();
  return (
    <Panel className="dense" id="retention" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <QueryResult failedText={t.failed} loadingText={privacyTexts.loading} query={retention}>
        {({ months, waiting, log }) => (
          <>
            {waiting && (
              <p>
                <b>{t.waits}</b>
              </p>
            )}
            <Chooser
              key={`${waiting?.months ?? months}`}
              saved={waiting?.months ?? months}
              waits={waiting !== null}
            />
            <RetentionLog days={log} />
          </>
        )}
      </QueryResult>
    </Panel>
  );
}
