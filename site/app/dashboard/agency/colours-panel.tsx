// The choice of the site's palette or own brand colours, with swatches and contrast correction.
import { useDeferredValue, useMemo, useState } from 'react';
import {
  arePresetBrandColours,
  presetBrandColours,
  presetColourValues,
  type BrandColours,
  brandColoursOf,
  paletteNames,
  palettes,
} from '../../colours/colour-tokens.ts';
import { deriveColours } from '../../colours/derive-colours.ts';
import { agencyFields } from '../../agency/agency-fields.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { type AgencyFieldsDraft, agencyControlId } from './agency-fields-draft.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './colours.module.css';

const t = agencyScreenTexts.colours;

/** The three colours, each with the token that it becomes in the light theme. */
const own = [
  { name: 'mainColour', part: 'main', token: 'harbour' },
  { name: 'accentColour', part: 'accent', token: 'magenta-line' },
  { name: 'groundColour', part: 'ground', token: 'land' },
] as const;

const isColour = (typed: string): boolean => /^#[0-9a-f]{6}$/.test(typed);

interface ColoursPanelProps {
  draft: AgencyFieldsDraft;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<AgencyFieldsDraft>) => void;
}

/** Palettes and own colours, corrected for contrast while one is chosen. Loaded as a separate script. */
export default function ColoursPanel({ draft, problemOf, onChange }: ColoursPanelProps) {
  const chosen = brandColoursOf(draft);
  const [lastRight, setLastRight] = useState<BrandColours>(chosen);
  const isRight = Object.values(chosen).every(isColour);
  const key = Object.values(chosen).join(' ');
  if (isRight && key !== Object.values(lastRight).join(' ')) setLastRight(chosen);
  const brand = useDeferredValue(lastRight);
  const values = useMemo(
    () => (arePresetBrandColours(brand) ? presetColourValues : deriveColours(brand)),
    [brand],
  );

  function choose(palette: string): void {
    const before = brandColoursOf(draft);
    const typed = { main: draft.mainColour, accent: draft.accentColour, ground: draft.groundColour };
    // own colours start with those of the chosen palette, because an incomplete set could not be saved
    const start = palette === 'own' && arePresetBrandColours(typed) ? before : typed;
    const part = (name: keyof BrandColours) =>
      isColour(start[name]) ? start[name] : presetBrandColours[name];
    onChange({
      palette,
      mainColour: part('main'),
      accentColour: part('accent'),
      groundColour: part('ground'),
    });
  }

  return (
    <>
      <fieldset
        className={classNames('grid gap-8 min-w-0', styles.palettes)}
        id={agencyControlId('palette')}
        tabIndex={-1}
      >
        <legend className="field-label">{agencyFields.palette.label}</legend>
        {paletteNames.map((name) => {
          const shown = name === 'own' ? null : palettes[name];
          return (
            <label className={classNames('check-field', styles.palette)} key={name}>
              <input
                checked={draft.palette === name}
                name="palette"
                onChange={() => choose(name)}
                type="radio"
                value={name}
              />
              <span>{t.palettes[name]}</span>
              {shown && <Swatches colours={[shown.main, shown.accent, shown.ground]} />}
            </label>
          );
        })}
      </fieldset>
      {draft.palette === 'own' &&
        own.map(({ name, part, token }) => {
          const typed = draft[name];
          const used = values[token][0];
          const isMoved = isColour(typed) && brand[part] === typed && used !== typed;
          return (
            <div className={classNames('grid items-start gap-12', styles.own)} key={name}>
              <input
                aria-label={t.pick(agencyFields[name].label)}
                className={styles.picker}
                onChange={(event) => onChange({ [name]: event.target.value })}
                type="color"
                value={isColour(typed) ? typed : brand[part]}
              />
              <TextField
                error={problemOf(agencyControlId(name))}
                hint={isMoved ? t.moved[part](used) : agencyFields[name].hint}
                id={agencyControlId(name)}
                label={agencyFields[name].label}
                maxLength={7}
                name={name}
                onChange={(event) => onChange({ [name]: event.target.value.trim().toLowerCase() })}
                spellCheck={false}
                value={typed}
              />
              {/* if it differs from what the picker shows */}
              {isMoved && <Swatches colours={[used]} />}
            </div>
          );
        })}
    </>
  );
}

function Swatches({ colours }: { colours: readonly string[] }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames('flex-none ml-auto', styles.swatches)}
      height={24}
      width={colours.length * 28}
    >
      {colours.map((fill, i) => (
        <rect fill={fill} height={24} key={fill} rx={6} width={24} x={i * 28} />
      ))}
    </svg>
  );
}
