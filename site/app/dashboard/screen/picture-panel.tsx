// The picture of a record, uploaded or by its address.
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
/** What was uploaded to a backend of one's own may be reached without TLS. */
const uploadedAddress = /^http:\/\/[^\s\\/?#]+\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;

/** Whether this is an address that a picture may have: https, a path of this site, or one that was uploaded. */
export function isPictureAddress(text: string): boolean {
  return (pictureUrl.test(text) || uploadedAddress.test(text)) && text.length <= 2048;
}

/** Whether the picture was uploaded here: its address is not for editing by hand. */
export function isUploadedPicture(address: string): boolean {
  return isPictureAddress(address) && uploaded.test(address);
}

/** What a picture is called outside of a list: the name of its file, or that it was uploaded. */
export function pictureName(address: string): string {
  if (isUploadedPicture(address)) return t.uploaded;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? t.unnamed;
}

const t = screenTexts.picture;

export interface PicturePanelProps {
  /** begins the ids of both controls */
  thing: string;
  title: string;
  url: string;
  alt: string;
  /** whether it needs no description; null if it always has one */
  isDecorative: boolean | null;
  /** the way to choose one that is not on the site yet */
  upload: ReactNode;
  /** seed of the generated chart */
  seed: string;
  /** shown without a picture */
  withoutText: string;
  /** what stands under its description */
  altHint?: string | undefined;
  problemOf: (field: string) => string | undefined;
  onChange: (part: PicturePart) => void;
}

export interface PicturePart {
  pictureUrl?: string;
  pictureAlt?: string;
  isDecorative?: boolean;
}

/** A picture, uploaded or by its address, with its description; a generated chart without one. */
export function PicturePanel(props: PicturePanelProps) {
  const { thing, title, alt, isDecorative, upload, seed, withoutText, altHint, problemOf, onChange } = props;
  const url = props.url.trim();
  const altId = `${thing}-picture-alt`;

  function remove(): void {
    onChange({ pictureUrl: '', pictureAlt: '', isDecorative: false });
    // the button goes with the picture, and where one was uploaded the field comes now
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
