// The page of an app.
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { ProposalButton, ProposalDialog } from '../lead-form/proposal-dialog.tsx';
import { readLeadFormUrlState } from '../lead-form/form-route.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { removeHeadTitle } from '../../seo/page-head.ts';
import { Description, isBlankDescription, firstParagraphsOf } from '../../content/description.tsx';
import { recordPageTitle, recordPageHead } from '../../seo/record-head.ts';
import { createRecordPageResponse } from '../../seo/record-response.server.ts';
import { softwareApplicationJsonLd } from '../../seo/structured-data.ts';
import { ClosingBand, DetailPageMagentaLine } from '../page/closing-band.tsx';
import {
  RecordNotFoundPage,
  PreviewNotice,
  DetailBody,
  DetailText,
  FeatureList,
  DetailHeader,
} from '../page/detail-page.tsx';
import type { KeyFigure } from '../../art/key-figures.tsx';
import type { Route } from './+types/detail.ts';
import styles from './app.module.css';
import { AppBadges, AppLogo, DemoLink } from './app-card.tsx';
import { readApp, type AppPageData, type AppScreenshot } from './read-apps.ts';
import { appTexts as t } from './app-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenshotsStyles from './app-screenshots.module.css';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { pictureSizeOf } from '../../ui/picture-sources.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const app = await readApp(client, params);
  return createRecordPageResponse(client, 'apps', { params, request }, app !== null, {
    app,
    form: readLeadFormUrlState(request),
  });
}

export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

/** A lead from this page has no service; its source path identifies the app (G-18). */
export function action({ context, request }: Route.ActionArgs) {
  return receiveLead({ context, request, kind: 'proposal' });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const app = loaderData?.app;
  const head = recordPageHead(
    'apps',
    matches,
    loaderData?.previewUntil,
    t.missing,
    app && {
      name: app.name,
      slug: app.slug,
      category: app.category,
      seo: app.seo,
      texts: [app.pitch, ...firstParagraphsOf(app.description)],
      describe: (origin, agency, { path }) => softwareApplicationJsonLd(origin, { ...app, path }, agency),
    },
  );
  return app ? removeHeadTitle(head) : head;
}

/** The facts of an app; those with a count of zero are left out. */
function appFacts({ platforms, chips }: AppPageData): KeyFigure[] {
  const counts = [
    { count: platforms.length, label: t.platforms(platforms.length) },
    { count: chips.length, label: t.featureCount(chips.length) },
  ];
  return counts.flatMap(({ count, label }) => (count === 0 ? [] : [{ figure: String(count), label }]));
}

export default function AppPage({
  loaderData: { app, form, previewUntil },
  actionData,
}: Route.ComponentProps) {
  const { name } = useAgency();
  if (!app) return <RecordNotFoundPage previewUntil={previewUntil} table="apps" title={t.missing} />;
  return (
    <div className="with-line">
      <PreviewNotice until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader facts={appFacts(app)} name={app.name} seed={app.slug} table="apps" tone="shoal">
        <div className={styles.head}>
          <AppLogo app={app} isFirst />
          <div>
            <AppBadges app={app} />
            <h1 className="mt-14">{app.name}</h1>
            <p>{app.pitch}</p>
            <DemoLink app={app} className="button mt-24" text={t.demo(app.name)} />
          </div>
        </div>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          <h2>{t.about}</h2>
          <Description text={isBlankDescription(app.description) ? app.pitch : app.description} />
        </DetailText>
        {app.chips.length > 0 && (
          <section aria-labelledby="features-title">
            <h2 id="features-title">{t.features}</h2>
            <FeatureList features={app.chips} />
          </section>
        )}
      </DetailBody>
      {app.screenshots.length > 0 && <Screenshots screenshots={app.screenshots} />}
      <ClosingBand text={t.closing.text} title={t.closing.title}>
        <ProposalButton variant="buff">{t.closing.request}</ProposalButton>
      </ClosingBand>
      <ProposalDialog
        actionData={actionData}
        form={form}
        pageTitle={recordPageTitle(app, name, previewUntil)}
      />
      <DetailPageMagentaLine />
    </div>
  );
}

