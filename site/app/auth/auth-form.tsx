import { useId, type ReactNode, type Ref } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { authTexts } from './auth-texts.ts';
import type { Credentials, FieldErrors, CredentialName } from './credentials.ts';
import { useAuthForm, type AuthFormOptions, type AuthFormState } from './use-auth-form.ts';
import styles from './auth-page.module.css';
import { Icon } from '../ui/icon.tsx';

/** What ties a field to its form. */
interface FieldProps {
  id: string;
  name: CredentialName;
  error: string | undefined;
}

interface AuthFormProps<Kind extends keyof Credentials> extends AuthFormOptions<Kind> {
  busyText: string;
  submitText: string;
  fields: (field: (name: CredentialName) => FieldProps) => ReactNode;
  /** under the button */
  children?: ReactNode;
}

/** A form of /auth. A press of its button before hydration is replayed afterwards (`data-late`). */
export function AuthForm<Kind extends keyof Credentials>(props: AuthFormProps<Kind>) {
  const { busyText, submitText, fields, children, ...options } = props;
  const id = useId();
  const { state, status, submit } = useAuthForm(options);
  const errors: FieldErrors = state.phase === 'invalid' ? state.errors : {};
  const fieldId = (name: CredentialName) => `${id}-${name}`;
  return (
    <form className={styles.form} data-late method="post" noValidate onSubmit={submit}>
      <FormStatus busyText={busyText} fieldId={fieldId} ref={status} state={state} />
      {fields((name) => ({ id: fieldId(name), name, error: errors[name] }))}
      <Button busy={state.phase === 'sending'} busyText={busyText} size="public" type="submit" wide>
        {submitText}
      </Button>
      {children}
    </form>
  );
}

interface EmailFieldProps extends FieldProps {
  autoComplete: 'username' | 'email';
  defaultValue?: string;
}

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      autoCapitalize="none"
      inputMode="email"
      label={authTexts.fields.email}
      required
      spellCheck={false}
      type="email"
      {...props}
    />
  );
}

/** Announces the progress of a submit; its result takes the focus: advice, rejection, or the fields to correct. */
function FormStatus({
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
