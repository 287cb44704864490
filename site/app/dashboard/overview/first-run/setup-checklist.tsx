// The first steps of a new site, with the removal of its samples.
import { useAgency } from '../../../agency/use-agency.ts';
import { useEffect, useRef, type ReactNode, useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { HealthReport } from '../../../data/server-health.ts';
import { Panel } from '../../screen/panel.tsx';
import { assessHealth } from '../health/assess-health.ts';
import { TestMailButton, useServerHealth } from '../health/health-card.tsx';
import { firstRunTexts as t } from './first-run-texts.ts';
import styles from './setup-checklist.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { firstRunKey, useFirstRun } from './use-first-run.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';

/** In the order in which a visitor would notice that they are missing. */
const steps = ['name', 'logo', 'legal', 'samples', 'mail', 'backup', 'team'] as const;
type StepName = (typeof steps)[number];

const links: Readonly<Partial<Record<StepName, string>>> = {
  name: '/dashboard/agency#contact',
  logo: '/dashboard/agency#logo',
  legal: '/dashboard/agency#legal',
  team: '/dashboard/team',
};

function hasBackup(report: HealthReport | undefined): boolean {
  const backup = report?.backup;
  return backup?.kind === 'elsewhere' || (backup?.kind === 'nightly' && backup.succeeded !== null);
}

/** Steps that remain to set up the site, for owners, until one of them hides the list. */
export default function SetupChecklist() {
  const { data: stored } = useFirstRun();
  const { data: report } = useServerHealth();
  const dismissal = useWriteMutation(() => callDatabaseFunction('dismiss_first_run'), [firstRunKey], {
    form: firstRunKey,
  });
  if (!stored) return null;
  const isDone = { ...stored, backup: hasBackup(report) };
  const done = steps.filter((name) => isDone[name]).length;

  function hide(): void {
    dismissal.mutate(undefined, {
      onSuccess: () => document.querySelector<HTMLElement>('main')?.focus(),
    });
  }

  return (
    <Panel className="stack gap-12" id="first-run" padded title={t.title}>
      <p className="muted">{t.progress(done, steps.length)}</p>
      <ul className={styles.steps}>
        {steps.map((name) => (
          <Step isDone={isDone[name]} key={name} name={name} report={report} />
        ))}
      </ul>
      <div>
        <Button busy={dismissal.isPending} busyText={t.dismissing} onClick={hide} variant="secondary">
          {t.dismiss}
        </Button>
      </div>
    </Panel>
  );
}

interface StepProps {
  name: StepName;
  isDone: boolean;
  report: HealthReport | undefined;
}

function Step({ name, isDone, report }: StepProps) {
  const { title } = t.steps[name];
  const row = useRef<HTMLLIElement>(null);

  // the pressed button is removed once its step is done, so the focus moves to the row; but not on the first render
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (isDone && !wasDone.current && document.activeElement === document.body) row.current?.focus();
    wasDone.current = isDone;
  }, [isDone]);

  return (
    <li className={styles.step} data-done={isDone || undefined} ref={row} tabIndex={-1}>
      <span className={styles.mark}>{isDone && <Icon name="check" />}</span>
      <p>
        <RichText text={isDone ? t.done : t.open} />
        <span>{title}</span>
      </p>
      {!isDone && <div>{wayOf(name, report)}</div>}
    </li>
  );
}

function wayOf(name: StepName, report: HealthReport | undefined): ReactNode {
  if (name === 'mail') return <TestMailButton />;
  if (name === 'samples') return <RemoveSamples />;
  if (name === 'backup') return <BackupState report={report} />;
  return (
    <PageLink className="link" to={links[name] ?? ''}>
      {t.steps[name].link}
    </PageLink>
  );
}

/** The state of the backup, which is set up on the server, so there is no button. */
function BackupState({ report }: { report: HealthReport | undefined }) {
  const { timeZone } = useAgency();
  const area = report && assessHealth(report, timeZone).find(({ id }) => id === 'backup');
  if (!area) return null;
  const words = [...area.facts, ...area.problems.map(({ action }) => action)];
  return <p className={classNames('small muted', styles.state)}>{words.join(' ')}</p>;
}

/** Removes samples like `./fairlead remove-samples`, after a confirmation. */
function RemoveSamples() {
  const [asks, setAsks] = useState(false);
  const queries = useQueryClient();

  async function remove() {
    const counts = await deleteSamples();
    // all lists and numbers of the overview contained samples
    void queries.invalidateQueries();
    return counts;
  }
  return (
    <>
      <Button onClick={() => setAsks(true)} variant="secondary">
        {t.samples.button}
      </Button>
      {asks && (
        <ConfirmWriteDialog
          busyText={t.samples.busy}
          done={({ removed, kept }) => ({
            title: t.samples.removed,
            description: t.samples.counts(removed, kept),
          })}
          id="remove-samples"
          onClose={() => setAsks(false)}
          // the step focuses its row once it is done
          onDone={() => undefined}
          queryKeys={[firstRunKey]}
          title={t.samples.question}
          write={remove}
          yes={t.samples.button}
        >
          <p>{t.samples.text}</p>
        </ConfirmWriteDialog>
      )}
    </>
  );
}

/** Returns how many records were deleted, and how many samples were kept. */
async function deleteSamples(): Promise<{ removed: number; kept: number }> {
  const data = await callDatabaseFunction('clear_samples');
  return {
    removed: data.reduce((sum, { removed }) => sum + removed, 0),
    kept: data.reduce((sum, { kept }) => sum + kept.length, 0),
  };
}
