import { data } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { ProposalButton } from '../lead-form/proposal-button.tsx';
import { ProposalDialog } from '../lead-form/proposal-dialog.tsx';
import { readFormState } from '../lead-form/read-form-state.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { redirectIfMoved } from '../../seo/redirect-if-moved.server.ts';
import { notFoundHead, publicHead, withoutTitle } from '../../seo/page-head.ts';
import { contentTypes, recordPath } from '../../content/content-types.ts';
import { Description, isBlank, openingOf } from '../../content/description.tsx';
import { recordShare } from '../../seo/record-share.ts';
import { loaderHeaders, previewResponse, previewHead, recordTitle } from '../../seo/preview.ts';
import { breadcrumbs, softwareApplication } from '../../seo/structured-data.ts';
import { ClosingBand } from '../page/closing-band.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { MissingRecord } from '../page/missing-record.tsx';
import { PreviewNote, PreviewExpired } from '../page/preview-note.tsx';
import type { Fact } from '../../art/chart-facts.tsx';
import { DetailBody, DetailText, FeatureList } from '../page/detail-body.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import { DetailLine } from '../page/detail-line.tsx';
import type { Route } from './+types/detail.ts';
import styles from './app.module.css';
import { AppBadges, AppLogo, DemoLink } from './app-parts.tsx';
import { readAppBySlug, readAppPreview, type AppPageData } from './read-apps.ts';
import { Screenshots } from './screenshots.tsx';
import { appTexts as texts } from './app-texts.ts';
import { seoTexts } from '../../seo/seo-texts.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const form = readFormState(request);
  if (params.token !== undefined) {
    const app = await readAppPreview(client, params.token);
    return previewResponse({ app, form }, app && params.token);
  }
  const app = await readAppBySlug(client, params.slug);
  const status = app ? 200 : await redirectIfMoved(client, 'apps', params.slug, request);
  return data({ app, form, previewUntil: null }, { status });
}

export const headers = loaderHeaders;
export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

/** A lead from here has no service; the app is in its source path (G-18). */
export function action({ context, request }: Route.ActionArgs) {
  return receiveLead({ context, request, kind: 'proposal' });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const app = loaderData?.app;
  if (loaderData?.previewUntil !== null) {
    const head = previewHead(matches, app?.name);
    return app ? withoutTitle(head) : head;
  }
  if (!app) return notFoundHead(matches, texts.missing, seoTexts.missing);
  const path = recordPath('apps', app.slug);
  const head = publicHead({
    matches,
    path,
    title: app.name,
    texts: [app.pitch, ...openingOf(app.description)],
    share: { kind: 'apps', slug: app.slug, facts: recordShare('apps', app) },
    describe: (origin, agency) => [
      softwareApplication(origin, { ...app, path }, agency),
      breadcrumbs(origin, [
        { name: contentTypes.apps.label, path: contentTypes.apps.path },
        { name: app.name, path },
      ]),
    ],
  });
  return withoutTitle(head);
}

function appFacts({ platforms, chips }: AppPageData): Fact[] {
  return [
    { figure: String(platforms.length), label: texts.platforms(platforms.length) },
    { figure: String(chips.length), label: texts.featureCount(chips.length) },
  ];
}

export default function App({ loaderData: { app, form, previewUntil }, actionData }: Route.ComponentProps) {
  const { name } = useAgency();
  if (!app && previewUntil !== null) return <PreviewExpired />;
  if (!app) return <MissingRecord table="apps" title={texts.missing} />;
  return (
    <div className="with-line">
      <PreviewNote until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader seed={app.slug} facts={appFacts(app)} tone="shoal" terrainSeed={app.category}>
        <Breadcrumbs current={app.name} list={contentTypes.apps.label} to={contentTypes.apps.path} />
        <div className={styles.head}>
          <AppLogo app={app} isFirst />
          <div>
            <AppBadges app={app} />
            <h1>{app.name}</h1>
            <p>{app.pitch}</p>
            <DemoLink app={app} className="button" text={texts.demo(app.name)} />
          </div>
        </div>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          <h2>{texts.about}</h2>
          <Description text={isBlank(app.description) ? app.pitch : app.description} />
        </DetailText>
        {app.chips.length > 0 && (
          <section aria-labelledby="features-title">
            <h2 id="features-title">{texts.features}</h2>
            <FeatureList features={app.chips} />
          </section>
        )}
      </DetailBody>
      {app.screenshots.length > 0 && <Screenshots screenshots={app.screenshots} />}
      <ClosingBand text={texts.closing.text} title={texts.closing.title}>
        <ProposalButton variant="buff">{texts.closing.request}</ProposalButton>
      </ClosingBand>
      <ProposalDialog
        actionData={actionData}
        form={form}
        pageTitle={recordTitle(app.name, name, previewUntil)}
      />
      <DetailLine />
    </div>
  );
}
