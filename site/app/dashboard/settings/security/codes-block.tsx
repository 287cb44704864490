import { useRef, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CodesSheet } from './codes-sheet.tsx';
import { codesInSet, useRemainingCodes, type useGenerateCodes } from './recovery-codes.ts';
import { SecurityBlock } from './security-block.tsx';
import styles from './security.module.css';

/** How many recovery codes are left, and a button for a new set. */
export function CodesBlock({ making }: { making: ReturnType<typeof useGenerateCodes> }) {
  const { data: left, isError, isFetching, refetch } = useRemainingCodes();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function make(): void {
    setAsking(false);
    making.mutate();
  }

  function kept(): void {
    making.reset();
    heading.current?.focus();
  }

  const button = left === 0 ? 'Create recovery codes' : 'Create new codes';
  return (
    <SecurityBlock
      headingRef={heading}
      id="security-codes"
      state={
        left !== undefined && (
          <Badge shape={left > 0 ? 'check' : 'ring'} variant={left > 2 ? 'ok' : 'land'}>
            {left > 0 ? `${left} of ${codesInSet} left` : 'None left'}
          </Badge>
        )
      }
      text="If you lose your phone or key, use one of these to get in."
      title="Recovery codes"
    >
      {left === undefined && !isError && <Spinner label="Counting your codes…" />}
      {left === undefined && isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't count your recovery codes."
        />
      )}
      {making.isError && (
        <p className={styles.problem} role="alert">
          We couldn't create new codes. Your current ones still work. Please try again.
        </p>
      )}
      {making.data ? (
        <CodesSheet codes={making.data} onKept={kept} />
      ) : (
        left !== undefined && (
          <div className={styles.buttons}>
            <Button
              busy={making.isPending}
              busyText="Creating codes…"
              onClick={left > 0 ? () => setAsking(true) : make}
              size="dashboard"
              variant="secondary"
            >
              {button}
            </Button>
          </div>
        )
      )}
      {asking && (
        <ConfirmDialog
          busyText="Creating codes…"
          id="new-codes"
          no="Keep current codes"
          onClose={() => setAsking(false)}
          onYes={make}
          title="Create new recovery codes?"
          yes="Create new codes"
        >
          <p>The {left === 1 ? 'code' : `${left} codes`} you have left will stop working.</p>
        </ConfirmDialog>
      )}
    </SecurityBlock>
  );
}
