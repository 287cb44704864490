import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { useWrite } from '../../data/use-write.ts';
import { FieldError, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { showError } from '../screen/show-error.ts';
import { timestampAt } from '../screen/zoned-time.ts';
import { addBlock, bookingsKey } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import styles from './bookings.module.css';

const t = bookingsTexts.block;
const mostMs = 366 * 86_400_000;

/** From one time to another in the agency's zone; what is booked in between stays. */
export function BlockDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { timeZone } = useAgency();
  const [start, setStart] = useState({ day, time: '09:00' });
  const [end, setEnd] = useState({ day, time: '17:00' });
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const block = useWrite(addBlock, [bookingsKey], {
    onSuccess() {
      onClose();
      toastSuccess({ title: t.done });
    },
    onError: (error) => showError(error, 'block'),
  });

  function submit(): void {
    if (block.isPending) return;
    if ([start, end].some((clock) => clock.day === '' || clock.time === '')) return setProblem(t.missing);
    const [startsAt, endsAt] = [timestampAt(start, timeZone), timestampAt(end, timeZone)];
    const lengthMs = Date.parse(endsAt) - Date.parse(startsAt);
    if (lengthMs <= 0 || lengthMs > mostMs) return setProblem(t.invalid);
    setProblem(undefined);
    block.mutate({ starts_at: startsAt, ends_at: endsAt, reason });
  }

  const describe = {
    'aria-describedby': problem && 'block-error',
    'aria-invalid': problem ? true : undefined,
  };
  return (
    <OpenDialog
      busyText={t.busy}
      id="block"
      isBusy={block.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
    >
      {problem !== undefined && <FieldError id="block-error" role="alert" text={problem} />}
      <div className={styles.pair}>
        <TextField
          {...describe}
          label={t.day}
          name="day"
          onChange={(event) => setStart({ ...start, day: event.target.value })}
          type="date"
          value={start.day}
        />
        <TextField
          {...describe}
          label={t.time}
          name="time"
          onChange={(event) => setStart({ ...start, time: event.target.value })}
          type="time"
          value={start.time}
        />
        <TextField
          {...describe}
          label={t.endDay}
          name="endDay"
          onChange={(event) => setEnd({ ...end, day: event.target.value })}
          type="date"
          value={end.day}
        />
        <TextField
          {...describe}
          label={t.endTime}
          name="endTime"
          onChange={(event) => setEnd({ ...end, time: event.target.value })}
          type="time"
          value={end.time}
        />
      </div>
      <p className="muted">{t.kept}</p>
      <TextField
        hint={t.reasonHint}
        label={t.reason}
        maxLength={200}
        name="reason"
        onChange={(event) => setReason(event.target.value)}
        optional
        value={reason}
      />
    </OpenDialog>
  );
}
