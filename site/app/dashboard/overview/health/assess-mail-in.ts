import type { HealthReport } from '../../../data/server-health.ts';
import type { Area } from './area.ts';
import { formatMoment } from './format-facts.ts';
import { healthTexts } from './health-texts.ts';

const t = healthTexts.mailIn;

/** Answers that come in by mail; nothing where none do. */
export function assessMailIn({ mailIn = [] }: HealthReport): Area[] {
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
