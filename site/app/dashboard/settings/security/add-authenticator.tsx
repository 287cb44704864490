import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CopyButton } from './copy-button.tsx';
import { factorAdvice } from './factor-advice.ts';
import { beginAuthenticator, useConfirmAuthenticator } from './factors.ts';
import { QrCode } from './qr-code.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './security.module.css';

/** Sets up an authenticator app: QR code or key, then a first code to verify. */
export function AddAuthenticator({
  name,
  onDone,
  onCancel,
}: {
  name: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['enrolment', id],
    queryFn: () => beginAuthenticator(name),
    // Each request makes another secret, so only the button repeats it.
    retry: false,
    staleTime: 'static',
    gcTime: 0,
  });

  useEffect(() => title.current?.focus(), []);

  function retryEnrolment(): void {
    // The retry button is removed once it worked.
    title.current?.focus();
    void refetch();
  }

  return (
    <section aria-labelledby={`${id}-title`} className={styles.step}>
      <h4 id={`${id}-title`} ref={title} tabIndex={-1}>
        Set up “{name}”
      </h4>
      {!data && !error && <Spinner label="Generating key…" />}
      {error && !data && (
        <>
          <ListFailed busy={isFetching} onRetry={retryEnrolment} text={factorAdvice(error)} />
          <Button onClick={onCancel} size="dashboard" variant="secondary">
            Cancel
          </Button>
        </>
      )}
      {data && (
        <>
          <div className={styles.secret}>
            <QrCode text={data.uri} />
            <div>
              <p>Scan this QR code with an authenticator app, or enter this key in the app:</p>
              <p className={styles.keyText}>{data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
              <CopyButton text={data.secret} what="The key">
                Copy the key
              </CopyButton>
            </div>
          </div>
          <ConfirmForm factorId={data.id} onCancel={onCancel} onDone={onDone} />
        </>
      )}
    </section>
  );
}

function ConfirmForm({
  factorId,
  onDone,
  onCancel,
}: {
  factorId: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { mutate, isPending, error } = useConfirmAuthenticator(onDone);
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

  const problem = empty ? 'Enter the 6-digit code from your app' : error && factorAdvice(error);
  return (
    <form className={classNames(styles.form, 'dense')} noValidate onSubmit={submit}>
      <output className="sr-only">{isPending ? 'Checking code' : ''}</output>
      <TextField
        autoComplete="one-time-code"
        className={styles.code}
        error={isPending ? undefined : (problem ?? undefined)}
        hint="The 6-digit code your app shows now"
        inputMode="numeric"
        label="Code"
        name="code"
        ref={field}
        required
      />
      <div className={styles.buttons}>
        <Button busy={isPending} busyText="Checking…" size="dashboard" type="submit">
          Turn on
        </Button>
        <Button disabled={isPending} onClick={onCancel} size="dashboard" variant="secondary">
          Cancel
        </Button>
      </div>
    </form>
  );
}
