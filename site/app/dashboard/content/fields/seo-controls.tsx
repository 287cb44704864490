// The controls of the panel "Search and sharing", with previews of a search result and of a shared link.
import { useDeferredValue, useMemo } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import { ContourArt } from '../../../art/contour-art.tsx';
import { terrainFor } from '../../../art/terrain-names.ts';
import { contentTypeOf } from '../../../content/content-types.ts';
import {
  formatHeadTexts,
  maxDescriptionLength,
  shortenText,
  titleRoom,
} from '../../../seo/format-head-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { PicturePicker } from '../../media/upload/picture-picker.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { SwitchField } from '../../screen/switch-field.tsx';
import { searchTextsOf } from './search-texts-of.ts';
import styles from './seo-controls.module.css';
import { seoOf, type SeoPanelProps } from './seo-draft.ts';
import { seoFieldTexts as t } from './seo-field-texts.ts';

export default function SeoControls(props: SeoPanelProps) {
  const { id, value, draft, problemOf, onChange } = props;
  const agency = useAgency();
  const change = (part: Partial<typeof value>) => onChange({ ...value, ...part });
  const name = draft.name.trim() || t.unnamed;
  return (
    <div className={styles.panel}>
      <div className="stack content-start">
        <TextField
          aside={value.title === '' ? undefined : t.room(value.title.trim().length, titleRoom(agency.name))}
          autoComplete="off"
          error={problemOf(`${id}-title`)}
          hint={t.title.hint(name)}
          id={`${id}-title`}
          label={t.title.label}
          name="seo-title"
          onChange={(event) => change({ title: event.target.value })}
          optional
          value={value.title}
        />
        <TextAreaField
          aside={
            value.description === ''
              ? undefined
              : t.room(value.description.trim().length, maxDescriptionLength)
          }
          error={problemOf(`${id}-description`)}
          hint={t.description.hint}
          id={`${id}-description`}
          label={t.description.label}
          name="seo-description"
          onChange={(event) => change({ description: event.target.value })}
          optional
          rows={3}
          value={value.description}
        />
        <SwitchField
          checked={value.isHidden}
          id={`${id}-hidden`}
          label={t.hidden.label}
          onChange={(isHidden) => change({ isHidden })}
          text={value.isHidden ? t.hidden.on : t.hidden.off}
        />
        <fieldset className="stack gap-12">
          <legend className="field-label">{t.image.label}</legend>
          <p className="small muted">{t.image.hint}</p>
          <PicturePicker
            current={value.image}
            of={t.image.of}
            onPicked={({ pictureUrl }) => change({ image: pictureUrl })}
            owner={null}
          />
          {value.image !== '' && (
            <div>
              <Button icon="trash" onClick={() => change({ image: '' })} variant="secondary">
                <RichText text={screenTexts.picture.remove(t.image.label)} />
              </Button>
            </div>
          )}
        </fieldset>
      </div>
      <Previews {...props} />
    </div>
  );
}

/** As the server writes them, with the same cuts. */
function Previews({ table, value, draft }: SeoPanelProps) {
  const agency = useAgency();
  const typed = useDeferredValue(draft);
  const texts = useMemo(() => searchTextsOf(table, typed), [table, typed]);
  const seo = seoOf(value);
  const name = draft.name.trim() || t.unnamed;
  const { title, description } = formatHeadTexts({ title: name, texts, seo }, agency);
  const { path } = contentTypeOf(table);
  const seed = draft.slug || `new-${table}`;
  return (
    <div className="stack gap-16 content-start">
      <figure>
        <figcaption className="font-semibold">{t.preview.search}</figcaption>
        {value.isHidden ? (
          <p className={styles.card}>{t.preview.hidden}</p>
        ) : (
          <div className={styles.card} data-preview="search">
            <p className="small">
              <b>{agency.name}</b>
              <span className="muted">{` ${location.host} › ${path.slice(1)} › ${draft.slug}`}</span>
            </p>
            <p className={styles.title}>{title}</p>
            <p className="muted">{description}</p>
          </div>
        )}
      </figure>
      <figure>
        <figcaption className="font-semibold">{t.preview.share}</figcaption>
        <div className={styles.card} data-preview="share">
          <div className={styles.picture}>
            {value.image === '' ? (
              <ContourArt height={168} seed={seed} terrain={terrainFor(seed, table)} width={320} />
            ) : (
              <Picture alt="" height={630} key={value.image} sizes="24rem" src={value.image} width={1200} />
            )}
          </div>
          <p className="small muted">{location.host}</p>
          <p className={styles.title}>{shortenText(seo.title ?? name, 95)}</p>
          <p className="small muted">{description}</p>
        </div>
        <p className="small muted">{t.preview.shareNote}</p>
      </figure>
    </div>
  );
}
