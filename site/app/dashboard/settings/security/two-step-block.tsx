import { useRef, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { factorAdvice } from './factor-advice.ts';
import { FactorList } from './factor-list.tsx';
import { addKey, useFactorChange, useFactors } from './factors.ts';
import { NameFactor } from './name-factor.tsx';
import { SecurityBlock } from './security-block.tsx';
import { securityTexts } from './security-texts.ts';

const t = securityTexts.factors;

type Adding = { kind: 'none' } | { kind: 'app' } | { kind: 'named-app'; name: string } | { kind: 'key' };

function hasSecurityKeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/** The second factors of this account. `onFirst` is called after the first one was set up. */
export function TwoStepBlock({ onFirst }: { onFirst: () => void }) {
  const query = useFactors();
  const factors = query.data;
  const [adding, setAdding] = useState<Adding>({ kind: 'none' });
  const key = useFactorChange(addKey, added);
  const heading = useRef<HTMLHeadingElement>(null);
  const taken = factors?.map(({ friendly_name }) => friendly_name ?? '') ?? [];
  const isOn = taken.length > 0;

  function stop(): void {
    setAdding({ kind: 'none' });
    key.reset();
    // Another window may have changed them.
    void query.refetch();
    heading.current?.focus();
  }

  function added(name: string): void {
    toastSuccess({ title: securityTexts.success, description: t.ready(name) });
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
            {isOn ? t.on : t.off}
          </Badge>
        )
      }
      text={t.description}
      title={t.title}
    >
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={t.loading} query={query} />
      {factors && isOn && <FactorList factors={factors} onRemoved={stop} />}
      {factors && adding.kind === 'none' && (
        <div className="cluster">
          <Button icon="plus" onClick={() => setAdding({ kind: 'app' })} variant="secondary">
            {t.addApp}
          </Button>
          {hasSecurityKeys() ? (
            <Button icon="plus" onClick={() => setAdding({ kind: 'key' })} variant="secondary">
              {t.addKey}
            </Button>
          ) : (
            <p className="small muted">{t.noKeys}</p>
          )}
        </div>
      )}
      {adding.kind === 'app' && (
        <NameFactor
          onCancel={stop}
          onNamed={(name) => setAdding({ kind: 'named-app', name })}
          taken={taken}
          texts={t.newApp}
        />
      )}
      {adding.kind === 'named-app' && (
        <AddAuthenticator name={adding.name} onCancel={stop} onDone={() => added(adding.name)} />
      )}
      {adding.kind === 'key' && (
        <NameFactor
          busy={key.isPending}
          onCancel={stop}
          onNamed={(name) => key.mutate(name)}
          problem={key.error ? factorAdvice(key.error) : undefined}
          taken={taken}
          texts={t.newKey}
        />
      )}
    </SecurityBlock>
  );
}
