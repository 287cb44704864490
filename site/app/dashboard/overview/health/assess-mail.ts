import type { HealthReport, MailHealth } from '../../../data/server-health.ts';
import type { Area, Problem } from './area.ts';
import { formatMoment, formatWait } from './format-facts.ts';
import { healthTexts } from './health-texts.ts';

const t = healthTexts.mail;

type Sending = Extract<MailHealth, { kind: 'smtp' }>;
type Outbox = HealthReport['outbox'];

/** Mail is sent within seconds, and notices within five minutes. */
const lateSeconds = 3_600;
const list = new Intl.ListFormat('en-CA');

export function assessMail({ mail, outbox, localMode }: HealthReport): Area {
  const area = { id: 'mail', heading: t.heading } as const;
  if (mail.kind === 'files') {
    if (localMode)
      return { ...area, level: 'note', facts: [t.filesLocally], problems: [], short: t.short.files };
    return { ...area, level: 'problem', facts: [t.files.text], problems: [t.files] };
  }
  const problems = [...deliveryProblems(mail, outbox), ...senderProblems(mail)];
  const waiting = waitingOf(mail, outbox);
  return {
    ...area,
    level: problems.length > 0 ? 'problem' : 'good',
    facts: [
      mail.sentAt === null ? t.neverSent : t.sent(formatMoment(mail.sentAt)),
      ...(waiting.count > 0 ? [t.waiting(waiting.count)] : []),
    ],
    problems,
    short: mail.sentAt === null ? t.short.none : t.short.good,
  };
}

function waitingOf({ accountMails }: Sending, outbox: Outbox): { count: number; seconds: number } {
  return {
    count: (accountMails?.waiting ?? 0) + (outbox?.waiting ?? 0),
    seconds: Math.max(accountMails?.oldestSeconds ?? 0, outbox?.oldestSeconds ?? 0),
  };
}

function deliveryProblems(mail: Sending, outbox: Outbox): Problem[] {
  const problems: Problem[] = [];
  const { count, seconds } = waitingOf(mail, outbox);
  if (mail.problem) {
    const { text, at } = mail.problem;
    problems.push({ ...t.down, text: t.down.text(text, formatMoment(at)) });
  } else if (count > 0 && seconds > lateSeconds) {
    problems.push({ ...t.late, text: t.late.text(count, formatWait(seconds)) });
  }
  if (outbox && outbox.failed > 0) problems.push({ ...t.failed, text: t.failed.text(outbox.failed) });
  return problems;
}

function senderProblems({ sender }: Sending): Problem[] {
  const wrong = sender?.records.filter(({ status }) => status === 'wrong') ?? [];
  if (!sender || wrong.length === 0) return [];
  const { title, text, action } = t.sender;
  return [{ title: title(sender.domain), text: text(list.format(wrong.map(({ kind }) => kind))), action }];
}
