// The form for the booking rules: notice, horizon, buffer between calls, whether visitors can book.
import { Link } from 'react-router';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../screen/panel.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import { SwitchField } from '../screen/switch-field.tsx';
import { bookingsQueryName, saveBookingRules, type BookingRules } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import styles from './bookings.module.css';

const t = bookingsTexts.rules;

/** The limits of the database. */
const limits = {
  notice_hours: { label: t.notice, hint: t.noticeHint, from: 0, to: 336 },
  horizon_days: { label: t.horizon, hint: undefined, from: 1, to: 90 },
  buffer_minutes: { label: t.buffer, hint: undefined, from: 0, to: 120 },
} as const;
type Limit = keyof typeof limits;
const names = Object.keys(limits) as Limit[];

const tags = {
  agency: (words: string) => (
    <Link className="link" to="/dashboard/agency">
      {words}
    </Link>
  ),
};

/** The form for the booking rules, which owners see. */
export function BookingRulesPanel({ rules }: { rules: BookingRules }) {
  const numbers = Object.fromEntries(names.map((name) => [name, String(rules[name])]));
  const typed = useStoredDraft('booking-rules', {
    ...(numbers as Record<Limit, string>),
    is_open: rules.is_open,
  });
  const save = useWriteMutation(saveBookingRules, [bookingsQueryName], {
    waits: true,
    form: 'rules',
    done: t.saved,
    onSuccess: typed.drop,
  });
  const isWrong = (name: Limit) => {
    const { from, to } = limits[name];
    const value = typed.value[name].trim();
    return !/^\d{1,3}$/.test(value) || Number(value) < from || Number(value) > to;
  };
  const canSave = typed.isChanged && !names.some(isWrong);

  function submit(): void {
    if (!canSave || save.isPending) return;
    const { is_open } = typed.value;
    save.mutate({
      ...Object.fromEntries(names.map((name) => [name, Number(typed.value[name])])),
      // omitted if unchanged, so that saving a number does not decide whether booking is open
      ...(is_open !== rules.is_open && { is_open }),
    });
  }

  return (
    <Panel className="mt-32" id="rules" padded stacked title={t.title}>
      <form
        className="stack dense"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SwitchField
          checked={typed.value.is_open}
          id="booking-open"
          label={t.open}
          onChange={(isOpen) => typed.change((now) => ({ ...now, is_open: isOpen }))}
          text={t.openHint}
        />
        <div className={styles.numbers}>
          {names.map((name) => {
            const { label, hint, from, to } = limits[name];
            return (
              <TextField
                error={isWrong(name) ? t.range(from, to) : undefined}
                hint={hint}
                inputMode="numeric"
                key={name}
                label={label}
                name={name}
                onChange={({ target }) => typed.change((now) => ({ ...now, [name]: target.value }))}
                value={typed.value[name]}
              />
            );
          })}
        </div>
        <p className="muted">
          <RichText tags={tags} text={t.hours} />
        </p>
        <div>
          <Button busy={save.isPending} disabled={!canSave} icon="check" type="submit">
            {t.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
