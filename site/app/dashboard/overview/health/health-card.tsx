// The card of the site's health: its report, the sender's records, the test message.
import { useAgency } from '../../../agency/use-agency.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icon-paths.ts';
import { LoadFailedNotice } from '../../screen/load-failed-notice.tsx';
import { Panel } from '../../screen/panel.tsx';
import screenStyles from '../../screen/screen.module.css';
import { type HealthAreaAssessment, type HealthLevel, assessHealth } from './assess-health.ts';
import { healthTexts as t } from './health-texts.ts';
import styles from './health.module.css';
import type {
  HealthReport,
  TestMailResult,
  DnsRecordStatus,
  SenderDomainReport,
} from '../../../data/server-health.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../screen/show-error.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchJsonAsUser } from '../../../data/browser-client.ts';

const id = 'site-health';
const list = new Intl.ListFormat('en-CA');

/** The health of the site, for owners only. Problems get the overview's first column; otherwise one line beside it. */
export function HealthCard({ place }: { place: 'problems' | 'aside' }) {
  const { timeZone } = useAgency();
  const { data: report, isError, isFetching, refetch } = useServerHealth();
  if (!report) {
    if (!isError || place === 'problems') return null;
    return (
      <Panel className={styles.card} id={id} title={t.title}>
        <LoadFailedNotice busy={isFetching} onRetry={() => refetch()} text={t.errors.notRead} />
      </Panel>
    );
  }
  const areas = assessHealth(report, timeZone);
  const problems = areas.flatMap((area) => area.problems);
  if (problems.length > 0 !== (place === 'problems')) return null;
  return (
    <Panel className={styles.card} data-place={place} id={id} title={t.title}>
      {problems.length > 0 ? (
        <>
          <p className="muted">{t.problems(problems.length)}</p>
          <ul className={classNames('grid gap-16 mt-12', styles.problems)}>
            {problems.map(({ title, text, action }) => (
              <li key={title}>
                <Icon name="warning" />
                <h3 className="sans text-16 leading-15">{title}</h3>
                <p>{text}</p>
                <p>{action}</p>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <WellLine areas={areas} />
      )}
      <details className={classNames('mt-8', screenStyles.disclosure)}>
        <summary>
          <Icon name="chevron-down" />
          <RichText text={t.details} />
        </summary>
        {areas.map((area) => (
          <HealthArea area={area} key={area.id} report={report} />
        ))}
      </details>
    </Panel>
  );
}

function WellLine({ areas }: { areas: HealthAreaAssessment[] }) {
  const unchecked = areas
    .filter(({ level }) => level === 'unchecked')
    .map(({ heading }) => heading.toLowerCase());
  const hasNotes = areas.some(({ level }) => level === 'note');
  return (
    <div className={styles.well}>
      <Icon name={unchecked.length > 0 ? 'info' : 'check'} />
      <p>
        {unchecked.length > 0 ? t.unchecked(list.format(unchecked)) : hasNotes ? t.wellWithNotes : t.well}
      </p>
      <ul className="small muted">
        {areas.map(({ id: key, short }) => short !== undefined && <li key={key}>{short}</li>)}
      </ul>
    </div>
  );
}

const icons: Record<HealthLevel, IconName> = {
  good: 'check',
  note: 'info',
  unchecked: 'info',
  problem: 'warning',
};

function HealthArea({ area, report }: { area: HealthAreaAssessment; report: HealthReport }) {
  const { id, heading, level, facts } = area;
  const { mail } = report;
  return (
    <section aria-labelledby={`health-${id}`} className={styles.area}>
      <h3 className="sans text-16 leading-15" id={`health-${id}`}>
        {heading}
      </h3>
      <p
        className={classNames('flex items-center gap-6 text-15 font-semibold', styles.level)}
        data-level={level}
      >
        <Icon name={icons[level]} />
        <span>{t.levels[level]}</span>
      </p>
      <p>{facts.join(' ')}</p>
      {id === 'mail' && <TestMailButton />}
      {id === 'mail' && mail.kind === 'smtp' && mail.sender && <SenderRecords sender={mail.sender} />}
    </section>
  );
}

const form = 'test-mail';

/** Sends a test mail to the user, and shows the mail server's response, even if the button has been removed. */
export function TestMailButton() {
  const { user } = useSignedInSession();
  // the test is one of the set-up steps
  const test = useWriteMutation(sendTestMail, [queryName, 'first_run'], {
    waits: true,
    form,
    done: (outcome) =>
      outcome === 'sent'
        ? { title: t.mail.test.sent, description: t.mail.test.sentHint(user.email ?? '') }
        : { title: t.mail.test.filed, description: t.mail.test.filedHint },
    onError: (error) => showError(error.message || t.mail.test.failed, form),
  });

  return (
    <Button
      busy={test.isPending}
      busyText={t.mail.test.busy}
      icon="send"
      onClick={() => test.mutate()}
      variant="secondary"
    >
      {t.mail.test.send}
    </Button>
  );
}

const queryName = 'server-health';
const address = '/dashboard/health';
/** Frequent enough for a dashboard that is open all day. */
const refetchMs = 300_000;

async function request<Result>(sent?: object): Promise<Result> {
  const { ok, body } = await fetchJsonAsUser<Result & { problem?: string }>(address, sent).catch(() => {
    throw new Error(t.errors.unreachable);
  });
  if (!ok || body === null) throw new Error(body?.problem ?? t.errors.unreachable);
  return body;
}

export function useServerHealth() {
  return useQuery({
    queryKey: [queryName],
    queryFn: () => request<HealthReport>(),
    refetchInterval: refetchMs,
  });
}

/** Sends a test message to the account's own address. */
async function sendTestMail(): Promise<'sent' | 'filed'> {
  const result = await request<TestMailResult>({});
  if (result.outcome === 'failed') throw new Error(result.problem);
  return result.outcome;
}

const { sender: recordTexts, statuses } = t.mail;
const recordIcons: Record<DnsRecordStatus, IconName> = {
  good: 'check',
  improve: 'info',
  wrong: 'warning',
  unknown: 'info',
};

/** The DNS records that receivers check, with the record to publish if one is wrong. */
function SenderRecords({ sender: { domain, records } }: { sender: SenderDomainReport }) {
  return (
    <div className={classNames('w-full mt-14', styles.records)}>
      <h4 className="sans text-16 leading-15">{recordTexts.heading(domain)}</h4>
      <ul>
        {records.map(({ kind, status, advice, found, publish }) => (
          <li key={kind}>
            <h5 className="sans text-16 leading-15">{kind}</h5>
            <p
              className={classNames('flex items-center gap-6 text-15 font-semibold', styles.level)}
              data-level={status === 'wrong' ? 'problem' : status}
            >
              <Icon name={recordIcons[status]} />
              <span>{statuses[status]}</span>
            </p>
            <p className="col-span-full">{advice}</p>
            {(publish ?? found) !== undefined && (
              <dl className="grid gap-6 rounded col-span-full text-15">
                {found !== undefined && <Fact name={recordTexts.found} value={found} />}
                {publish && <Fact name={recordTexts.name} value={publish.name} />}
                {publish && <Fact name={recordTexts.value} value={publish.value} />}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
