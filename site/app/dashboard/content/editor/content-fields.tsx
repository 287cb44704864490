// The fields of a content editor.
import type { ReactNode } from 'react';
import { RecordPicture } from './record-picture.tsx';
import { SwitchField } from '../../screen/switch-field.tsx';
import { useAgency } from '../../../agency/use-agency.ts';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import { contentColumnValuesOf } from '../content-draft.ts';
import {
  scheduledPublicationTime,
  type ContentDraft,
  type ContentField,
  type RecordControlProps,
  type ContentScreenDefinition,
  isPublicRecord,
} from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import { VersionsPanel } from '../versions/versions-panel.tsx';
import { Panel } from '../../screen/panel.tsx';
import { classNames } from '../../../ui/class-names.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './editor.module.css';
import { TextField } from '../../../ui/field.tsx';
import { slugOf } from './record-addresses.ts';

/** The name of a record, with the web address that is suggested from it. */
function NameAndAddress({ screen, draft, stored }: RecordControlProps) {
  const { id: thing, path, columns } = screen;
  const { problemOf, change } = draft;
  const { name, slug } = draft.values;
  const isMoving = stored !== null && isPublicRecord(stored) && slug !== stored.slug;

  function rename(next: string): void {
    // the address follows the name until the user types one, and never once it is stored
    const follows = stored === null && slug === slugOf(name);
    change(follows ? { name: next, slug: slugOf(next) } : { name: next });
  }

  return (
    <div className="stack">
      <TextField
        autoComplete="off"
        error={problemOf(`${thing}-name`)}
        id={`${thing}-name`}
        label={t.name[columns.name]}
        marked
        name="name"
        onChange={(event) => rename(event.target.value)}
        required
        value={name}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        error={problemOf(`${thing}-slug`)}
        hint={isMoving ? t.slugMoves(`${path}/${stored.slug}`) : `${path}/${slug}`}
        id={`${thing}-slug`}
        label={t.slug}
        marked
        name="slug"
        onChange={(event) => change({ slug: event.target.value.trim() })}
        required
        spellCheck={false}
        value={slug}
      />
    </div>
  );
}

const t = contentTexts.fields;

interface ContentFieldsProps extends RecordControlProps {
  /** what must be chosen for these values, because two people changed them */
  renderChoices: (names: readonly string[]) => ReactNode;
  /** what is shown above and below the publishing settings */
  aside?: ReactNode;
  check?: ReactNode;
}

/** The controls of a record: the fields of its type, between those that every type has. */
export function ContentFields(props: ContentFieldsProps) {
  const { screen, draft, stored, renderChoices, aside, check } = props;
  const { id: idPrefix, form } = screen;
  const { values, change } = draft;
  const { timeZone } = useAgency();
  const isLive = stored !== null && isPublicRecord(stored);
  const controls = (fields: readonly ContentField[]) =>
    fields.map((field) => <FieldControl {...props} field={field} key={field.name} />);

  return (
    <div className={classNames('stack dense', styles.columns)}>
      <div
        className={classNames(
          'stack min-w-0 items-start content-start',
          form.panels.length > 0 && screenStyles.twoColumns,
        )}
      >
        <Panel aria-label={t.content} padded stacked>
          <NameAndAddress {...props} />
          {renderChoices(['name', 'slug'])}
          {controls(form.content)}
        </Panel>
        {form.panels.length > 0 && <div className="stack content-start">{controls(form.panels)}</div>}
      </div>
      <div className="stack min-w-0 content-start">
        {aside}
        <Panel aria-label={t.publishing} padded stacked>
          {controls(form.publishing)}
          <SwitchField
            checked={values.isPublished}
            id={`${idPrefix}-published`}
            label={t.published}
            onChange={(isPublished) => change({ isPublished })}
            text={isLive && values.isPublished ? t.isPublished : publishedText(screen, values, timeZone)}
          />
          {renderChoices(['isPublished'])}
        </Panel>
        {check}
        <RecordPicture {...props} />
        {renderChoices(['pictureUrl'])}
        {stored && <VersionsPanel draft={draft} screen={screen} stored={stored} />}
      </div>
    </div>
  );
}

/** What the switch means for the time that is set. */
function publishedText(screen: ContentScreenDefinition, values: ContentDraft, timeZone: string): string {
  if (!values.isPublished) return t.isDraft;
  const publishedAt = contentColumnValuesOf(screen, values)['published_at'] as string | null;
  const time = scheduledPublicationTime({ is_published: true, published_at: publishedAt });
  return time === null ? t.isPublished : t.isScheduled(formatZonedTime(time, timeZone));
}

function FieldControl(props: ContentFieldsProps & { field: ContentField }) {
  const { field, screen, draft, stored, renderChoices } = props;
  const { values, change, problemOf } = draft;
  const id = `${screen.id}-${field.name}`;
  const control = field.render({
    id,
    value: values[field.name],
    error: problemOf(id),
    problemOf,
    recordId: stored?.id ?? null,
    draft: values,
    onChange: (value) => change({ [field.name]: value }),
  });
  return (
    <>
      {control}
      {renderChoices([field.name])}
    </>
  );
}
