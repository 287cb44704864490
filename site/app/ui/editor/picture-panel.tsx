import { ContourArt } from '../chart/contour-art.tsx';
import { TextField } from '../field.tsx';

export interface PicturePanelProps {
  /** begins the ids of both controls */
  thing: string;
  title: string;
  url: string;
  alt: string;
  /** what the chart that stands in its place is drawn from */
  seed: string;
  /** what stands in its place */
  withoutText: string;
  /** what an empty description means */
  altHint: string;
  problemOf: (field: string) => string | undefined;
  onChange: (part: { pictureUrl?: string; pictureAlt?: string }) => void;
}

const pictureAddress = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;

/** Whether this is an address that a picture may have: https, or a path of this site. */
export function isPictureAddress(text: string): boolean {
  return pictureAddress.test(text) && text.length <= 2048;
}

/** A picture by its address, what it shows in words, and what stands in its place without one. */
export function PicturePanel(props: PicturePanelProps) {
  const { thing, title, alt, seed, withoutText, altHint, problemOf, onChange } = props;
  const url = props.url.trim();
  return (
    <section aria-labelledby={`${thing}-picture-title`} className="panel editor-panel">
      <h2 className="panel-title" id={`${thing}-picture-title`}>
        {title}
      </h2>
      <div className="editor-picture">
        {isPictureAddress(url) ? (
          <img alt={alt} height={630} src={url} width={1200} />
        ) : (
          <ContourArt height={168} seed={seed} width={320} />
        )}
      </div>
      {url === '' && <p className="editor-note">{withoutText}</p>}
      <TextField
        error={problemOf(`${thing}-picture`)}
        hint="https:// or the path of a picture on this site"
        id={`${thing}-picture`}
        inputMode="url"
        label="Address of the picture"
        name="picture"
        onChange={(event) => onChange({ pictureUrl: event.target.value })}
        optional
        spellCheck={false}
        value={props.url}
      />
      {url !== '' && (
        <TextField
          error={problemOf(`${thing}-picture-alt`)}
          hint={altHint}
          id={`${thing}-picture-alt`}
          label="Describe the picture"
          name="picture-alt"
          onChange={(event) => onChange({ pictureAlt: event.target.value })}
          optional
          value={alt}
        />
      )}
    </section>
  );
}
