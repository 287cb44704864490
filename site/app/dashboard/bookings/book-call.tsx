import { useState } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { bookForLead } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import { ChooseTime } from './choose-time.tsx';

const t = bookingsTexts.book;

interface BookCallProps {
  lead: { id: string; name: string; email: string | null };
  variant: 'ghost' | 'secondary';
}

/** A colleague books for a lead. */
export function BookCall({ lead, variant }: BookCallProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)} variant={variant}>
        <RichText text={t.open(lead.name)} />
      </Button>
      {isOpen && (
        <ChooseTime
          id={`book-${lead.id}`}
          lead={lead}
          onClose={() => setIsOpen(false)}
          texts={t}
          write={(slot) => bookForLead({ lead: lead.id, slot })}
        />
      )}
    </>
  );
}
