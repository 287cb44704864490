import { ContourArt } from '../../ui/chart/contour-art.tsx';
import type { Draft } from '../../ui/editor/use-draft.ts';
import { TextField } from '../../ui/field.tsx';
import type { ServiceDraft } from './service-draft.ts';

/** The picture of a service by its address, what it shows in words, and what stands in its place without one. */
export function PicturePanel({ draft }: { draft: Draft<ServiceDraft> }) {
  const { values, change, problemOf } = draft;
  const url = values.pictureUrl.trim();
  const urlProblem = problemOf('service-picture');
  return (
    <section aria-labelledby="service-picture-title" className="panel editor-panel">
      <h2 className="panel-title" id="service-picture-title">
        Picture
      </h2>
      <div className="editor-picture">
        {url !== '' && urlProblem === undefined ? (
          <img alt={values.pictureAlt} height={630} src={url} width={1200} />
        ) : (
          <ContourArt height={168} seed={values.slug || 'new-service'} width={320} />
        )}
      </div>
      {url === '' && (
        <p className="editor-note">Without a picture we draw this chart from the web address.</p>
      )}
      <TextField
        error={urlProblem}
        hint="https:// or the path of a picture on this site"
        id="service-picture"
        inputMode="url"
        label="Address of the picture"
        name="picture"
        onChange={(event) => change({ pictureUrl: event.target.value })}
        optional
        spellCheck={false}
        value={values.pictureUrl}
      />
      {url !== '' && (
        <TextField
          error={problemOf('service-picture-alt')}
          hint="One sentence. Leave it empty when the picture is decoration."
          id="service-picture-alt"
          label="Describe the picture"
          name="picture-alt"
          onChange={(event) => change({ pictureAlt: event.target.value })}
          optional
          value={values.pictureAlt}
        />
      )}
    </section>
  );
}
