import { ProblemSummary } from '../page/problem-summary.tsx';
import { leadFormTexts } from './lead-form-texts.ts';
import type { LeadProblem } from '../../lead/lead-fields.ts';

/** The problems of a submission, with links to the fields. It takes the focus. */
export function LeadFormSummary({
  id,
  problems,
  failure,
  isPosted,
}: {
  id: string;
  problems: readonly LeadProblem[];
  failure: string | null;
  /** of a post without scripts, after which no toast says the first rule */
  isPosted: boolean;
}) {
  if (problems.length === 0 && failure === null) return null;
  const kept = failure === null ? undefined : leadFormTexts.kept;
  return (
    <ProblemSummary
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the browser gives it the focus
      autoFocus
      data-form-summary=""
      links={problems.map(({ field, instruction }) => ({ href: `#${id}-${field}`, text: instruction }))}
      note={isPosted ? problems[0]?.message : kept}
      title={failure ?? leadFormTexts.problems}
    />
  );
}
