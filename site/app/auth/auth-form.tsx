// Form component for sign-in, sign-up, password reset; its email field.
import { useId, type ReactNode, useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { authTexts } from './auth-texts.ts';
import {
  parseAuthForm,
  type AuthFormValues,
  type AuthFieldErrors,
  type AuthFieldName,
} from './parse-auth-form.ts';
import styles from './auth-page.module.css';
import { Icon } from '../ui/icon.tsx';
import { ProblemSummary } from '../ui/problem-summary.tsx';
import { passwordTexts } from '../ui/password-texts.ts';
import { dismissErrorToasts, toastError } from '../ui/toast.tsx';
import { authErrorMessage } from './auth-error-message.ts';

/** What connects a field to its form. */
interface FieldProps {
  id: string;
  name: AuthFieldName;
  error: string | undefined;
}

interface AuthFormOptions<Kind extends keyof AuthFormValues> {
  kind: Kind;
  /** Throws the auth service's error. With `advice`, the form is emptied and shown again below it. */
  send: (value: AuthFormValues[Kind]) => Promise<{ advice?: string }>;
  /** Shown when the service sent no message. */
  fallback: string;
}

interface AuthFormProps<Kind extends keyof AuthFormValues> extends AuthFormOptions<Kind> {
  busyText: string;
  submitText: string;
  fields: (field: (name: AuthFieldName) => FieldProps) => ReactNode;
  /** under the button */
  children?: ReactNode;
}

/** A form of /auth. A press of its button before hydration is repeated afterwards (`data-late`). */
export function AuthForm<Kind extends keyof AuthFormValues>(props: AuthFormProps<Kind>) {
  const { busyText, submitText, fields, children, ...options } = props;
  const id = useId();
  const { state, form, submit } = useAuthForm(options);
  const errors: AuthFieldErrors = state.phase === 'invalid' ? state.errors : {};
  const fieldId = (name: AuthFieldName) => `${id}-${name}`;
  return (
    <form className={styles.form} data-late method="post" noValidate onSubmit={submit} ref={form}>
      <FormStatus busyText={busyText} fieldId={fieldId} state={state} />
      {fields((name) => ({ id: fieldId(name), name, error: errors[name] }))}
      <Button busy={state.phase === 'sending'} busyText={busyText} size="public" type="submit" wide>
        {submitText}
      </Button>
      {state.phase === 'rejected' && state.message !== undefined && (
        <ProblemSummary>
          <p>{state.message}</p>
        </ProblemSummary>
      )}
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

const labels: Record<AuthFieldName, string> = { ...authTexts.fields, password: passwordTexts.label };

type AuthFormState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'waiting'; advice: string }
  | { phase: 'invalid'; errors: AuthFieldErrors }
  /** `message` is set once the toast with the message is closed; the form then shows it */
  | { phase: 'rejected'; message?: string };

interface FormStatusProps {
  state: AuthFormState;
  busyText: string;
  /** the id of a field's control, for links in the summary */
  fieldId: (name: AuthFieldName) => string;
}

/** Announces the progress of a submission, the next step, and the invalid fields. */
function FormStatus({ state, busyText, fieldId }: FormStatusProps) {
  const wrong = (state.phase === 'invalid' ? Object.keys(state.errors) : []) as AuthFieldName[];
  return (
    <>
      <output className="sr-only">{state.phase === 'sending' ? busyText : ''}</output>
      {state.phase === 'waiting' && (
        <div className={styles.note} data-result="" tabIndex={-1}>
          <Icon name="info" />
          <span>{state.advice}</span>
        </div>
      )}
      {wrong.length > 1 && (
        <ProblemSummary
          data-result=""
          fields={wrong.map((name) => ({ id: fieldId(name), label: labels[name] }))}
        />
      )}
    </>
  );
}

const results = {
  waiting: '[data-result]',
  invalid: '[data-result], [aria-invalid=true]',
  rejected: '[type=submit]',
};

/** The toasts of all forms of /auth share one name, because the forms replace one another. */
const formName = 'auth';

/**
 * State of a sign-in or sign-up form. Every failure is the toast "Error" (specification, section 8: "Validation Error"
 * belongs to the lead forms). After a submission the focus moves to the advice, the summary of invalid fields, the only
 * invalid field, or, if it was rejected, the button.
 */
function useAuthForm<Kind extends keyof AuthFormValues>({ kind, send, fallback }: AuthFormOptions<Kind>) {
  const [state, setState] = useState<AuthFormState>({ phase: 'idle' });
  const form = useRef<HTMLFormElement>(null);
  const { phase } = state;

  useLayoutEffect(() => {
    // the focus does not move again when the message moves from the toast into the form
    if (state.phase === 'idle' || state.phase === 'sending' || 'message' in state) return;
    form.current?.querySelector<HTMLElement>(results[state.phase])?.focus();
  }, [state]);

  useEffect(() => {
    if (phase !== 'invalid' && phase !== 'rejected') return undefined;
    const title = document.title;
    document.title = authTexts.documentTitleOfFailure(title);
    return () => {
      document.title = title;
    };
  }, [phase]);

  // closes the toasts of this form when another tab or step replaces it
  useEffect(() => () => dismissErrorToasts(formName), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const parsed = parseAuthForm(kind, new FormData(event.currentTarget));
    if (!parsed.ok) {
      toastError({ title: authTexts.failure, description: parsed.message, form: formName });
      setState({ phase: 'invalid', errors: parsed.errors });
      return;
    }
    setState({ phase: 'sending' });
    try {
      const { advice } = await send(parsed.value);
      dismissErrorToasts(formName);
      if (advice === undefined) return;
      form.current?.reset();
      setState({ phase: 'waiting', advice });
    } catch (error) {
      const message = authErrorMessage(error, fallback);
      toastError({
        title: authTexts.failure,
        description: message,
        form: formName,
        onClose: () => setState((now) => (now.phase === 'rejected' ? { ...now, message } : now)),
      });
      setState({ phase: 'rejected' });
    }
  }

  return { state, form, submit };
}
