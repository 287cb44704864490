import { Icon } from '../../ui/icon.tsx';
import styles from './lead-form.module.css';
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
    <div className={styles.problems} data-form-summary="" role="alert" tabIndex={-1}>
      <p>
        <Icon name="warning" />
        {failure ?? leadFormTexts.problems}
      </p>
      {failure !== null && <p>{leadFormTexts.kept}</p>}
      {problems.length > 0 && (
        <ul className="mt-6">
          {problems.map((problem) => (
            <li key={problem.field}>
              <a href={`#${id}-${problem.field}`}>{problem.instruction}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
