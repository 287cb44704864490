import type { Ref } from 'react';
import { Icon } from '../ui/icon.tsx';
import { authTexts } from './auth-texts.ts';
import type { CredentialName } from './credentials.ts';
import type { AuthFormState } from './use-auth-form.ts';
import styles from './auth-page.module.css';

/** Announces the progress of a submit; its result takes the focus: advice, rejection, or the fields to correct. */
export function FormStatus({
  state,
  busyText,
  fieldId,
  ref,
}: {
  state: AuthFormState;
  busyText: string;
  /** the id of a field's control, for links in the summary */
  fieldId: (name: CredentialName) => string;
  ref: Ref<HTMLDivElement>;
}) {
  return (
    <>
      <output className="sr-only">{state.phase === 'sending' ? busyText : ''}</output>
      {state.phase === 'waiting' && (
        <div className={styles.note} ref={ref} tabIndex={-1}>
          <Icon name="info" />
          <span>{state.advice}</span>
        </div>
      )}
      {(state.phase === 'rejected' || state.phase === 'invalid') && (
        <div className={styles.problem} ref={ref} tabIndex={-1}>
          <h2>
            <Icon name="warning" />
            {authTexts.problem}
          </h2>
          {state.phase === 'rejected' ? (
            <p className="mt-6">{state.message}</p>
          ) : (
            <ul className="mt-6">
              {Object.entries(state.errors).map(([name, advice]) => (
                <li key={name}>
                  <a className="link" href={`#${fieldId(name as CredentialName)}`}>
                    {advice}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
