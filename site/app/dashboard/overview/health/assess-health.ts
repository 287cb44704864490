// Assesses a report of the site's health: facts, problems, advice.
import { lateMailSeconds, type HealthReport, type MailHealth } from '../../../data/server-health.ts';
import { endSentence } from '../../../texts/end-sentence.ts';
import { formatDateTime } from '../../../ui/format-values.ts';
import { healthTexts } from './health-texts.ts';

const { backup: b, mail: m, mailIn: t, disk: d, version: v, bytes } = healthTexts;

type FormatMoment = (timestamp: string) => string;

/** Assesses each area of a report; times are shown in this time zone. */
export function assessHealth(report: HealthReport, timeZone: string): HealthAreaAssessment[] {
  const formatMoment: FormatMoment = (timestamp) => formatDateTime(timestamp, timeZone);
  return [
    assessBackup(report, formatMoment),
    assessMail(report, formatMoment),
    ...assessMailIn(report, formatMoment),
    assessDisk(report),
    assessVersion(report),
  ];
}

type Area = Pick<HealthAreaAssessment, 'id' | 'heading'>;

function uncheckedOf(area: Area, facts: string[], short?: string): HealthAreaAssessment {
  return { ...area, level: 'unchecked', facts, problems: [], ...(short !== undefined && { short }) };
}

/** A problem that an owner should fix. */
interface Problem {
  title: string;
  text: string;
  action: string;
}

function problemOf(area: Area, problem: Problem, scope: string[] = []): HealthAreaAssessment {
  return { ...area, level: 'problem', facts: [problem.text, ...scope], problems: [problem] };
}

function assessBackup({ backup, localMode }: HealthReport, formatMoment: FormatMoment): HealthAreaAssessment {
  const area = { id: 'backup', heading: b.heading } as const;
  if (backup.kind === 'elsewhere') return uncheckedOf(area, [b.elsewhere], b.short.elsewhere);
  if (backup.kind === 'off') {
    const [missing, other] = backup.missing;
    const isHalf = missing !== undefined && other === undefined;
    if (localMode && !isHalf) return uncheckedOf(area, [b.offLocally], b.short.off);
    const action = isHalf ? b.off.half[missing === 'BACKUP_TO' ? 'target' : 'passphrase'] : b.off.action;
    const text = backup.includesDatabase ? b.off.text : b.off.filesText;
    return problemOf(area, { title: b.off.title, text, action });
  }
  const { succeeded, failed, isLate, logFailing, includesDatabase, isOnDataDisk, isTargetMissing } = backup;
  const next = formatMoment(backup.nextAt);
  const scope = [...(includesDatabase ? [] : [b.filesOnly]), ...(isOnDataDisk ? [b.sameDisk] : [])];
  const targetMessage = isTargetMissing ? (logFailing?.message ?? failed?.message) : undefined;
  if (targetMessage !== undefined)
    return problemOf(area, { ...b.target, text: endSentence(targetMessage) }, scope);
  if (failed) {
    const lastGood = succeeded ? b.failed.lastGood(formatMoment(succeeded.at)) : b.failed.noneGood;
    const text = `${b.failed.text(formatMoment(failed.at), failed.message)} ${lastGood}`;
    return problemOf(area, { title: b.failed.title, text, action: b.failed.action(next) }, scope);
  }
  if (!succeeded) return uncheckedOf(area, [b.first(next), ...scope], b.short.none);
  const at = formatMoment(succeeded.at);
  if (isLate) return problemOf(area, { ...b.late, text: b.late.text(at) }, scope);
  if (logFailing) {
    const text = b.log.text(formatMoment(logFailing.since), logFailing.message);
    return problemOf(area, { ...b.log, text }, scope);
  }
  const isProven = succeeded.isVerified && succeeded.unproven === undefined;
  const result = isProven ? b.good(at) : b.unproven(at, succeeded.unproven ?? '');
  const level = isProven && !isOnDataDisk ? 'good' : 'note';
  return { ...area, level, facts: [result, b.next(next), ...scope], problems: [], short: b.short.good };
}

function assessDisk({ disk }: HealthReport): HealthAreaAssessment {
  const area = { id: 'disk', heading: d.heading } as const;
  if (!disk) return uncheckedOf(area, [d.unknown]);
  const free = formatBytes(disk.freeBytes);
  const size = formatBytes(disk.sizeBytes);
  const facts = [
    d.text(free, size),
    ...(disk.databaseBytes === null ? [] : [d.database(formatBytes(disk.databaseBytes))]),
    ...(disk.fileBytes === null ? [] : [d.files(formatBytes(disk.fileBytes))]),
  ];
  if (disk.isLow)
    return { ...area, level: 'problem', facts, problems: [{ ...d.low, text: d.low.text(free, size) }] };
  return { ...area, level: 'good', facts, problems: [], short: d.short(free) };
}

function assessVersion({ version }: HealthReport): HealthAreaAssessment {
  return { id: 'version', heading: v.heading, level: 'good', facts: [v.running(version)], problems: [] };
}

