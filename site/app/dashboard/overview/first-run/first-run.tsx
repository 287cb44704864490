import type { ReactNode } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { HealthReport } from '../../../data/server-health.ts';
import { Panel } from '../../screen/panel.tsx';
import { showError } from '../../screen/show-error.ts';
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
  backup: '#site-health',
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
    <Panel className={styles.card} id="first-run" padded title={t.title}>
      <p className="muted">{t.progress(done, steps.length)}</p>
      <ul className={styles.steps}>
        {steps.map((name) => (
          <Step isDone={isDone[name]} key={name} name={name} />
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

function Step({ name, isDone }: { name: StepName; isDone: boolean }) {
  const { title } = t.steps[name];
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark}>{isDone && <Icon name="check" />}</span>
      <p>
        <RichText text={isDone ? t.done : t.open} />
        {title}
      </p>
      {!isDone && <div>{wayOf(name)}</div>}
    </li>
  );
}

function wayOf(name: StepName): ReactNode {
  if (name === 'mail') return <TestMailButton />;
  if (name === 'samples') return <RemoveSamples />;
  return (
    <PageLink className="link" to={links[name] ?? ''}>
      {t.steps[name].link}
    </PageLink>
  );
}
