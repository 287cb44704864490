import { PictureUpload } from '../../media/upload/picture-upload.tsx';
import { ChipsField } from '../../screen/chips-field.tsx';
import { NameAndAddress } from '../editor/name-and-address.tsx';
import { PicturePanel, type PicturePart } from '../../screen/picture-panel.tsx';
import { PublishedField } from '../editor/published-field.tsx';
import type { Draft } from '../editor/use-draft.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { AppDraft, AppRow } from './app-draft.ts';
import { ScreenshotsPanel } from './screenshots-panel.tsx';

/** What an editor writes about an app. `stored` is null while there is none yet. */
export function AppForm({ draft, stored }: { draft: Draft<AppDraft>; stored: AppRow | null }) {
  const { values, change, problemOf } = draft;
  function changeLogo({ pictureUrl, pictureAlt }: PicturePart): void {
    if (pictureUrl !== undefined) change({ pictureUrl });
    if (pictureAlt !== undefined) change({ pictureAlt });
  }
  return (
    <div className="editor-columns dense">
      <div className="editor-column">
        <section aria-label="Content" className="panel editor-panel">
          <NameAndAddress
            label="Name"
            name={values.name}
            onChange={change}
            path="/apps"
            problemOf={problemOf}
            slug={values.slug}
            stored={stored}
            thing="app"
          />
          <TextField
            autoComplete="off"
            error={problemOf('app-pitch')}
            hint="One sentence, shown on cards."
            id="app-pitch"
            label="Short pitch"
            name="pitch"
            onChange={(event) => change({ pitch: event.target.value })}
            value={values.pitch}
          />
          <TextArea
            error={problemOf('app-description')}
            hint="Appears under “About This App”. Leave a blank line between paragraphs."
            id="app-description"
            label="Description"
            name="description"
            onChange={(event) => change({ description: event.target.value })}
            rows={8}
            value={values.description}
          />
          <ChipsField
            chips={values.chips}
            error={problemOf('app-chips')}
            id="app-chips"
            label="Features"
            one="feature"
            onChange={(chips) => change({ chips })}
          />
        </section>
        <ScreenshotsPanel appId={stored?.id ?? null} />
      </div>
      <div className="editor-column">
        <section aria-label="Publishing" className="panel editor-panel">
          <TextField
            autoComplete="off"
            error={problemOf('app-category')}
            id="app-category"
            label="Category"
            name="category"
            onChange={(event) => change({ category: event.target.value })}
            optional
            value={values.category}
          />
          <ChipsField
            chips={values.platforms}
            error={problemOf('app-platforms')}
            id="app-platforms"
            label="Platforms"
            one="platform"
            onChange={(platforms) => change({ platforms })}
          />
          <TextField
            autoComplete="off"
            error={problemOf('app-demo')}
            hint="Shown as “Try Live Demo”."
            id="app-demo"
            inputMode="url"
            label="Demo URL"
            name="demo"
            onChange={(event) => change({ demoUrl: event.target.value })}
            optional
            spellCheck={false}
            value={values.demoUrl}
          />
          <PublishedField isPublished={values.isPublished} onChange={change} thing="app" />
        </section>
        <PicturePanel
          alt={values.pictureAlt}
          altHint={`Leave blank to use “${values.name.trim() || 'Name'} logo”.`}
          isDecorative={null}
          onChange={changeLogo}
          problemOf={problemOf}
          seed={values.slug || 'new-app'}
          thing="app"
          title="Logo"
          upload={
            <PictureUpload
              current={values.pictureUrl}
              onPicked={changeLogo}
              owner={stored && { source: 'app', id: stored.id }}
            />
          }
          url={values.pictureUrl}
          withoutText="No logo? We'll use this generated chart."
        />
      </div>
    </div>
  );
}
