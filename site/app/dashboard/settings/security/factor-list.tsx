import type { Factor } from '@supabase/supabase-js';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LocalDate } from '../../screen/local-date.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { factorAdvice } from './factor-advice.ts';
import { removeFactor, useFactorChange } from './factors.ts';
import { securityTexts } from './security-texts.ts';
import styles from './security.module.css';

const t = securityTexts.factors;
const kinds: Record<string, string> = t.kinds;

function kindOf({ factor_type }: Factor): string {
  return kinds[factor_type] ?? t.kinds.unknown;
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
              <p className="font-semibold">{nameOf(factor)}</p>
              <p className="small muted">
                <RichText
                  tags={{ date: () => <LocalDate timestamp={factor.created_at} /> }}
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
  const { mutate, isPending } = useFactorChange(removeFactor, () => {
    toastSuccess({ title: securityTexts.success, description: t.removal.removed(name), form });
    onRemoved();
  });

  function remove(): void {
    mutate(factor.id, {
      onError: (error) => {
        showError(factorAdvice(error), form);
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
