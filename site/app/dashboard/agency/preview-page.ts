// The resource route that renders a public page with an owner's unsaved details.
import { withLinkedLists } from '../../content/content-types.ts';
import { createAgencyColourStyleSheet, toServerAgency } from '../../agency/agency.ts';
import { productSettings } from '../../agency/product-settings.ts';
import { backendContext } from '../../data/backend-context.ts';
import { agencyPreviewRendererContext, faultLoggerContext } from '../../data/request-contexts.ts';
import { parseRequestBody } from '../../data/parse-request-body.ts';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../data/server-client.ts';
import type { Route } from './+types/preview-page.ts';
import { agencyPreviewRequestSchema, type AgencyPreviewResponse } from './agency-preview-request.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const t = agencyScreenTexts.preview;

/** Enough for two legal texts of 60,000 characters, encoded as JSON. */
const maxLength = 400_000;

/** Renders the caller's values, and stores nothing. The database must first confirm that the caller is an owner. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  const caller = token === undefined ? null : serverClient(context, { Authorization: `Bearer ${token}` });
  const result = await caller?.rpc('is_owner');
  if (result?.data !== true) return privateJsonResponse({}, 403);
  const body = await parseRequestBody(request, agencyPreviewRequestSchema, maxLength);
  if (!('data' in body)) return refuse(body.problem, 400);
  const { path, record: typed, partners } = body.data;
  try {
    const { agency: shown } = await context.get(backendContext).agency.read();
    const { locale } = productSettings;
    // defaults that are shown until an owner changes them: see server/agency/create-agency-source.ts
    const own = { footerServices: shown.footerServices, ...typed.texts[locale] };
    const openPages = withLinkedLists(shown.openPages, typed.facts.emptyLists);
    const record = { facts: typed.facts, texts: { [locale]: own }, openPages };
    const agency = toServerAgency(record, await createAgencyColourStyleSheet(record));
    const rows = partners.map(({ name, logo, ground }) => ({
      name,
      is_sample: false,
      logo_url: logo,
      logo_ground: ground,
    }));
    const html = await context.get(agencyPreviewRendererContext)(path, agency, rows);
    return privateJsonResponse({ html } satisfies AgencyPreviewResponse);
  } catch (error) {
    context.get(faultLoggerContext)('agency.not_previewed', error);
    return refuse(t.notShown, 422);
  }
}

function refuse(problem: string, status: number): Response {
  return privateJsonResponse({ problem } satisfies AgencyPreviewResponse, status);
}
