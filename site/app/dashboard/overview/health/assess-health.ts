import type { HealthReport } from '../../../data/server-health.ts';
import { endSentence } from '../../../texts/end-sentence.ts';
import { formatBytes, formatMoment } from './format-facts.ts';
import type { Area } from './area.ts';
import { assessMail } from './assess-mail.ts';
import { assessMailIn } from './assess-mail-in.ts';
import { healthTexts } from './health-texts.ts';

const { backup: b, disk: d, version: v } = healthTexts;

export function assessHealth(report: HealthReport): Area[] {
  return [
    assessBackup(report),
    assessMail(report),
    ...assessMailIn(report),
    assessDisk(report),
    assessVersion(report),
  ];
}

function assessBackup({ backup, localMode }: HealthReport): Area {
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

function assessDisk({ disk }: HealthReport): Area {
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

function assessVersion({ version }: HealthReport): Area {
  return { id: 'version', heading: v.heading, level: 'good', facts: [v.running(version)], problems: [] };
}
