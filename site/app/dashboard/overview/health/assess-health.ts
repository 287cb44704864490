// Assesses a report of the site's health: facts, problems, advice.
import type { HealthReport, MailHealth } from '../../../data/server-health.ts';
import { endSentence } from '../../../texts/end-sentence.ts';
import { formatDateTime } from '../../../ui/format-values.ts';
import { healthTexts } from './health-texts.ts';

const { backup: b, disk: d, version: v } = healthTexts;

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

type FormatMoment = (timestamp: string) => string;

function assessBackup({ backup, localMode }: HealthReport, formatMoment: FormatMoment): HealthAreaAssessment {
  const area = { id: 'backup', heading: b.heading } as const;
  if (backup.kind === 'elsewhere')
    return { ...area, problems: [], level: 'note', facts: [b.elsewhere], short: b.short.elsewhere };
  if (backup.kind === 'off') {
    const [missing, other] = backup.missing;
    const isHalf = missing !== undefined && other === undefined;
    if (localMode && !isHalf)
      return { ...area, problems: [], level: 'note', facts: [b.offLocally], short: b.short.off };
    const { title } = b.off;
    const action = isHalf ? b.off.half(missing) : b.off.action;
    const text = backup.includesDatabase ? b.off.text : b.off.filesText;
    return { ...area, level: 'problem', facts: [text], problems: [{ title, text, action }] };
  }
  const { succeeded, failed, isLate, logFailing, includesDatabase, isOnDataDisk, isTargetMissing } = backup;
  const next = formatMoment(backup.nextAt);
  const scope = [...(includesDatabase ? [] : [b.filesOnly]), ...(isOnDataDisk ? [b.sameDisk] : [])];
  const targetMessage = isTargetMissing ? (logFailing?.message ?? failed?.message) : undefined;
  if (targetMessage !== undefined) {
    const problem = { ...b.target, text: endSentence(targetMessage) };
    return { ...area, level: 'problem', facts: [problem.text, ...scope], problems: [problem] };
  }
  if (failed) {
    const lastGood = succeeded ? b.failed.lastGood(formatMoment(succeeded.at)) : b.failed.noneGood;
    const text = `${b.failed.text(formatMoment(failed.at), failed.message)} ${lastGood}`;
    const problem = { title: b.failed.title, text, action: b.failed.action(next) };
    return { ...area, level: 'problem', facts: [text, ...scope], problems: [problem] };
  }
  if (!succeeded)
    return { ...area, problems: [], level: 'note', facts: [b.first(next), ...scope], short: b.short.none };
  const at = formatMoment(succeeded.at);
  if (isLate) {
    const problem = { ...b.late, text: b.late.text(at) };
    return { ...area, level: 'problem', facts: [problem.text, ...scope], problems: [problem] };
  }
  if (logFailing) {
    const text = b.log.text(formatMoment(logFailing.since), logFailing.message);
    return { ...area, level: 'problem', facts: [text, ...scope], problems: [{ ...b.log, text }] };
  }
  const isProven = succeeded.isVerified && succeeded.unproven === undefined;
  const isGood = isProven && !isOnDataDisk;
  return {
    ...area,
    problems: [],
    level: isGood ? 'good' : 'note',
    facts: [isProven ? b.good(at) : b.unproven(at, succeeded.unproven ?? ''), b.next(next), ...scope],
    short: b.short.good,
  };
}

