// The fields of a section of the agency's editor, by their kinds.
import { classNames } from '../../ui/class-names.ts';
import type { FormDraft } from '../content/use-form-draft.ts';
import {
  agencyControlId,
  describeShortenedTitle,
  copyMondayToWeekdays,
  isOpenOn,
  isSampleValue,
  type AgencyFieldsDraft,
  openingDayControlId,
} from './agency-fields-draft.ts';
import type { AgencyEditorDraft } from './agency-editor-draft.ts';
import styles from './agency.module.css';
import { agencyFieldNames, agencyFields, type AgencyFieldName } from '../../agency/agency-fields.ts';
import { weekDayNames } from '../../agency/agency-field-definition.ts';
import { FieldError, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { ForeignImagesOfText } from '../content/fields/foreign-images.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { Button } from '../../ui/button.tsx';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import type { LogoBackground } from '../../agency/agency-logo.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { acceptedPictureTypes, acceptedLogoTypes } from '../media/upload/send-upload.ts';
import { ChooseImageButton } from '../media/library/choose-image-button.tsx';
import { PictureUploadZone, usePictureUpload } from '../media/upload/picture-upload-zone.tsx';
import { acceptsPlaceholders, markTouched, PlaceholderMenu } from './placeholder-menu.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

interface AgencySectionFieldsProps {
  section: string;
  draft: FormDraft<AgencyEditorDraft>;
}

/** The controls of one section; those of a figure are in a fieldset. */
export function AgencySectionFields({ section, draft }: AgencySectionFieldsProps) {
  const shown = agencyFieldNames
    .filter((name) => agencyFields[name].section === section)
    // the description of the image is only shown if there is an image
    .filter((name) => name !== 'heroImageAlt' || draft.values.heroImage !== '');
  const figures = [...new Set(shown.map((name) => agencyFields[name].figure))];
  return figures.map((figure) => {
    const names = shown.filter((name) => agencyFields[name].figure === figure);
    const controls = names.map((name) =>
      name === 'openingHours' ? (
        <OpeningHours
          key={name}
          onChange={draft.change}
          problemOf={draft.problemOf}
          value={draft.values.openingHours}
        />
      ) : (
        <AgencyField
          error={draft.problemOf(agencyControlId(name))}
          key={name}
          name={name}
          note={name === 'seoTitle' ? describeShortenedTitle(draft.values) : undefined}
          onChange={draft.change}
          value={draft.values[name]}
        />
      ),
    );
    return figure === undefined ? (
      controls
    ) : (
      <fieldset className={classNames('stack gap-12 min-w-0', styles.figure)} key={figure}>
        <legend className="field-label">{t.figures(figure)}</legend>
        {controls}
      </fieldset>
    );
  });
}

interface OpeningHoursProps {
  value: AgencyFieldsDraft['openingHours'];
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<AgencyFieldsDraft>) => void;
}

/** Opening and closing time of each day. */
function OpeningHours({ value, problemOf, onChange }: OpeningHoursProps) {
  return (
    <fieldset aria-describedby="agency-hours-hint" className="stack gap-12 min-w-0">
      <legend className="field-label">{t.days.legend}</legend>
      <p className="small muted" id="agency-hours-hint">
        {t.days.hint}
      </p>
      {weekDayNames.map((day) => {
        const id = openingDayControlId(day);
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
          <div className={classNames('cluster gap-8', styles.day)} key={day}>
            <span aria-hidden="true" className={styles.dayName}>
              {t.days[day]}
            </span>
            <input
              {...control}
              aria-label={t.days.opens(t.days[day])}
              id={id}
              onChange={(event) => set([event.target.value, closes])}
              value={opens}
            />
            <span aria-hidden="true">–</span>
            <input
              {...control}
              aria-label={t.days.closes(t.days[day])}
              onChange={(event) => set([opens, event.target.value])}
              value={closes}
            />
            {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
          </div>
        );
      })}
      <div>
        <Button onClick={() => onChange({ openingHours: copyMondayToWeekdays(value) })} variant="secondary">
          <span>{isOpenOn(value, 'mon') ? t.days.copyMonday : t.days.usual}</span>
        </Button>
      </div>
    </fieldset>
  );
}

const optionTexts: Readonly<Record<string, string>> = {
  ...t.logo.grounds,
  ...t.holidayRegions,
  ...t.acknowledgement,
  ...t.reputationPromo,
  ...t.emptyLists,
};

/** Heights of the text areas in rows; longer contents scroll. */
const rows = { text: 3, markdown: 18, lines: 4, links: 3, dates: 3 } as const;

const inputs = {
  line: {},
  number: { inputMode: 'numeric' },
  phone: { type: 'tel' },
  dialled: { type: 'tel' },
  email: { type: 'email' },
} as const;

