// The form that enrols an authenticator app: QR code, secret key, check of the first code.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LoadFailedNotice } from '../../screen/load-failed-notice.tsx';
import { Spinner } from '../../../ui/icon.tsx';
import { CopyButton } from './security-block.tsx';
import {
  explainFactorError,
  enrolAuthenticator,
  confirmAuthenticator,
  useFactorMutation,
} from './factors.ts';
import { securityTexts } from '../settings-texts.ts';
import styles from './security.module.css';
import { encode } from 'uqr';

const t = securityTexts.enrolment;

interface AuthenticatorFormProps {
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Sets up an authenticator app: QR code or key, then verification of a first code. */
export function AuthenticatorForm({ name, onDone, onCancel }: AuthenticatorFormProps) {
  const agency = useAgency();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['enrolment', id],
    queryFn: () => enrolAuthenticator(name, agency.name),
    // No automatic retry, because each request creates another secret.
    retry: false,
    staleTime: 'static',
    gcTime: 0,
  });

  useEffect(() => title.current?.focus(), []);

  function retryEnrolment(): void {
    // The retry button is removed once it has succeeded.
    title.current?.focus();
    void refetch();
  }

  return (
    <section aria-labelledby={`${id}-title`} className={styles.step}>
      <h4 className="sans text-17 leading-14" id={`${id}-title`} ref={title} tabIndex={-1}>
        {t.title(name)}
      </h4>
      {!data && !error && <Spinner label={t.loading} />}
      {error && !data && (
        <>
          <LoadFailedNotice busy={isFetching} onRetry={retryEnrolment} text={explainFactorError(error)} />
          <Button onClick={onCancel} variant="secondary">
            {securityTexts.cancel}
          </Button>
        </>
      )}
      {data && (
        <>
          <div className={styles.secret}>
            <QrCode text={data.uri} />
            <div className="column gap-12">
              <p>{t.instruction}</p>
              <p className={styles.keyText}>{data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
              <CopyButton text={data.secret} texts={t.copyKey} />
            </div>
          </div>
          <ConfirmForm factorId={data.id} onCancel={onCancel} onDone={onDone} />
        </>
      )}
    </section>
  );
}

interface ConfirmFormProps {
  factorId: string;
  onDone: () => void;
  onCancel: () => void;
}

function ConfirmForm({ factorId, onDone, onCancel }: ConfirmFormProps) {
  const { mutate, isPending, error } = useFactorMutation(confirmAuthenticator, onDone);
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    setEmpty(code === '');
    if (code === '') {
      field.current?.focus();
      return;
    }
    mutate({ id: factorId, code }, { onError: () => field.current?.focus() });
  }

  const problem = empty ? t.codeMissing : error && explainFactorError(error);
  return (
    <form className="dense stack max-w-34rem" noValidate onSubmit={submit}>
      <output className="sr-only">{isPending ? t.checking : ''}</output>
      <TextField
        autoComplete="one-time-code"
        className={styles.code}
        error={isPending ? undefined : (problem ?? undefined)}
        hint={t.codeHint}
        inputMode="numeric"
        label={t.code}
        name="code"
        ref={field}
        required
      />
      <div className="cluster">
        <Button busy={isPending} busyText={t.busy} type="submit">
          {t.submit}
        </Button>
        <Button disabled={isPending} onClick={onCancel} variant="secondary">
          {securityTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

/** A QR code as one path, dark on white in both themes, as cameras need it. Its content must also be shown as text. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg aria-hidden="true" className={styles.qr} shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
