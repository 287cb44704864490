import { useAgency } from '../../agency/use-agency.ts';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { timestampAt } from '../screen/zoned-time.ts';
import { addBlock, bookingsKey } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import styles from './bookings.module.css';

const t = bookingsTexts.block;
const mostMs = 366 * 86_400_000;

/** From one time to another in the agency's zone; what is booked in between stays. */
export function BlockDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { timeZone } = useAgency();
  const first = { day, time: '09:00', endDay: day, endTime: '17:00', reason: '' };

  function blockOf({ day: startDay, time, endDay, endTime, reason }: typeof first) {
    return {
      starts_at: timestampAt({ day: startDay, time }, timeZone),
      ends_at: timestampAt({ day: endDay, time: endTime }, timeZone),
      reason,
    };
  }

  function check(values: typeof first) {
    const { reason: _optional, ...times } = values;
    const missing = Object.entries(times).find(([, value]) => value === '');
    if (missing) return { [missing[0]]: t.missing };
    const { starts_at: startsAt, ends_at: endsAt } = blockOf(values);
    const lengthMs = Date.parse(endsAt) - Date.parse(startsAt);
    return { endDay: lengthMs <= 0 || lengthMs > mostMs ? t.invalid : undefined };
  }

  return (
    <FormDialog
      busyText={t.busy}
      check={check}
      first={first}
      id="block"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: t.done })}
      queryKeys={[bookingsKey]}
      submitText={t.submit}
      title={t.title}
      write={(values) => addBlock(blockOf(values))}
    >
      {(field) => (
        <>
          <div className={styles.pair}>
            <TextField {...field('day')} label={t.day} type="date" />
            <TextField {...field('time')} label={t.time} type="time" />
            <TextField {...field('endDay')} label={t.endDay} type="date" />
            <TextField {...field('endTime')} label={t.endTime} type="time" />
          </div>
          <p className="muted">{t.kept}</p>
          <TextField {...field('reason')} hint={t.reasonHint} label={t.reason} maxLength={200} optional />
        </>
      )}
    </FormDialog>
  );
}
