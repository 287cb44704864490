// The block of recovery codes.
import { useRef, useState, useEffect } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { SecurityBlock, CopyButton } from './security-block.tsx';
import { securityTexts } from '../settings-texts.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './security.module.css';
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';

const t = securityTexts.codes;

/** The number of recovery codes left, and a button for a new set. */
export function RecoveryCodesBlock({ making }: { making: ReturnType<typeof useGenerateRecoveryCodes> }) {
  const { user } = useSignedInSession();
  const remaining = useQuery({
    queryKey: ['recovery-codes', user.id],
    queryFn: () => callDatabaseFunction('count_recovery_codes'),
  });
  const left = remaining.data;
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

  return (
    <SecurityBlock
      headingRef={heading}
      id="security-codes"
      state={
        left !== undefined && (
          <Badge shape={left > 0 ? 'check' : 'ring'} variant={left > 2 ? 'ok' : 'land'}>
            {t.left(left, codesInSet)}
          </Badge>
        )
      }
      text={t.description}
      title={t.title}
    >
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={t.loading} query={remaining} />
      {making.isError && (
        <p className="alert" role="alert">
          {t.notCreated}
        </p>
      )}
      {making.data ? (
        <CodesSheet codes={making.data} onKept={kept} />
      ) : (
        left !== undefined && (
          <div className="cluster">
            <Button
              busy={making.isPending}
              busyText={t.busy}
              onClick={left > 0 ? () => setAsking(true) : make}
              variant="secondary"
            >
              {left === 0 ? t.create : t.createNew}
            </Button>
          </div>
        )
      )}
      {asking && (
        <ConfirmDialog
          busyText={t.busy}
          id="new-codes"
          no={t.keep}
          onClose={() => setAsking(false)}
          onYes={make}
          title={t.question}
          yes={t.createNew}
        >
          <p>{t.consequence(left ?? 0)}</p>
        </ConfirmDialog>
      )}
    </SecurityBlock>
  );
}

/** Made in the browser, because codes are not sent again. */
function download(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
}

/** A new set of codes, shown once. */
function CodesSheet({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { name } = useAgency();
  const title = useRef<HTMLHeadingElement>(null);
  const groups = codes.map((code) => code.replaceAll(/.{6}(?=.)/g, '$&-'));
  const list = groups.join('\n');

  useEffect(() => title.current?.focus(), []);

  return (
    <section aria-labelledby="codes-title" className={styles.step}>
      <h4 className="sans text-17 leading-14" id="codes-title" ref={title} tabIndex={-1}>
        {t.sheet.title}
      </h4>
      <p>{t.sheet.description}</p>
      <ul className={styles.codes}>
        {groups.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton text={list} texts={t.sheet.copy} />
        <Button
          onClick={() => download(`${t.sheet.fileTitle(name)}\n${location.origin}/auth\n\n${list}\n`)}
          variant="secondary"
        >
          {t.sheet.download}
        </Button>
        <Button onClick={onKept}>{t.sheet.saved}</Button>
      </div>
    </section>
  );
}

/** Codes per set. */
const codesInSet = 10;

async function makeCodes(): Promise<string[]> {
  const data = await callDatabaseFunction('make_recovery_codes');
  return data.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Generates a new set, in groups of four letters; the previous set stops working. */
export function useGenerateRecoveryCodes() {
  // The codes are shown once, and kept in memory no longer than on screen.
  return useWriteMutation(makeCodes, ['recovery-codes'], { waits: true, gcTime: 0 });
}
