// The resource route that renders a public page with an owner's unsaved details.
import { createAgencyColourStyleSheet, toServerAgency } from '../../agency/agency.ts';
import type { AgencyRecord } from '../../agency/agency-fields.ts';
import { productSettings } from '../../agency/product-settings.ts';
import { backendContext } from '../../data/backend-context.ts';
import { agencyPreviewRendererContext, faultLoggerContext } from '../../data/request-contexts.ts';
import {
  bearerTokenOf,
  privateJsonResponse,
  readRequestJson,
  serverClient,
} from '../../data/server-client.ts';
import type { Route } from './+types/preview-page.ts';
import type { SavedPartner } from './partners-section.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const { pages } = agencyScreenTexts.preview;

export type AgencyPreviewPath = keyof typeof pages;

export interface AgencyPreviewRequest {
  path: AgencyPreviewPath;
  record: AgencyRecord;
  partners: readonly SavedPartner[];
}

export interface AgencyPreviewResponse {
  html: string;
}

/** Enough for two legal texts of 60,000 characters, encoded as JSON. */
const maxLength = 400_000;

/** Renders the caller's values, and stores nothing. The database must first confirm that the caller is an owner. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  const caller = token === undefined ? null : serverClient(context, { Authorization: `Bearer ${token}` });
  const result = await caller?.rpc('is_owner');
  if (result?.data !== true) return privateJsonResponse({}, 403);
  const body = (await readRequestJson(request, maxLength)) as
    | Partial<AgencyPreviewRequest>
    | null
    | undefined;
  if (!body?.record || body.path === undefined || !Object.hasOwn(pages, body.path))
    return privateJsonResponse({}, 422);
  try {
    const { agency: shown } = await context.get(backendContext).agency.read();
    const { facts, texts } = body.record;
    const { locale } = productSettings;
    // defaults that are shown until an owner changes them: see server/agency/create-agency-source.ts
    const own = { footerServices: shown.footerServices, ...texts[locale] };
    const record = { facts, texts: { [locale]: own }, openPages: shown.openPages };
    const agency = toServerAgency(record, await createAgencyColourStyleSheet(record));
    const partners = (body.partners ?? []).map(({ name, logo, ground }) => ({
      name,
      is_sample: false,
      logo_url: logo,
      logo_ground: ground,
    }));
    const html = await context.get(agencyPreviewRendererContext)(body.path, agency, partners);
    return privateJsonResponse({ html } satisfies AgencyPreviewResponse);
  } catch (error) {
    // expected for a request whose values have other types than the fields
    context.get(faultLoggerContext)('agency.not_previewed', error);
    return privateJsonResponse({}, 422);
  }
}