interface AgencyFieldProps {
  name: Exclude<AgencyFieldName, 'openingHours'>;
  value: string;
  error: string | undefined;
  /** shown instead of the field's hint */
  note: string | undefined;
  onChange: (part: Partial<AgencyFieldsDraft>) => void;
}

/** The control of a field, by its kind. */
function AgencyField({ name, value, error, note, onChange }: AgencyFieldProps) {
  const field = agencyFields[name];
  const { label, hint } = field;
  const control = {
    id: agencyControlId(name),
    name,
    label,
    hint: note ?? (isSampleValue(name, value) ? t.sample(hint) : hint),
    error,
    value,
    optional: field.kind !== 'hours' && field.kind !== 'number' && !field.isRequired,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  };
  if (field.kind === 'picture') {
    return (
      <LogoField
        error={error}
        hint={hint}
        id={control.id}
        accepts={name === 'heroImage' ? acceptsImage : name === 'icon' ? acceptsIcon : acceptsLogo}
        isLogo={name !== 'heroImage'}
        label={label}
        onChange={(url, logoGround) =>
          onChange({ [name]: url, ...(name === 'logo' && logoGround && { logoGround }) })
        }
        value={value}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <SelectField {...control}>
        <SelectOptions of={field.options.map((option) => [option, optionTexts[option] ?? option])} />
      </SelectField>
    );
  }
  if (field.kind === 'zone')
    return <TimeZoneField {...control} onPick={(zone) => onChange({ [name]: zone })} />;
  const text = {
    ...control,
    ...(acceptsPlaceholders(name) && {
      aside: <PlaceholderMenu control={control.id} name={name} />,
      onFocus: markTouched,
    }),
  };
  if (field.kind === 'markdown')
    return (
      <>
        <TextAreaField {...text} rows={rows.markdown} />
        <ForeignImagesOfText
          field={control.id}
          onChange={(changed) => onChange({ [name]: changed })}
          text={value}
        />
      </>
    );
  if (field.kind in rows) return <TextAreaField {...text} rows={rows[field.kind as keyof typeof rows]} />;
  return <TextField {...text} {...inputs[field.kind as keyof typeof inputs]} />;
}

const acceptsLogo = { files: acceptedLogoTypes, hint: t.logo.dropHint };
const acceptsIcon = { files: acceptedLogoTypes, hint: t.logo.iconHint };
const acceptsImage = { files: acceptedPictureTypes, hint: t.logo.imageHint };

interface LogoFieldProps {
  id: string;
  accepts: typeof acceptsLogo;
  /** a logo is stored losslessly, and may be an SVG */
  isLogo: boolean;
  label: string;
  hint: string | undefined;
  /** the URL of the logo; '' for none */
  value: string;
  error: string | undefined;
  onChange: (url: string, ground?: LogoBackground) => void;
}

/** Takes a logo, an icon or a photo. It is stored with the form, not before. */
function LogoField({ id, accepts, isLogo, label, hint, value, error, onChange }: LogoFieldProps) {
  const upload = usePictureUpload((url, _file, ground) => onChange(url, ground), { isLogo });
  const { made, file } = upload;
  return (
    <fieldset className="stack gap-12 min-w-0" id={id} tabIndex={-1}>
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <p className="small muted">{hint}</p>}
      {value !== '' && (
        <div>
          <Button icon="trash" onClick={() => onChange('')} variant="secondary">
            <RichText text={t.logo.remove(label)} />
          </Button>
        </div>
      )}
      <PictureUploadZone
        accepts={accepts}
        doneText={made?.url === value && file === null ? t.logo.uploaded(made.name) : null}
        label={value === '' ? t.logo.upload : t.logo.replace}
        upload={upload}
      />
      <div>
        <ChooseImageButton of={label} onChosen={({ url }) => onChange(url, isLogo ? 'any' : undefined)} />
      </div>
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

/** The logo as pages show it, on both backgrounds. */
export function LogoPreview({ light, dark, ground }: { light: string; dark: string; ground: string }) {
  if (light === '') return <p className="small muted">{t.logo.none}</p>;
  const plate = dark === '' ? ground : 'any';
  return (
    <div className={classNames('grid gap-16', styles.grounds)}>
      <figure>
        <div
          className={classNames('center bg-plate', styles.onLight)}
          data-plate={plate === 'dark' || undefined}
        >
          <img alt="" src={light} />
        </div>
        <figcaption className="small muted">{t.logo.onLight}</figcaption>
      </figure>
      <figure>
        <div className={classNames('center', styles.onDark)} data-plate={plate === 'light' || undefined}>
          <img alt="" src={dark || light} />
        </div>
        <figcaption className="small muted">{t.logo.onDark}</figcaption>
      </figure>
    </div>
  );
}
