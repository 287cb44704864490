import { moveBooking, type Call } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import { ChooseTime } from './choose-time.tsx';

export function MoveCall({ call, onClose }: { call: Call; onClose: () => void }) {
  return (
    <ChooseTime
      booking={call.id}
      id={`move-${call.id}`}
      lead={call.lead}
      onClose={onClose}
      texts={bookingsTexts.move}
      write={(slot) => moveBooking({ booking: call.id, slot })}
    />
  );
}
