import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../screen/show-error.ts';
import { BookCall } from './book-call.tsx';
import { bookingsKey, finishBooking, type Call } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';

const t = bookingsTexts.call;

interface CallButtonsProps {
  call: Call;
  hasBegun: boolean;
  /** for the names of the buttons */
  time: string;
  onMove: () => void;
  onCancel: () => void;
}

/** Before a call it can be moved and cancelled; from its beginning on it is said how it went. */
export function CallButtons({ call, hasBegun, time, onMove, onCancel }: CallButtonsProps) {
  const finish = useWrite(finishBooking, [bookingsKey], {
    waits: true,
    onError: (error) => showError(error),
  });
  const whose = <span className="sr-only">{t.whose(call.lead.name, time)}</span>;
  const outcome = (name: 'done' | 'missed' | 'booked', words: string) => (
    <Button
      busy={finish.isPending && finish.variables.outcome === name}
      busyText={t.saving}
      onClick={() => finish.mutate({ booking: call.id, outcome: name })}
      variant="secondary"
    >
      <span>{words}</span>
      {whose}
    </Button>
  );
  if (call.state === 'cancelled')
    return (
      <div className="cluster">
        <BookCall lead={call.lead} variant="secondary" />
      </div>
    );
  return (
    <div className="cluster">
      {hasBegun && call.state === 'booked' && outcome('done', t.done)}
      {hasBegun && call.state === 'booked' && outcome('missed', t.missed)}
      {hasBegun && call.state !== 'booked' && outcome('booked', t.undo)}
      {hasBegun && call.state === 'missed' && <BookCall lead={call.lead} variant="secondary" />}
      {!hasBegun && (
        <>
          <Button onClick={onMove} variant="secondary">
            {t.move}
            {whose}
          </Button>
          <Button onClick={onCancel} variant="secondary">
            {t.cancel}
            {whose}
          </Button>
        </>
      )}
    </div>
  );
}
