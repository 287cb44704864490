// The block of two-step sign-in: the list of factors, their names.
import { useRef, useState, useId, useEffect, type SubmitEvent } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { AuthenticatorForm } from './authenticator-form.tsx';
import {
  explainFactorError,
  enrolSecurityKey,
  useFactorMutation,
  useVerifiedFactors,
  removeFactor,
} from './factors.ts';
import { SecurityBlock } from './security-block.tsx';
import { securityTexts } from '../settings-texts.ts';
import type { Factor } from '@supabase/supabase-js';
import { Icon } from '../../../ui/icon.tsx';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { showError } from '../../screen/show-error.ts';
import styles from './security.module.css';
import { TextField } from '../../../ui/field.tsx';
import { classNames } from '../../../ui/class-names.ts';

const t = securityTexts.factors;

type Adding = { kind: 'none' } | { kind: 'app' } | { kind: 'named-app'; name: string } | { kind: 'key' };

function hasSecurityKeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/** The second factors of this account. `onFirst` is called after the first one was set up. */
export function TwoStepBlock({ onFirst }: { onFirst: () => void }) {
  const query = useVerifiedFactors();
  const factors = query.data;
  const [adding, setAdding] = useState<Adding>({ kind: 'none' });
  const key = useFactorMutation(enrolSecurityKey, added);
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
        <AuthenticatorForm name={adding.name} onCancel={stop} onDone={() => added(adding.name)} />
      )}
      {adding.kind === 'key' && (
        <NameFactor
          busy={key.isPending}
          onCancel={stop}
          onNamed={(name) => key.mutate(name)}
          problem={key.error ? explainFactorError(key.error) : undefined}
          taken={taken}
          texts={t.newKey}
        />
      )}
    </SecurityBlock>
  );
}

const kinds: Record<string, string> = t.kinds;

function kindOf({ factor_type }: Factor): string {
  return kinds[factor_type] ?? t.kinds.unknown;
}

function nameOf(factor: Factor): string {
  return factor.friendly_name || kindOf(factor);
}

function FactorList({ factors, onRemoved }: { factors: readonly Factor[]; onRemoved: () => void }) {
  const [asked, setAsked] = useState<Factor>();
  return (
    <>
      <ul className={styles.list}>
        {factors.map((factor) => (
          <li key={factor.id}>
            <Icon name={factor.factor_type === 'totp' ? 'clock' : 'anchor'} />
            <div>
              <p className="font-semibold">{nameOf(factor)}</p>
              <p className="small muted">
                <RichText
                  tags={{ date: () => <AgencyZoneTime timestamp={factor.created_at} /> }}
                  text={t.added(kindOf(factor))}
                />
              </p>
            </div>
            <Button icon="trash" onClick={() => setAsked(factor)} variant="secondary">
              <RichText text={t.remove(nameOf(factor))} />
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <RemoveFactor
          factor={asked}
          isLast={factors.length === 1}
          onClose={() => setAsked(undefined)}
          onRemoved={() => {
            setAsked(undefined);
            onRemoved();
          }}
        />
      )}
    </>
  );
}

interface RemoveFactorProps {
  factor: Factor;
  isLast: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveFactor({ factor, isLast, onClose, onRemoved }: RemoveFactorProps) {
  const id = useId();
  const name = nameOf(factor);
  const form = `factor-${factor.id}`;
  const { mutate, isPending } = useFactorMutation(removeFactor, () => {
    toastSuccess({ title: securityTexts.success, description: t.removal.removed(name), form });
    onRemoved();
  });

  function remove(): void {
    mutate(factor.id, {
      onError: (error) => {
        showError(explainFactorError(error), form);
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      busy={isPending}
      busyText={t.removal.busy}
      id={`remove${id}`}
      no={t.removal.keep}
      onClose={onClose}
      onYes={remove}
      title={t.removal.title(name)}
      yes={t.removal.submit}
    >
      <p>{isLast ? t.removal.last : t.removal.notLast}</p>
    </ConfirmDialog>
  );
}

interface NameFactorProps {
  texts: { title: string; suggestion: string; hint: string };
  /** names that are already used */
  taken: readonly string[];
  busy?: boolean;
  problem?: string | undefined;
  onNamed: (name: string) => void;
  onCancel: () => void;
}

function NameFactor({ texts, taken, busy = false, problem, onNamed, onCancel }: NameFactorProps) {
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!busy) field.current?.focus();
  }, [busy]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const text = name === '' ? t.nameMissing : taken.includes(name) ? t.nameTaken : undefined;
    setWrong(text);
    if (text) {
      field.current?.focus();
      return;
    }
    onNamed(name);
  }

  return (
    <form className={classNames(styles.form, styles.step, 'dense')} data-saves noValidate onSubmit={submit}>
      <h4 className="sans text-17 leading-14">{texts.title}</h4>
      <output className="sr-only">{busy ? t.touchKey : ''}</output>
      <TextField
        autoComplete="off"
        defaultValue={taken.includes(texts.suggestion) ? '' : texts.suggestion}
        error={busy ? undefined : (wrong ?? problem)}
        hint={texts.hint}
        label={t.name}
        maxLength={60}
        name="name"
        ref={field}
        required
      />
      <div className="cluster">
        <Button busy={busy} busyText={t.touchKey} type="submit">
          {t.continue}
        </Button>
        <Button disabled={busy} onClick={onCancel} variant="secondary">
          {securityTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
