import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { RecordEditor } from '../editor/record-editor.tsx';
import { postKind } from './post-kind.tsx';

export function meta() {
  return [{ title: `New post · ${agency.name}` }];
}

export default function NewPost() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="New post">
      <RecordEditor first={null} kind={postKind} />
    </EditorsOnly>
  );
}
