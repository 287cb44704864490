import type { CorpusMessage } from './corpus.ts';

/** The result of reading a mail, as far as people see it. */
interface ShownMail {
  subject: string;
  body: string;
  folds: readonly number[];
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The text while all folds are closed, and what is in them. White space is compared as single spaces. */
function split({ body, folds }: ShownMail): { open: string; folded: string } {
  const lines = body.split('\n');
  const isFolded = lines.map((_, n) =>
    folds.some((from, i) => i % 2 === 0 && n >= from && n < (folds[i + 1] ?? 0)),
  );
  const part = (wanted: boolean) => squeeze(lines.filter((_, n) => isFolded[n] === wanted).join('\n'));
  return { open: part(false), folded: part(true) };
}

/** In which way a mail is shown differently from what its file expects. */
export function findShownProblems(message: CorpusMessage, mail: ShownMail): string[] {
  const problems: string[] = [];
  const { open, folded } = split(mail);
  if (message.visible !== undefined && open !== squeeze(message.visible))
    problems.push(
      `shows ${JSON.stringify(open.slice(0, 300))}, not ${JSON.stringify(message.visible.slice(0, 300))}`,
    );
  for (const part of message.visiblePart ?? [])
    if (!open.includes(squeeze(part)))
      problems.push(`does not show ${JSON.stringify(part)} but ${JSON.stringify(open.slice(0, 300))}`);
  for (const part of message.folded ?? [])
    if (!folded.includes(squeeze(part))) problems.push(`does not fold ${JSON.stringify(part)}`);
  for (const part of message.notVisible ?? [])
    if (open.includes(part)) problems.push(`shows ${JSON.stringify(part)}`);
  if (message.subject !== undefined && squeeze(mail.subject) !== squeeze(message.subject))
    problems.push(`has the subject ${JSON.stringify(mail.subject)}, not ${JSON.stringify(message.subject)}`);
  return problems;
}
