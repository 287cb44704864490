import { useRef, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { factorAdvice } from './factor-advice.ts';
import { FactorList } from './factor-list.tsx';
import { useAddKey, useFactors } from './factors.ts';
import { NameFactor } from './name-factor.tsx';
import { SecurityBlock } from './security-block.tsx';
import styles from './security.module.css';

type Adding = { kind: 'none' } | { kind: 'app' } | { kind: 'app named'; name: string } | { kind: 'key' };

function hasSecurityKeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/** The second factors of this account. `onFirst` is called after the first one was set up. */
export function TwoStepBlock({ onFirst }: { onFirst: () => void }) {
  const { data: factors, isError, isFetching, refetch } = useFactors();
  const [adding, setAdding] = useState<Adding>({ kind: 'none' });
  const key = useAddKey(added);
  const heading = useRef<HTMLHeadingElement>(null);
  const taken = factors?.map(({ friendly_name }) => friendly_name ?? '') ?? [];
  const isOn = taken.length > 0;

  function stop(): void {
    setAdding({ kind: 'none' });
    key.reset();
    // Another window may have changed them.
    void refetch();
    heading.current?.focus();
  }

  function added(name: string): void {
    toast({ title: 'Success', description: `${name} is ready to use.`, variant: 'success' });
    stop();
    if (!isOn) onFirst();
  }

  return (
    <SecurityBlock
      headingRef={heading}
      id="security-factors"
      state={
        factors && (
          <Badge shape={isOn ? 'check' : 'circle'} variant={isOn ? 'ok' : 'outline'}>
            {isOn ? 'On' : 'Off'}
          </Badge>
        )
      }
      text="A stolen password alone won't be enough: signing in also needs a code or security key."
      title="Two-step verification"
    >
      {!factors && !isError && <Spinner label="Loading two-step verification…" />}
      {!factors && isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't load two-step verification."
        />
      )}
      {factors && isOn && <FactorList factors={factors} onRemoved={stop} />}
      {factors && adding.kind === 'none' && (
        <div className={styles.buttons}>
          <Button icon="plus" onClick={() => setAdding({ kind: 'app' })} size="dashboard" variant="secondary">
            Add an authenticator app
          </Button>
          {hasSecurityKeys() ? (
            <Button
              icon="plus"
              onClick={() => setAdding({ kind: 'key' })}
              size="dashboard"
              variant="secondary"
            >
              Add a security key
            </Button>
          ) : (
            <p className="small muted">This browser doesn't support security keys.</p>
          )}
        </div>
      )}
      {adding.kind === 'app' && (
        <NameFactor
          busy={false}
          busyText=""
          hint="A name you'll recognize, such as “My phone”"
          next="Continue"
          onCancel={stop}
          onNamed={(name) => setAdding({ kind: 'app named', name })}
          problem={undefined}
          suggestion="Authenticator app"
          taken={taken}
          title="New authenticator app"
        />
      )}
      {adding.kind === 'app named' && (
        <AddAuthenticator name={adding.name} onCancel={stop} onDone={() => added(adding.name)} />
      )}
      {adding.kind === 'key' && (
        <NameFactor
          busy={key.isPending}
          busyText="Touch your key…"
          hint="Plug in your key or have it ready. Your browser will ask for it next."
          next="Continue"
          onCancel={stop}
          onNamed={(name) => key.mutate(name)}
          problem={key.error ? factorAdvice(key.error) : undefined}
          suggestion="Security key"
          taken={taken}
          title="New security key"
        />
      )}
    </SecurityBlock>
  );
}
