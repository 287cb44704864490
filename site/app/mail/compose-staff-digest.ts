// Writes the digest mail to staff about leads that wait for an answer.
import { formatCallDateTimeWithoutYear } from '../booking/call-times.ts';
import { businessMinutesToDays } from '../agency/business-minutes-to-days.ts';
import type { StaffDigestEntry } from './staff-digest.ts';
import { digestTexts as t } from './mail-texts.ts';
import { layOutMail, type MailListEntry, type ComposedMail } from './lay-out-mail.ts';
import { mailHeadOf, toOneLine, type MailLetterhead, type MailToCompose } from './compose-reply.ts';

const subjectLength = 70;
type DigestAgency = Pick<MailLetterhead['agency'], 'timeZone' | 'openingHours'>;

/** Contains who waits, how long and for what, so that a colleague can decide without signing in. */
export function composeStaffDigest(
  { id, to_address: to, digest }: MailToCompose,
  letterhead: MailLetterhead,
): ComposedMail {
  // The leads of the digest can have been answered or erased since the mail was claimed.
  if (!digest || digest.entries.length + digest.reports === 0) throw new Error('this digest has no entries');
  const { agency, siteUrl, domain } = letterhead;
  const { entries, total, reports } = digest;
  const late = entries.filter(isLateEntry);
  const isLate = late.length > 0;
  const reportEntry = { title: t.subject.reports(reports), lines: [t.reports], path: '/dashboard/feedback' };
  const shown = [
    ...entries.map((entry) => describeEntry(entry, agency)),
    ...(reports > 0 ? [reportEntry] : []),
  ];
  return {
    messageId: `<digest-${id}@${domain}>`,
    to: to ?? '',
    ...layOutMail({
      ...mailHeadOf(letterhead),
      subject: subjectOfDigest(entries, total, reports, agency),
      text: entries.length > 1 ? (late.length === entries.length ? t.intro.late : t.intro.waiting) : '',
      entries: shown.map(({ path, ...entry }) => ({ ...entry, href: siteUrl + path })),
      after: total > entries.length ? t.more(total - entries.length) : undefined,
      button:
        entries.length === 0
          ? { label: t.openReports, href: `${siteUrl}/dashboard/feedback` }
          : { label: t.open, href: `${siteUrl}/dashboard/messages${isLate ? '?needs=late' : ''}` },
      reason: t.reason(agency.name),
      links: [{ label: t.settings, href: `${siteUrl}/dashboard/settings#notifications` }],
    }),
    humanAuthored: false,
  };
}

/** Whether the digest was sent because the target of this entry has passed; others may be late too, and were named. */
function isLateEntry({ kinds }: StaffDigestEntry): boolean {
  return kinds.includes('late');
}

function subjectOfDigest(
  entries: readonly StaffDigestEntry[],
  total: number,
  reports: number,
  agency: DigestAgency,
): string {
  const [first, ...more] = entries;
  if (!first) return t.subject.reports(reports);
  if (more.length === 0) return subjectOfOne(first, agency);
  const late = entries.filter(isLateEntry);
  if (late.length > 0) return withNames(t.subject.allLate(late.length), late, agency);
  const waits = entries.every(({ since }) => since !== null);
  return withNames(waits ? t.subject.waiting(total) : t.subject.updates(total), entries, agency);
}

/** Adds as many names to the subject as lists of mail programs can show; at least one. */
function withNames(subject: string, entries: readonly StaffDigestEntry[], agency: DigestAgency): string {
  let names = '';
  for (const entry of entries) {
    const name = withWait(entry, agency);
    const longer = names === '' ? name : t.nextName(names, name);
    if (names !== '' && t.names(subject, longer).length > subjectLength) break;
    names = longer;
  }
  return t.names(subject, names);
}

function subjectOfOne(entry: StaffDigestEntry, agency: DigestAgency): string {
  const { kinds, call } = entry;
  const name = toOneLine(entry.name);
  if (isLateEntry(entry)) return t.subject.late(withWait(entry, agency));
  if (kinds.includes('mail')) return t.subject.mail(name);
  if (kinds.includes('booking') && call) {
    const isCancelled = call.state === 'cancelled';
    return isCancelled
      ? t.subject.cancelled(name)
      : t.subject.booked(name, formatCallDateTimeWithoutYear(call.at, agency.timeZone));
  }
  if (kinds.includes('answer')) return t.subject.answer(name);
  if (kinds.includes('lead')) return t.subject.lead(name);
  if (kinds.includes('assigned')) return t.subject.assigned(name);
  return t.subject.mention(name, toOneLine(entry.mentioned_by ?? t.colleague));
}

function withWait({ name, since, minutes }: StaffDigestEntry, agency: DigestAgency): string {
  return since === null || minutes < 1
    ? toOneLine(name)
    : t.waited(toOneLine(name), formatWaitingTime(minutes, t.short, agency));
}

/** Formats `minutes` of business hours; from eight hours on, as business days of the agency, as in the inbox. */
function formatWaitingTime(minutes: number, words: typeof t.short, { openingHours }: DigestAgency): string {
  const days = businessMinutesToDays(minutes, openingHours);
  if (days > 0) return words.days(days);
  return minutes >= 60 ? words.hours(Math.floor(minutes / 60)) : words.minutes(minutes);
}

function describeEntry(
  entry: StaffDigestEntry,
  agency: DigestAgency,
): Omit<MailListEntry, 'href'> & { path: string } {
  const { lead, company, service, words } = entry;
  const name = company ? t.title.company(toOneLine(entry.name), toOneLine(company)) : toOneLine(entry.name);
  return {
    title: service ? t.title.about(name, toOneLine(service)) : name,
    lines: [...describeReasons(entry, agency), ...(words ? [t.quote(toOneLine(words))] : [])],
    path: lead === null ? '/dashboard/messages/triage' : `/dashboard/messages?person=${lead}#lead-${lead}`,
  };
}

/** The reasons of the entry as one line; an empty array without a reason. */
function describeReasons(entry: StaffDigestEntry, agency: DigestAgency): string[] {
  const { kinds, since, minutes, is_late: isLate, call } = entry;
  const time = since === null ? '' : formatCallDateTimeWithoutYear(since, agency.timeZone);
  const facts = [
    isLate && t.kinds.late,
    kinds.includes('lead') && t.kinds.lead,
    kinds.includes('answer') && t.kinds.answer,
    kinds.includes('assigned') && t.kinds.assigned,
    kinds.includes('mail') && t.kinds.mail,
    kinds.includes('mention') && t.kinds.mention(toOneLine(entry.mentioned_by ?? t.colleague)),
    kinds.includes('booking') &&
      call &&
      (call.state === 'cancelled' ? t.kinds.cancelled : t.kinds.booked)(
        formatCallDateTimeWithoutYear(call.at, agency.timeZone),
      ),
    since !== null &&
      (minutes < 1 ? t.since(time) : t.wait(formatWaitingTime(minutes, t.long, agency), time)),
  ];
  const said = facts.filter((fact) => typeof fact === 'string');
  return said.length > 0 ? [said.reduce((line, fact) => t.nextFact(line, fact))] : [];
}
