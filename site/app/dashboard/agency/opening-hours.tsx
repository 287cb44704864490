import { days } from '../../agency/field-kinds.ts';
import { FieldError } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { copyMonday, type AgencyDraft } from './agency-draft.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import { dayControlId } from './find-agency-problems.ts';
import styles from './agency.module.css';

const t = agencyScreenTexts.days;

interface OpeningHoursProps {
  value: AgencyDraft['openingHours'];
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<AgencyDraft>) => void;
}

/** Two times a day. */
export function OpeningHours({ value, problemOf, onChange }: OpeningHoursProps) {
  return (
    <fieldset aria-describedby="agency-hours-hint" className="stack gap-12 min-w-0">
      <legend className="field-label">{t.legend}</legend>
      <p className="small muted" id="agency-hours-hint">
        {t.hint}
      </p>
      {days.map((day) => {
        const id = dayControlId(day);
        const error = problemOf(id);
        const [opens = '', closes = ''] = value[day] ?? [];
        const control = {
          type: 'time',
          className: 'input',
          'aria-invalid': error === undefined ? undefined : true,
          'aria-describedby': error === undefined ? undefined : `${id}-error`,
        } as const;
        const set = (times: readonly [string, string]) =>
          onChange({ openingHours: { ...value, [day]: times } });
        return (
          <div className={styles.day} key={day}>
            <span aria-hidden="true" className={styles.dayName}>
              {t[day]}
            </span>
            <input
              {...control}
              aria-label={t.opens(t[day])}
              id={id}
              onChange={(event) => set([event.target.value, closes])}
              value={opens}
            />
            <span aria-hidden="true">–</span>
            <input
              {...control}
              aria-label={t.closes(t[day])}
              onChange={(event) => set([opens, event.target.value])}
              value={closes}
            />
            {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
          </div>
        );
      })}
      <div>
        <Button
          aria-disabled={(value['mon'] ?? []).every((time) => time === '')}
          onClick={() => onChange({ openingHours: copyMonday(value) })}
          variant="secondary"
        >
          {t.copyMonday}
        </Button>
      </div>
    </fieldset>
  );
}
