// The dialog that chooses a free time, with the button that books a call for a lead.
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { formatCallDateWithoutYear, formatCallTime } from '../../booking/call-times.ts';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { SelectField } from '../../ui/field.tsx';
import { SubmitDialog } from '../screen/submit-dialog.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { type BookingRow, bookingsQueryName, useFreeSlots } from './bookings-queries.ts';
import { bookingsTexts as t } from './bookings-texts.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';

interface ChooseTimeDialogProps {
  id: string;
  /** the call to move: its own time is not offered, times that overlap it are */
  moved?: Pick<BookingRow, 'id' | 'starts_at'>;
  texts: { title: (name: string) => string; submit: string; busy: string; done: string };
  lead: { name: string; email: string | null };
  write: (slot: string) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog with the free times; the notice period does not apply to colleagues. */
export function ChooseTimeDialog({ id, moved, texts, lead, write, onClose }: ChooseTimeDialogProps) {
  const [slot, setSlot] = useState('');
  const free = useFreeSlots(moved);
  const choose = useWriteMutation(write, [bookingsQueryName, 'leads'], {
    form: id,
    done: texts.done,
    onSuccess: onClose,
  });
  const hint = lead.email === null ? t.choose.noEmail(lead.name) : t.choose.hint(lead.name);
  return (
    <SubmitDialog
      busyText={texts.busy}
      canSubmit={slot !== ''}
      id={id}
      isBusy={choose.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (slot !== '' && !choose.isPending) choose.mutate(slot);
      }}
      submitText={texts.submit}
      title={texts.title(lead.name)}
    >
      <QueryResult loadingText={t.loading} query={free}>
        {(slots) => (
          <SelectField
            hint={slots.length === 0 ? t.choose.none : hint}
            label={t.choose.label}
            name="slot"
            onChange={(event) => setSlot(event.target.value)}
            value={slot}
          >
            <option value="">{t.choose.choose}</option>
            <SlotOptions slots={slots} />
          </SelectField>
        )}
      </QueryResult>
    </SubmitDialog>
  );
}

function SlotOptions({ slots }: { slots: readonly string[] }) {
  const { timeZone } = useAgency();
  const days = Map.groupBy(slots, (slot) => formatCallDateWithoutYear(slot, timeZone));
  return [...days].map(([day, times]) => (
    <optgroup key={day} label={day}>
      {times.map((time) => (
        <option key={time} value={time}>
          {`${day}, ${formatCallTime(time, timeZone)}`}
        </option>
      ))}
    </optgroup>
  ));
}

interface BookCallButtonProps {
  lead: { id: string; name: string; email: string | null };
  variant: 'ghost' | 'secondary';
}

export function BookCallButton({ lead, variant }: BookCallButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)} variant={variant}>
        <RichText text={t.book.open(lead.name)} />
      </Button>
      {isOpen && (
        <ChooseTimeDialog
          id={`book-${lead.id}`}
          lead={lead}
          onClose={() => setIsOpen(false)}
          texts={t.book}
          write={(slot) => callDatabaseFunction('book_for_lead', { lead: lead.id, slot })}
        />
      )}
    </>
  );
}