const thumbnailSizes = '(width < 48rem) calc(100vw - 2rem), 50vw';

/**
 * Numbered thumbnails that open the large picture. The caption equals the alternative text, so it is hidden from
 * assistive technology.
 */
function Screenshots({ screenshots }: { screenshots: readonly AppScreenshot[] }) {
  return (
    <section
      aria-labelledby="screenshots-title"
      className={classNames('page', screenshotsStyles.screenshots)}
    >
      <h2 id="screenshots-title">{t.screenshots.title}</h2>
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
                <span className="sr-only">{t.screenshots.enlarge(i + 1)}</span>
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

/** Used if the URL contains no size. */
const fallbackSize = { width: 1200, height: 750 };

function screenshotDialogId(index: number): string {
  return `plate-${index + 1}`;
}

interface ScreenshotDialogProps {
  screenshot: AppScreenshot;
  index: number;
  total: number;
}

/**
 * A screenshot in a native dialog. Opening, closing and stepping to the next screenshot work before any script runs;
 * the next dialog then opens on top. With scripts, the previous dialog is closed first, so that Escape returns to the
 * thumbnail of the last picture.
 */
function ScreenshotDialog({ screenshot: { url, alt }, index, total }: ScreenshotDialogProps) {
  return (
    <Dialog
      className={screenshotsStyles.dialog}
      id={screenshotDialogId(index)}
      onKeyDown={stepByArrow}
      title={t.screenshots.dialog(index + 1, total)}
    >
      {/* on a phone the picture is larger than the viewport, so it scrolls by touch or arrow keys */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element needs a tab stop */}
      <section aria-label={t.screenshots.picture} className={screenshotsStyles.large} tabIndex={0}>
        <img alt={alt} loading="lazy" src={url} {...pictureSizeOf(url, fallbackSize)} />
      </section>
      <p aria-hidden="true" className={screenshotsStyles.hint}>
        {t.screenshots.swipeHint}
      </p>
      {alt !== '' && (
        <p aria-hidden="true" className={screenshotsStyles.caption}>
          {alt}
        </p>
      )}
      <div className="flex gap-24 mt-20">
        {index > 0 && <Step direction="back" to={index - 1} />}
        {index < total - 1 && <Step direction="on" to={index + 1} />}
      </div>
    </Dialog>
  );
}

function Step({ direction, to }: { direction: 'back' | 'on'; to: number }) {
  const isForward = direction === 'on';
  return (
    <button
      className={classNames('button', isForward && 'ml-auto')}
      command="show-modal"
      commandfor={screenshotDialogId(to)}
      data-size="dashboard"
      data-step={direction}
      data-variant="secondary"
      onClick={step}
      type="button"
    >
      {!isForward && <Icon name="arrow-left" />}
      <span>{isForward ? t.screenshots.next : t.screenshots.previous}</span>
      {isForward && <Icon name="arrow-right" />}
    </button>
  );
}

function step(event: MouseEvent<HTMLButtonElement>): void {
  const { dataset } = event.currentTarget;
  const id = event.currentTarget.getAttribute('commandfor') ?? '';
  const next = document.getElementById(id) as HTMLDialogElement | null;
  if (!next) return;
  // the default action would open the next dialog on top of this one
  event.preventDefault();
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
  // a dialog returns the focus to the element that had it when it opened: here to the thumbnail of its picture
  document.querySelector<HTMLElement>(`figure [commandfor="${id}"]`)?.focus();
  next.showModal();
  const reopened = next.querySelector<HTMLElement>(`[data-step="${dataset['step']}"]`);
  (reopened ?? next.querySelector<HTMLElement>('[data-step]'))?.focus();
}

/** Arrow keys step, unless they scroll the picture. */
function stepByArrow(event: KeyboardEvent<HTMLDialogElement>): void {
  const direction = { ArrowLeft: 'back', ArrowRight: 'on' }[event.key];
  const large = event.currentTarget.querySelector('section');
  if (!direction || !large || (event.target === large && large.scrollWidth > large.clientWidth)) return;
  event.currentTarget.querySelector<HTMLElement>(`[data-step="${direction}"]`)?.click();
}
