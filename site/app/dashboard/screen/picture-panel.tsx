// The picture of a record, uploaded or by its URL.
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { terrainFor } from '../../art/terrain-names.ts';
import { TextField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AltField } from './alt-field.tsx';
import { Panel } from './panel.tsx';
import styles from './picture-panel.module.css';
import { RichText } from '../../texts/rich-text.tsx';
import { screenTexts } from './screen-texts.ts';

const pictureUrl = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;
const uploaded = /\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;
/** Pictures that were uploaded to a self-hosted backend may have URLs without TLS. */
const uploadedAddress = /^http:\/\/[^\s\\/?#]+\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;

/** Whether a picture may have this URL: https, a path of this site, or one that was uploaded. */
export function isPictureAddress(text: string): boolean {
  return (pictureUrl.test(text) || uploadedAddress.test(text)) && text.length <= 2048;
}

/** Whether the picture was uploaded here, so that its URL cannot be edited by hand. */
export function isUploadedPicture(address: string): boolean {
  return isPictureAddress(address) && uploaded.test(address);
}

/** The name of a picture outside of a list: its file name, or that it was uploaded. */
export function pictureName(address: string): string {
  if (isUploadedPicture(address)) return t.uploaded;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? t.unnamed;
}

const t = screenTexts.picture;

export interface PicturePanelProps {
  /** prefix of the ids of both controls */
  thing: string;
  title: string;
  url: string;
  alt: string;
  /** whether it needs no description; null if it always needs one */
  isDecorative: boolean | null;
  /** the control that uploads a new picture */
  upload: ReactNode;
  /** seed of the generated chart */
  seed: string;
  /** the text that is shown without a picture */
  withoutText: string;
  /** a hint below the description */
  altHint?: string | undefined;
  problemOf: (field: string) => string | undefined;
  onChange: (part: PictureValues) => void;
}

export interface PictureValues {
  pictureUrl?: string;
  pictureAlt?: string;
  isDecorative?: boolean;
}

/** A picture, uploaded or by its URL, with its description; a generated chart if there is none. */
export function PicturePanel(props: PicturePanelProps) {
  const { thing, title, alt, isDecorative, upload, seed, withoutText, altHint, problemOf, onChange } = props;
  const url = props.url.trim();
  const altId = `${thing}-picture-alt`;

  function remove(): void {
    onChange({ pictureUrl: '', pictureAlt: '', isDecorative: false });
    // the focused button disappears; the field of an uploaded picture's URL is rendered in the next frame
    requestAnimationFrame(() => document.getElementById(`${thing}-picture`)?.focus());
  }

  return (
    <Panel id={`${thing}-picture-title`} padded stacked title={title}>
      <div className={styles.picture} data-whole={isDecorative === null || undefined}>
        {isPictureAddress(url) ? (
          <Picture alt={alt} height={630} key={url} sizes="24rem" src={url} width={1200} />
        ) : (
          <ContourArt height={168} seed={seed} terrain={terrainFor(seed)} width={320} />
        )}
      </div>
      {url === '' ? (
        <p className="small muted">{withoutText}</p>
      ) : (
        <div className={styles.pictureFoot}>
          <p>{pictureName(url)}</p>
          <Button icon="trash" onClick={remove} variant="secondary">
            <RichText text={t.remove(title)} />
          </Button>
        </div>
      )}
      {upload}
      {!isUploadedPicture(url) && (
        <TextField
          error={problemOf(`${thing}-picture`)}
          hint={t.addressHint}
          id={`${thing}-picture`}
          inputMode="url"
          label={t.address}
          name="picture"
          onChange={(event) => onChange({ pictureUrl: event.target.value })}
          optional
          spellCheck={false}
          value={props.url}
        />
      )}
      {url !== '' &&
        (isDecorative === null ? (
          <TextField
            error={problemOf(altId)}
            hint={altHint}
            id={altId}
            label={t.alt}
            name="picture-alt"
            onChange={(event) => onChange({ pictureAlt: event.target.value })}
            optional
            value={alt}
          />
        ) : (
          <AltField
            alt={alt}
            error={problemOf(altId)}
            hint={altHint}
            id={altId}
            isDecorative={isDecorative}
            onChange={(part) =>
              onChange({
                ...(part.alt === undefined ? {} : { pictureAlt: part.alt }),
                ...(part.isDecorative === undefined ? {} : { isDecorative: part.isDecorative }),
              })
            }
          />
        ))}
    </Panel>
  );
}
