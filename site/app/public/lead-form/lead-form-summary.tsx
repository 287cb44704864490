import { ProblemSummary } from '../page/problem-summary.tsx';
import { leadFormTexts } from './lead-form-texts.ts';
import type { LeadProblem } from '../../lead/lead-fields.ts';

/** The problems of a submission, with links to the fields. It takes the focus. */
export function LeadFormSummary({
  id,
  problems,
  failure,
}: {
  id: string;
  problems: readonly LeadProblem[];
  failure: string | null;
}) {
  if (problems.length === 0 && failure === null) return null;
  return (
    <ProblemSummary
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the browser gives it the focus
      autoFocus
      data-form-summary=""
      links={problems.map(({ field, instruction }) => ({ href: `#${id}-${field}`, text: instruction }))}
      note={failure === null ? undefined : leadFormTexts.kept}
      title={failure ?? leadFormTexts.problems}
    />
  );
}
