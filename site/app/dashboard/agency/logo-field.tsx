import { useState } from 'react';
import type { LogoGround } from '../../agency/agency-logo.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { acceptedLogos } from '../media/upload/picture-file.ts';
import { UploadZone } from '../media/upload/upload-zone.tsx';
import { usePictureUpload } from '../media/upload/use-picture-upload.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './agency.module.css';

const t = agencyScreenTexts.logo;
const accepts = { files: acceptedLogos, hint: t.dropHint };

interface LogoFieldProps {
  id: string;
  label: string;
  hint: string | undefined;
  /** its address; '' for none */
  value: string;
  error: string | undefined;
  onChange: (url: string, ground?: LogoGround) => void;
}

/** Takes a logo and shows it as it will stand on light and on dark grounds. Nothing is stored before the form is. */
export function LogoField({ id, label, hint, value, error, onChange }: LogoFieldProps) {
  const [made, setMade] = useState<{ url: string; name: string }>();
  const upload = usePictureUpload(
    (url, { name }, ground) => {
      setMade({ url, name });
      onChange(url, ground);
    },
    { isLogo: true },
  );
  return (
    <fieldset className="stack gap-12 min-w-0" id={id} tabIndex={-1}>
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <p className="small muted">{hint}</p>}
      {value !== '' && (
        <div>
          <Button icon="trash" onClick={() => onChange('')} variant="secondary">
            <RichText text={t.remove(label)} />
          </Button>
        </div>
      )}
      <UploadZone
        accepts={accepts}
        doneText={made?.url === value && upload.file === null ? t.uploaded(made.name) : null}
        label={value === '' ? t.upload : t.replace}
        upload={upload}
      />
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

interface LogoPreviewProps {
  light: string;
  dark: string;
  ground: string;
}

/** As pages show it, on both grounds at once. */
export function LogoPreview({ light, dark, ground }: LogoPreviewProps) {
  if (light === '') return <p className="small muted">{t.none}</p>;
  const plate = dark === '' ? ground : 'any';
  return (
    <div className={styles.grounds}>
      <figure>
        <div className={styles.onLight} data-plate={plate === 'dark' || undefined}>
          <img alt="" src={light} />
        </div>
        <figcaption className="small muted">{t.onLight}</figcaption>
      </figure>
      <figure>
        <div className={styles.onDark} data-plate={plate === 'light' || undefined}>
          <img alt="" src={dark || light} />
        </div>
        <figcaption className="small muted">{t.onDark}</figcaption>
      </figure>
    </div>
  );
}
