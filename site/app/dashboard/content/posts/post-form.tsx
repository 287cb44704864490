import { PictureUpload } from '../../media/upload/picture-upload.tsx';
import { NameAndAddress } from '../editor/name-and-address.tsx';
import { PicturePanel } from '../../screen/picture-panel.tsx';
import { PublishedField } from '../editor/published-field.tsx';
import type { Draft } from '../editor/use-draft.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { PostDraft, PostRow } from './post-draft.ts';
import { Preview } from './preview.tsx';

/** What an editor writes for a post. `stored` is null while there is none yet. */
export function PostForm({ draft, stored }: { draft: Draft<PostDraft>; stored: PostRow | null }) {
  const { values, change, problemOf } = draft;
  return (
    <div className="editor-columns dense">
      <div className="editor-column">
        <section aria-label="Content" className="panel editor-panel">
          <NameAndAddress
            label="Title"
            name={values.name}
            onChange={change}
            path="/resources"
            problemOf={problemOf}
            slug={values.slug}
            stored={stored}
            thing="post"
          />
          <TextArea
            error={problemOf('post-excerpt')}
            hint="One or two sentences. Shown on cards and in search results."
            id="post-excerpt"
            label="Excerpt"
            name="excerpt"
            onChange={(event) => change({ excerpt: event.target.value })}
            rows={2}
            value={values.excerpt}
          />
          <TextArea
            error={problemOf('post-body')}
            hint="Markdown: ## heading, - list, **bold**, [link text](https://address)."
            id="post-body"
            label="Text"
            name="body"
            onChange={(event) => change({ body: event.target.value })}
            rows={18}
            value={values.body}
          />
        </section>
        <section aria-labelledby="post-preview" className="panel editor-panel">
          <h2 className="panel-title" id="post-preview">
            Preview
          </h2>
          <Preview markdown={values.body} />
        </section>
      </div>
      <div className="editor-column">
        <section aria-label="Publishing" className="panel editor-panel">
          <TextField
            hint="Leave blank to use the publishing date."
            id="post-day"
            label="Date"
            name="day"
            onChange={(event) => change({ day: event.target.value })}
            optional
            type="date"
            value={values.day}
          />
          <PublishedField isPublished={values.isPublished} onChange={change} thing="post" />
        </section>
        <PicturePanel
          alt={values.pictureAlt}
          isDecorative={values.isDecorative}
          onChange={change}
          problemOf={problemOf}
          seed={values.slug || 'new-post'}
          thing="post"
          title="Cover"
          upload={<PictureUpload current={values.pictureUrl} onPicked={change} owner={null} />}
          url={values.pictureUrl}
          withoutText="No cover? We'll use this generated chart."
        />
      </div>
    </div>
  );
}