function assessDisk({ disk }: HealthReport): HealthAreaAssessment {
  const area = { id: 'disk', heading: d.heading } as const;
  if (!disk) return { ...area, level: 'note', facts: [d.unknown], problems: [] };
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

const t = healthTexts.mailIn;

/** Incoming mail; nothing if it is not set up. */
function assessMailIn({ mailIn = [] }: HealthReport, formatMoment: FormatMoment): HealthAreaAssessment[] {
  if (mailIn.length === 0) return [];
  const problems = mailIn.flatMap(({ way, problem }) =>
    problem ? [{ ...t.down, text: t.down.text(t.ways[way], problem.text, formatMoment(problem.at)) }] : [],
  );
  const facts = mailIn.flatMap(({ way, receivedAt, tooLargeAt, overLimitAt }) => [
    receivedAt === null ? t.none(t.ways[way]) : t.received(t.ways[way], formatMoment(receivedAt)),
    ...(tooLargeAt ? [t.tooLarge(formatMoment(tooLargeAt))] : []),
    ...(overLimitAt ? [t.overLimit(formatMoment(overLimitAt))] : []),
  ]);
  const level = problems.length > 0 ? 'problem' : 'good';
  return [{ id: 'mail-in', heading: t.heading, level, facts, problems, short: t.short }];
}

const assessMailTexts = healthTexts.mail;

type Sending = Extract<MailHealth, { kind: 'smtp' }>;
type Outbox = HealthReport['outbox'];

/** Mail is normally sent within seconds, and notifications within five minutes. */
const lateSeconds = 3_600;
const list = new Intl.ListFormat('en-CA');

function assessMail(
  { mail, outbox, localMode }: HealthReport,
  formatMoment: FormatMoment,
): HealthAreaAssessment {
  const area = { id: 'mail', heading: assessMailTexts.heading } as const;
  if (mail.kind === 'files') {
    if (localMode)
      return {
        ...area,
        level: 'note',
        facts: [assessMailTexts.filesLocally],
        problems: [],
        short: assessMailTexts.short.files,
      };
    return {
      ...area,
      level: 'problem',
      facts: [assessMailTexts.files.text],
      problems: [assessMailTexts.files],
    };
  }
  const problems = [...deliveryProblems(mail, outbox, formatMoment), ...senderProblems(mail)];
  const waiting = waitingOf(mail, outbox);
  return {
    ...area,
    level: problems.length > 0 ? 'problem' : 'good',
    facts: [
      mail.sentAt === null ? assessMailTexts.neverSent : assessMailTexts.sent(formatMoment(mail.sentAt)),
      ...(waiting.count > 0 ? [assessMailTexts.waiting(waiting.count)] : []),
    ],
    problems,
    short: mail.sentAt === null ? assessMailTexts.short.none : assessMailTexts.short.good,
  };
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
    problems.push({ ...assessMailTexts.down, text: assessMailTexts.down.text(text, formatMoment(at)) });
  } else if (count > 0 && seconds > lateSeconds) {
    problems.push({ ...assessMailTexts.late, text: assessMailTexts.late.text(count, formatWait(seconds)) });
  }
  if (outbox && outbox.failed > 0)
    problems.push({ ...assessMailTexts.failed, text: assessMailTexts.failed.text(outbox.failed) });
  return problems;
}

function senderProblems({ sender }: Sending): Problem[] {
  const wrong = sender?.records.filter(({ status }) => status === 'wrong') ?? [];
  if (!sender || wrong.length === 0) return [];
  const { title, text, action } = assessMailTexts.sender;
  return [{ title: title(sender.domain), text: text(list.format(wrong.map(({ kind }) => kind))), action }];
}

const formatFactsTexts = healthTexts;
const oneDigit = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });
const noDigits = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 });
const gigabyte = 1_000_000_000;
const hourSeconds = 3_600;
const hoursShown = 48;

/** "950 MB", "1.5 GB", "54 GB". */
function formatBytes(bytes: number): string {
  const gigabytes = bytes / gigabyte;
  if (gigabytes < 1) return formatFactsTexts.bytes.megabytes(noDigits.format(bytes / 1_000_000));
  return formatFactsTexts.bytes.gigabytes((gigabytes < 10 ? oneDigit : noDigits).format(gigabytes));
}

/** Formats a wait of an hour or more, as hours or days. */
function formatWait(seconds: number): string {
  const hours = Math.floor(seconds / hourSeconds);
  return hours < hoursShown
    ? formatFactsTexts.mail.hours(hours)
    : formatFactsTexts.mail.days(Math.floor(hours / 24));
}

export type HealthLevel = 'good' | 'note' | 'problem';

/** A problem that an owner should fix. */
interface Problem {
  title: string;
  text: string;
  action: string;
}

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
