import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { dismissErrors, toastError } from '../ui/toast.tsx';
import { authTexts } from './auth-texts.ts';
import { authErrorMessage } from './auth-error-message.ts';
import type { Credentials, FieldErrors } from './credentials.ts';

export type AuthFormState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'waiting'; advice: string }
  | { phase: 'invalid'; errors: FieldErrors }
  | { phase: 'rejected'; message: string };

/** One name for all: the forms replace one another. */
const formName = 'auth';

export interface AuthFormOptions<Kind extends keyof Credentials> {
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
export function useAuthForm<Kind extends keyof Credentials>({ kind, send, fallback }: AuthFormOptions<Kind>) {
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
