// The register of privacy incidents: the list, the form to add or edit one, its checks.
import { dayLabel } from '../screen/screen-texts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { todayIn } from '../screen/zoned-time.ts';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { formatCalendarDay } from '../screen/format-calendar-day.ts';
import { privacyTexts as t } from './privacy-texts.ts';
import {
  privacyQueryName,
  usePrivacyIncidents,
  type PrivacyIncident,
  savePrivacyIncident,
} from './privacy-queries.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';

function IncidentRow({ incident, onEdit }: { incident: PrivacyIncident; onEdit: () => void }) {
  const { noticed_on: noticed, what, whose, risk, is_serious: isSerious } = incident;
  const day = formatCalendarDay(noticed);
  return (
    <li className="grid gap-6 py-16 hair-top">
      <div className="cluster">
        <b className="me-auto">{day}</b>
        <Badge variant={isSerious ? 'land' : 'secondary'}>
          {isSerious ? t.incidents.serious : t.incidents.notSerious}
        </Badge>
      </div>
      <p className="pre-wrap">{what}</p>
      <p className="pre-wrap">{t.incidents.whose(whose)}</p>
      <p className="pre-wrap">{t.incidents.risk(risk)}</p>
      <p className="pre-wrap">
        {incident.told && incident.told_on
          ? t.incidents.told(incident.told, formatCalendarDay(incident.told_on))
          : t.incidents.notTold}
      </p>
      <div>
        <Button icon="edit" iconOnly onClick={onEdit} variant="secondary">
          {t.incidents.edit(day)}
        </Button>
      </div>
    </li>
  );
}

/** The register of incidents that Law 25 requires. */
export function IncidentsPanel() {
  const incidents = usePrivacyIncidents();
  const [open, setOpen] = useState<PrivacyIncident | 'new'>();
  return (
    <Panel id="incidents" padded stacked title={t.incidents.title}>
      <p className="muted">{t.incidents.hint}</p>
      <QueryResult failedText={t.incidents.failed} loadingText={t.loading} query={incidents}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.incidents.empty}</p>
          ) : (
            <ul>
              {rows.map((incident) => (
                <IncidentRow incident={incident} key={incident.id} onEdit={() => setOpen(incident)} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <div>
        <Button icon="plus" onClick={() => setOpen('new')} variant="secondary">
          {t.incidents.add}
        </Button>
      </div>
      {open && (
        <IncidentForm incident={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}

function firstOf(incident: PrivacyIncident | undefined, today: string) {
  const { noticed_on = today, what = '', whose = '', risk = '', told, told_on } = incident ?? {};
  const is_serious = incident?.is_serious ? 'yes' : 'no';
  return { noticed_on, what, whose, is_serious, risk, told: told ?? '', told_on: told_on ?? '' };
}

function dayProblem(day: string, today: string): string | undefined {
  return day === '' || day > today ? t.incidentForm.errors.date : undefined;
}

function check({ noticed_on, what, whose, risk, told, told_on }: ReturnType<typeof firstOf>, today: string) {
  const required = (text: string) => (text === '' ? t.incidentForm.errors.required : undefined);
  const isHalf = (told === '') !== (told_on === '');
  return {
    noticed_on: dayProblem(noticed_on, today),
    what: required(what),
    whose: required(whose),
    risk: required(risk),
    told: isHalf ? t.incidentForm.errors.told : undefined,
    told_on: isHalf || told_on === '' ? undefined : dayProblem(told_on, today),
  };
}

function IncidentForm({ incident, onClose }: { incident: PrivacyIncident | undefined; onClose: () => void }) {
  const { timeZone } = useAgency();
  const today = todayIn(timeZone);
  return (
    <ValidatedFormDialog
      check={(values) => check(values, today)}
      first={firstOf(incident, today)}
      id="privacy-incident"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: t.incidents.saved })}
      queryKeys={[privacyQueryName]}
      record={incident?.id}
      submitText={t.incidentForm.submit}
      title={incident ? t.incidentForm.edit : t.incidentForm.add}
      write={({ is_serious, told, told_on, ...values }) =>
        savePrivacyIncident({
          ...values,
          id: incident?.id,
          is_serious: is_serious === 'yes',
          told: told || null,
          told_on: told_on || null,
        })
      }
    >
      {(field) => (
        <>
          <TextField
            {...field('noticed_on')}
            label={dayLabel(t.incidentForm.noticed, timeZone)}
            max={today}
            type="date"
          />
          <TextAreaField {...field('what')} label={t.incidentForm.what} maxLength={4000} rows={3} />
          <TextAreaField {...field('whose')} label={t.incidentForm.whose} maxLength={2000} rows={3} />
          <SelectField {...field('is_serious')} label={t.incidentForm.serious}>
            <option value="no">{t.incidentForm.no}</option>
            <option value="yes">{t.incidentForm.yes}</option>
          </SelectField>
          <TextAreaField {...field('risk')} label={t.incidentForm.risk} maxLength={2000} rows={3} />
          <TextAreaField {...field('told')} label={t.incidentForm.told} maxLength={2000} optional rows={2} />
          <TextField
            {...field('told_on')}
            label={dayLabel(t.incidentForm.toldOn, timeZone)}
            max={today}
            optional
            type="date"
          />
        </>
      )}
    </ValidatedFormDialog>
  );
}
