// Form component for sign-in, sign-up, password reset; its email field.
import {
  useId,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type SubmitEvent,
} from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { authTexts } from './auth-texts.ts';
import type { Credentials, CredentialErrors, CredentialName } from './credentials.ts';
import styles from './auth-page.module.css';
import { Icon } from '../ui/icon.tsx';
import { dismissErrors, toastError } from '../ui/toast.tsx';
import { authErrorMessage } from './auth-error-message.ts';

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
  const errors: CredentialErrors = state.phase === 'invalid' ? state.errors : {};
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

type AuthFormState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'waiting'; advice: string }
  | { phase: 'invalid'; errors: CredentialErrors }
  | { phase: 'rejected'; message: string };

/** One name for all: the forms replace one another. */
const formName = 'auth';

interface AuthFormOptions<Kind extends keyof Credentials> {
  kind: Kind;
  /** Throws the auth service's error. With `advice` the form is emptied and shown again below it. */
  send: (value: Credentials[Kind]) => Promise<{ advice?: string }>;
  /** Shown when the service sent no message. */
  fallback: string;
}

/**
 * State of a sign-in or sign-up form. Every failure is the toast "Error" (specification, section 8: "Validation
 * Error" belongs to the lead forms); the focus moves to what FormStatus shows of the result.
 */
function useAuthForm<Kind extends keyof Credentials>({ kind, send, fallback }: AuthFormOptions<Kind>) {
  const [state, setState] = useState<AuthFormState>({ phase: 'idle' });
  const status = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (state.phase !== 'idle') status.current?.focus();
  }, [state]);

  useEffect(() => {
    if (state.phase !== 'invalid' && state.phase !== 'rejected') return undefined;
    const title = document.title;
    document.title = authTexts.documentTitleOfFailure(title);
    return () => {
      document.title = title;
    };
  }, [state]);

  // the press that hydrated the page may send the form at once
  useEffect(() => void loadCredentials().catch(() => {}), []);

  // this form's errors mean nothing to the tab or step that replaces it
  useEffect(() => () => dismissErrors(formName), []);

  function loadWhileSending() {
    setState({ phase: 'sending' });
    return loadCredentials();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    try {
      const rules = loadedCredentials() ?? (await loadWhileSending());
      const parsed = rules.parseCredentials(kind, values);
      if (!parsed.ok) {
        toastError({ title: authTexts.failure, description: parsed.message, form: formName });
        setState({ phase: 'invalid', errors: parsed.errors });
        return;
      }
      setState({ phase: 'sending' });
      const { advice } = await send(parsed.value);
      dismissErrors(formName);
      if (advice === undefined) return;
      form.reset();
      setState({ phase: 'waiting', advice });
    } catch (error) {
      const message = authErrorMessage(error, fallback);
      toastError({ title: authTexts.failure, description: message, form: formName });
      setState({ phase: 'rejected', message });
    }
  }

  return { state, status, submit };
}

type Rules = typeof import('./credentials.ts');

let rules: Rules | null = null;

/** Loads the rules of the forms, which nobody needs before one is sent. Rejects offline; a later call retries. */
async function loadCredentials(): Promise<Rules> {
  rules ??= await import('./credentials.ts');
  return rules;
}

/** Null until loaded. */
function loadedCredentials(): Rules | null {
  return rules;
}
