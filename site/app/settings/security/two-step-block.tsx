import { useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ListFailed } from '../../ui/screen/list-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { factorAdvice } from './factor-advice.ts';
import { FactorList } from './factor-list.tsx';
import { useAddKey, useFactors } from './factors.ts';
import { NameFactor } from './name-factor.tsx';
import { SecurityBlock } from './security-block.tsx';

type Adding = { kind: 'none' } | { kind: 'app' } | { kind: 'app named'; name: string } | { kind: 'key' };

function hasSecurityKeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/** The second factors of this account. `onFirst` hears when the first one was set up. */
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
    // Another window may have changed them meanwhile.
    void refetch();
    heading.current?.focus();
  }

  function added(name: string): void {
    toast({ title: 'Success', description: `${name} is set up.`, variant: 'success' });
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
      text="With a second factor a stolen password opens nothing: signing in asks for a code or a key as well."
      title="Second factor"
    >
      {!factors && !isError && <Spinner label="Loading your factors…" />}
      {!factors && isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't read your second factors."
        />
      )}
      {factors && isOn && <FactorList factors={factors} onRemoved={stop} />}
      {factors && adding.kind === 'none' && (
        <div className="security-buttons">
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
            <p className="text-small text-muted">This browser cannot use security keys.</p>
          )}
        </div>
      )}
      {adding.kind === 'app' && (
        <NameFactor
          busy={false}
          busyText=""
          hint="So that you know it again: your phone, your password manager"
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
          hint="Plug the key in or hold it ready; your browser asks for it next"
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
