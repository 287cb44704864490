import { useRef } from 'react';
import type { LogoGround } from '../../agency/agency-logo.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { acceptedLogos } from '../media/upload/picture-file.ts';
import { UploadProgress } from '../media/upload/upload-progress.tsx';
import { usePictureUpload } from '../media/upload/use-picture-upload.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import type { SavedPartner } from './partner-list.ts';
import styles from './partner-logos.module.css';

const t = agencyScreenTexts.partners.logos;

interface PartnerLogoRowProps {
  partner: SavedPartner;
  onChange: (logo: { logo: string; ground: LogoGround } | null) => void;
}

/** The logo of one partner: what is shown, and the way to another. Nothing is stored before the form is. */
export function PartnerLogoRow({ partner: { name, logo, ground }, onChange }: PartnerLogoRowProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const upload = usePictureUpload(
    (url, _file, measured = 'any') => onChange({ logo: url, ground: measured }),
    {
      isLogo: true,
    },
  );

  function remove(): void {
    onChange(null);
    // the button goes with the logo
    add.current?.focus();
  }

  return (
    <li className={styles.row}>
      <span className={styles.shown} data-plate={ground}>
        {logo === null ? <span className="small muted">{t.none}</span> : <img alt="" src={logo} />}
      </span>
      <span className="font-semibold">{name}</span>
      <span className={styles.buttons}>
        <input
          accept={acceptedLogos}
          aria-hidden="true"
          aria-label={t.of(name)}
          disabled={upload.file !== null}
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) upload.send(chosen);
            // so that choosing the same file again fires an event
            target.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button
          aria-disabled={upload.file !== null}
          icon="image"
          onClick={() => input.current?.click()}
          ref={add}
          variant="secondary"
        >
          <RichText text={logo === null ? t.add(name) : t.replace(name)} />
        </Button>
        {logo !== null && (
          <Button icon="trash" onClick={remove} variant="secondary">
            <RichText text={t.remove(name)} />
          </Button>
        )}
      </span>
      {upload.file && <UploadProgress name={upload.file.name} sent={upload.sent} />}
      {upload.problem !== null && <FieldError role="alert" text={upload.problem} />}
    </li>
  );
}
