import type { FactName, TextName } from '../../agency/agency-fields.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const { figures, sections: t } = agencyScreenTexts;

export type FieldName = FactName | TextName;

interface FieldGroup {
  /** of a fieldset; fields without one stand by themselves */
  legend?: string;
  fields: readonly FieldName[];
}

export interface AgencySection {
  id: string;
  title: string;
  groups: readonly FieldGroup[];
}

/** The form in its order; agency-draft.test.ts finds a field that is missing here. */
export const agencySections: readonly AgencySection[] = [
  {
    id: 'contact',
    title: t.contact,
    groups: [
      { fields: ['name', 'legalName', 'phone', 'phoneDialled', 'email'] },
      { fields: ['location', 'country', 'province', 'socialLinks'] },
    ],
  },
  { id: 'logo', title: t.logo, groups: [{ fields: ['logo', 'logoDark', 'logoGround'] }] },
  {
    id: 'colours',
    title: t.colours,
    groups: [{ fields: ['palette', 'mainColour', 'accentColour', 'groundColour'] }],
  },
  {
    id: 'hours',
    title: t.hours,
    groups: [
      {
        fields: ['hours', 'timeZone', 'openingHours', 'holidays', 'closedDates', 'openDates', 'answerHours'],
      },
    ],
  },
  {
    id: 'opening',
    title: t.opening,
    groups: [
      { fields: ['heroCaption', 'heroTitle', 'heroText'] },
      { legend: figures(1), fields: ['heroFigure1', 'heroLabel1'] },
      { legend: figures(2), fields: ['heroFigure2', 'heroLabel2'] },
      { legend: figures(3), fields: ['heroFigure3', 'heroLabel3'] },
    ],
  },
  {
    id: 'about-us',
    title: t.about,
    groups: [
      { fields: ['years', 'consultationMinutes', 'aboutTitle', 'aboutText'] },
      { legend: figures(1), fields: ['aboutFigure1', 'aboutLabel1', 'aboutText1'] },
      { legend: figures(2), fields: ['aboutFigure2', 'aboutLabel2', 'aboutText2'] },
      { legend: figures(3), fields: ['aboutFigure3', 'aboutLabel3', 'aboutText3'] },
    ],
  },
  {
    id: 'closing',
    title: t.closing,
    groups: [
      {
        fields: ['closingTitle', 'closingText', 'statement', 'tagline', 'footerServices', 'reputationPromo'],
      },
    ],
  },
  {
    id: 'search',
    title: t.search,
    groups: [{ fields: ['seoTitle', 'seoDescription', 'seoCaption', 'seoEnding'] }],
  },
  {
    id: 'mail',
    title: t.mail,
    groups: [{ fields: ['mailSignature', 'acknowledgement', 'acknowledgementText'] }],
  },
  { id: 'legal', title: t.legal, groups: [{ fields: ['privacy', 'terms'] }] },
];
