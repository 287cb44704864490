// What the accessibility check of a page found: each finding leads to its place, or is dismissed with a reason.
import { useRef, useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import screenStyles from '../../screen/screen.module.css';
import styles from './check.module.css';
import { checkTexts as t } from './check-texts.ts';
import type { OwnRule } from './content-rules.ts';
import { showPlace } from './show-place.ts';
import { usePageCheck, type CheckedPage, type JudgedFinding } from './use-page-check.ts';

export interface CheckResultsProps {
  page: CheckedPage;
  /** whether something was typed that is not saved */
  isChanged: boolean;
}

export default function CheckResults({ page, isChanged }: CheckResultsProps) {
  const { kept, run, judge } = usePageCheck(page);
  const state = useRef<HTMLDivElement>(null);
  const isCurrent = kept.data?.version === page.version && !isChanged;
  const cannotRun = isChanged || run.isPending;
  const findings = kept.data?.findings ?? [];
  const open = findings.filter(({ reason }) => reason === null);
  const dismissed = findings.filter(({ reason }) => reason !== null);

  /** The pressed button disappears with its finding. */
  function decide(of: JudgedFinding, reason: string | null): void {
    judge.mutate({ of, reason }, { onSuccess: () => state.current?.focus() });
  }

  return (
    <div className="stack mt-8 gap-12">
      <p className="small muted">{t.hint}</p>
      <div className="stack gap-8 justify-items-start">
        <Button
          aria-disabled={isChanged}
          busy={run.isPending}
          busyText={t.running}
          onClick={() => !cannotRun && run.mutate()}
          variant="secondary"
        >
          {kept.data ? t.again : t.run}
        </Button>
        {isChanged && <p className="small muted">{t.saveFirst}</p>}
      </div>
      <QueryResult failedText={t.loadFailed} loadingText={t.loading} query={kept} />
      <div aria-live="polite" className="stack gap-4" ref={state} tabIndex={-1}>
        {kept.data && !isCurrent && !run.isPending && <p key="outdated">{t.outdated}</p>}
        {kept.data && open.length > 0 && (
          <p className="font-bold" key="found">
            <span key={open.length}>{t.found(open.length)}</span>
          </p>
        )}
        {isCurrent && open.length === 0 && (
          <>
            <p className="row gap-8 font-bold" key="none">
              <Icon name="check" />
              <span>{t.none}</span>
            </p>
            <p className="small muted" key="limits">
              {t.limits}
            </p>
          </>
        )}
      </div>
      {run.isError && <FieldError role="alert" text={t.failed(run.error.message)} />}
      {open.length > 0 && (
        <ul className={styles.findings}>
          {open.map((finding) => (
            <Finding
              finding={finding}
              isCurrent={isCurrent}
              key={`${finding.rule} ${finding.nth} ${finding.words}`}
              onDismiss={(reason) => decide(finding, reason)}
            />
          ))}
        </ul>
      )}
      {dismissed.length > 0 && (
        <details className={screenStyles.disclosure}>
          <summary>
            <span key={dismissed.length}>{t.dismissed(dismissed.length)}</span>
            <Icon name="chevron-down" />
          </summary>
          <ul className={styles.findings}>
            {dismissed.map((finding) => (
              <li key={`${finding.rule} ${finding.nth} ${finding.words}`}>
                <Words finding={finding} />
                <p className="small muted">{t.because(finding.reason ?? '')}</p>
                {isCurrent && (
                  <Button onClick={() => decide(finding, null)} variant="secondary">
                    <RichText text={t.restoreOf(finding.words)} />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Its words, which lead to their place, and what to do about them. */
function Words({ finding }: { finding: JudgedFinding }) {
  const { rule, words, help } = finding;
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button
        className={classNames('link link-line', styles.words)}
        onClick={() => setIsShown(showPlace(finding))}
        type="button"
      >
        {words === '' ? t.show : t.quoted(words)}
      </button>
      <p className="small">{help || t.rules[rule as OwnRule]}</p>
      {!isShown && (
        <p aria-live="polite" className="small muted">
          {t.notShown}
        </p>
      )}
    </>
  );
}

interface FindingProps {
  finding: JudgedFinding;
  isCurrent: boolean;
  onDismiss: (reason: string) => void;
}

function Finding({ finding, isCurrent, onDismiss }: FindingProps) {
  const { words } = finding;
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** null: not being dismissed */
  const [reason, setReason] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);

  function dismiss(): void {
    setIsTried(true);
    if (reason?.trim()) onDismiss(reason.trim());
  }

  /** The focused control is replaced by another one. */
  function ask(isAsking: boolean): void {
    setReason(isAsking ? '' : null);
    setIsTried(false);
    requestAnimationFrame(() => (isAsking ? field : opener).current?.focus());
  }

  return (
    <li>
      <Words finding={finding} />
      {reason !== null && isCurrent ? (
        <>
          <TextField
            autoComplete="off"
            error={isTried && !reason.trim() ? t.reasonProblem : undefined}
            label={t.reason}
            maxLength={300}
            name="reason"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') ask(false);
              if (event.key !== 'Enter') return;
              // the record is not saved
              event.preventDefault();
              dismiss();
            }}
            ref={field}
            value={reason}
          />
          <div className="cluster gap-10">
            <Button onClick={dismiss}>{t.dismiss}</Button>
            <Button onClick={() => ask(false)} variant="secondary">
              {t.cancel}
            </Button>
          </div>
        </>
      ) : (
        isCurrent && (
          <Button onClick={() => ask(true)} ref={opener} variant="secondary">
            <RichText text={t.dismissOf(words)} />
          </Button>
        )
      )}
    </li>
  );
}
