// The button that opens the canned replies; inserts the chosen one into the reply field.
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { Lead } from '../read-leads-page.ts';
import { cannedTexts } from './canned-texts.ts';
import styles from './canned.module.css';

const CannedRepliesDialog = lazyDialog(() => import('./canned-replies-dialog.tsx'), { beginsWithText: true });

interface CannedRepliesButtonProps {
  lead: Lead;
  field: RefObject<HTMLTextAreaElement | null>;
}

export default function CannedRepliesButton({ lead, field }: CannedRepliesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);

  async function insert(text: string): Promise<void> {
    const { insertCannedReply } = await import('./insert-canned-reply.ts');
    // the dialog must be removed before the box behind it can get the focus
    flushSync(() => setIsOpen(false));
    if (field.current) insertCannedReply(field.current, text);
  }

  return (
    <>
      <Button
        aria-haspopup="dialog"
        className={styles.open}
        icon="list"
        onClick={() => setIsOpen(true)}
        variant="ghost"
      >
        <span>
          <RichText text={cannedTexts.open(lead.name)} />
        </span>
      </Button>
      {isOpen && (
        <CannedRepliesDialog
          lead={lead}
          onClose={() => setIsOpen(false)}
          onInsert={(text) => void insert(text)}
        />
      )}
    </>
  );
}
