// The reply box of a card.
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { useAnnounce } from '../announcer.tsx';
import { leadStatusOrNew } from '../../../lead/lead-status.ts';
import { ColleagueRepliedError, findUnfilledPlaceholders, sendReply } from './send-reply.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { recordFormerStatus } from '../leads/update-lead-column.ts';
import { inboxActivity, reportTyping } from '../live/inbox-activity.ts';
import type { Lead, LeadMessageRow } from '../read-leads-page.ts';
import { useFocusReplyFieldFromUrl } from '../leads/list-position.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isComposing } from '../../../ui/keys.ts';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { inboxTexts as t } from '../inbox-texts.ts';
import styles from './reply-form.module.css';

const CannedRepliesButton = lazyComponent(
  () => import('./canned-replies-button.tsx'),
  () => <span className={styles.cannedPlaceholder} />,
);
const ColleagueRepliedDialog = lazyDialog(() => import('./colleague-replied-dialog.tsx'));
const BouncedNotice = lazyComponent(() => import('./bounced-notice.tsx'));

/** The reply form of a lead; its tools are loaded when a user begins to write. The draft is kept until it is sent. */
export function ReplyForm({ lead, isThreadOpen }: { lead: Lead; isThreadOpen: boolean }) {
  const id = useId();
  const { user } = useSignedInSession();
  const { value: text, change } = useStoredDraft(`reply:${lead.id}`, '');
  const [wasFocused, setWasFocused] = useState(false);
  // the newest message that existed when the reply was begun
  const seen = useRef(lead.replies.at(-1));
  const [asked, setAsked] = useState<{ theirs: LeadMessageRow; goesOn: boolean }>();
  const field = useRef<HTMLTextAreaElement>(null);
  const leaving = useLeavingByKey(() => setWasFocused(false));
  const announce = useAnnounce();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = `reply-${lead.id}`;
  const about = t.toastTo(lead.name);
  useFocusReplyFieldFromUrl(field, lead.id);

  // the lists are refetched also after a partial failure
  const reply = useWriteMutation(sendReply, leadsQueryKey, {
    onSuccess(sent, { message }) {
      // text that was typed during the sending stays
      change((now) => (now.trim() === message ? '' : now));
      recordFormerStatus(lead.id, leadStatusOrNew(lead.status));
      const action =
        sent === undefined
          ? undefined
          : { label: t.reply.undo(lead.name), onClick: () => void undo(sent, message) };
      toastSuccess({ title: t.reply.sentTitle, about, description: t.reply.sent, form, action });
    },
    onError(error) {
      if (error instanceof ColleagueRepliedError && isFocusHere()) return;
      toastError({ title: t.sendFailed, about, description: errorMessage(error), form });
    },
  });

  /**
   * Undoes a sent reply and adds its text to the draft of the lead, even if the card is no longer shown. The text is
   * also restored if no response arrived, because the reply may have been deleted.
   */
  async function undo(sent: string, message: string): Promise<void> {
    const restore = () => change((now) => (now === '' ? message : `${message}\n\n${now}`));
    try {
      const { undoReply } = await import('./undo-reply.ts');
      await undoReply(sent, lead.id, queries);
      restore();
      announce(t.reply.undone(lead.name));
    } catch (error) {
      if ((error as { details?: unknown }).details !== 'reply_left') restore();
      showError(error as Error, form, about);
    }
    // The pressed button no longer exists.
    (field.current ?? document.querySelector('h1'))?.focus();
  }

  const isCollapsed = !isThreadOpen && !wasFocused && text === '';

  function send(goesOn: boolean): void {
    const message = text.trim();
    if (message === '' || reply.isPending) return;
    const [gap] = findUnfilledPlaceholders(message);
    if (gap !== undefined) {
      showError(t.reply.unfilled(gap), form, about);
      selectText(gap);
      return;
    }
    const theirs = findRepliedSince();
    if (theirs) setAsked({ theirs, goesOn });
    else deliver(goesOn);
  }

  /** The newest message that the author has seen; the one before it if that was undone since. */
  function findSeen(): string | undefined {
    const at = Date.parse(seen.current?.created_at ?? '');
    return lead.replies.findLast((one) => Date.parse(one.created_at) <= at)?.id;
  }

  /** Text that is being typed elsewhere must go neither into a dialog nor into another box. */
  function isFocusHere(): boolean {
    const active = document.activeElement;
    return active === document.body || Boolean(field.current?.form?.contains(active));
  }

  /**
   * The last reply of a colleague that came after the reply was begun. Needs no request, because the list is updated
   * live; the database refuses a reply if one has not come yet.
   */
  function findRepliedSince(): LeadMessageRow | undefined {
    const from = lead.replies.findIndex((one) => one.id === findSeen()) + 1;
    return lead.replies
      .slice(from)
      .findLast((one) => one.sender_type === 'admin' && one.author_id !== user.id);
  }

  function deliver(goesOn: boolean): void {
    reply.mutate(
      { leadId: lead.id, message: text.trim(), seen: findSeen(), author: user.id },
      {
        onSettled(_, error) {
          if (!(error instanceof ColleagueRepliedError)) void moveOn(goesOn && !error);
          else if (isFocusHere()) setAsked({ theirs: error.theirs, goesOn });
        },
      },
    );
  }

  function begin(): void {
    setWasFocused(true);
    inboxActivity.report(lead.id);
    if (text === '') seen.current = lead.replies.at(-1);
  }

  function selectText(part: string): void {
    const start = text.indexOf(part);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + part.length);
  }

  /**
   * After a reply: focuses the box, or the next waiting lead. Does nothing if the focus has left the form.
   */
  async function moveOn(goesOn: boolean): Promise<void> {
    if (!isFocusHere()) return;
    field.current?.focus();
    if (!goesOn) return;
    try {
      const { goToNextWaitingLead } = await import('./go-to-next-waiting-lead.ts');
      announce(await goToNextWaitingLead(lead, user.id, navigate));
      // collapses this form before the window scrolls to the next card
      if (!field.current?.form?.contains(document.activeElement)) flushSync(() => setWasFocused(false));
    } catch (error) {
      showError(error as Error, form, about);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    send(event.nativeEvent.submitter?.dataset['goesOn'] === 'true');
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send(event.shiftKey);
  }

  return (
    <form
      className={classNames(styles.form, 'dense')}
      data-quiet={isCollapsed || undefined}
      {...leaving}
      onSubmit={submit}
    >
      <label className={isCollapsed ? 'sr-only' : 'field-label'} htmlFor={id}>
        {t.reply.label(lead.name)}
      </label>
      <textarea
        aria-describedby={`${id}-effect`}
        className="input block"
        data-next-field=""
        dir="auto"
        id={id}
        onChange={(event) => {
          change(event.target.value);
          reportTyping(lead.id);
        }}
        onFocus={begin}
        onKeyDown={handleKey}
        placeholder={t.reply.placeholder}
        readOnly={reply.isPending}
        ref={field}
        rows={3}
        value={text}
      />
      {lead.email_bounced_at && !isCollapsed && (
        <BouncedNotice lead={lead} onCleared={() => field.current?.focus()} />
      )}
      {asked && (
        <ColleagueRepliedDialog
          theirs={asked.theirs}
          lead={lead}
          onClose={() => {
            setAsked(undefined);
            field.current?.focus();
          }}
          onSend={() => {
            setAsked(undefined);
            seen.current = asked.theirs;
            deliver(asked.goesOn);
          }}
        />
      )}
      <div className={styles.foot}>
        <p className={classNames(styles.effect, 'small muted')} id={`${id}-effect`}>
          {t.reply.effect}
        </p>
        <Button
          busy={reply.isPending}
          busyText={t.reply.busy}
          disabled={text.trim() === ''}
          icon="send"
          type="submit"
        >
          <span className={styles.word}>{t.reply.submit}</span>
        </Button>
        {!isCollapsed && (
          <Button
            aria-disabled={reply.isPending}
            data-goes-on="true"
            disabled={text.trim() === ''}
            type="submit"
            variant="secondary"
          >
            {t.reply.submitAndNext}
          </Button>
        )}
        {!isCollapsed && <CannedRepliesButton field={field} lead={lead} />}
        <output className="sr-only">{reply.isPending ? t.reply.sending(lead.name) : ''}</output>
      </div>
    </form>
  );
}

/**
 * Handlers for a form: `onLeave` is called when Tab moves the focus out of it. A pointer does not count, because
 * collapsing the form would move its target. Dialogs of the form are rendered elsewhere and are not part of it.
 */
function useLeavingByKey(onLeave: () => void) {
  const isTab = useRef(false);
  return {
    onBlur({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>): void {
      if (isTab.current && currentTarget.contains(target) && !currentTarget.contains(relatedTarget))
        onLeave();
    },
    onKeyDown({ key }: KeyboardEvent<HTMLFormElement>): void {
      isTab.current = key === 'Tab';
    },
    onPointerDown(): void {
      isTab.current = false;
    },
  };
}
