import type { Factor } from '@supabase/supabase-js';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LocalDate } from '../../screen/local-date.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { factorAdvice } from './factor-advice.ts';
import { useRemoveFactor } from './factors.ts';
import styles from './security.module.css';

const kinds = { totp: 'Authenticator app', webauthn: 'Security key', phone: 'Text message' } as const;

function kindOf({ factor_type }: Factor): string {
  return factor_type in kinds ? kinds[factor_type as keyof typeof kinds] : 'Verification method';
}

function nameOf(factor: Factor): string {
  return factor.friendly_name || kindOf(factor);
}

export function FactorList({ factors, onRemoved }: { factors: readonly Factor[]; onRemoved: () => void }) {
  const [asked, setAsked] = useState<Factor>();
  return (
    <>
      <ul className={styles.list}>
        {factors.map((factor) => (
          <li key={factor.id}>
            <Icon name={factor.factor_type === 'totp' ? 'clock' : 'anchor'} />
            <div>
              <p className={styles.name}>{nameOf(factor)}</p>
              <p className="small muted">
                {kindOf(factor)}, added <LocalDate timestamp={factor.created_at} />
              </p>
            </div>
            <Button icon="trash" onClick={() => setAsked(factor)} size="dashboard" variant="secondary">
              Remove<span className="sr-only"> {nameOf(factor)}</span>
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

function RemoveFactor({
  factor,
  isLast,
  onClose,
  onRemoved,
}: {
  factor: Factor;
  isLast: boolean;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const id = useId();
  const name = nameOf(factor);
  const form = `factor-${factor.id}`;
  const { mutate, isPending } = useRemoveFactor(() => {
    toast({ title: 'Success', description: `${name} removed.`, variant: 'success', form });
    onRemoved();
  });

  function remove(): void {
    mutate(factor.id, {
      onError: (error) => {
        toast({ title: 'Error', description: factorAdvice(error), variant: 'destructive', form });
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      busy={isPending}
      busyText="Removing…"
      id={`remove${id}`}
      no="Keep it"
      onClose={onClose}
      onYes={remove}
      title={`Remove ${name}?`}
      yes="Remove"
    >
      <p>
        {isLast
          ? 'Your password alone will then open this account, and your recovery codes will stop working.'
          : "You won't be asked for it again. We may ask for one of your other methods right away."}
      </p>
    </ConfirmDialog>
  );
}
