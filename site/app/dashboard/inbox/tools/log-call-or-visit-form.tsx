// The form that records a call or visit as a message in a lead's thread.
import { dayLabel } from '../../screen/screen-texts.ts';
import { useId, useState, type FormEvent } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { showError } from '../../screen/show-error.ts';
import { timestampOfWallClock, wallClockOf } from '../../screen/zoned-time.ts';
import { useAnnounce } from '../announcer.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import type { Lead } from '../read-leads-page.ts';
import { workToolTexts } from './tools-texts.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './tools.module.css';

const t = workToolTexts.log;

interface Talk {
  lead: string;
  channel: string;
  is_incoming: boolean;
  message: string;
  said_at: string;
}

/** Logs a call or a visit, which is shown in the thread and never mailed. */
export function LogCallOrVisitForm({ lead }: { lead: Lead }) {
  const { timeZone } = useAgency();
  const [now] = useState(() => wallClockOf(new Date().toISOString(), timeZone));
  const kept = useStoredDraft(`log:${lead.id}`, { message: '', isIncoming: true, channel: 'phone', at: '' });
  const { message, isIncoming, channel, at } = kept.value;
  const [error, setError] = useState<string>();
  const announce = useAnnounce();
  const hint = useId();
  const save = useWriteMutation((talk: Talk) => callDatabaseFunction('log_message', talk), ['leads'], {
    onSuccess() {
      kept.change((now) => ({ ...now, message: '', at: '' }));
      announce(t.saved(lead.name));
    },
    onError: (problem) =>
      showError(
        'code' in problem && problem.code === '22023' ? t.timeToCome : problem,
        `log-${lead.id}`,
        inboxTexts.toastFor(lead.name),
      ),
  });

  function change(part: Partial<typeof kept.value>): void {
    kept.change((now) => ({ ...now, ...part }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setError(message.trim() === '' ? t.empty : undefined);
    if (message.trim() === '' || save.isPending) return;
    const [day = '', time = ''] = at.split('T');
    const saidAt = at === '' ? new Date().toISOString() : timestampOfWallClock({ day, time }, timeZone);
    save.mutate({ lead: lead.id, channel, is_incoming: isIncoming, message, said_at: saidAt });
  }

  return (
    <details
      className={classNames('col-span-full hair-top', screenStyles.disclosure)}
      open={kept.isRestored || undefined}
    >
      <summary>
        {t.open}
        <Icon name="chevron-down" />
      </summary>
      <form aria-describedby={hint} className="stack gap-12" noValidate onSubmit={submit}>
        <p className="small muted" id={hint}>
          {t.hint}
        </p>
        <div className={styles.contact}>
          <SelectField
            label={t.who}
            name="direction"
            onChange={(event) => change({ isIncoming: event.target.value === 'in' })}
            value={isIncoming ? 'in' : 'out'}
          >
            <option value="in">{t.they}</option>
            <option value="out">{t.we}</option>
          </SelectField>
          <SelectField
            label={t.channel}
            name="channel"
            onChange={(event) => change({ channel: event.target.value })}
            value={channel}
          >
            <SelectOptions of={Object.entries(t.channels)} />
          </SelectField>
          <TextField
            label={dayLabel(t.at, timeZone)}
            max={`${now.day}T${now.time}`}
            name="said-at"
            onChange={(event) => change({ at: event.target.value })}
            type="datetime-local"
            value={at || `${now.day}T${now.time}`}
          />
        </div>
        <TextAreaField
          error={error}
          label={t.message}
          maxLength={20_000}
          name="said"
          onChange={(event) => change({ message: event.target.value })}
          rows={3}
          value={message}
        />
        <Button className="justify-self-start" busy={save.isPending} type="submit" variant="secondary">
          {t.save}
        </Button>
      </form>
    </details>
  );
}
