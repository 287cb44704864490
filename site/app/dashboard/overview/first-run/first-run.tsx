import { useEffect, useRef, type ReactNode } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { HealthReport } from '../../../data/server-health.ts';
import { Panel } from '../../screen/panel.tsx';
import { showError } from '../../screen/show-error.ts';
import { assessHealth } from '../health/assess-health.ts';
import { TestMailButton } from '../health/test-mail-button.tsx';
import { useHealth } from '../health/use-health.ts';
import { firstRunTexts as t } from './first-run-texts.ts';
import { RemoveSamples } from './remove-samples.tsx';
import { dismissFirstRun, firstRunKey, useFirstRun } from './use-first-run.ts';
import styles from './first-run.module.css';

/** In the order in which a visitor would miss them. */
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

/** What is left to make the product their agency's, for owners, until one of them hides it. */
export default function FirstRun() {
  const { data: stored } = useFirstRun();
  const { data: report } = useHealth();
  const dismissal = useWrite(dismissFirstRun, [firstRunKey]);
  if (!stored) return null;
  const isDone = { ...stored, backup: hasBackup(report) };
  const done = steps.filter((name) => isDone[name]).length;

  function hide(): void {
    dismissal.mutate(undefined, {
      onSuccess: () => document.querySelector<HTMLElement>('main')?.focus(),
      onError: (error) => showError(error, firstRunKey),
    });
  }

  return (
    <Panel className="stack gap-12 mb-24" id="first-run" padded title={t.title}>
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

  // the button that was pressed is gone with what it did; not on the first render
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

/** What a backup waits for: it is set up on the server, so there is no button. */
function BackupState({ report }: { report: HealthReport | undefined }) {
  const area = report && assessHealth(report).find(({ id }) => id === 'backup');
  if (!area) return null;
  const words = [...area.facts, ...area.problems.map(({ action }) => action)];
  return <p className={classNames('small muted', styles.state)}>{words.join(' ')}</p>;
}
