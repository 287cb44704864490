import { CategorySelect } from '../categories/category-select.tsx';
import { PictureUpload } from '../../media/upload/picture-upload.tsx';
import { ChipsField } from '../../screen/chips-field.tsx';
import { NameAndAddress } from '../editor/name-and-address.tsx';
import { PicturePanel } from '../../screen/picture-panel.tsx';
import { PublishedField } from '../editor/published-field.tsx';
import type { Draft } from '../editor/use-draft.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { PriceRows } from './price-rows.tsx';
import type { ServiceDraft, ServiceRow } from './service-draft.ts';

/** What an editor writes about a service. `stored` is null while there is none yet. */
export function ServiceForm({ draft, stored }: { draft: Draft<ServiceDraft>; stored: ServiceRow | null }) {
  const { values, change, problemOf } = draft;
  return (
    <div className="editor-columns dense">
      <div className="editor-column">
        <section aria-label="Content" className="panel editor-panel">
          <NameAndAddress
            label="Name"
            name={values.name}
            onChange={change}
            path="/services"
            problemOf={problemOf}
            slug={values.slug}
            stored={stored}
            thing="service"
          />
          <TextField
            autoComplete="off"
            error={problemOf('service-pitch')}
            hint="One sentence, shown on cards."
            id="service-pitch"
            label="Short pitch"
            name="pitch"
            onChange={(event) => change({ pitch: event.target.value })}
            value={values.pitch}
          />
          <TextArea
            error={problemOf('service-description')}
            hint="Leave a blank line between paragraphs."
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
            one="feature"
            onChange={(chips) => change({ chips })}
          />
        </section>
        <PriceRows onChange={(prices) => change({ prices })} prices={values.prices} problemOf={problemOf} />
      </div>
      <div className="editor-column">
        <section aria-label="Publishing" className="panel editor-panel">
          <CategorySelect
            id="service-category"
            onChange={(categoryId) => change({ categoryId })}
            value={values.categoryId}
          />
          <PublishedField isPublished={values.isPublished} onChange={change} thing="service" />
        </section>
        <PicturePanel
          alt={values.pictureAlt}
          isDecorative={values.isDecorative}
          onChange={change}
          problemOf={problemOf}
          seed={values.slug || 'new-service'}
          thing="service"
          title="Image"
          upload={
            <PictureUpload
              current={values.pictureUrl}
              onPicked={change}
              owner={stored && { source: 'service', id: stored.id }}
            />
          }
          url={values.pictureUrl}
          withoutText="No image? We'll use this generated chart."
        />
      </div>
    </div>
  );
}
