import { useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { contentTexts } from '../content-texts.ts';
import { useBarHeight } from './use-bar-height.ts';
import type { DraftProblem } from './use-draft.ts';
import styles from './editor.module.css';

const t = contentTexts.editor;

export interface EditorBarProps {
  /** takes the focus when saving finds problems */
  summary: RefObject<HTMLDivElement | null>;
  problems: readonly DraftProblem[];
  /** what to say when there is nothing to mend */
  state: string;
  isChanged: boolean;
  isSaving: boolean;
  saveText: string;
  onDiscard: () => void;
  children?: ReactNode;
}

/** The foot of an editor, always in view: what must be mended, and the way to keep or drop the changes. */
export function EditorBar(props: EditorBarProps) {
  const { summary, problems, state, isChanged, isSaving, saveText, onDiscard, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div className={styles.bar} ref={bar}>
      <div
        className={styles.barWords}
        ref={summary}
        role={problems.length > 0 ? 'alert' : undefined}
        tabIndex={-1}
      >
        {problems.length === 0 && <p>{isSaving ? t.saving : state}</p>}
        {problems.length > 0 && (
          <>
            <p className={styles.barTitle}>
              <Icon name="warning" />
              {t.problems(problems.length)}
            </p>
            <ul>
              {problems.map(({ field, text }) => (
                <li key={field}>
                  <a
                    className="link link-line"
                    href={`#${field}`}
                    onClick={(event) => {
                      event.preventDefault();
                      document.getElementById(field)?.focus();
                    }}
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.barButtons}>
        {children}
        <Button disabled={!isChanged || isSaving} onClick={onDiscard} variant="secondary">
          {t.discard}
        </Button>
        <Button busy={isSaving} busyText={t.busy} type="submit">
          {saveText}
        </Button>
      </div>
    </div>
  );
}
