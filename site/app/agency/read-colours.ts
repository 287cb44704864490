import { arePreset, type ColoursFile, coloursOf } from '../colours/colour-tokens.ts';
import { factPresets, type AgencyRecord } from './agency-fields.ts';

/** The agency's own colours, or null. Colour maths take half a second to load: only where there are any. */
export async function readColours({ facts }: AgencyRecord): Promise<ColoursFile | null> {
  const brand = coloursOf({ ...factPresets, ...facts });
  if (arePreset(brand)) return null;
  const { coloursFile } = await import('../colours/colours-file.server.ts');
  return coloursFile(brand);
}
