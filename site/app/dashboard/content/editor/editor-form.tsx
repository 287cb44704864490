// The form around an editor: its bar, the guard of unsaved changes.
import { classNames } from '../../../ui/class-names.ts';
import { useRef, type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { contentTexts as t } from '../content-texts.ts';
import type { FormDraft, DraftProblem } from '../use-form-draft.ts';
import styles from './editor.module.css';
import { useBlocker, type Location } from 'react-router';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';

/**
 * Focuses an element that React renders before the next frame, such as the summary of problems in the bar of an
 * editor.
 */
export function focusInNextFrame({ current }: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => current?.focus());
}

interface EditorFormProps<Values extends object> {
  draft: FormDraft<Values>;
  /** the summary of problems in the bar */
  summary: RefObject<HTMLDivElement | null>;
  /** the name of what would be lost */
  what: string;
  /** the text if nothing is invalid */
  state: string;
  /** why what is typed is on this device only */
  warning?: string | undefined;
  /** what the person must choose before anything is saved, with the ids of the controls for it */
  choices?: { title: string; items: readonly DraftProblem[] } | undefined;
  /** shown in the bar instead of its text */
  notice?: ReactNode;
  isSaving: boolean;
  saveText: string;
  /** text of a second button, which saves and shows the next screen */
  continueText?: string | undefined;
  /** called if the draft has no problems */
  onSave: (continues: boolean) => void;
  /** the common path of several screens that edit this draft: moving between them does not discard it */
  path?: string;
  /** shows a control, which may be on another screen, and focuses it */
  showControl?: (id: string) => void;
  children: ReactNode;
}

function focusControl(id: string): void {
  document.getElementById(id)?.focus();
}

/** The form of a draft. The bar at its foot is always visible: what is invalid, and buttons to save or discard. */
export function EditorForm<Values extends object>(props: EditorFormProps<Values>) {
  const { draft, summary, what, choices, saveText, continueText, onSave, children } = props;
  const { isChanged } = draft;
  const problems = choices?.items ?? draft.problems;
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (choices || draft.check().length > 0) focusInNextFrame(summary);
    else onSave(submitter?.dataset['continues'] !== undefined);
  }

  function discard(): void {
    const undo = draft.discard();
    toast({ title: t.editor.discarded, action: { label: t.editor.undo, onClick: undo } });
  }

  return (
    <form data-saves noValidate onSubmit={submit}>
      <UnsavedGuard active={isChanged} onDiscard={draft.discard} path={props.path} what={what} />
      {children}
      <div className={classNames('spread bg-paper rule-top', styles.bar)} ref={bar}>
        <div
          className={classNames('cluster min-w-0 gap-4-12 muted', styles.barWords)}
          ref={summary}
          role={problems.length > 0 || props.notice || props.warning ? 'alert' : undefined}
          tabIndex={-1}
        >
          {props.notice ??
            (problems.length > 0 ? (
              <ProblemList
                problems={problems}
                showControl={props.showControl ?? focusControl}
                title={choices?.title ?? t.editor.problems(problems.length)}
              />
            ) : (
              <BarText {...props} />
            ))}
        </div>
        <div className={classNames('cluster gap-10', styles.barButtons)}>
          <Button disabled={!isChanged} onClick={discard} variant="secondary">
            {t.editor.discard}
          </Button>
          <Button type="submit" variant={continueText === undefined ? 'primary' : 'secondary'}>
            {saveText}
          </Button>
          {continueText !== undefined && (
            <Button data-continues="" type="submit">
              {continueText}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** What the bar says if nothing is invalid. */
function BarText<Values extends object>({ draft, isSaving, state, warning }: EditorFormProps<Values>) {
  if (isSaving) return <p>{t.editor.saving}</p>;
  if (warning === undefined) return <p>{draft.isRestored ? t.editor.restored : state}</p>;
  return (
    <p className="row gap-8 items-start">
      <Icon name="warning" />
      <span>{warning}</span>
    </p>
  );
}

interface ProblemListProps {
  title: string;
  problems: readonly DraftProblem[];
  showControl: (id: string) => void;
}

function ProblemList({ title, problems, showControl }: ProblemListProps) {
  return (
    <>
      <p className="row gap-8 font-bold error">
        <Icon name="warning" />
        <span>{title}</span>
      </p>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={field}>
            <a
              className="link link-line"
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                showControl(field);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const name = '--editor-bar';

/** Sets the bar's height as a CSS property, because it grows with its text: focused elements are scrolled above it. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [bar]);
}

/** The state of a navigation to the address of a record that has just been created: the draft goes along. */
export const movedDraft = { movesDraft: true };

function hasMovedDraft({ state }: Location): boolean {
  return (state as Partial<typeof movedDraft> | null)?.movesDraft === true;
}

interface UnsavedGuardProps {
  active: boolean;
  what: string;
  /** the common path of the screens that share the draft */
  path: string | undefined;
  onDiscard: () => void;
}

/** Asks before unsaved work is lost: in our dialog inside the site, in the browser's when the tab is closed. */
function UnsavedGuard({ active, what, path, onDiscard }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      !hasMovedDraft(nextLocation) &&
      currentLocation.pathname !== nextLocation.pathname &&
      (path === undefined || !`${nextLocation.pathname}/`.startsWith(`${path}/`)),
  );

  useEffect(() => {
    if (!active) return undefined;
    function ask(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      busyText={t.leaving.busy}
      id="leave-unsaved"
      no={t.leaving.stay}
      onClose={() => blocker.reset()}
      onYes={() => {
        onDiscard();
        blocker.proceed();
      }}
      title={t.leaving.title}
      yes={t.leaving.discard}
    >
      <p>{t.leaving.consequence(what)}</p>
    </ConfirmDialog>
  );
}
