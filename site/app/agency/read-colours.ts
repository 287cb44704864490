import { arePreset, type ColoursFile } from '../colours/colour-tokens.ts';
import { coloursOf } from '../colours/palettes.ts';
import { factPresets } from './agency-fields.ts';
import type { AgencyRecord } from './agency-record.ts';

/** The agency's own colours, or null. Colour maths take half a second to load: only where there are any. */
export async function readColours({ facts }: AgencyRecord): Promise<ColoursFile | null> {
  const brand = coloursOf({ ...factPresets, ...facts });
  if (arePreset(brand)) return null;
  const { coloursFile } = await import('../colours/colours-file.server.ts');
  return coloursFile(brand);
}
