import { TextArea } from '../../ui/field.tsx';
import { Panel } from '../screen/panel.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import { PartnerLogoRow } from './partner-logo-row.tsx';
import { partnersId, partnersOf, withLogo, withNames, type PartnersDraft } from './partner-list.ts';

const t = agencyScreenTexts.partners;

interface PartnersProps {
  draft: PartnersDraft;
  error: string | undefined;
  /** by what it was, because an upload ends later */
  onChange: (change: (draft: PartnersDraft) => PartnersDraft) => void;
}

/** The strip on the home page: names in their order, each with its logo where there is one. */
export function PartnersSection({ draft, error, onChange }: PartnersProps) {
  const partners = partnersOf(draft);
  return (
    <Panel id="partners" padded stacked title={t.title}>
      <TextArea
        error={error}
        hint={t.hint}
        id={partnersId}
        label={t.label}
        name="partners"
        onChange={({ target: { value } }) => onChange((current) => withNames(current, value))}
        optional
        rows={6}
        value={draft.partnerNames}
      />
      {partners.length > 0 && (
        <section aria-labelledby="agency-partner-logos" className="stack gap-6">
          <h3 className="field-label" id="agency-partner-logos">
            {t.logos.title}
          </h3>
          <p className="small muted">{t.logos.hint}</p>
          <ul>
            {partners.map((partner, i) => (
              // by place: a name changes while it is typed
              <PartnerLogoRow
                // oxlint-disable-next-line react/no-array-index-key -- a name changes while it is typed
                key={i}
                onChange={(logo) => onChange((current) => withLogo(current, partner.name, logo))}
                partner={partner}
              />
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}
