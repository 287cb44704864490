import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { EditRecord } from '../editor/edit-record.tsx';
import { postKind } from './post-kind.tsx';

export function meta() {
  return [{ title: `Edit post · ${agency.name}` }];
}

export default function EditPost() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="Edit post">
      <EditRecord kind={postKind} />
    </EditorsOnly>
  );
}
