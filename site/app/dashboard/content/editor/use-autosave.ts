// Keeps what is typed in an editor on the server, so that it can be continued on another device.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentDraft } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import type { FormDraft, KeptDraft } from '../use-form-draft.ts';
import {
  deleteAutosaves,
  replacedQueryName,
  sendAutosave,
  type AutosavedRecord,
  type SentDraft,
} from '../autosaves.ts';

/** From a key to the request at the latest, also while typing continues. */
const delayMs = 2_500;

/** SQLSTATE codes with which keep_autosave refuses a draft: sending the same again would not help. */
const refused = ['42501', '22023', 'P0001'];

/** Why it is not on the server, as a sentence; undefined if the server was not reached. */
function refusalOf(error: unknown): string | undefined {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  return code !== undefined && refused.includes(code) ? message : undefined;
}

/** As private.loses_text: whether a text of more than 200 characters has lost more than 80 % of them. */
function losesText(before: ContentDraft, after: ContentDraft): boolean {
  const lengthOf = (value: unknown) => JSON.stringify(value ?? '').length;
  return Object.entries(before).some(([name, value]) => {
    const length = lengthOf(value);
    return length > 200 && lengthOf(Reflect.get(after, name)) * 5 < length;
  });
}

interface Step {
  send: () => Promise<void>;
  done: () => void;
}

/** Sends the newest draft of an editor, one request after the other. `report` gets why it could not. */
function createAutosaver(
  report: (problem: string | undefined) => void,
  announceReplaced: () => void,
  markSent: (typedAt: number) => void,
) {
  let latest: SentDraft | undefined;
  let replaced: SentDraft[] = [];
  /** what the server may have of this draft */
  let kept: SentDraft | undefined;
  let sent: SentDraft | undefined;
  let isRunning = false;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => void run(), afterMs);
  }

  /** The next request; undefined if nothing is left. */
  function next(): Step | undefined {
    const [before] = replaced;
    const draft = latest;
    const old = kept;
    if (before) {
      return {
        send: () => sendAutosave(before, true),
        done() {
          replaced = replaced.slice(1);
          announceReplaced();
        },
      };
    }
    if (draft && draft !== sent)
      return {
        send: () => sendAutosave(draft, false).then(() => markSent(draft.typedAt)),
        done: () => (sent = draft),
      };
    if (draft || !old) return undefined;
    return { send: () => deleteAutosaves(old), done: () => (kept = kept === old ? undefined : kept) };
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isRunning || !next()) return;
    const draft = latest;
    let problem: string | undefined;
    let isReached = true;
    isRunning = true;
    for (let step = next(); step && isReached; step = latest === draft ? next() : undefined) {
      try {
        await step.send();
      } catch (error) {
        const refusal = refusalOf(error);
        problem = refusal ?? contentTexts.autosave.offline;
        isReached = refusal !== undefined;
      }
      if (isReached) step.done();
    }
    isRunning = false;
    report(problem);
    if (!isReached && hasEnded) return;
    if (!isReached || latest !== draft) schedule(isReached && !latest ? 0 : delayMs);
  }

  return {
    keep(draft: SentDraft): void {
      latest = draft;
      kept = draft;
      schedule(delayMs);
    },
    /** other text has replaced it in the editor */
    keepReplaced(draft: SentDraft): void {
      replaced = [...replaced, draft];
      void run();
    },
    /** nothing is left to save: it was saved, discarded or taken back, unless most of a long text was removed */
    clear(values: ContentDraft, isDiscarded: boolean): void {
      if (!kept) return;
      if (!isDiscarded && losesText(kept.draft.values, values)) kept = undefined;
      latest = undefined;
      sent = undefined;
      void run();
    },
    /** the editor is closed: sends what is left, once */
    end(): void {
      hasEnded = true;
      void run();
    },
    /** at once, because the page may be closed, or the connection has changed */
    flush: () => void run(),
  };
}

/** Keeps the draft on the server from its first key on. Returns why the server does not have it. */
export function useAutosave(
  { table, id, isNew }: AutosavedRecord,
  draft: FormDraft<ContentDraft>,
): string | undefined {
  const [problem, setProblem] = useState<string>();
  const queries = useQueryClient();
  const [saver] = useState(() =>
    createAutosaver(
      setProblem,
      () => void queries.invalidateQueries({ queryKey: [replacedQueryName] }),
      draft.markSent,
    ),
  );
  const { kept, isChanged, isDiscarded, replaced, id: readId, times } = draft;

  useEffect(() => {
    const record = { table, id, isNew };
    if (isChanged) saver.keep({ record, draftId: readId(), typedAt: times().typedAt, draft: kept });
    else saver.clear(kept.values, isDiscarded);
  }, [saver, kept, isChanged, isDiscarded, table, id, isNew, readId, times]);

  const keepReplaced = useEffectEvent((before: KeptDraft<ContentDraft>) =>
    saver.keepReplaced({
      record: { table, id, isNew },
      draftId: readId(),
      typedAt: Date.now(),
      draft: before,
    }),
  );
  useEffect(() => {
    if (replaced) keepReplaced(replaced);
  }, [replaced]);

  useEffect(() => {
    const { flush } = saver;
    const flushHidden = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('online', flush);
    window.addEventListener('offline', flush);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      window.removeEventListener('online', flush);
      window.removeEventListener('offline', flush);
      document.removeEventListener('visibilitychange', flushHidden);
      saver.end();
    };
  }, [saver]);

  return problem;
}
