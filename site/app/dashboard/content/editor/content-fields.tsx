import { PictureUpload } from '../../media/upload/picture-upload.tsx';
import { PicturePanel } from '../../screen/picture-panel.tsx';
import { SwitchField } from '../../screen/switch-field.tsx';
import type { ContentDraft, ContentField, ContentScreen, StoredRecord } from '../content-form.ts';
import { NameAndAddress } from './name-and-address.tsx';
import type { Draft } from './use-draft.ts';
import { Panel } from '../../screen/panel.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './editor.module.css';

export interface ContentFieldsProps {
  screen: ContentScreen;
  draft: Draft<ContentDraft>;
  /** null while there is no such record yet */
  stored: StoredRecord | null;
}

/** The controls of a record: the fields of its type, between those that every type has. */
export function ContentFields({ screen, draft, stored }: ContentFieldsProps) {
  const { idPrefix, path, columns, form } = screen;
  const { values, change, problemOf } = draft;
  const { title, isLogo, mediaOf } = form.picture;

  function controls(fields: readonly ContentField[]) {
    return fields.map((field) => (
      <FieldControl
        draft={draft}
        field={field}
        key={field.name}
        idPrefix={idPrefix}
        recordId={stored?.id ?? null}
      />
    ));
  }

  return (
    <div className={classNames(styles.columns, 'dense')}>
      <div className={styles.column}>
        <Panel aria-label="Content" padded stacked>
          <NameAndAddress
            label={columns.name === 'title' ? 'Title' : 'Name'}
            name={values.name}
            onChange={change}
            path={path}
            problemOf={problemOf}
            slug={values.slug}
            stored={stored}
            thing={idPrefix}
          />
          {controls(form.content)}
        </Panel>
        {controls(form.panels)}
      </div>
      <div className={styles.column}>
        <Panel aria-label="Publishing" padded stacked>
          {controls(form.publishing)}
          <SwitchField
            checked={values.isPublished}
            id={`${idPrefix}-published`}
            label="Published"
            onChange={(isPublished) => change({ isPublished })}
            text={values.isPublished ? 'On: anyone can see it' : 'Off: only the team sees it'}
          />
        </Panel>
        <PicturePanel
          alt={values.pictureAlt}
          altHint={isLogo ? `Leave blank to use “${values.name.trim() || 'Name'} logo”.` : undefined}
          isDecorative={isLogo ? null : values.isDecorative}
          onChange={(part) => change({ ...part })}
          problemOf={problemOf}
          seed={values.slug || `new-${idPrefix}`}
          thing={idPrefix}
          title={title}
          upload={
            <PictureUpload
              current={values.pictureUrl}
              onPicked={(part) => change({ ...part })}
              owner={stored && mediaOf && { source: mediaOf, id: stored.id }}
            />
          }
          url={values.pictureUrl}
          withoutText={`No ${title.toLowerCase()}? We'll use this generated chart.`}
        />
      </div>
    </div>
  );
}

interface FieldControlProps {
  field: ContentField;
  idPrefix: string;
  draft: Draft<ContentDraft>;
  recordId: string | null;
}

function FieldControl({ field, idPrefix, draft, recordId }: FieldControlProps) {
  const { values, change, problemOf } = draft;
  const id = `${idPrefix}-${field.name}`;
  return field.render({
    id,
    value: values[field.name],
    error: problemOf(id),
    problemOf,
    recordId,
    draft: values,
    onChange: (value) => change({ [field.name]: value }),
  });
}
