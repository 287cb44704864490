// The card of notifications, by email or on the desktop.
import { dayLabel } from '../screen/screen-texts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { useState, useId } from 'react';
import { useProfile } from '../../auth/session/profile.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { notificationTexts as t } from '../notifications/notification-texts.ts';
import { Panel } from '../screen/panel.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import {
  readDesktopNotificationState,
  switchDesktopNotifications,
} from '../notifications/desktop-notifications.ts';
import { useSaveProfile } from '../screen/single-key-shortcut-switch.tsx';
import { SwitchField } from '../screen/switch-field.tsx';

const frequencies = ['immediately', 'hourly', 'daily', 'never'] as const;

interface Choices {
  frequency: string;
  awayFrom: string;
  awayUntil: string;
}

function FrequencyChoice({ value, onChange }: { value: string; onChange: (next: string) => void }) {
  return (
    <fieldset aria-describedby="mail-frequency-hint" className="stack gap-8">
      <legend className="field-label">{t.frequency}</legend>
      {frequencies.map((frequency) => (
        <label className="check-field" key={frequency}>
          <input
            aria-describedby={`mail-${frequency}`}
            aria-label={t.choices[frequency].label}
            checked={value === frequency}
            name="mail_frequency"
            onChange={() => onChange(frequency)}
            type="radio"
            value={frequency}
          />
          <span className="stack gap-0">
            <b>{t.choices[frequency].label}</b>
            <span className="muted" id={`mail-${frequency}`}>
              {t.choices[frequency].hint}
            </span>
          </span>
        </label>
      ))}
      <p className="small muted" id="mail-frequency-hint">
        {t.frequencyHint}
      </p>
    </fieldset>
  );
}

/** Whether a date is incomplete. Its input then has no value, like an empty one. */
function isUnfinished(form: HTMLFormElement, name: string): boolean {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)?.validity.badInput ?? false;
}

function checkDays(
  { awayFrom, awayUntil }: Choices,
  form: HTMLFormElement,
): { from?: string; until?: string } {
  if (isUnfinished(form, 'away_from')) return { from: t.errors.unfinished };
  if (isUnfinished(form, 'away_until')) return { until: t.errors.unfinished };
  if (awayUntil === '') return {};
  if (awayFrom === '') return { from: t.errors.noFirst };
  return awayUntil < awayFrom ? { until: t.errors.order } : {};
}

function NotificationsForm({ saved }: { saved: Choices }) {
  const { timeZone } = useAgency();
  const kept = useStoredDraft('notifications', saved);
  const [errors, setErrors] = useState<ReturnType<typeof checkDays>>({});
  const save = useSaveProfile('notifications', t.saved);
  const change = (changed: Partial<Choices>) => kept.change((now) => ({ ...now, ...changed }));
  return (
    <form
      className="stack dense max-w-34rem"
      data-saves
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = checkDays(kept.value, event.currentTarget);
        setErrors(found);
        const { frequency, awayFrom, awayUntil } = kept.value;
        const columns = {
          mail_frequency: frequency,
          away_from: awayFrom || null,
          away_until: awayUntil || null,
        };
        if (Object.keys(found).length === 0) save.mutate(columns, { onSuccess: kept.drop });
        else
          event.currentTarget
            .querySelector<HTMLElement>(found.from ? '[name=away_from]' : '[name=away_until]')
            ?.focus();
      }}
    >
      <FrequencyChoice onChange={(frequency) => change({ frequency })} value={kept.value.frequency} />
      <fieldset aria-describedby="away-hint" className="stack gap-8">
        <legend className="field-label">{t.away}</legend>
        <div className="row flex-wrap items-start gap-8-20">
          <TextField
            error={errors.from}
            label={dayLabel(t.awayFrom, timeZone)}
            name="away_from"
            onChange={(event) => change({ awayFrom: event.target.value })}
            optional
            type="date"
            value={kept.value.awayFrom}
          />
          <TextField
            error={errors.until}
            label={dayLabel(t.awayUntil, timeZone)}
            min={kept.value.awayFrom || undefined}
            name="away_until"
            onChange={(event) => change({ awayUntil: event.target.value })}
            optional
            type="date"
            value={kept.value.awayUntil}
          />
        </div>
        <p className="small muted" id="away-hint">
          {t.awayHint}
        </p>
      </fieldset>
      <Button busy={save.isPending} className="justify-self-start" type="submit">
        {t.submit}
      </Button>
    </form>
  );
}

/** For accounts that receive mail about leads. */
export function NotificationsCard() {
  const { data: profile, isSuccess } = useProfile();
  const { data: roles = [] } = useRoles();
  if (!isSuccess || !mayReadLeads(roles)) return null;
  const saved = {
    frequency: profile?.mail_frequency ?? 'hourly',
    awayFrom: profile?.away_from ?? '',
    awayUntil: profile?.away_until ?? '',
  };
  return (
    <Panel id="notifications" padded stacked title={t.title}>
      <div className="stack gap-24">
        <NotificationsForm saved={saved} />
        <DesktopSwitch />
      </div>
    </Panel>
  );
}

function DesktopSwitch() {
  const id = useId();
  const [state, setState] = useState(readDesktopNotificationState);
  return (
    <SwitchField
      checked={state === 'on'}
      id={id}
      label={t.desktop.label}
      onChange={(isOn) => void switchDesktopNotifications(isOn).then(setState)}
      text={t.desktop[state]}
    />
  );
}