/** Incoming mail; nothing if it is not set up. */
function assessMailIn({ mailIn = [] }: HealthReport, formatMoment: FormatMoment): HealthAreaAssessment[] {
  if (mailIn.length === 0) return [];
  const area = { id: 'mail-in', heading: t.heading } as const;
  const problems = mailIn.flatMap(({ way, problem }) =>
    problem ? [{ ...t.down, text: t.down.text(t.ways[way], problem.text, formatMoment(problem.at)) }] : [],
  );
  const facts = mailIn.flatMap(({ way, receivedAt, tooLargeAt, overLimitAt }) => [
    receivedAt === null ? t.none(t.ways[way]) : t.received(t.ways[way], formatMoment(receivedAt)),
    ...(tooLargeAt ? [t.tooLarge(formatMoment(tooLargeAt))] : []),
    ...(overLimitAt ? [t.overLimit(formatMoment(overLimitAt))] : []),
  ]);
  if (problems.length > 0) return [{ ...area, level: 'problem', facts, problems }];
  if (mailIn.some(({ receivedAt }) => receivedAt === null)) return [uncheckedOf(area, facts)];
  return [{ ...area, level: 'good', facts, problems, short: t.short }];
}

type Sending = Extract<MailHealth, { kind: 'smtp' }>;
type Outbox = HealthReport['outbox'];

const list = new Intl.ListFormat('en-CA');

function assessMail(
  { mail, outbox, localMode }: HealthReport,
  formatMoment: FormatMoment,
): HealthAreaAssessment {
  const area = { id: 'mail', heading: m.heading } as const;
  if (mail.kind === 'files')
    return localMode ? uncheckedOf(area, [m.filesLocally], m.short.files) : problemOf(area, m.files);
  const problems = [...deliveryProblems(mail, outbox, formatMoment), ...senderProblems(mail)];
  const { count } = waitingOf(mail, outbox);
  const last = mail.sentAt === null ? m.neverSent : m.sent(formatMoment(mail.sentAt));
  const isLookedUp = mail.sender?.records.every(({ status }) => status !== 'unknown') ?? true;
  const facts = [
    last,
    ...(count > 0 ? [m.waiting(count)] : []),
    ...(mail.sender && !isLookedUp ? [m.sender.unknown(mail.sender.domain)] : []),
  ];
  if (problems.length > 0) return { ...area, level: 'problem', facts, problems };
  if (mail.sentAt === null) return uncheckedOf(area, facts, m.short.none);
  return { ...area, level: isLookedUp ? 'good' : 'note', facts, problems, short: m.short.good };
}

function waitingOf({ accountMails }: Sending, outbox: Outbox): { count: number; seconds: number } {
  return {
    count: (accountMails?.waiting ?? 0) + (outbox?.waiting ?? 0),
    seconds: Math.max(accountMails?.oldestSeconds ?? 0, outbox?.oldestSeconds ?? 0),
  };
}

function deliveryProblems(mail: Sending, outbox: Outbox, formatMoment: FormatMoment): Problem[] {
  const problems: Problem[] = [];
  const { count, seconds } = waitingOf(mail, outbox);
  if (mail.problem) {
    const { text, at } = mail.problem;
    problems.push({ ...m.down, text: m.down.text(text, formatMoment(at)) });
  } else if (count > 0 && seconds > lateMailSeconds) {
    problems.push({ ...m.late, text: m.late.text(count, formatWait(seconds)) });
  }
  if (outbox && outbox.failed > 0) problems.push({ ...m.failed, text: m.failed.text(outbox.failed) });
  return problems;
}

function senderProblems({ sender }: Sending): Problem[] {
  const wrong = sender?.records.filter(({ status }) => status === 'wrong') ?? [];
  if (!sender || wrong.length === 0) return [];
  const { title, text, action } = m.sender;
  return [{ title: title(sender.domain), text: text(list.format(wrong.map(({ kind }) => kind))), action }];
}

const oneDigit = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });
const noDigits = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 });
const gigabyte = 1_000_000_000;
const hourSeconds = 3_600;
const hoursShown = 48;

/** "950 MB", "1.5 GB", "54 GB". */
function formatBytes(size: number): string {
  const gigabytes = size / gigabyte;
  if (gigabytes < 1) return bytes.megabytes(noDigits.format(size / 1_000_000));
  return bytes.gigabytes((gigabytes < 10 ? oneDigit : noDigits).format(gigabytes));
}

/** Formats a wait of an hour or more, as hours or days. */
function formatWait(seconds: number): string {
  const hours = Math.floor(seconds / hourSeconds);
  return hours < hoursShown ? m.hours(hours) : m.days(Math.floor(hours / 24));
}

/** `unchecked`: nothing is known to have failed, because nothing was tried. */
export type HealthLevel = 'good' | 'note' | 'unchecked' | 'problem';

export interface HealthAreaAssessment {
  id: 'backup' | 'mail' | 'mail-in' | 'disk' | 'version';
  heading: string;
  level: HealthLevel;
  /** Complete sentences. */
  facts: string[];
  problems: Problem[];
  /** its part of the one line that is shown while there is no problem */
  short?: string;
}
