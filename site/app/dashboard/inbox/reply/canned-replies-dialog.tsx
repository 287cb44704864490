// The dialog that searches the canned replies, fills one in, opens its editor.
import { useEffect, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useAgency } from '../../../agency/use-agency.ts';
import { useProfile } from '../../../auth/session/profile.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { useAnnounce } from '../announcer.tsx';
import type { Lead } from '../read-leads-page.ts';
import {
  useCannedReplies,
  type CannedReply,
  fillCannedReplyPlaceholders,
  firstNameOf,
} from './canned-replies.ts';
import { cannedTexts as t } from './canned-texts.ts';
import { EditCannedReplyDialog } from './edit-canned-reply-dialog.tsx';
import { findUnfilledPlaceholders } from './send-reply.ts';
import styles from './canned.module.css';

function matches({ name, body }: CannedReply, term: string): boolean {
  return `${name}\n${body}`.toLowerCase().includes(term.trim().toLowerCase());
}

/** Arrow keys move between the search and the replies below it, as in a menu. */
function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  stops[index + step]?.focus();
}

interface CannedRepliesDialogProps {
  lead: Lead;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** Finds a canned reply and inserts it filled in; Enter in the search takes the first. They can be edited here too. */
export default function CannedRepliesDialog({ lead, onInsert, onClose }: CannedRepliesDialogProps) {
  const content = useModalWhileRendered<HTMLDivElement>('input');
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<CannedReply | null>();
  const { data: profile } = useProfile();
  const { name: agency } = useAgency();
  const announce = useAnnounce();
  const replies = useCannedReplies();
  const found = replies.data?.filter((reply) => matches(reply, term)) ?? [];

  // if the reply was deleted, the button that opened it no longer exists
  useEffect(() => {
    if (edited === undefined && replies.data && document.activeElement === document.body)
      content.current?.querySelector('input')?.focus();
  }, [content, edited, replies.data]);

  function choose(reply: CannedReply | undefined): void {
    if (!reply) return;
    const text = fillCannedReplyPlaceholders(reply.body, {
      firstName: firstNameOf(lead.name),
      service: lead.services?.name ?? lead.service_name,
      myName: profile?.full_name ?? null,
      agency,
    });
    const gaps = findUnfilledPlaceholders(text).join(', ');
    onInsert(text);
    announce(gaps === '' ? t.inserted(reply.name) : t.insertedWithGaps(reply.name, gaps));
  }

  // Outside of the reply's form, because forms cannot be nested.
  return createPortal(
    <Dialog id="canned-replies" onClose={onClose} title={t.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the controls in it */}
      <div className="stack mt-16 text-17" onKeyDown={followArrows} ref={content}>
        <form
          className="dense"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            choose(found[0]);
          }}
        >
          <TextField
            autoComplete="off"
            label={t.searchLabel}
            name="canned-search"
            onChange={(event) => setTerm(event.target.value)}
            type="search"
            value={term}
          />
        </form>
        <output className="sr-only">{term === '' ? '' : t.found(found.length)}</output>
        <QueryResult loadingText={screenTexts.list.loading(t.what)} query={replies}>
          {(all) => found.length === 0 && <p className="muted">{all.length === 0 ? t.empty : t.noMatch}</p>}
        </QueryResult>
        <ul>
          {found.map((reply) => (
            <li className="flex items-center gap-4 hair-bottom" key={reply.id}>
              <button className={styles.choice} data-choice="" onClick={() => choose(reply)} type="button">
                <b>{reply.name}</b> <span className="small muted truncate">{reply.body}</span>
              </button>
              <IconButton icon="edit" label={t.edit(reply.name)} onClick={() => setEdited(reply)} />
            </li>
          ))}
        </ul>
        <Button icon="plus" onClick={() => setEdited(null)} variant="secondary">
          {t.add}
        </Button>
      </div>
      {edited !== undefined && <EditCannedReplyDialog onClose={() => setEdited(undefined)} reply={edited} />}
    </Dialog>,
    document.body,
  );
}
