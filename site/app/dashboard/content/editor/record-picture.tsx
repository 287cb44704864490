// The picture of a record, uploaded or by its URL.
import { ContourArt } from '../../../art/contour-art.tsx';
import { terrainFor } from '../../../art/terrain-names.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { PicturePicker } from '../../media/upload/picture-picker.tsx';
import { AltField } from '../../screen/alt-field.tsx';
import { Panel } from '../../screen/panel.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { ForeignPicture } from '../fields/foreign-images.tsx';
import { contentTexts } from '../content-texts.ts';
import type { RecordControlProps } from '../content-form.ts';
import { isAllowedPictureUrl, isUploadedPicture } from './record-addresses.ts';
import styles from './record-picture.module.css';

/** The name of a picture outside of a list: its file name, or that it was uploaded. */
export function pictureLabelOf(address: string): string {
  if (isUploadedPicture(address)) return t.uploaded;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? t.unnamed;
}

const t = screenTexts.picture;

/** A picture, uploaded or by its URL, with its description; a generated chart if there is none. */
export function RecordPicture({ screen, draft, stored }: RecordControlProps) {
  const { id: thing, form } = screen;
  const { title, isLogo, mediaOf } = form.picture;
  const { values, change, problemOf } = draft;
  const url = values.pictureUrl.trim();
  const seed = values.slug || `new-${thing}`;
  const altId = `${thing}-picture-alt`;

  function remove(): void {
    change({ pictureUrl: '', pictureAlt: '', isDecorative: false });
    // the focused button disappears; the field of an uploaded picture's URL is rendered in the next frame
    requestAnimationFrame(() => document.getElementById(`${thing}-picture`)?.focus());
  }

  return (
    <Panel id={`${thing}-picture-title`} padded stacked title={title}>
      <div className={styles.picture} data-whole={isLogo || undefined}>
        {isAllowedPictureUrl(url) ? (
          <Picture alt={values.pictureAlt} height={630} key={url} sizes="24rem" src={url} width={1200} />
        ) : (
          <ContourArt height={168} seed={seed} terrain={terrainFor(seed, screen.table)} width={320} />
        )}
      </div>
      {url === '' ? (
        <p className="small muted">{contentTexts.fields.noPicture(title)}</p>
      ) : (
        <div className={styles.pictureFoot}>
          <p>{pictureLabelOf(url)}</p>
          <Button icon="trash" onClick={remove} variant="secondary">
            <RichText text={t.remove(title)} />
          </Button>
        </div>
      )}
      <PicturePicker
        current={values.pictureUrl}
        onPicked={change}
        owner={stored && mediaOf && { source: mediaOf, id: stored.id }}
      />
      {!isUploadedPicture(url) && (
        <TextField
          error={problemOf(`${thing}-picture`)}
          hint={t.addressHint}
          id={`${thing}-picture`}
          inputMode="url"
          label={t.address}
          name="picture"
          onChange={(event) => change({ pictureUrl: event.target.value })}
          optional
          spellCheck={false}
          value={values.pictureUrl}
        />
      )}
      <ForeignPicture
        next={altId}
        onCopied={(pictureUrl) => change({ pictureUrl })}
        url={isAllowedPictureUrl(url) ? url : ''}
      />
      {url !== '' && isLogo && (
        <TextField
          error={problemOf(altId)}
          hint={contentTexts.fields.logoAltHint(values.name.trim())}
          id={altId}
          label={t.alt}
          name="picture-alt"
          onChange={(event) => change({ pictureAlt: event.target.value })}
          optional
          value={values.pictureAlt}
        />
      )}
      {url !== '' && !isLogo && (
        <AltField
          alt={values.pictureAlt}
          error={problemOf(altId)}
          id={altId}
          isDecorative={values.isDecorative}
          onChange={({ alt, ...part }) => change(alt === undefined ? part : { pictureAlt: alt })}
        />
      )}
    </Panel>
  );
}
