import { CategorySelect } from '../../categories/category-select.tsx';
import { ChipsField } from '../../ui/editor/chips-field.tsx';
import { slugOf } from '../../ui/editor/slug.ts';
import { SwitchField } from '../../ui/editor/switch-field.tsx';
import type { Draft } from '../../ui/editor/use-draft.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { PriceRows } from './price-rows.tsx';
import type { ServiceDraft, ServiceRow } from './service-draft.ts';

/** What an editor writes about a service. `stored` is null while there is none yet. */
export function ServiceForm({ draft, stored }: { draft: Draft<ServiceDraft>; stored: ServiceRow | null }) {
  const { values, change, problemOf } = draft;
  const isMoving = stored?.is_published === true && values.slug !== stored.slug;

  function rename(name: string): void {
    // the address follows the name until somebody writes one, and never once it is stored
    const follows = stored === null && values.slug === slugOf(values.name);
    change(follows ? { name, slug: slugOf(name) } : { name });
  }

  return (
    <div className="editor-columns dense">
      <div className="editor-column">
        <section aria-label="Words" className="panel editor-panel">
          <div className="editor-pair">
            <TextField
              autoComplete="off"
              error={problemOf('service-name')}
              id="service-name"
              label="Name"
              marked
              name="name"
              onChange={(event) => rename(event.target.value)}
              required
              value={values.name}
            />
            <TextField
              autoCapitalize="none"
              autoComplete="off"
              error={problemOf('service-slug')}
              hint={isMoving ? `/services/${stored.slug} will lead here.` : `/services/${values.slug}`}
              id="service-slug"
              label="Web address"
              marked
              name="slug"
              onChange={(event) => change({ slug: event.target.value.trim() })}
              required
              spellCheck={false}
              value={values.slug}
            />
          </div>
          <TextField
            autoComplete="off"
            error={problemOf('service-pitch')}
            hint="One plain sentence. Shown on cards."
            id="service-pitch"
            label="Short pitch"
            name="pitch"
            onChange={(event) => change({ pitch: event.target.value })}
            value={values.pitch}
          />
          <TextArea
            error={problemOf('service-description')}
            hint="An empty line begins a new paragraph."
            id="service-description"
            label="Description"
            name="description"
            onChange={(event) => change({ description: event.target.value })}
            rows={8}
            value={values.description}
          />
          <ChipsField
            chips={values.chips}
            error={problemOf('service-chips')}
            id="service-chips"
            label="Features"
            onChange={(chips) => change({ chips })}
          />
        </section>
        <PriceRows onChange={(prices) => change({ prices })} prices={values.prices} problemOf={problemOf} />
      </div>
      <div className="editor-column">
        <section aria-label="Where it stands" className="panel editor-panel">
          <CategorySelect
            id="service-category"
            onChange={(categoryId) => change({ categoryId })}
            value={values.categoryId}
          />
          <SwitchField
            checked={values.isPublished}
            id="service-published"
            label="Published"
            onChange={(isPublished) => change({ isPublished })}
            text={values.isPublished ? 'On: anyone can see it' : 'Off: only the team sees it'}
          />
        </section>
        <PicturePanel draft={draft} />
      </div>
    </div>
  );
}
