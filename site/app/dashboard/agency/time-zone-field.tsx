// The choice of a time zone: Canadian zones by name first, and the browser's zone as a suggestion.
import { useMemo, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './agency.module.css';

const t = agencyScreenTexts.timeZone;

/**
 * The time zones of a country: `Intl.Locale` has a method in newer browsers, a property in older ones, or neither.
 */
interface ZonesOfLocale {
  getTimeZones?: () => string[];
  timeZones?: string[];
}

/** One zone for each time that is used in Canada, for browsers without a list. */
const fewZones = [
  'America/St_Johns',
  'America/Halifax',
  'America/Toronto',
  'America/Iqaluit',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
  'America/Whitehorse',
];

const known = Intl.supportedValuesOf('timeZone');

function nameParts(timeZone: string, timeZoneName: 'longGeneric' | 'longOffset'): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** "Atlantic Time (Halifax)" */
function nameOfZone(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return t.name(nameParts(zone, 'longGeneric'), city === 'St Johns' ? t.stJohns : city);
}

/** Sorted from east to west. */
function listCanadianZones(): { zone: string; name: string }[] {
  const canada = new Intl.Locale('en-CA') as Intl.Locale & ZonesOfLocale;
  const zones = canada.getTimeZones?.() ?? canada.timeZones ?? fewZones;
  return zones
    .map((zone) => ({ zone, name: nameOfZone(zone), offset: nameParts(zone, 'longOffset') }))
    .toSorted((a, b) => a.offset.localeCompare(b.offset) || a.name.localeCompare(b.name));
}

/** The other zones by name, with the chosen one even if this browser does not list it. */
function listOtherZones(canadian: ReadonlySet<string>, chosen: string): { zone: string; name: string }[] {
  return [...new Set([...known, chosen])]
    .filter((zone) => !canadian.has(zone))
    .map((zone) => ({ zone, name: nameOfZone(zone) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

interface TimeZoneFieldProps extends ComponentProps<typeof SelectField> {
  id: string;
  value: string;
  onPick: (zone: string) => void;
}

export function TimeZoneField({ onPick, ...control }: TimeZoneFieldProps) {
  const { id, value } = control;
  const canadian = useMemo(() => listCanadianZones(), []);
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const elsewhere = useMemo(
    () => listOtherZones(new Set(canadian.map(({ zone }) => zone)), value),
    [canadian, value],
  );

  function pickBrowserZone(): void {
    onPick(browserZone);
    // the button disappears with the suggestion, so the focus is moved
    document.getElementById(id)?.focus();
  }

  return (
    <>
      <SelectField {...control}>
        <optgroup label={t.canada}>
          <SelectOptions of={canadian.map(({ zone, name }) => [zone, name])} />
        </optgroup>
        <optgroup label={t.elsewhere}>
          <SelectOptions of={elsewhere.map(({ zone, name }) => [zone, name])} />
        </optgroup>
      </SelectField>
      {browserZone !== value && (
        <p className="cluster gap-4-12">
          <span className="small muted">{t.suggestion(nameOfZone(browserZone))}</span>
          <Button className={styles.insert} onClick={pickBrowserZone} variant="ghost">
            {t.take}
          </Button>
        </p>
      )}
    </>
  );
}
