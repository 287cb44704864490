import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { formatCallDay, formatCallTime } from '../../booking/call-times.ts';
import { useWrite } from '../../data/use-write.ts';
import { SelectField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { showError } from '../screen/show-error.ts';
import { bookingsKey, moveBooking, useFreeSlots, type Call } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';

const t = bookingsTexts.move;

/** To a time that is free; a colleague needs no notice. */
export function MoveCall({ call, onClose }: { call: Call; onClose: () => void }) {
  const [slot, setSlot] = useState('');
  const free = useFreeSlots(call.id);
  const form = `move-${call.id}`;
  const move = useWrite(moveBooking, [bookingsKey], {
    onSuccess() {
      onClose();
      toastSuccess({ title: t.done });
    },
    onError: (error) => showError(error, form),
  });
  return (
    <OpenDialog
      busyText={t.busy}
      canSubmit={slot !== ''}
      id={form}
      isBusy={move.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (slot !== '' && !move.isPending) move.mutate({ booking: call.id, slot });
      }}
      submitText={t.submit}
      title={t.title(call.lead.name)}
    >
      <QueryResult loadingText={bookingsTexts.loading} query={free}>
        {(slots) => (
          <SelectField
            hint={slots.length === 0 ? t.none : t.hint(call.lead.name)}
            label={t.label}
            name="slot"
            onChange={(event) => setSlot(event.target.value)}
            value={slot}
          >
            <option value="">{t.choose}</option>
            <SlotOptions slots={slots} />
          </SelectField>
        )}
      </QueryResult>
    </OpenDialog>
  );
}

function SlotOptions({ slots }: { slots: readonly string[] }) {
  const { timeZone } = useAgency();
  const days = Map.groupBy(slots, (slot) => formatCallDay(slot, timeZone));
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
