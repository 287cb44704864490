import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { ProposalButton } from '../lead-form/proposal-button.tsx';
import { ProposalDialog } from '../lead-form/proposal-dialog.tsx';
import { readFormState } from '../lead-form/read-form-state.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { withoutTitle } from '../../seo/page-head.ts';
import { Description, isBlank, openingOf } from '../../content/description.tsx';
import { recordTitle } from '../../seo/record-title.ts';
import { recordHead } from '../../seo/record-head.ts';
import { recordResponse } from '../../seo/record-response.server.ts';
import { softwareApplication } from '../../seo/structured-data.ts';
import { ClosingBand } from '../page/closing-band.tsx';
import { MissingRecord } from '../page/missing-record.tsx';
import { PreviewNote } from '../page/preview-note.tsx';
import type { Fact } from '../../art/chart-facts.tsx';
import { DetailBody, DetailText, FeatureList } from '../page/detail-body.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import { DetailLine } from '../page/detail-line.tsx';
import type { Route } from './+types/detail.ts';
import styles from './app.module.css';
import { AppBadges, AppLogo, DemoLink } from './app-parts.tsx';
import { readApp, type AppPageData, type Screenshot } from './read-apps.ts';
import { appTexts as texts, appTexts } from './app-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ScreenshotDialog, screenshotDialogId } from './screenshot-dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenshotsStyles from './app-screenshots.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const app = await readApp(client, params);
  return recordResponse(client, 'apps', { params, request }, app !== null, {
    app,
    form: readFormState(request),
  });
}

export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

/** A lead from here has no service; the app is in its source path (G-18). */
export function action({ context, request }: Route.ActionArgs) {
  return receiveLead({ context, request, kind: 'proposal' });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const app = loaderData?.app;
  const head = recordHead(
    'apps',
    matches,
    loaderData?.previewUntil,
    texts.missing,
    app && {
      name: app.name,
      slug: app.slug,
      category: app.category,
      texts: [app.pitch, ...openingOf(app.description)],
      describe: (origin, agency, { path }) => softwareApplication(origin, { ...app, path }, agency),
    },
  );
  return app ? withoutTitle(head) : head;
}

function appFacts({ platforms, chips }: AppPageData): Fact[] {
  return [
    { figure: String(platforms.length), label: texts.platforms(platforms.length) },
    { figure: String(chips.length), label: texts.featureCount(chips.length) },
  ];
}

export default function App({ loaderData: { app, form, previewUntil }, actionData }: Route.ComponentProps) {
  const { name } = useAgency();
  if (!app) return <MissingRecord previewUntil={previewUntil} table="apps" title={texts.missing} />;
  return (
    <div className="with-line">
      <PreviewNote until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader
        facts={appFacts(app)}
        name={app.name}
        seed={app.slug}
        table="apps"
        terrainSeed={app.category}
        tone="shoal"
      >
        <div className={styles.head}>
          <AppLogo app={app} isFirst />
          <div>
            <AppBadges app={app} />
            <h1 className="mt-14">{app.name}</h1>
            <p>{app.pitch}</p>
            <DemoLink app={app} className="button mt-24" text={texts.demo(app.name)} />
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

const thumbnailSizes = '(width < 48rem) calc(100vw - 2rem), 50vw';

/**
 * Numbered thumbnails that open large. The caption is the alternative text, so it is hidden from assistive
 * technology.
 */
function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  return (
    <section
      aria-labelledby="screenshots-title"
      className={classNames('page', screenshotsStyles.screenshots)}
    >
      <h2 id="screenshots-title">{appTexts.screenshots.title}</h2>
      <ol className={screenshotsStyles.list}>
        {screenshots.map(({ id, url, alt }, i) => (
          <li key={id}>
            <figure>
              <button
                aria-haspopup="dialog"
                command="show-modal"
                commandfor={screenshotDialogId(i)}
                type="button"
              >
                <span className="sr-only">{appTexts.screenshots.enlarge(i + 1)}</span>
                <Picture alt={alt} height={750} sizes={thumbnailSizes} src={url} width={1200} />
                <Icon name="enlarge" />
              </button>
              {alt !== '' && (
                <figcaption aria-hidden="true">
                  <b>{i + 1}</b>
                  <span>{alt}</span>
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ol>
      {screenshots.map((screenshot, i) => (
        <ScreenshotDialog index={i} key={screenshot.id} screenshot={screenshot} total={screenshots.length} />
      ))}
    </section>
  );
}
