// The form that sets or clears the follow-up day of a lead.
import { dayLabel } from '../../screen/screen-texts.ts';
import { useState, type FormEvent } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { showError } from '../../screen/show-error.ts';
import { wallClockOf } from '../../screen/zoned-time.ts';
import { useAnnounce } from '../announcer.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import type { Lead } from '../read-leads-page.ts';
import { formatMonthAndDay } from '../../screen/format-calendar-day.ts';
import { workToolTexts } from './tools-texts.ts';
import styles from './tools.module.css';

const t = workToolTexts.followUp;

interface FollowUpChange {
  leadId: string;
  /** null clears it */
  day: string | null;
}

async function setFollowUp({ leadId, day }: FollowUpChange): Promise<void> {
  const table = browserClient().from('lead_follow_ups');
  if (day === null) await table.delete().eq('lead_id', leadId).throwOnError();
  else await table.upsert({ lead_id: leadId, due_on: day }).throwOnError();
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The Monday after this day. */
function nextMonday(day: string): string {
  return addDays(day, 8 - (new Date(`${day}T00:00:00Z`).getUTCDay() || 7));
}

/** Sets the day, in the agency's zone, on which a lead is due again. */
export function FollowUpForm({ lead }: { lead: Lead }) {
  const { timeZone } = useAgency();
  const [today] = useState(() => wallClockOf(new Date().toISOString(), timeZone).day);
  const known = lead.work?.follow_up_on ?? '';
  const { value: typed, change: setTyped, drop } = useStoredDraft(`follow-up:${lead.id}`, known);
  const announce = useAnnounce();
  const form = `follow-up-${lead.id}`;
  const change = useWriteMutation(setFollowUp, ['leads'], {
    waits: true,
    onSuccess: (_, { day }) =>
      announce(day === null ? t.cleared(lead.name) : t.wasSet(lead.name, formatMonthAndDay(day))),
    onError: (error) =>
      showError(
        'code' in error && error.code === '23514' ? t.outOfRange : error,
        form,
        inboxTexts.toastFor(lead.name),
      ),
  });

  function choose(day: string | null): void {
    setTyped(day ?? '');
    change.mutate({ leadId: lead.id, day }, { onSuccess: drop });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed !== '') choose(typed);
  }

  const choices = [
    { label: t.today, day: today },
    { label: t.tomorrow, day: addDays(today, 1) },
    { label: t.nextWeek, day: nextMonday(today) },
  ];
  return (
    <form className={styles.followUp} noValidate onSubmit={submit}>
      <TextField
        aria-label={dayLabel(t.day(lead.name), timeZone)}
        label={dayLabel(t.label, timeZone)}
        min={today}
        name="follow-up"
        onChange={(event) => setTyped(event.target.value)}
        type="date"
        value={typed}
      />
      <Button disabled={typed === '' || typed === known} type="submit" variant="secondary">
        {t.set}
      </Button>
      <div className={styles.choices}>
        {choices.map(({ label, day }) => (
          <Button key={label} onClick={() => choose(day)} variant="ghost">
            {label}
          </Button>
        ))}
        {known !== '' && (
          <Button
            onClick={({ currentTarget }) => {
              // the focused button is about to be removed
              currentTarget.form?.querySelector('input')?.focus();
              choose(null);
            }}
            variant="ghost"
          >
            {t.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
