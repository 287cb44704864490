import { notAcceptable } from '../errors.ts';

/** `object` allows exactly one row. */
export interface ResponseFormat {
  kind: 'array' | 'object' | 'csv';
  nullsStripped: boolean;
  contentType: string;
}

const json: ResponseFormat = {
  kind: 'array',
  nullsStripped: false,
  contentType: 'application/json; charset=utf-8',
};
const vendor = 'application/vnd.pgrst.';

/** Throws PGRST107 (406) when no accepted format is available. */
export function parseAccept(header: string | null): ResponseFormat {
  if (header === null || header === '' || header === 'application/json' || header === '*/*') return json;
  const accepted = header
    .split(',')
    .map(readMediaType)
    .sort((a, b) => b.quality - a.quality);
  for (const media of accepted) {
    const format = toFormat(media.type, media.parameters);
    if (format) return format;
  }
  throw notAcceptable(accepted.map((media) => media.type));
}

function readMediaType(text: string): { type: string; parameters: Map<string, string>; quality: number } {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '').toLowerCase()] as const;
    }),
  );
  const quality = Number(parameters.get('q') ?? '1');
  return { type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 0 };
}

function toFormat(type: string, parameters: Map<string, string>): ResponseFormat | null {
  const nullsStripped = parameters.get('nulls') === 'stripped';
  switch (type) {
    case 'application/json':
    case 'application/*':
    case '*/*':
      return json;
    case `${vendor}array+json`:
    case `${vendor}array`:
      return nullsStripped ? vendorFormat('array', true) : json;
    case `${vendor}object+json`:
    case `${vendor}object`:
      return vendorFormat('object', nullsStripped);
    case 'text/csv':
      return { kind: 'csv', nullsStripped: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

function vendorFormat(kind: 'array' | 'object', nullsStripped: boolean): ResponseFormat {
  const stripped = nullsStripped ? ';nulls=stripped' : '';
  return { kind, nullsStripped, contentType: `${vendor}${kind}+json${stripped}; charset=utf-8` };
}
