// The section of the agency's editor for its partners, with their draft.
import { classNames } from '../../ui/class-names.ts';
import { TextAreaField, FieldError } from '../../ui/field.tsx';
import { Panel } from '../screen/panel.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import { useRef } from 'react';
import type { LogoBackground } from '../../agency/agency-logo.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { acceptedLogoTypes } from '../media/upload/send-upload.ts';
import { UploadProgress, useGivenFiles } from '../media/upload/drop-zone.tsx';
import { ChooseImageButton } from '../media/library/choose-image-button.tsx';
import { usePictureUpload } from '../media/upload/picture-upload-zone.tsx';
import styles from './partner-logos.module.css';
import type { DraftProblem } from '../content/use-form-draft.ts';
import { splitTypedLines } from './agency-fields-draft.ts';

const t = agencyScreenTexts.partners;

interface PartnersSectionProps {
  draft: PartnersDraft;
  error: string | undefined;
  /** takes a function of the current draft, because the draft may change while a logo is uploaded */
  onChange: (change: (draft: PartnersDraft) => PartnersDraft) => void;
}

/** The partners on the home page: names in order, each with its logo if it has one. */
export function PartnersSection({ draft, error, onChange }: PartnersSectionProps) {
  const partners = partnersOf(draft);
  return (
    <Panel aria-label={t.title} padded stacked>
      <TextAreaField
        error={error}
        hint={t.hint}
        id={partnersControlId}
        label={t.label}
        name="partners"
        onChange={({ target: { value } }) => onChange((current) => withPartnerNames(current, value))}
        optional
        rows={6}
        value={draft.partnerNames}
      />
      {partners.length > 0 && (
        <section aria-labelledby="agency-partner-logos" className="stack gap-6">
          <h2 className="field-label" id="agency-partner-logos">
            {t.logos.title}
          </h2>
          <p className="small muted">{t.logos.hint}</p>
          <ul>
            {partners.map((partner, i) => (
              // keyed by position, because a name changes while it is typed
              <PartnerLogoRow
                // oxlint-disable-next-line react/no-array-index-key -- a name changes while it is typed
                key={i}
                onChange={(logo) => onChange((current) => withPartnerLogo(current, partner.name, logo))}
                partner={partner}
              />
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

/** A stored partner; they are kept in order. */
export interface SavedPartner {
  name: string;
  logo: string | null;
  ground: LogoBackground;
}

interface PartnerLogoRowProps {
  partner: SavedPartner;
  onChange: (logo: { logo: string; ground: LogoBackground } | null) => void;
}

/** The logo of one partner, with buttons to replace it. Nothing is stored before the form is saved. */
function PartnerLogoRow({ partner: { name, logo, ground }, onChange }: PartnerLogoRowProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const upload = usePictureUpload(
    (url, _file, measured = 'any') => onChange({ logo: url, ground: measured }),
    {
      isLogo: true,
    },
  );

  const given = useGivenFiles(([file]) => {
    if (file && upload.file === null) upload.send(file);
  });

  function remove(): void {
    onChange(null);
    // the focused button is removed with the logo
    add.current?.focus();
  }

  return (
    <li className={classNames('cluster line-top', styles.row)} {...given}>
      {logo !== null && (
        <span className={classNames('center', styles.shown)} data-plate={ground}>
          <img alt="" src={logo} />
        </span>
      )}
      <span className="font-semibold basis-14rem">{name}</span>
      <span className="cluster gap-8">
        <input
          accept={acceptedLogoTypes}
          aria-hidden="true"
          aria-label={t.logos.of(name)}
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
          <RichText text={logo === null ? t.logos.add(name) : t.logos.replace(name)} />
        </Button>
        <ChooseImageButton of={name} onChosen={({ url }) => onChange({ logo: url, ground: 'any' })} />
        {logo !== null && (
          <Button icon="trash" onClick={remove} variant="secondary">
            <RichText text={t.logos.remove(name)} />
          </Button>
        )}
      </span>
      {upload.file && <UploadProgress name={upload.file.name} sent={upload.sent} />}
      {upload.problem !== null && <FieldError role="alert" text={upload.problem} />}
    </li>
  );
}

/** The maximum in the database. */
const mostPartners = 40;
const maxLength = 100;
export const partnersControlId = 'agency-partners';

interface PartnerLogo {
  logo: string;
  ground: LogoBackground;
}

/** The values of the controls: names, one in each line, and the logos by name. A line that is moved keeps its logo. */
export interface PartnersDraft {
  partnerNames: string;
  partnerLogos: Readonly<Record<string, PartnerLogo>>;
}

export function partnersDraftOf(partners: readonly SavedPartner[]): PartnersDraft {
  const logos = partners.flatMap(({ name, logo, ground }) =>
    logo === null ? [] : ([[name, { logo, ground }]] as const),
  );
  return {
    partnerNames: partners.map(({ name }) => name).join('\n'),
    partnerLogos: sorted(Object.fromEntries(logos)),
  };
}

export function partnersOf({ partnerNames, partnerLogos }: PartnersDraft): SavedPartner[] {
  return [...new Set(splitTypedLines(partnerNames))].map((name) => {
    const { logo = null, ground = 'any' } = partnerLogos[name] ?? {};
    return { name, logo, ground };
  });
}

/** Sorted, because drafts are compared by their JSON. */
function sorted(logos: Record<string, PartnerLogo>): Record<string, PartnerLogo> {
  return Object.fromEntries(Object.entries(logos).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Replaces the names. A name that is corrected in its line keeps its logo. */
export function withPartnerNames(draft: PartnersDraft, partnerNames: string): PartnersDraft {
  const [before, after] = [splitTypedLines(draft.partnerNames), splitTypedLines(partnerNames)];
  const logos = { ...draft.partnerLogos };
  if (before.length === after.length) {
    for (const [i, old] of before.entries()) {
      const now = after[i] ?? old;
      const logo = logos[old];
      if (now === old || logo === undefined || after.includes(old) || before.includes(now)) continue;
      delete logos[old];
      logos[now] = logo;
    }
  }
  return { partnerNames, partnerLogos: sorted(logos) };
}

/** `logo` null: only the name is shown. */
export function withPartnerLogo(draft: PartnersDraft, name: string, logo: PartnerLogo | null): PartnersDraft {
  const { [name]: _old, ...others } = draft.partnerLogos;
  return { ...draft, partnerLogos: sorted(logo === null ? others : { ...others, [name]: logo }) };
}

export function findPartnerProblems({ partnerNames }: PartnersDraft): DraftProblem[] {
  const names = splitTypedLines(partnerNames);
  if (names.length > mostPartners) return [{ field: partnersControlId, text: t.tooMany(mostPartners) }];
  const isTooLong = names.some((name) => name.length > maxLength);
  return isTooLong ? [{ field: partnersControlId, text: t.tooLong(maxLength) }] : [];
}
